package engine

import (
	"ishi/engine/game"
	"ishi/search"
)

// Explainer is a Position that takes its static evaluation apart.
type Explainer interface {
	// Explain returns the terms that the evaluation is the sum of, from the side to
	// move and in the unit of Evaluator.
	Explain() []Term
}

// Term is a part of a static evaluation.
//
//	cells of black  +120   own line classes of 14 empty points
//	├─ h8            +31   open three, closed two
//	└─ g9            +12   open two
type Term struct {
	Name string
	// Value is what the term adds to the evaluation, from the side to move.
	Value float64
	// Detail says what was found there, empty where the name says all.
	Detail string
	// At is the point that a part speaks of, NoMove where it speaks of none or of
	// several.
	At game.Move
	// Parts add up to Value; none where the term has no parts.
	Parts []Term
}

// Threat is what a stone on an empty point would make.
type Threat struct {
	At game.Move
	// Name is the threat in words: "four", "open three".
	Name string
	// Rank orders threats, the strongest highest.
	Rank int
}

// Threatener is a Position that knows threats.
type Threatener interface {
	// Threats lists what stones of a side would make on the empty points, the
	// strongest first, whoever is to move.
	Threats(game.Side) []Threat
	// ThreatSearches names the searches for a win by threats alone that
	// ThreatSearcher knows, each with what it is in words.
	ThreatSearches() []ThreatSearch
	// ThreatSearcher returns a search of that name from the position. Each
	// iteration allows one threat more. A score that is no win means that none was
	// found; an exact one, that there is none. The name must be a known one.
	ThreatSearcher(name string, w *search.Worker) search.Searcher
}

// ThreatSearch is a search for a win in which every move is a threat.
type ThreatSearch struct {
	Name  string // in lower case, "vcf"
	Usage string // in words: "win by continuous fours"
}

// Winner is a Position that knows what has won it.
type Winner interface {
	// WinningStones lists the stones that decide a finished game, in the order of
	// the board; none while it goes on, and after a draw.
	WinningStones() []game.Move
}

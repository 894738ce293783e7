package analysis

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"ishi/engine/game"
)

// discs is the unit in which differences are counted as they are. Scores of other games
// are turned into expectations first: a pawn more or less in a won game is no mistake.
const discs = "discs"

// Board is the kind of a position.
type Board struct {
	Game          string
	Width, Height int
	Rule          string
	Side          game.Side // to move
	Empty         int       // points without a stone
}

// Verdict is what a search or a solver says of a position.
type Verdict struct {
	// Lines are the best ones, best first; none when the game is over.
	Lines []Line
	// Exact says that the scores are results of the game.
	Exact bool
	Depth int // in plies, 0 for a position that was solved
	Nodes uint64
	Took  time.Duration
	Unit  string // of the scores
}

// Line is a move with what it is worth to its mover and the play it leads to.
type Line struct {
	// Value is Score, or the exact result in discs.
	Value float64
	Score game.Score
	// Outcome says that the score tells a win (1), a draw (0) or a loss (-1) only.
	Outcome bool
	// Unknown says that the search ended before it had a score.
	Unknown bool
	PV      []game.Move
}

// Move returns the first move.
func (l Line) Move() game.Move {
	if len(l.PV) == 0 {
		return game.NoMove
	}
	return l.PV[0]
}

// Text writes the score: "+12", "-3", "+M7" for a win with the seventh ply, "win".
func (l Line) Text() string {
	switch {
	case l.Unknown:
		return "?"
	case l.Outcome && l.Score > 0:
		return "win"
	case l.Outcome && l.Score < 0:
		return "loss"
	case l.Outcome:
		return "draw"
	case l.Score.IsWin() || l.Score.IsLoss():
		return l.Score.String()
	}
	return fmt.Sprintf("%+d", int(math.Round(l.Value)))
}

// loss returns what a move cost against the best one, in discs or else in percent, at
// least 0. Where one of them tells the outcome only, nothing is known to be lost as
// long as the other tells the same.
func loss(best, played Line, unit string) float64 {
	if best.Unknown || played.Unknown || (best.Outcome || played.Outcome) && best.sign() == played.sign() {
		return 0
	}
	return math.Max(0, best.value(unit)-played.value(unit))
}

// sign is 1 for a score above 0, -1 for one below.
func (l Line) sign() int { return cmp.Compare(l.Score, 0) }

// value returns the score by which lines are compared, in discs or in percent of a win
// that may be expected.
func (l Line) value(unit string) float64 {
	switch {
	case unit == discs && l.Outcome:
		return 2 * float64(l.Score) // at least two discs
	case unit == discs:
		return l.Value
	case l.Outcome:
		return 50 + 50*float64(l.Score)
	}
	return Expected(l.Score)
}

// expectedScale makes 200 units 73 %; see game.Score.
const expectedScale = 200

// Expected returns the part of the point in percent, 0 to 100, that the side to move
// may expect from a score in logistic units.
func Expected(s game.Score) float64 {
	switch {
	case s.IsWin():
		return 100
	case s.IsLoss():
		return 0
	}
	return 100 / (1 + math.Exp(-float64(s)/expectedScale))
}

// Mark is the usual sign for a mistake: "", "?!" dubious, "?" mistake, "??" blunder.
type Mark string

// The losses from which on a move is dubious, a mistake, a blunder.
var (
	discLosses    = [3]float64{3, 7, 15}
	percentLosses = [3]float64{10, 20, 40}
)

// MarkOf returns the mark of a move that lost so much, in discs or else in percent.
func MarkOf(loss float64, unit string) Mark {
	limits := percentLosses
	if unit == discs {
		limits = discLosses
	}
	switch {
	case loss >= limits[2]:
		return "??"
	case loss >= limits[1]:
		return "?"
	case loss >= limits[0]:
		return "?!"
	}
	return ""
}

package engine

import (
	"time"

	"ishi/engine/game"
	"ishi/search"
)

// Setup describes an empty board.
type Setup struct {
	// Width and Height in points; zero means the game's usual size.
	Width, Height int
	// Rule is one of Game.Rules; empty means the first.
	Rule string
}

// Game is a set of rules that Ishi plays. The games hand themselves to the
// engine as such values; the engine knows nothing else of them.
type Game interface {
	// Name is the game's name in lower case: "gomoku", "othello".
	Name() string
	// Rules lists the names of the game's rule sets, the usual one first.
	Rules() []string
	// New returns the starting position, or an error that says which sizes
	// or rules are possible.
	New(Setup) (Position, error)
	// Options lists what can be tuned, for all positions of this game.
	Options() []Option
}

// Position is a board with the history that led to it. It is not safe for
// concurrent use; a Searcher works on a copy of its own.
type Position interface {
	// Setup returns the actual size and rule.
	Setup() Setup
	// Side is the side to move.
	Side() game.Side
	// Play plays a move, or game.Pass, for the side to move. An illegal one
	// changes nothing and returns a *game.IllegalMoveError.
	Play(game.Move) error
	// Undo takes the last move or pass back; false when there is none.
	Undo() bool
	// Result says whether the game is over.
	Result() game.Result
	// Searcher returns a search from this position on behalf of w.
	Searcher(w *search.Worker) search.Searcher
}

// Viewer is a Position that can be looked at.
type Viewer interface {
	// At returns the stone on a point, false for an empty one.
	At(game.Move) (game.Side, bool)
	// Legal lists the legal moves of the side to move; game.Pass alone when
	// that is all it can do, none when the game is over.
	Legal() []game.Move
}

// Stone is a stone on a point.
type Stone struct {
	Move game.Move
	Side game.Side
	// Blocked marks a point on which nobody can play and which counts for
	// nobody (Gomoku: a stone of a finished line in a continuous game).
	Blocked bool
}

// Editor is a Position that can be set up freely.
type Editor interface {
	// SetUp replaces the position by the given stones, in this order where
	// order matters, with the given side to move. Wrong stones (off the board,
	// one on another) change nothing and return an error. Undo then takes the
	// stones back one by one.
	SetUp(stones []Stone, toMove game.Side) error
}

// Planner is a Position that knows how long thinking is of use.
type Planner interface {
	// MovesExpected returns how many moves of the side to move still need
	// time, at least 1 with the one to be made now, when so much time is left
	// for them: where the rest of a game can be solved the moves after
	// that need none.
	MovesExpected(left time.Duration) int
}

// Forbidder is a Position in which some empty points are forbidden.
type Forbidder interface {
	// Forbidden lists the empty points on which the side to move must not
	// play.
	Forbidden() []game.Move
}

// Balancer is a Position that can look for moves which make the game even.
type Balancer interface {
	// Balanced returns a Searcher whose scores are -|v-bias|, v being the
	// value of the position after the move for the side that made it. With
	// pair it looks for two moves in a row and v is seen from the mover of
	// the second; the line of the best root move begins with both.
	Balanced(w *search.Worker, bias game.Score, pair bool) search.Searcher
}

// Option is something that can be tuned by name.
type Option struct {
	Name    string // lower case, words joined by "-"
	Usage   string // one line, with unit
	Kind    OptionKind
	Default string
	// Min and Max bound a number.
	Min, Max int64
	// Set takes effect with the next search.
	Set func(string) error
	// Get returns the current value.
	Get func() string
}

// OptionKind is the type of an Option's value.
type OptionKind uint8

// The kinds of options.
const (
	Flag   OptionKind = iota // "true" or "false"
	Number                   // a decimal integer
	Text
)

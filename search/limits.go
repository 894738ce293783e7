package search

import (
	"time"

	"ishi/engine/game"
)

// Limits bound one search. The zero value is an infinite search for the one
// best move, ended by its context only.
type Limits struct {
	// Start is the moment from which Soft and Hard count, usually when the
	// command was read; the zero value means when Deepen is called.
	Start time.Time
	// Soft is the time after which no new iteration is started, 0 for none.
	// The driver stretches it up to twice while the best move is in doubt and
	// shortens it to a half when the best move is stable.
	Soft time.Duration
	// Hard is the time at which the search ends wherever it is, 0 for none.
	// A negative value means at once.
	Hard time.Duration
	// Depth is the largest nominal depth in plies, 0 for none.
	Depth int
	// Nodes is the largest number of nodes of all threads, 0 for none. With one
	// thread the search ends at exactly that node; a Searcher that unwinds may
	// count some more, as threat searches do.
	Nodes uint64
	// NBest is the number of best moves to be scored exactly, at least 1
	// (0 means 1).
	NBest int
	// Threads is the number of searching goroutines, at least 1 (0 means 1).
	Threads int
	// Exclude lists root moves that must not be considered. When all legal
	// moves are excluded the list is ignored.
	Exclude []game.Move
	// Analysis keeps searching when the answer is already known (a proven
	// win, a single legal move).
	Analysis bool
}

// Timed reports whether the clock limits the search.
func (l Limits) Timed() bool { return l.Soft != 0 || l.Hard != 0 }

// Iteration is one step of iterative deepening.
type Iteration struct {
	// Depth is the nominal depth in plies, at least 1.
	Depth int
	// Confidence is the probability in percent, 1 to 100, at which a
	// selective search (ProbCut) works; 100 for a search without it, 0 where
	// the game does not tell.
	Confidence int
	// Window is the half-width of the aspiration window round the previous
	// score; 0 asks for the full window.
	Window game.Score
	// Exact says that the scores of this iteration are final results of the
	// game, not estimates.
	Exact bool
	// Outcome says that the scores tell a win (1), a draw (0) and a loss (-1)
	// at the end of the game and nothing of its height. The next iteration
	// starts from the scores that were known before.
	Outcome bool
}

// Bound says how a score relates to the true one.
type Bound uint8

// The kinds of bound.
const (
	None Bound = iota
	Upper
	Lower
	Exact
)

// Info is what is known after a part of a search. Deepen hands out one for
// each finished line; the last one is the answer.
type Info struct {
	Iteration
	// Rank is the place among the n best moves, from 0.
	Rank int
	// SelDepth is the largest ply that was reached.
	SelDepth int
	// Score is from the mover's side; Bound says whether it is exact within
	// the iteration, or only a bound because the window was left.
	Score game.Score
	Bound Bound
	// PV is the line, best move first; never empty while a legal move exists.
	PV []game.Move
	// Nodes of all threads so far, and the time since Limits.Start.
	Nodes   uint64
	Elapsed time.Duration
	// HashFull is the use of the table in permille.
	HashFull int
}

// Move returns the first move of the line, NoMove when there is none.
func (i Info) Move() game.Move {
	if len(i.PV) == 0 {
		return game.NoMove
	}
	return i.PV[0]
}

// NPS returns nodes per second, 0 when no time has passed.
func (i Info) NPS() uint64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return uint64(float64(i.Nodes) / i.Elapsed.Seconds())
}

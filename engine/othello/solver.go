package othello

import (
	"ishi/engine/game"
	"ishi/search"
)

// Solver scores single 8x8 positions, apart from any game or clock: for training, measuring and tests.
// It belongs to one goroutine and keeps what it has found in a table of its own.
type Solver struct {
	table  *search.Table
	worker *search.Worker
	s      *searcher
}

// NewSolver returns a solver with a table of about the given size in bytes.
func NewSolver(size int64) *Solver {
	v := &Solver{table: search.NewTable(size)}
	v.worker = search.NewWorker(v.table)
	v.s = newSearcher(v.worker, Start, Area8)
	return v
}

// Forget clears the table, so that what follows does not depend on what came before.
func (v *Solver) Forget() {
	v.table.Clear()
	v.s.cache = cache{}
}

// Nodes returns the number of positions visited since the solver was made.
func (v *Solver) Nodes() uint64 { return v.worker.Nodes() }

// Exact returns the final disc difference under perfect play from the side to move, -64..64, with
// empty squares counted for the winner.
func (v *Solver) Exact(b Board) int {
	it, deeper := search.Iteration{}, true
	score := 0
	v.s.reset(v.worker, b, Area8)
	for it, deeper = v.s.Next(it); deeper; it, deeper = v.s.Next(it) {
		score = v.iterate(it, score)
	}
	return score
}

// Score returns the score of a search of the given depth in plies, in discs from the side to move.
// Confidence in percent says how selective the search is: 100 does without ProbCut, less is rounded to
// the next level. From depth b.Count() on the score is that of the end of the game.
func (v *Solver) Score(b Board, depth, confidence int) int {
	v.s.reset(v.worker, b, Area8)
	score := 0
	for d := 1 + (depth+1)&1; d <= depth; d += 2 {
		score = v.iterate(search.Iteration{Depth: d, Confidence: confidence, Window: 3}, score)
	}
	return score
}

// Line returns the principal variation of the last Exact or Score, as far as it is known.
func (v *Solver) Line() []game.Move { return v.s.lines.At(0) }

// iterate searches one iteration with a window round a guess.
func (v *Solver) iterate(it search.Iteration, guess int) int {
	v.s.setLevel(it.Confidence)
	window := int(it.Window)
	low, high := guess-window, guess+window
	for {
		switch score := v.s.pv(it.Depth, low, high, 0); {
		case score <= low && low >= -64:
			high, low = score+1, score-2*window
		case score >= high && high <= 64:
			low, high = score-1, score+2*window
		default:
			return score
		}
		window *= 4
	}
}

package othello

import "ishi/search"

// labelTable is the size of a Labeller's table in bytes: enough for the searches it is made for, and
// quick to clear.
const labelTable = 1 << 18

// Labeller scores positions for training: thousands a second, without clock, lines or ProbCut. It
// belongs to one goroutine.
type Labeller struct{ s *searcher }

// NewLabeller returns a Labeller that uses the weights in use now.
func NewLabeller() *Labeller {
	return &Labeller{newSearcher(search.NewWorker(search.NewTable(labelTable)), Start, Area8)}
}

// Exact returns the final disc difference from the side to move under perfect play, -64..64. The
// time grows threefold with each empty square; 14 take about a millisecond.
func (l *Labeller) Exact(b Board) int {
	l.s.state.Init(b)
	lower, upper := -64, 64
	for guess := Discs(l.s.units()); lower < upper; {
		alpha := max(lower, min(upper-1, guess))
		if score := l.s.nullWindow(b.Count(), alpha); score > alpha {
			lower, guess = score, score
		} else {
			upper, guess = score, score-1
		}
	}
	return lower
}

// Search returns the score in discs, -64..64, of a search of depth plies (1 or more) from b, to the
// end of the game at the most, and the square of a best move, -1 when the side to move must pass. It does
// not depend on what was searched before.
func (l *Labeller) Search(b Board, depth int) (score, best int) {
	l.s.worker.Table.Clear()
	l.s.state.Init(b)
	for d := 2 - depth&1; d <= depth; d += 2 { // the shallow searches sort the moves of the deep one
		score = l.s.pv(d, -65, 65, 0)
	}
	best = -1
	if line := l.s.lines.At(0); len(line) > 0 && line[0].IsPoint() {
		best = line[0].Y()*8 + line[0].X()
	}
	return score, best
}

package search

import (
	"slices"

	"ishi/engine/game"
)

// RootMove is a move at the root with what the search knows of it.
type RootMove struct {
	Move game.Move
	// Score of the running iteration, -Infinite while unknown or not better
	// than the best move before it; Previous is that of the last finished one.
	Score, Previous game.Score
	// Nodes below this move in all iterations.
	Nodes uint64
	// SelDepth is the largest ply that was reached below the move.
	SelDepth int
	// PV begins with Move.
	PV []game.Move
}

// Root is the list of root moves of one thread, best first. With n-best
// search the moves before the current rank are finished.
type Root struct {
	moves []RootMove
	rank  int
}

// NewRoot returns the root for the given moves, best guess first.
func NewRoot(moves []game.Move) *Root {
	r := &Root{moves: make([]RootMove, len(moves))}
	for i, m := range moves {
		r.moves[i] = RootMove{Move: m, Score: -game.Infinite, Previous: -game.Infinite, PV: append(make([]game.Move, 0, 32), m)}
	}
	return r
}

// Candidates returns the moves to be searched, in order. The Searcher reads
// Move, Previous and Nodes and reports through Update.
func (r *Root) Candidates() []RootMove { return r.moves[r.rank:] }

// Update records the finished search of candidate i: its score, the line
// after its move (only for scores that are exact or raise alpha), its nodes.
// A move that did not raise alpha is given the score -Infinite.
func (r *Root) Update(i int, score game.Score, line []game.Move, nodes uint64, selDepth int) {
	m := &r.moves[r.rank+i]
	m.Score = score
	m.Nodes += nodes
	if score > -game.Infinite {
		m.SelDepth = selDepth
		m.PV = append(append(m.PV[:0], m.Move), line...)
	}
}

// begin prepares a new iteration. After one that told outcomes only the scores
// known before it stay; a move that had none then gets the best of them.
func (r *Root) begin(outcome bool) {
	known := -game.Infinite
	for i := range r.moves {
		known = max(known, r.moves[i].Previous)
	}
	for i := range r.moves {
		m := &r.moves[i]
		switch {
		case !outcome:
			m.Previous = m.Score
		case m.Score > -game.Infinite && m.Previous == -game.Infinite:
			m.Previous = known
		}
		m.Score = -game.Infinite
	}
	r.rank = 0
}

// sort puts the candidates in order of their scores; those without one keep
// their order behind.
func (r *Root) sort() { slices.SortStableFunc(r.moves[r.rank:], byScore) }

func byScore(a, b RootMove) int { return int(b.Score) - int(a.Score) }

// settle ends an iteration of n ranks: it puts them in order of their scores,
// which an unsteady search may have mixed up, and reports whether they were.
func (r *Root) settle(n int) bool {
	r.rank = 0
	if slices.IsSortedFunc(r.moves[:n], byScore) {
		return true
	}
	slices.SortStableFunc(r.moves[:n], byScore)
	return false
}

// exclude removes moves unless none would be left; then it returns false.
func (r *Root) exclude(moves []game.Move) bool {
	kept := slices.DeleteFunc(slices.Clone(r.moves), func(m RootMove) bool {
		return slices.Contains(moves, m.Move)
	})
	if len(kept) == 0 {
		return false
	}
	r.moves = kept
	return true
}

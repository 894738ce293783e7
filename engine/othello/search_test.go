package othello

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"ishi/search"
)

// minimax is plain negamax over the evaluation, without windows, table, sorting or cutoffs. A pass
// keeps the depth.
func minimax(s *State, depth int) int {
	b := s.Board()
	if depth >= b.Count() {
		return negamax(b, Area8, -64, 64)
	}
	if depth == 0 {
		if b.Own == 0 {
			return b.Final()
		}
		return Discs(s.Score())
	}
	m := b.Moves()
	if m == 0 {
		if b.Pass().Moves() == 0 {
			return b.Final()
		}
		s.Pass()
		defer s.Undo()
		return -minimax(s, depth)
	}
	best := none
	for ; m != 0; m &= m - 1 {
		sq := first(m)
		s.Play(sq, b.Flips(sq))
		best = max(best, -minimax(s, depth-1))
		s.Undo()
	}
	return best
}

// TestSearchEqualsMinimax pins that without ProbCut nothing in the search but the depth decides the
// score.
func TestSearchEqualsMinimax(t *testing.T) {
	useRandomWeights(t)
	r := rand.New(rand.NewPCG(13, 14))
	for range 60 {
		b := randomPosition(r, 6+r.IntN(50))
		for depth := range 5 {
			if depth == 0 {
				continue
			}
			var state State
			state.Init(b)
			want := minimax(&state, depth)
			s := newSolver(b, Area8)
			if got := s.pv(depth, -65, 65, 0); got != want {
				t.Errorf("%v: depth %d scores %d, minimax %d", b, depth, got, want)
			}
			if got := s.nullWindow(depth, want-1); got < want {
				t.Errorf("%v: depth %d scores %d above %d, minimax %d", b, depth, got, want-1, want)
			}
			if got := s.nullWindow(depth, want); got > want {
				t.Errorf("%v: depth %d scores %d above %d, minimax %d", b, depth, got, want, want)
			}
		}
	}
}

// deepen searches a position with one thread over the given table.
func deepen(table *search.Table, b Board, limits search.Limits) []search.Info {
	return search.Deepen(context.Background(), search.Setup{
		Table:    table,
		Searcher: func(w *search.Worker) search.Searcher { return newSearcher(w, b, Area8) },
	}, limits)
}

// TestExactScoresDoNotDependOnTheTable follows random games with a fresh table for each position and
// with one that keeps what all earlier searches, selective ones too, have left in it.
func TestExactScoresDoNotDependOnTheTable(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	warm := search.NewTable(1 << 18)
	for range 12 {
		b := randomPosition(r, 16)
		for b.Count() >= 8 && !b.Over() {
			hot := deepen(warm, b, search.Limits{})
			cold := deepen(search.NewTable(1<<18), b, search.Limits{})
			if !hot[0].Exact || !cold[0].Exact || cold[0].Score != hot[0].Score {
				t.Errorf("%v: %+v with a fresh table, %+v with a used one", b, cold[0], hot[0])
			}
			if b.Count() < 10 {
				if want := negamax(b, Area8, -64, 64); int(cold[0].Score) != want {
					t.Errorf("%v: score %d, want %d", b, cold[0].Score, want)
				}
			}
			m := b.Moves()
			if m == 0 {
				b = b.Pass()
				continue
			}
			for range r.IntN(bits.OnesCount64(m)) {
				m &= m - 1
			}
			b = b.Play(first(m), b.Flips(first(m)))
		}
	}
}

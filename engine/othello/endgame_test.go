package othello

import (
	"math/rand/v2"
	"testing"

	"ishi/search"
)

// negamax is plain minimax to the end of the game, the oracle of the solver.
func negamax(b Board, a Area, alpha, beta int) int {
	m := b.MovesIn(a)
	if m == 0 {
		if b.Pass().MovesIn(a) == 0 {
			return b.FinalOn(a)
		}
		return -negamax(b.Pass(), a, -beta, -alpha)
	}
	best := none
	for ; m != 0 && best < beta; m &= m - 1 {
		sq := first(m)
		best = max(best, -negamax(b.Play(sq, b.Flips(sq)), a, -beta, -max(alpha, best)))
	}
	return best
}

// newSolver returns a searcher over a small table of its own.
func newSolver(b Board, a Area) *searcher {
	return newSearcher(search.NewWorker(search.NewTable(1<<20)), b, a)
}

// TestSolveEqualsMinimax asks for the sign of every null window round the true score.
func TestSolveEqualsMinimax(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	s := newSolver(Start, Area8)
	for n := range 9 {
		for i := range 400 {
			b := randomPosition(r, n)
			if i%2 == 0 {
				b = lopsided(r, n)
			}
			want := negamax(b, Area8, -64, 64)
			for _, alpha := range []int{-65, want - 9, want - 1, want, want + 5} {
				got := s.solve(b.Own, b.Opp, alpha)
				if got > alpha != (want > alpha) || got > alpha && got > want || got <= alpha && got < want {
					t.Fatalf("%v, %d empty: solve(%d) = %d, score is %d", b, n, alpha, got, want)
				}
			}
		}
	}
}

// lopsided returns a position in which one side has few discs, so that passes, wipe-outs and ends
// with empty squares are frequent.
func lopsided(r *rand.Rand, empties int) Board {
	few := r.Uint64() & r.Uint64() & r.Uint64()
	var hole uint64
	for range empties {
		for {
			bit := uint64(1) << r.IntN(Squares)
			if r.IntN(3) > 0 { // mostly in a corner of the board
				bit = 1 << (r.IntN(4)*8 + r.IntN(4))
			}
			if hole&bit == 0 {
				hole |= bit
				break
			}
		}
	}
	b := Board{Own: ^few &^ hole, Opp: few &^ hole}
	if r.IntN(2) == 0 {
		return b.Pass()
	}
	return b
}

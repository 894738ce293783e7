package othello

import (
	"math/rand/v2"
	"testing"

	"ishi/search"
)

// wipesOut tells by plain search whether the side to move can wipe the other out within some plies.
func wipesOut(b Board, plies int) bool {
	for m := b.Moves(); m != 0 && plies > 0; m &= m - 1 {
		sq := first(m)
		if wipedOut(b.Play(sq, b.Flips(sq)), plies-1) {
			return true
		}
	}
	return false
}

func wipedOut(b Board, plies int) bool {
	if b.Own == 0 {
		return true
	}
	m := b.Moves()
	if m == 0 {
		return wipesOut(b.Pass(), plies)
	}
	for ; m != 0 && plies > 0; m &= m - 1 {
		sq := first(m)
		if !wipesOut(b.Play(sq, b.Flips(sq)), plies-1) {
			return false
		}
	}
	return plies > 0
}

func TestForcedWipeouts(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 38))
	found := 0
	for range 4000 {
		b := lopsided(r, 20+r.IntN(30))
		if b.Moves() == 0 {
			continue
		}
		s := newSolver(b, Area8)
		root := search.NewRoot(s.Moves())
		it, proven := s.Prove(root)
		if it.Exact != proven {
			t.Errorf("%v: proven %v, exact %v", b, proven, it.Exact)
		}
		if proven {
			found++
			i := 0
			for root.Candidates()[i].Score != 64 {
				i++
			}
			line := root.Candidates()[i].PV
			// The victim may have had a longer line.
			forced := false
			for plies := 1; plies <= wipeoutPlies && !forced; plies++ {
				forced = wipesOut(b, plies)
			}
			if !forced {
				t.Errorf("%v: %v is no forced wipe-out", b, line)
			}
			for _, m := range line {
				if !m.IsPoint() {
					b = b.Pass()
					continue
				}
				b = b.Play(s.square(m), b.Flips(s.square(m)))
			}
			if b.Own != 0 {
				t.Errorf("%v does not end in a wipe-out", line)
			}
		} else if wipesOut(b, 1) {
			t.Errorf("%v: a wipe-out in one is not found", b)
		}
	}
	if found < 20 {
		t.Errorf("only %d wipe-outs", found)
	}
}

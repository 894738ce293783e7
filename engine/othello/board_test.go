package othello

import (
	"math/rand/v2"
	"testing"
)

// naiveFlips walks every direction square by square. It is the oracle of the kernels.
func naiveFlips(b Board, sq int) (f uint64) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dx == 0 && dy == 0 {
				continue
			}
			var run uint64
			for x, y := sq&7+dx, sq>>3+dy; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+dx, y+dy {
				bit := uint64(1) << (y*8 + x)
				if b.Opp&bit != 0 {
					run |= bit
					continue
				}
				if b.Own&bit != 0 {
					f |= run
				}
				break
			}
		}
	}
	return f
}

func naiveMoves(b Board) (m uint64) {
	for sq := range Squares {
		if b.Empties()>>sq&1 != 0 && naiveFlips(b, sq) != 0 {
			m |= 1 << sq
		}
	}
	return m
}

// scatter returns boards of every density, most of them unreachable in play.
func scatter(r *rand.Rand) Board {
	filled := r.Uint64()
	switch r.IntN(4) {
	case 0:
		filled |= r.Uint64() | r.Uint64()
	case 1:
		filled &= r.Uint64()
	case 2:
		filled |= r.Uint64()
	}
	own := r.Uint64()
	if r.IntN(3) == 0 {
		own &= r.Uint64()
	}
	return Board{Own: filled & own, Opp: filled &^ own}
}

func checkKernels(t *testing.T, b Board) {
	t.Helper()
	if got, want := b.Moves(), naiveMoves(b); got != want {
		t.Fatalf("%v: moves %#x, want %#x", b, got, want)
	}
	for sq := range Squares {
		if b.Empties()>>sq&1 == 0 {
			continue
		}
		want := naiveFlips(b, sq)
		if got := b.Flips(sq); got != want {
			t.Fatalf("%v: flips of %d %#x, want %#x", b, sq, got, want)
		}
	}
}

func TestKernelsEqualOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		checkKernels(t, scatter(r))
	}
}

func FuzzKernels(f *testing.F) {
	f.Add(Start.Own, Start.Opp)
	f.Fuzz(func(t *testing.T, own, opp uint64) {
		checkKernels(t, Board{Own: own &^ opp, Opp: opp})
	})
}

// perft counts the leaves of the tree of all games at the given depth. A pass is one ply, and so
// is nothing after the end of the game.
func perft(b Board, a Area, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	m := b.MovesIn(a)
	if m == 0 {
		if b.Pass().MovesIn(a) == 0 {
			return 0
		}
		return perft(b.Pass(), a, depth-1)
	}
	for ; m != 0; m &= m - 1 {
		sq := first(m)
		n += perft(b.Play(sq, b.Flips(sq)), a, depth-1)
	}
	return n
}

func TestPerft(t *testing.T) {
	for d, want := range []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216} {
		if got := perft(Start, Area8, d); got != want {
			t.Errorf("perft %d = %d, want %d", d, got, want)
		}
	}
}

package othello

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

func TestFullLinesEqualOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	steps := [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}
	for range 5000 {
		filled := r.Uint64() | r.Uint64() | r.Uint64()
		var want [4]uint64
		for d, s := range steps {
			for sq := range Squares {
				line := uint64(1)<<sq | ray(sq, s[0], s[1]) | ray(sq, -s[0], -s[1])
				if filled&line == line {
					want[d] |= 1 << sq
				}
			}
		}
		var got [4]uint64
		got[0], got[1], got[2], got[3] = fullLines(filled)
		if got != want {
			t.Fatalf("full lines of %#x: %x, want %x", filled, got, want)
		}
	}
}

// everTurned plays all continuations of a position with few empty squares and returns the discs of
// the given set that change colour in one of them.
func everTurned(b Board, set uint64, passed bool) uint64 {
	m := b.Moves()
	if m == 0 {
		if passed {
			return 0
		}
		return everTurned(b.Pass(), set, true)
	}
	var turned uint64
	for ; m != 0; m &= m - 1 {
		sq := first(m)
		f := b.Flips(sq)
		turned |= f&set | everTurned(b.Play(sq, f), set&^f, false)
	}
	return turned
}

func TestStableDiscsNeverTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	found := 0
	for range 3000 {
		b := randomPosition(r, 5+r.IntN(3))
		own, opp := b.Stable(), b.Pass().Stable()
		found += bits.OnesCount64(own | opp)
		if own&^b.Own != 0 || opp&^b.Opp != 0 {
			t.Fatalf("%v: stable discs %#x %#x are not discs of their side", b, own, opp)
		}
		if bad := everTurned(b, own|opp, false); bad != 0 {
			t.Fatalf("%v: stable discs %#x can be turned", b, bad)
		}
	}
	if found < 30000 {
		t.Errorf("only %d stable discs found in 3000 late positions", found)
	}
}

func TestEdgeStability(t *testing.T) {
	for _, c := range []struct {
		name      string
		own, opp  uint64
		wantEdges uint64
	}{
		{"corner", 1, 0, 1},
		{"corner and neighbours", 7, 0, 7},
		{"no corner", 0x3C, 0, 0},
		{"full edge", 0xF0, 0x0F, 0xF0},
		{"wedge open", 0x06, 0x08, 0},
		{"between two corners of the other side", 0x18, 0xE7, 0x18},
		{"h file", 0x8080000000000000, 0, 0x8080000000000000},
	} {
		if got := edges(c.own, c.opp); got != c.wantEdges {
			t.Errorf("%s: edges(%#x, %#x) = %#x, want %#x", c.name, c.own, c.opp, got, c.wantEdges)
		}
	}
}

// randomPosition plays random moves until the given number of squares is empty.
func randomPosition(r *rand.Rand, empties int) Board {
	for {
		b := Start
		for b.Count() > empties {
			m := b.Moves()
			if m == 0 {
				b = b.Pass()
				if m = b.Moves(); m == 0 {
					break
				}
			}
			for range r.IntN(bits.OnesCount64(m)) {
				m &= m - 1
			}
			sq := first(m)
			b = b.Play(sq, b.Flips(sq))
		}
		if b.Count() == empties {
			return b
		}
	}
}

func BenchmarkStable(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	var at [256]Board
	for i := range at {
		at[i] = randomPosition(r, 10)
	}
	var sum uint64
	i := 0
	for b.Loop() {
		sum += at[i&255].Stable()
		i++
	}
	if sum == 0 {
		b.Fatal("nothing is stable")
	}
}

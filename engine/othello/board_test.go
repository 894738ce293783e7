package othello

import (
	"math/bits"
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

func TestLastTurnedEqualsOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		sq, own := r.IntN(Squares), r.Uint64()
		if r.IntN(2) == 0 {
			own |= r.Uint64()
		}
		bit := uint64(1) << sq
		b := Board{Own: own &^ bit, Opp: ^own &^ bit}
		if got, want := lastTurned(sq, b.Own), 2*bits.OnesCount64(naiveFlips(b, sq)); got != want {
			t.Fatalf("%v: last move on %d turns %d, want %d", b, sq, got, want)
		}
	}
}

func FuzzKernels(f *testing.F) {
	f.Add(Start.Own, Start.Opp)
	f.Fuzz(func(t *testing.T, own, opp uint64) {
		checkKernels(t, Board{Own: own &^ opp, Opp: opp})
	})
}

func TestPerft(t *testing.T) {
	for d, want := range []uint64{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284} {
		if got := Perft(Start, Area8, d); got != want {
			t.Errorf("perft %d = %d, want %d", d, got, want)
		}
	}
}

func BenchmarkPerft9(b *testing.B) {
	for b.Loop() {
		Perft(Start, Area8, 9)
	}
}

func BenchmarkFlips(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	var at [1024]struct {
		b  Board
		sq int
	}
	for i := range at {
		for at[i].b.Moves() == 0 {
			at[i].b = scatter(r)
		}
		m := at[i].b.Moves()
		at[i].sq = first(m)
	}
	var sum uint64
	i := 0
	for b.Loop() {
		sum += at[i&1023].b.Flips(at[i&1023].sq)
		i++
	}
	if sum == 0 {
		b.Fatal("no flips")
	}
}

func BenchmarkMoves(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	var at [1024]Board
	for i := range at {
		at[i] = scatter(r)
	}
	var sum uint64
	i := 0
	for b.Loop() {
		sum += at[i&1023].Moves()
		i++
	}
	if sum == 0 {
		b.Fatal("no moves")
	}
}

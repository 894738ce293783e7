package othello

import (
	"math/rand/v2"
	"testing"

	"ishi/search"
)

// TestSearchDoesNotAllocate pins that a search takes no memory once its tables stand.
func TestSearchDoesNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	v := NewSolver(1 << 20)
	end, middle := randomPosition(r, 14), randomPosition(r, 34)
	v.Exact(end)
	v.Score(middle, 5, 73)
	if n := testing.AllocsPerRun(1, func() {
		v.Forget()
		v.Exact(end)
		v.Score(middle, 5, 73)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestSymmetry searches the eight images of a position.
func TestSymmetry(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 30))
	v := NewSolver(1 << 20)
	for range 10 {
		end, middle := randomPosition(r, 11), randomPosition(r, 40)
		exact, score := v.Exact(end), v.Score(middle, 4, 100)
		for k := range symmetries {
			v.Forget()
			if got := v.Exact(symmetric(end, k)); got != exact {
				t.Errorf("%v: image %d scores %d, want %d", end, k, got, exact)
			}
			if got := v.Score(symmetric(middle, k), 4, 100); got != score {
				t.Errorf("%v: image %d scores %d at depth 4, want %d", middle, k, got, score)
			}
		}
	}
}

// TestSameSearchTwice pins that one thread with a limit of depth or nodes does the same every time.
func TestSameSearchTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 4 {
		b := randomPosition(r, 30)
		for _, limits := range []search.Limits{{Depth: 7}, {Nodes: 20000}} {
			x := deepen(search.NewTable(1<<20), b, limits)[0]
			y := deepen(search.NewTable(1<<20), b, limits)[0]
			if x.Score != y.Score || x.Move() != y.Move() || x.Nodes != y.Nodes || len(x.PV) != len(y.PV) {
				t.Errorf("%v: %+v, then %+v", b, x, y)
			}
			if limits.Nodes != 0 && x.Nodes > limits.Nodes {
				t.Errorf("%v: %d nodes, limit %d", b, x.Nodes, limits.Nodes)
			}
		}
	}
}

// TestThreads lets four threads share a table; the race detector looks on, and exact scores stay.
func TestThreads(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for range 4 {
		b := randomPosition(r, 14)
		one := deepen(search.NewTable(1<<20), b, search.Limits{})[0]
		four := deepen(search.NewTable(1<<20), b, search.Limits{Threads: 4})[0]
		if !four.Exact || one.Score != four.Score {
			t.Errorf("%v: one thread %+v, four %+v", b, one, four)
		}
	}
}

// TestLinesAreLegal plays the principal variations; an exact one leads to its score.
func TestLinesAreLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	for i := range 30 {
		b := randomPosition(r, 6+r.IntN(8))
		limits := search.Limits{}
		if i%2 == 0 {
			b, limits.Depth = randomPosition(r, 20+r.IntN(30)), 5
		}
		if b.Over() {
			continue
		}
		best := deepen(search.NewTable(1<<18), b, limits)[0]
		sign := 1
		s := newSolver(b, Area8)
		for _, m := range best.PV {
			moves := b.Moves()
			if m.IsPoint() && moves>>s.square(m)&1 != 0 {
				b = b.Play(s.square(m), b.Flips(s.square(m)))
			} else if moves == 0 && !m.IsPoint() {
				b = b.Pass()
			} else {
				t.Fatalf("%v in %v is illegal", m, best.PV)
			}
			sign = -sign
		}
		if best.Exact && (!b.Over() || sign*b.Final() != int(best.Score)) {
			t.Errorf("%v scores %d and leads to %v", best.PV, best.Score, b)
		}
	}
}

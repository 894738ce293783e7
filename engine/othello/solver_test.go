package othello

import (
	"math/rand/v2"
	"testing"
)

func TestSolver(t *testing.T) {
	useRandomWeights(t)
	r := rand.New(rand.NewPCG(25, 26))
	v := NewSolver(1 << 20)
	for i := range 60 {
		if b := randomPosition(r, i%10); v.Exact(b) != negamax(b, Area8, -64, 64) {
			t.Errorf("%v: exact score %d, want %d", b, v.Exact(b), negamax(b, Area8, -64, 64))
		}
		b := randomPosition(r, 12+r.IntN(40))
		v.Forget()
		for depth := 1; depth < 5; depth++ {
			var state State
			state.Init(b)
			if got, want := v.Score(b, depth, 100), minimax(&state, depth); got != want {
				t.Errorf("%v: depth %d scores %d, want %d", b, depth, got, want)
			}
		}
		if m := b.Moves(); m != 0 && (len(v.Line()) == 0 || m>>v.s.square(v.Line()[0])&1 == 0) {
			t.Errorf("%v: line %v", b, v.Line())
		}
	}
}

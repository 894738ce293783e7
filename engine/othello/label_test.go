package othello

import (
	"math/rand/v2"
	"testing"
)

func TestLabeller(t *testing.T) {
	useRandomWeights(t)
	l := NewLabeller()
	r := rand.New(rand.NewPCG(8, 1))
	for range 150 {
		b := randomPosition(r, 1+r.IntN(8))
		if got, want := l.Exact(b), negamax(b, Area8, -64, 64); got != want {
			t.Fatalf("%+v: exact %d, minimax %d", b, got, want)
		}
		b = randomPosition(r, 8+r.IntN(48))
		depth := 1 + r.IntN(4)
		var s State
		s.Init(b)
		score := l.Search(b, depth)
		if want := minimax(&s, depth); score != want {
			t.Fatalf("%+v: depth %d %d, minimax %d", b, depth, score, want)
		}
		l.Search(Start, 5)
		if again := l.Search(b, depth); again != score {
			t.Fatalf("%+v: depth %d gives %d, then %d", b, depth, score, again)
		}
	}
}

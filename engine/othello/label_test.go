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
		score, best := l.Search(b, depth)
		if want := minimax(&s, depth); score != want {
			t.Fatalf("%+v: depth %d %d, minimax %d", b, depth, score, want)
		}
		if b.Moves() == 0 {
			if best != -1 {
				t.Fatalf("%+v: no move, but %d is best", b, best)
			}
			continue
		}
		s.Play(best, b.Flips(best))
		if after := -minimax(&s, depth-1); b.Flips(best) == 0 || after != score {
			t.Fatalf("%+v: depth %d %d, after the best move %d", b, depth, score, after)
		}
		l.Search(Start, 5)
		if again, move := l.Search(b, depth); again != score || move != best {
			t.Fatalf("%+v: depth %d gives %d by %d, then %d by %d", b, depth, score, best, again, move)
		}
	}
}

package othello

import (
	"math"
	"testing"

	"ishi/engine"
	"ishi/engine/game"
)

// TestEvaluate: whole games of every size; a value lies within the board, comes from the
// side to move, and is the result when the game is over.
func TestEvaluate(t *testing.T) {
	for size := MinSize; size <= MaxSize; size += 2 {
		pos, err := Game().New(engine.Setup{Width: size, Height: size})
		if err != nil {
			t.Fatal(err)
		}
		for {
			value, unit := pos.(engine.Evaluator).Evaluate()
			if unit != "discs" || math.Abs(value) > float64(size*size) {
				t.Fatalf("%d: %v %s", size, value, unit)
			}
			legal := pos.(engine.Viewer).Legal()
			if len(legal) == 0 {
				r := pos.Result()
				want := float64(r.Margin)
				if r.Outcome == game.WonBy(pos.Side().Other()) {
					want = -want
				}
				if value != want {
					t.Errorf("%d: %v at the end, want %v", size, value, want)
				}
				break
			}
			if err := pos.Play(legal[len(legal)/2]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

package gomoku

import (
	"testing"

	"ishi/engine"
	"ishi/engine/game"
)

// TestEvaluate: a side with an open three is better off than one without, and the value
// comes from the side to move.
func TestEvaluate(t *testing.T) {
	pos, err := Game().New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	moves, err := game.ParseMoves("h8a1h9o15h10a15")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves[:5] {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	white, unit := pos.(engine.Evaluator).Evaluate()
	if err := pos.Play(moves[5]); err != nil {
		t.Fatal(err)
	}
	black, _ := pos.(engine.Evaluator).Evaluate()
	if unit != "points" || white >= 0 || black <= 0 {
		t.Errorf("%v %s for White, %v for Black", white, unit, black)
	}
}

package gomoku

import (
	"slices"
	"testing"

	"ishi/engine"
	"ishi/engine/game"
)

func TestWinning(t *testing.T) {
	tests := []struct{ rule, moves, want string }{
		{"freestyle", "c3a1d3a2e3a3f3a4g3", "c3d3e3f3g3"},
		{"freestyle", "c3a1d3a2e3a3g3a4h3a6f3", "c3d3e3f3g3h3"},
		{"freestyle", "c3a1d3a2e3a4f3a5", ""},
		{"exact", "c3a1d4a2e5a3f6a4g7", "c3d4e5f6g7"},
		// h8 makes a five down and, under exact, a six across that is nothing.
		{"exact", "c8a1d8a3e8a5f8a7g8a9h4a11h5a13h6a15h7c1h8", "h4h5h6h7h8"},
		{"freestyle", "c8a1d8a3e8a5f8a7h4a9h5a11h6a13h7a15g8c1h8", "c8d8e8f8g8"},
	}
	for _, tt := range tests {
		p, err := Game().New(engine.Setup{Rule: tt.rule})
		if err != nil {
			t.Fatal(err)
		}
		moves, err := game.ParseMoves(tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if p.Result().Outcome != game.Ongoing {
				break
			}
			if err := p.Play(m); err != nil {
				t.Fatalf("%s %s: %v", tt.rule, tt.moves, err)
			}
		}
		got := p.(engine.Winner).Winning()
		slices.SortFunc(got, func(a, b game.Move) int { return int(a) - int(b) })
		if game.FormatMoves(got) != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.rule, tt.moves, game.FormatMoves(got), tt.want)
		}
	}
}

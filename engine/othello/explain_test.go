package othello

import (
	"math"
	"testing"

	"ishi/engine"
	"ishi/engine/game"
)

// TestTermsAddUp takes the evaluation apart at every move of games on all kinds of board.
func TestTermsAddUp(t *testing.T) {
	for _, size := range []int{4, 6, 8, 10} {
		pos, err := Game().New(engine.Setup{Width: size, Height: size})
		if err != nil {
			t.Fatal(err)
		}
		p := pos.(*position)
		for ply := 0; ; ply++ {
			want, _ := p.Evaluate()
			if got := total(t, p.Explain()); math.Abs(got-want) > 1e-9 {
				t.Fatalf("%dx%d, ply %d: the terms make %v, the evaluation is %v", size, size, ply, got, want)
			}
			legal := p.Legal()
			if len(legal) == 0 {
				break
			}
			if err := p.Play(legal[ply*7%len(legal)]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// total sums terms, and checks that parts add up to theirs.
func total(t *testing.T, terms []engine.Term) (sum float64) {
	t.Helper()
	for _, term := range terms {
		if len(term.Parts) > 0 && math.Abs(total(t, term.Parts)-term.Value) > 1e-9 {
			t.Errorf("%s: the parts make another sum than %v", term.Name, term.Value)
		}
		sum += term.Value
	}
	return sum
}

func TestPartsShowWhatLiesThere(t *testing.T) {
	p, err := Game().New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Play(game.At(5, 4)); err != nil { // f5
		t.Fatal(err)
	}
	for _, term := range p.(engine.Explainer).Explain() {
		for _, part := range term.Parts {
			if part.Name == "a4 b4 c4 d4 e4 f4 g4 h4 a1 h1" && part.Detail != "---OX-----" {
				t.Errorf("%s: %s", part.Name, part.Detail)
			}
			if part.Name == "a5 b5 c5 d5 e5 f5 g5 h5 a8 h8" && part.Detail != "---XXX----" {
				t.Errorf("%s: %s", part.Name, part.Detail)
			}
		}
	}
}

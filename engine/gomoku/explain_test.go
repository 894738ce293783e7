package gomoku

import (
	"context"
	"math"
	"slices"
	"testing"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// played returns a position after moves.
func played(t *testing.T, setup engine.Setup, moves string) *position {
	t.Helper()
	pos, err := Game().New(setup)
	if err != nil {
		t.Fatal(err)
	}
	list, err := game.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return pos.(*position)
}

func TestTermsAddUp(t *testing.T) {
	for _, rule := range ruleNames {
		p := played(t, engine.Setup{Rule: rule}, "")
		for _, m := range []string{"h8", "i9", "h7", "h6", "g8", "i8", "f9", "e10", "i7", "j6"} {
			move, err := game.ParseMove(m)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Play(move); err != nil {
				t.Fatal(err)
			}
			want, _ := p.Evaluate()
			sum := 0.0
			for _, term := range p.Explain() {
				parts := 0.0
				for _, part := range term.Parts {
					parts += part.Value
				}
				if len(term.Parts) > 0 && parts != term.Value {
					t.Errorf("%s after %s: %s: the parts make %v, not %v", rule, m, term.Name, parts, term.Value)
				}
				sum += term.Value
			}
			if math.Abs(sum-want) > 1e-9 {
				t.Errorf("%s after %s: the terms make %v, the evaluation is %v", rule, m, sum, want)
			}
		}
	}
}

func TestWinningStones(t *testing.T) {
	for _, test := range []struct{ moves, want string }{
		{"h8a1i8a3j8a5k8", ""},
		{"h8a1i8a3j8a5k8a7l8", "h8i8j8k8l8"},
		{"h8a1i8a3k8a5l8a7g8a9j8", "g8h8i8j8k8l8"},
		{"h4a1h5a3h6a5h7a7i8b9j8c9k8d9l8f9h8", "h4h5h6h7h8i8j8k8l8"},
	} {
		p := played(t, engine.Setup{}, test.moves)
		if got := game.FormatMoves(p.WinningStones()); got != test.want {
			t.Errorf("%s: %s, want %s", test.moves, got, test.want)
		}
	}
}

func TestThreatsAreSorted(t *testing.T) {
	p := played(t, engine.Setup{}, "h8a1i8a3j8o15") // an open three, black to move
	threats := p.Threats(game.Black)
	if len(threats) < 4 || threats[0].Name != "open four" || threats[1].Name != "open four" {
		t.Fatalf("%v", threats)
	}
	best := []string{threats[0].At.String(), threats[1].At.String()}
	if slices.Sort(best); !slices.Equal(best, []string{"g8", "k8"}) {
		t.Errorf("open fours at %v", best)
	}
	if !slices.IsSortedFunc(threats, func(a, b engine.Threat) int { return b.Rank - a.Rank }) {
		t.Errorf("not sorted: %v", threats)
	}
	renju := played(t, engine.Setup{Rule: "renju"}, "h8a1h9a3i10a5j10o15") // h10 makes two threes
	last := renju.Threats(game.Black)
	if got := last[len(last)-1]; got.At.String() != "h10" || got.Name != "forbidden: double three" {
		t.Errorf("forbidden: %v", last)
	}
}

// prove searches by threats without limits.
func prove(p *position, name string) search.Info {
	lines := search.Deepen(context.Background(), search.Setup{
		Table:    search.NewTable(1 << 20),
		Searcher: func(w *search.Worker) search.Searcher { return p.ThreatSearcher(name, w) },
	}, search.Limits{})
	return lines[0]
}

func TestThreatSearches(t *testing.T) {
	for _, test := range []struct {
		name, rule, moves string
		wins              bool
	}{
		{"vcf", "freestyle", "", false},
		{"vct", "freestyle", "", false},
		{"vcf", "freestyle", "h8a1i8a3j8a5k8", false},       // it is white's turn
		{"vcf", "freestyle", "h8g8i8a3j8a5k8b7", true},      // a five
		{"vcf", "freestyle", "h8a1i8a3j8o15", true},         // an open four
		{"vcf", "freestyle", "h8g8i8a1j8a3k9a5k10o1", true}, // a four-three
		{"vcf", "freestyle", "h8a1i8a3h9a5o15c7", false},    // threes only
		{"vct", "freestyle", "h8a1i8a3h9a5g10c7", true},     // threes
		{"vct", "renju", "h8a1h9a3i10a5j10o15", true},
	} {
		p := played(t, engine.Setup{Rule: test.rule}, test.moves)
		line := prove(p, test.name)
		if line.Score.IsWin() != test.wins || !line.Exact {
			t.Errorf("%s after %s: score %v, exact %v, want a win: %v", test.name, test.moves, line.Score, line.Exact, test.wins)
			continue
		}
		if !test.wins {
			continue
		}
		for _, m := range line.PV {
			if err := p.Play(m); err != nil {
				t.Fatalf("%s after %s: line %v: %v", test.name, test.moves, line.PV, err)
			}
		}
		if got := p.Result().Outcome; got != game.WonBy(sideAfter(test.moves)) {
			t.Errorf("%s after %s: the line %v ends with %v", test.name, test.moves, line.PV, p.Result())
		}
	}
}

// sideAfter returns who is to move after moves.
func sideAfter(moves string) game.Side {
	list, _ := game.ParseMoves(moves)
	return game.Side(len(list) & 1)
}

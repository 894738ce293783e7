package record

import (
	"strings"
	"testing"

	"ishi/engine/game"
)

const obfSquares = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"

func TestReadOBF(t *testing.T) {
	text := "\n# a comment\n" + obfSquares + " X; A2:+38; C7:+36;\r\n" +
		strings.ToLower(obfSquares) + "O\n" + // side without a space, no scores
		"short X\n" + strings.ReplaceAll(obfSquares, "-", ".") + " o; pass:-2; ;\n"
	var got []Position
	err := ReadOBF(strings.NewReader(text), func(p Position) error {
		got = append(got, p)
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "line 5") {
		t.Errorf("error %v, want one about line 5", err)
	}
	if len(got) != 3 {
		t.Fatalf("%d positions, want 3", len(got))
	}
	for i, want := range []struct {
		line, scores int
		side         game.Side
	}{{3, 2, game.Black}, {4, 0, game.White}, {6, 1, game.White}} {
		p := got[i]
		if p.Line != want.line || len(p.Scores) != want.scores || p.Side != want.side || p.Squares != obfSquares {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
	if s := got[0].Scores[0]; s.Move != game.At(0, 1) || s.Score != 38 {
		t.Errorf("first scored move %+v", s)
	}
	if s := got[2].Scores[0]; s.Move != game.Pass || s.Score != -2 {
		t.Errorf("pass %+v", s)
	}
}

func TestReadOBFErrors(t *testing.T) {
	for _, text := range []string{
		obfSquares, obfSquares + " Z", strings.Replace(obfSquares, "O", "7", 1) + " X",
		obfSquares + " X; A2", obfSquares + " X; A2:x", obfSquares + " X; A2:+99",
	} {
		if err := ReadOBF(strings.NewReader(text), func(Position) error { return nil }); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

func FuzzOBF(f *testing.F) {
	f.Add(obfSquares + " X; A2:+38; C7:+36;")
	f.Fuzz(func(t *testing.T, text string) {
		ReadOBF(strings.NewReader(text), func(p Position) error {
			if len(p.Squares) != 64 || strings.Trim(p.Squares, "XO-") != "" {
				t.Fatalf("squares %q", p.Squares)
			}
			return nil
		})
		checkStream(t, OBF, text)
	})
}

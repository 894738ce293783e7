package record

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ishi/engine/game"
)

func TestSGFSamples(t *testing.T) {
	g := readSample(t, "quarry.sgf")[0]
	if got := tree(g.Moves); got != "b:f5 w:d6{a reply\nof two lines: ] and \\} b:c3 (w:f4 b:f3{instead}) w:d3 b:c4" {
		t.Error(got)
	}
	if g.White != "GRhino [level 3]" || g.Result != "B+12" || g.Name != "othello" {
		t.Errorf("%+v", g)
	}
	g = readSample(t, "edax.sgf")[0]
	if line(g) != "b:f5 w:f6 b:e6 w:f4" || stones(g.Setup) != "w:d4 b:e4 b:d5 w:e5" || !g.FirstTold || g.Event != "Edax" {
		t.Errorf("%+v", g)
	}
	games := readSample(t, "match.sgf")
	if len(games) != 2 || games[1].Line != 4 || line(games[1]) != "b:a3 w:t20 b:b2" || games[1].Rule != "renju" || games[1].End != "White win by five connection" {
		t.Errorf("%+v", games)
	}
	if g := games[0]; g.Moves[0].Comment != "opening move" || g.Event != "one x two" || g.Date != "2026.02.03 03:21:22" {
		t.Errorf("%+v", g)
	}
	g = readSample(t, "twogtp.sgf")[0]
	if g.Name != "" || !g.FromBelow || line(g) != "b:d6 w:c4 b:e3 w:d7" || !strings.HasPrefix(g.Comment, "Black command") {
		t.Errorf("%+v", g)
	}
}

// TestSGFTree: variations hang on the move that they replace.
func TestSGFTree(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"none", ";B[aa];W[bb]", "b:a1 w:b2"},
		{"on the last move", ";B[aa](;W[bb])(;W[cc];B[dd])", "b:a1 (w:c3 b:d4) w:b2"},
		{"on the first move", "(;B[aa])(;B[bb])", "(b:b2) b:a1"},
		{"on a variation", ";B[aa](;W[bb])(;W[cc](;B[dd])(;B[ee]))", "b:a1 (w:c3 (b:e5) b:d4) w:b2"},
		{"three", "(;B[aa])(;B[bb])(;B[cc])", "(b:b2) (b:c3) b:a1"},
		{"another colour", "(;B[aa])(;W[bb])", "(w:b2) b:a1"},
		{"behind a comment", ";B[aa];C[x](;W[bb])(;W[cc])", "b:a1{x} (w:c3) w:b2"},
		{"a first child that is a comment", "(;C[x];B[aa])(;B[bb])", "(b:b2) b:a1"},
		{"a first child without moves", "(;C[x])(;B[bb])(;B[cc])", "(b:c3) b:b2"},
		{"a variation without moves", "(;B[aa])(;C[x])(;B[cc])", "(b:c3) b:a1"},
		{"a comment before a variation", "(;B[aa])(;C[x];B[cc]C[y])", "(b:c3{x\ny}) b:a1"},
		{"a variation that begins with a choice", "(;B[aa])(;C[x](;B[cc])(;B[dd]))", "(b:c3{x}) (b:d4) b:a1"},
	} {
		games, err := readAll(SGF, "(;GM[4]SZ[15]"+test.text+")")
		if err != nil || len(games) != 1 || tree(games[0].Moves) != test.want {
			t.Errorf("%s: %v, %v, want %s", test.name, games, err, test.want)
			continue
		}
		checkFixpoint(t, games[0])
		again, err := readAll(SGF, write(t, SGF, games...))
		if err != nil || tree(again[0].Moves) != test.want {
			t.Errorf("%s: %v, written as %s", test.name, err, tree(again[0].Moves))
		}
	}
}

// TestSGFVariationDamage: the main line is whole, what could be read of the variation is
// there, and the place is told.
func TestSGFVariationDamage(t *testing.T) {
	for text, want := range map[string]struct {
		offset int
		tree   string
	}{
		"(;GM[4]SZ[15];B[aa](;W[bb])(;W[cc];B[zz]))":        {34, "b:a1 (w:c3) w:b2"},
		"(;GM[4]SZ[15];B[aa](;W[bb])(;W[cc];AB[dd];B[ee]))": {35, "b:a1 (w:c3) w:b2"},
		"(;GM[4]SZ[15];B[aa](;W[bb])(;W[cc];B[d":            {35, "b:a1 (w:c3) w:b2"},
	} {
		games, err := readAll(SGF, text)
		damage := (*SyntaxError)(nil)
		if !errors.As(err, &damage) || damage.Offset < want.offset-1 || damage.Offset > want.offset+2 || tree(games[0].Moves) != want.tree {
			t.Errorf("%s: %v, %s", text, err, tree(games[0].Moves))
		}
	}
	// The next game is read all the same, and the second damage does not hide the first.
	games, err := readAll(SGF, "(;GM[4]SZ[15];B[aa];W[zz])\n(;GM[4]SZ[15];B[bb])(;GM[4];B[xx")
	if len(games) != 3 || line(games[1]) != "b:b2" || games[1].Line != 2 || err == nil || !strings.HasPrefix(err.Error(), "sgf: byte 20:") {
		t.Errorf("%+v, %v", games, err)
	}
}

func TestSGFValues(t *testing.T) {
	g := readSGF(t, "(;GM[2]SZ[8]TM[300]OT[10 fischer]BR[7d]WR[1500];B[fe]V[2.5]ET[0.25];W[fd]V[-3];B[cd]V[x]ET[-1])")
	if want := (Clock{5 * time.Minute, 10 * time.Second}); g.Clocks != [2]Clock{want, want} || g.Ratings != [2]string{"7d", "1500"} {
		t.Errorf("%+v", g)
	}
	m := g.Moves
	if m[0].Score != 2.5 || !m[0].Scored || m[0].Time != 250*time.Millisecond || m[1].Score != 3 || m[2].Scored || m[2].Time != 0 {
		t.Errorf("%+v", m)
	}
}

// TestSGFStyles: the dialects in which other programs want their files.
func TestSGFStyles(t *testing.T) {
	g := &Game{Name: "othello", Width: 8, Height: 8, Black: "a", Moves: points("f5 pass d6 c3", game.Black)}
	g.Moves[1].Comment = "no move"
	for _, test := range []struct {
		style      SGFStyle
		text, back string
	}{
		{SGFStyle{}, ";B[fe];W[]C[no move];B[df];W[cc])", "b:f5 w:pass{no move} b:d6 w:c3"},
		{SGFStyle{Numbers: true}, ";B[f5];W[PA]C[no move];B[d6];W[c3])", "b:f5 w:pass{no move} b:d6 w:c3"},
		{SGFStyle{NoPasses: true}, ";B[fe];C[no move];B[df];W[cc])", "b:f5{no move} b:d6 w:c3"},
		{SGFStyle{true, true}, ";B[f5];C[no move];B[d6];W[c3])", "b:f5{no move} b:d6 w:c3"},
	} {
		var b strings.Builder
		if err := test.style.Write(&b, g); err != nil || !strings.Contains(b.String(), "GM[2]SZ[8]") || !strings.HasSuffix(strings.TrimSpace(b.String()), test.text) {
			t.Errorf("%+v: %v\n%s", test.style, err, b.String())
		}
		again, err := readAll("", b.String())
		if err != nil || tree(again[0].Moves) != test.back {
			t.Errorf("%+v: %v, %s", test.style, err, tree(again[0].Moves))
		}
	}
	// A pass that stands for a variation cannot be left out.
	g.Moves[1].Variations = [][]Move{points("pass", game.White)}
	var b strings.Builder
	if err := (SGFStyle{NoPasses: true}).Write(&b, g); err != nil {
		t.Fatal(err)
	}
	if again, err := readAll(SGF, b.String()); err != nil || tree(again[0].Moves) != "b:f5 (w:pass) w:pass{no move} b:d6 w:c3" {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestSGFFirst: with stones but no side to move it follows for Gomoku from their number.
func TestSGFFirst(t *testing.T) {
	for text, want := range map[string]game.Side{
		"(;GM[4]SZ[15]AB[aa])": game.White, "(;GM[4]SZ[15]AB[aa]AW[bb])": game.Black, "(;GM[4]SZ[15]AB[aa]PL[B])": game.Black,
		"(;GM[4]SZ[15]AB[aa];B[cc])": game.Black,
	} {
		if g := readSGF(t, text); g.First != want {
			t.Errorf("%s: %v", text, g.First)
		}
	}
}

func TestGGFSample(t *testing.T) {
	games := readSample(t, "server.ggf")
	if len(games) != 2 || games[0].Offset != 2 || games[0].Ratings != [2]string{"2197.01", "2199.72"} || games[1].Rule != "8r20" || games[1].Date != "1071523443" {
		t.Errorf("%+v", games)
	}
	if !strings.HasSuffix(line(games[0]), " b:g8 w:f8 b:pass w:b4") || games[0].Moves[2].Score != 1.25 {
		t.Errorf("%+v", games[0])
	}
	text := write(t, GGF, games[1])
	if !strings.Contains(text, "TY[8r20]") || !strings.Contains(text, "RE[?]") {
		t.Error(text)
	}
	g := games[1]
	g.Clocks = [2]Clock{{Main: time.Hour}, {Main: 2 * time.Minute, Increment: time.Second}}
	if text := write(t, GGF, g); !strings.Contains(text, "TB[1:00:00]TW[02:00/00:01]") {
		t.Error(text)
	}
	positions := readSample(t, "positions.obf")
	if len(positions) != 2 || positions[0].Line != 2 || positions[0].First != game.Black || len(positions[0].Scores) != 2 || len(positions[1].Setup) == 0 {
		t.Errorf("%+v", positions)
	}
}

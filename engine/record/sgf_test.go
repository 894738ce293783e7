package record

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"ishi/engine/game"
)

// readSGF reads the main line of the first tree.
func readSGF(t *testing.T, text string) *Game {
	t.Helper()
	trees, err := ReadSGF(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := trees[0].Game()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// line writes the moves of a game: b:f5 w:pass.
func line(g *Game) string {
	var words []string
	for _, m := range g.Moves {
		words = append(words, m.Side.String()[:1]+":"+m.Move.String())
	}
	return strings.Join(words, " ")
}

func stones(list []Stone) string {
	var words []string
	for _, s := range list {
		words = append(words, s.Side.String()[:1]+":"+s.Move.String())
	}
	return strings.Join(words, " ")
}

func TestSGFGames(t *testing.T) {
	for _, test := range []struct {
		name, text    string
		game          string
		width, height int
		setup, moves  string
	}{
		{"othello by letters", "(;FF[4]GM[2]SZ[8];B[fe];W[fd];B[])", "othello", 8, 8, "", "b:f5 w:f4 b:pass"},
		{"othello by letter and number", "(;GM[2]SZ[8];B[f5];W[F6];B[pass];W[PA])", "othello", 8, 8, "", "b:f5 w:f6 b:pass w:pass"},
		{"othello without a size", "(;GM[2];B[f5];W[pa];B[tt])", "othello", 8, 8, "", "b:f5 w:pass b:pass"},
		{"othello, set up", "(;GM[2]SZ[6]AW[cc][dd]AB[cd:dc]AE[cd]PL[W];W[ba])", "othello", 6, 6, "b:c3 b:d3 b:d4", "w:b1"},
		{"go that calls itself othello", "(;GM[2]SZ[19];B[pd];W[dp])", "", 19, 19, "", "b:p4 w:d16"},
		{"go that calls itself othello, without a size", "(;GM[2];B[pd];W[dp])", "", 0, 0, "", "b:p4 w:d16"},
		{"gomoku", "(;GM[4]SZ[15];B[hh];W[ii])", "gomoku", 15, 15, "", "b:h8 w:i9"},
		{"gomoku, letters beyond s", "(;GM[4]SZ[20];B[tt];W[st];B[ta])", "gomoku", 20, 20, "", "b:t20 w:s20 b:t1"},
		{"gomoku, a rectangle", "(;GM[4]SZ[15:20];B[ot])", "gomoku", 15, 20, "", "b:o20"},
		{"gomoku, capitals", "(;GM[4]SZ[32];B[FF];W[za])", "gomoku", 32, 32, "", "b:af32 w:z1"},
		{"gomoku without a size", "(;GM[4];B[hh])", "gomoku", 15, 15, "", "b:h8"},
		{"gomoku without a size, large", "(;GM[4];B[hh];W[pp])", "gomoku", 19, 19, "", "b:h8 w:p16"},
		{"gomoku, point pa", "(;GM[4]SZ[20];B[pa])", "gomoku", 20, 20, "", "b:p1"},
		{"without a name", "(;SZ[9];B[aa];W[ii])", "", 9, 9, "", "b:a1 w:i9"},
		{"main line", "(;GM[4]SZ[15];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee];B[ff]))", "gomoku", 15, 15, "", "b:a1 w:b2 b:c3"},
		{"old names", "(;GaMe[4]SiZe[15]GM[4]SZ[15];Black[aa];White[bb])", "gomoku", 15, 15, "", "b:a1 w:b2"},
		{"line ends and blanks", "junk\r\n( ;GM[4]\r\nSZ [15]\r\n ;\tB\n[aa]\r;W[bb] ) \x1a", "gomoku", 15, 15, "", "b:a1 w:b2"},
		{"moves in one node", "(;GM[4]SZ[15];B[aa]W[bb])", "gomoku", 15, 15, "", "b:a1 w:b2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := readSGF(t, test.text)
			if g.Name != test.game || g.Width != test.width || g.Height != test.height {
				t.Errorf("%q %dx%d, want %q %dx%d", g.Name, g.Width, g.Height, test.game, test.width, test.height)
			}
			if got := stones(g.Setup); got != test.setup {
				t.Errorf("set up %q, want %q", got, test.setup)
			}
			if got := line(g); got != test.moves {
				t.Errorf("moves %q, want %q", got, test.moves)
			}
			if len(g.Moves) > 0 && g.First != g.Moves[0].Side {
				t.Errorf("%v is first", g.First)
			}
		})
	}
}

func TestSGFTexts(t *testing.T) {
	g := readSGF(t, "(;GM[4]SZ[15]RU[renju]PB[A \\] B]PW[J\xfcrgen]EV[Cup\r\n2026]DT[2026-02-03]RE[B+]GC[a game]\r\n"+
		"C[one\\\\two\r\nthree\n\rfour \\\njoined]\n;B[hh]C[first \\: move];W[ii];C[still the second];C[and more])")
	for _, c := range []struct{ name, got, want string }{
		{"PB", g.Black, "A ] B"},
		{"PW", g.White, "Jürgen"},
		{"RU", g.Rule, "renju"},
		{"EV", g.Event, "Cup 2026"},
		{"DT", g.Date, "2026-02-03"},
		{"RE", g.Result, "B+"},
		{"game comment", g.Comment, "a game\none\\two\nthree\nfour joined"},
		{"first move", g.Moves[0].Comment, "first : move"},
		{"second move", g.Moves[1].Comment, "still the second\nand more"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
}

func TestSGFRules(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[4]RU[0])": "freestyle", "(;GM[4]RU[1])": "exact", "(;GM[4]RU[4])": "renju", "(;GM[4]RU[9])": "exact-caro",
		"(;GM[4]RU[Renju])": "Renju", "(;GM[4])": "", "(;GM[4]RU[77])": "77", "(;GM[2]SZ[8]RU[4])": "4",
	} {
		if got := readSGF(t, text).Rule; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestSGFVariations: the tree keeps everything in its place.
func TestSGFVariations(t *testing.T) {
	trees, err := ReadSGF(strings.NewReader("(;A[1](;B[2];X[3][4]Y[])(;C[5](;D[6])(;E[7])))\n(;F[8])"))
	if err != nil {
		t.Fatal(err)
	}
	var write func(n *SGFNode) string
	write = func(n *SGFNode) string {
		text := ";"
		for _, p := range n.Properties {
			text += p.Name + "[" + strings.Join(p.Values, "][") + "]"
		}
		for _, c := range n.Children {
			text += "(" + write(c) + ")"
		}
		return text
	}
	want := []string{";A[1](;B[2](;X[3][4]Y[]))(;C[5](;D[6])(;E[7]))", ";F[8]"}
	var got []string
	for _, tree := range trees {
		got = append(got, write(tree))
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSGFDamage: the place is told, and what stands before it is there.
func TestSGFDamage(t *testing.T) {
	for _, test := range []struct {
		name, text string
		offset     int
		moves      string
	}{
		{"nothing", "", 0, ""},
		{"another kind of file", "Piskvorky 20x20, 11:11, 0\n(1,2)", 0, ""},
		{"cut in a value", "(;GM[4]SZ[15];B[hh];W[i", 21, "b:h8"},
		{"cut behind a name", "(;GM[4]SZ[15];B[hh];W", 20, "b:h8"},
		{"cut before the end", "(;GM[4]SZ[15];B[hh];W[ii]", 25, "b:h8 w:i9"},
		{"no value", "(;GM[4]SZ[15];B[hh];W;B[aa])", 20, "b:h8"},
		{"no property", "(;GM[4]SZ[15];B[hh];4[aa])", 20, "b:h8"},
		{"a property behind a parenthesis", "(;GM[4]SZ[15];B[hh](W[ii]))", 20, "b:h8"},
		{"an empty variation", "(;GM[4]SZ[15];B[hh]())", 20, "b:h8"},
		{"twice (", "((;GM[4]SZ[15];B[hh]))", -1, "b:h8"},
		{"a parenthesis too many", "(;GM[4]SZ[15];B[hh]))", 20, "b:h8"},
		{"a node too many", "(;GM[4]SZ[15];B[hh]);W[ii]", 20, "b:h8"},
		{"size", "(;GM[4]SZ[x];B[hh])", 7, ""},
		{"size too large", "(;GM[4]SZ[33];B[hh])", 7, ""},
		{"size 0", "(;GM[4]SZ[0];B[hh])", 7, ""},
		{"off the board", "(;GM[2]SZ[8];B[fe];W[fi])", 19, "b:f5"},
		{"no point", "(;GM[2]SZ[8];B[fe];W[f])", 19, "b:f5"},
		{"no colour", "(;GM[2]SZ[8]PL[green];W[fe])", 12, ""},
		{"set up off the board", "(;GM[2]SZ[8]AB[aa:ii];W[fe])", 12, ""},
		{"set up late", "(;GM[2]SZ[8];B[fe];AB[aa])", 19, "b:f5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			trees, err := ReadSGF(strings.NewReader(test.text))
			g := &Game{}
			if len(trees) > 0 {
				var late error
				g, late = trees[0].Game()
				if err == nil {
					err = late
				}
			}
			if damage := (*SyntaxError)(nil); test.offset >= 0 && (!errors.As(err, &damage) || damage.Offset != test.offset || damage.Format != "sgf") {
				t.Errorf("error %v, want one at %d", err, test.offset)
			}
			if got := line(g); got != test.moves {
				t.Errorf("moves %q, want %q", got, test.moves)
			}
		})
	}
}

// TestSGFDepth: nesting and length cost no stack, and memory is bounded.
func TestSGFDepth(t *testing.T) {
	trees, err := ReadSGF(strings.NewReader(strings.Repeat("(;", 100_000) + strings.Repeat(")", 100_000)))
	if err != nil || len(trees) != 1 {
		t.Errorf("nested: %d trees, %v", len(trees), err)
	}
	if _, err := trees[0].Game(); err != nil {
		t.Error(err)
	}
	if _, err := ReadSGF(strings.NewReader("(" + strings.Repeat(";", maxSGFNodes+1) + ")")); err == nil {
		t.Error("no limit on nodes")
	}
	if _, err := ReadSGF(strings.NewReader(strings.Repeat(" ", maxText+1))); !errors.Is(err, errTooLarge) {
		t.Errorf("no limit on size: %v", err)
	}
}

// FuzzSGF: whatever is read, points lie on the board and offsets in the file.
func FuzzSGF(f *testing.F) {
	for _, text := range []string{
		"(;FF[4]GM[2]SZ[8]AB[ed][de]AW[dd][ee]PL[B];B[fe];W[fd](;B[])(;B[tt]C[x\\]y]))",
		"(;GM[4]SZ[15:20]RU[1]\r\n;B[hh]\r\n;W[FF])", "(;SZ[19];B[aa:cc]AE[aa:ss])(", "((;;[]))", "(;B[\\",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		trees, err := ReadSGF(strings.NewReader(text))
		checkOffset(t, text, err)
		for _, tree := range trees {
			g, err := tree.Game()
			checkOffset(t, text, err)
			checkGame(t, text, g)
		}
		checkStream(t, SGF, text)
	})
}

func checkOffset(t *testing.T, text string, err error) {
	if damage := (*SyntaxError)(nil); errors.As(err, &damage) && (damage.Offset < 0 || damage.Offset > len(text)) {
		t.Errorf("%v in %d bytes", damage, len(text))
	}
}

func checkGame(t *testing.T, text string, g *Game) {
	onBoard := func(m game.Move) bool {
		return m.IsPoint() && (g.Width == 0 || m.X() < g.Width && m.Y() < g.Height)
	}
	seen := map[game.Move]bool{}
	for _, s := range g.Setup {
		if !onBoard(s.Move) || seen[s.Move] {
			t.Errorf("stone on %v of %dx%d", s.Move, g.Width, g.Height)
		}
		seen[s.Move] = true
	}
	for _, m := range g.Moves {
		if m.Move != game.Pass && !onBoard(m.Move) || m.Offset < 0 || m.Offset >= len(text) {
			t.Errorf("move %+v on %dx%d", m, g.Width, g.Height)
		}
	}
}

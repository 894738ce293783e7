package record

import (
	"strings"
	"testing"

	"ishi/engine/game"
)

func TestMovesSamples(t *testing.T) {
	games := readSample(t, "strings.txt")
	if len(games) != 2 || line(games[0]) != "b:h8 w:i9 b:g7" || line(games[1]) != "b:h8 w:i9 b:g7 w:h10" || games[1].Line != 3 {
		t.Errorf("%+v", games)
	}
	if g := games[0]; g.Format != Moves || g.Name != "" || g.Width != 0 || !g.SidesGuessed {
		t.Errorf("%+v", g)
	}
	games = readSample(t, "openings.txt")
	if len(games) != 2 || games[0].Width != 20 || games[1].Width != 15 || games[0].Format != Offsets {
		t.Fatalf("%+v", games)
	}
	if line(games[0]) != "b:s8 w:q7" || line(games[1]) != "b:h8 w:i9 b:h11" {
		t.Errorf("%q, %q", line(games[0]), line(games[1]))
	}
}

func TestMoves(t *testing.T) {
	for text, want := range map[string]string{
		"H8I9":                 "b:h8 w:i9",
		"h8,i9, g7":            "b:h8 w:i9 b:g7",
		"1.h8 2.i9":            "b:h8 w:i9",
		"1. h8 1... i9":        "b:h8 w:i9",
		"f5 pass d6 -- PA":     "b:f5 w:pass b:d6 w:pass b:pass",
		"h8i9 # a comment":     "b:h8 w:i9",
		"a1 aa1":               "b:a1 w:aa1",
		"0,0 -1,1":             "b:h8 w:g9",
		"-7 -7 7 7":            "b:a1 w:o15",
		"h8; i9":               "b:h8 w:i9",
		"\r\n% nothing\r\na1":  "b:a1",
		"\ufeffa1\r":           "b:a1",
		"f5d6c3d3c4f4f6b4b3e6": "b:f5 w:d6 b:c3 w:d3 b:c4 w:f4 b:f6 w:b4 b:b3 w:e6",
	} {
		games, err := readAll(Moves, text)
		if err != nil || len(games) != 1 || line(games[0]) != want {
			t.Errorf("%q: %v, %v, want %s", text, games, err, want)
		}
	}
}

// TestMovesBoard: what is known of the board decides where the centre is.
func TestMovesBoard(t *testing.T) {
	for _, test := range []struct {
		source        Source
		text, want    string
		game          string
		width, height int
	}{
		{Source{}, "t20", "b:t20", "gomoku", 20, 20},
		{Source{}, "a31", "b:a31", "gomoku", 31, 31},
		{Source{}, "o15", "b:o15", "", 0, 0},
		{Source{}, "10,-3", "b:aa14", "gomoku", 32, 32},
		{Source{}, "9,-10", "b:t1", "gomoku", 20, 20},
		{Source{Width: 20, Height: 20}, "0,0", "b:k11", "gomoku", 20, 20},
		{Source{Width: 19, Height: 15}, "0,0", "b:j8", "gomoku", 19, 15},
		{Source{Game: "othello", Width: 8, Height: 8}, "f5", "b:f5", "othello", 8, 8},
	} {
		test.source.Format = Moves
		var got *Game
		err := test.source.Read(strings.NewReader(test.text), func(g *Game) error { got = g; return nil })
		if err != nil || line(got) != test.want || got.Name != test.game || got.Width != test.width || got.Height != test.height {
			t.Errorf("%+v %q: %+v, %v", test.source, test.text, got, err)
		}
	}
}

func TestMovesDamage(t *testing.T) {
	for text, want := range map[string]string{
		"h8x?":                                 "1 h8: moves: line 1: move 2: \"h8x?\" is no point",
		"h8\nzz9\ni9":                          "2 h8 i9: moves: line 2: move 1: \"zz9\" is no point",
		"h8\ni9 j\ng7":                         "3 h8 i9 g7: moves: line 2: move 2: \"j\" is no point",
		"0,0, 1":                               "1 h8: moves: line 1: 3 numbers: want two for each move",
		"0,0, 1,x":                             "1 h8: moves: line 1: move 2: \"1,x\" is no offset from the centre",
		"0,0, 1,33":                            "1 h8: moves: line 1: move 2: \"1,33\" is no offset from the centre",
		"0,0, 16,0":                            "1 q17: moves: line 1: move 2: 16,0 is off a board of 32x32",
		"x.h8":                                 "0: moves: line 1: \"x.h8\" is no move",
		"h8\n" + strings.Repeat("a1", maxLine): "1 h8: moves: line 2: a line longer than 1 MiB",
	} {
		games, err := readAll(Moves, text)
		var first []string
		for _, g := range games {
			first = append(first, g.Moves[0].Move.String())
		}
		got := strings.TrimSpace(string(rune('0'+len(games)))+" "+strings.Join(first, " ")) + ": "
		if err != nil {
			got += err.Error()
		}
		if got != want {
			t.Errorf("%.20q: %s, want %s", text, got, want)
		}
	}
}

// TestOthelloSides: passes that a list of points leaves out are found.
func TestOthelloSides(t *testing.T) {
	g := &Game{Name: "othello", SidesGuessed: true, Moves: points("e6 f6 c4 c5 c6 d6 g7 f4 g4 g6 e7 h8 h6 g5 g8 f8 b4", game.Black)}
	known := g.withSides()
	if n := len(known.Moves); n != 18 || !strings.HasSuffix(line(known), "b:g8 w:f8 b:pass w:b4") {
		t.Errorf("%d: %s", n, line(known))
	}
	if len(g.Moves) != 17 {
		t.Error("the game was changed")
	}
	// A point that neither side can take ends what can be known.
	g = &Game{Name: "othello", SidesGuessed: true, Moves: points("a1 f5", game.Black)}
	if got := line(g.withSides()); got != "b:a1 w:f5" {
		t.Error(got)
	}
	for _, format := range []Format{SGF, GGF} {
		g := &Game{Name: "othello", Width: 8, Height: 8, SidesGuessed: true, Moves: points("e6 f6 c4 c5 c6 d6 g7 f4 g4 g6 e7 h8 h6 g5 g8 f8 b4", game.Black)}
		games, err := readAll(format, write(t, format, g))
		if err != nil || len(games[0].Moves) != 18 {
			t.Errorf("%s: %+v, %v", format, games, err)
		}
	}
}

func FuzzMoves(f *testing.F) {
	for _, text := range []string{"h8i9g7\n1. h8 pass\n", "8,-3, 6,-4\n", "t20 # x", "0 0 1", "-- --"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, err := readAll(Moves, text)
		checkOffset(t, text, err)
		for _, g := range games {
			checkGame(t, text, g)
			checkFixpoint(t, g)
			if g.Name == "gomoku" {
				g.Format = Offsets
				checkFixpoint(t, g)
			}
		}
	})
}

package record

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"ishi/engine/game"
)

// readSample reads all games of a sample file, one byte at a time.
func readSample(t *testing.T, name string) []*Game {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var games []*Game
	err = Source{Name: name}.Read(iotest.OneByteReader(file), func(g *Game) error {
		games = append(games, g)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return games
}

func TestPSQSamples(t *testing.T) {
	g := readSample(t, "tournament.psq")[0]
	if g.Format != PSQ || g.Name != "gomoku" || g.Width != 20 || g.Height != 20 || g.Levels != [2]int{11, 11} {
		t.Errorf("%+v", g)
	}
	// The second slot began, so its player is Black.
	if g.Black != "pbrain-ishi" || g.White != "pbrain-pela" || g.End != "0" {
		t.Errorf("%q %q ended %q", g.Black, g.White, g.End)
	}
	if got := line(g); got != "b:k11 w:l10 b:j12 w:m9" || g.Moves[1].Time != 1532*time.Millisecond || g.Moves[0].Time != 0 {
		t.Errorf("%s %+v", got, g.Moves)
	}
	if g.Result != "B+" || g.Event != "Freestyle" { // the second slot won
		t.Errorf("%q in %q", g.Result, g.Event)
	}
	g = readSample(t, "human.psq")[0]
	if line(g) != "b:h8 w:i8 b:h9" || g.Levels != [2]int{0, 11} || g.End != "-1" || g.Black != "" || g.Moves[1].Time != 20*time.Millisecond {
		t.Errorf("%+v", g)
	}
	g = readSample(t, "gomotur.rec")[0]
	if g.Format != REC || line(g) != "b:k11 w:l10 b:j12" || g.Black != "pbrain-ishi" || g.White != "pbrain-pela" || g.End != "15" || g.Width != 20 {
		t.Errorf("%+v", g)
	}
}

func TestPSQ(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
	}{
		{"no end", "Piskvorky 5x7, 0:0, 0\n1,1\n5,7", "b:a1 w:e7"},
		{"blanks and empty lines", "\ufeffPiskvorky  5X7 , 0 : 0 , 0\r\n\r\n 1 , 1 , 9 \r\r5,7\x1a", "b:a1 w:e7"},
		{"size only", "Piskvorky 5x7\n3,2,0", "b:c2"},
		{"no moves", "Piskvorky 5x7, 0:0, 0\n", ""},
		{"names like moves", "Piskvorky 5x7, 0:0, 0\n1,1,0\n1,2 is me\nx\n0\n", "b:a1"},
		{"negative times", "Piskvorky 5x7, 0:0, 0\n1,1,-20\n", "b:a1"},
	} {
		games, err := readAll("", test.text)
		if err != nil || len(games) != 1 {
			t.Errorf("%s: %d games, %v", test.name, len(games), err)
		} else if got := line(games[0]); got != test.want || games[0].Width != 5 || games[0].Height != 7 {
			t.Errorf("%s: %q on %dx%d, want %q", test.name, got, games[0].Width, games[0].Height, test.want)
		}
	}
	g, err := readAll(REC, "a\nb\n24,3,0\n")
	if err != nil || g[0].Width != 25 || line(g[0]) != "b:y4" {
		t.Errorf("a large rec: %+v, %v", g, err)
	}
	if err := (Source{Format: REC, Width: 15, Height: 15}).Read(strings.NewReader("a\nb\n15,3,0\n"), func(*Game) error { return nil }); err == nil {
		t.Error("a move off the board of a rec file")
	}
}

// TestPSQDamage: the line is told, and the moves before it are there.
func TestPSQDamage(t *testing.T) {
	const head = "Piskvorky 15x15, 0:0, 0\r\n"
	for _, test := range []struct {
		name   string
		format Format
		text   string
		err    string
		moves  string
	}{
		{"nothing", PSQ, "", `psq: line 1: "": want Piskvorky 20x20, 11:11, 0`, ""},
		{"another file", PSQ, "(;GM[4])", `psq: line 1: "(;GM[4])": want Piskvorky 20x20, 11:11, 0`, ""},
		{"no size", PSQ, "Piskvorky axb\n", `psq: line 1: "Piskvorky axb": want Piskvorky 20x20, 11:11, 0`, ""},
		{"too large", PSQ, "Piskvorky 40x40, 0:0, 0\n", "psq: line 1: board of 40x40: want 1 to 32", ""},
		{"size 0", PSQ, "Piskvorky 0x9, 0:0, 0\n", "psq: line 1: board of 0x9: want 1 to 32", ""},
		{"off the board", PSQ, head + "8,8,0\r\n16,1,0\r\n7,7,0\r\n", "psq: line 3: move 2: 16,1 is off a board of 15x15 that counts from 1", "b:h8"},
		{"from 0", PSQ, head + "0,8,0\r\n", "psq: line 2: move 1: 0,8 is off a board of 15x15 that counts from 1", ""},
		{"cut in a move", PSQ, head + "8,8,0\r\n9,", `psq: line 3: "9,": want a move x,y,ms`, "b:h8"},
		{"text in between", PSQ, head + "8,8,0\r\n?\r\n9,9,0\r\n", `psq: line 4: "9,9,0": want a move x,y,ms`, "b:h8"},
		{"one name", PSQ, head + "8,8,0\r\npela\r\n", `psq: line 3: "pela": want a move x,y,ms or the names of two players`, "b:h8"},
		{"four numbers", PSQ, head + "8,8,0,0\r\n", `psq: line 2: "8,8,0,0": want a move x,y,ms`, ""},
		{"huge numbers", PSQ, head + "8,99999999999999999999\r\n", `psq: line 2: "8,99999999999999999999": want a move x,y,ms`, ""},
		{"a long line", PSQ, head + "8,8,0\r\n" + strings.Repeat("x", maxLine+1), "psq: line 3: a line longer than 1 MiB", "b:h8"},
		{"one name of a rec", REC, "a\n", "rec: line 2: want the names of two players", ""},
		{"rec off the board", REC, "a\nb\n-1,3,0\n", "rec: line 3: move 1: -1,3 is off a board of 32x32 that counts from 0", ""},
	} {
		games, err := readAll(test.format, test.text)
		if err == nil || err.Error() != test.err {
			t.Errorf("%s: %v, want %s", test.name, err, test.err)
		}
		got := ""
		if len(games) > 0 {
			got = line(games[0])
		}
		if got != test.moves {
			t.Errorf("%s: moves %q, want %q", test.name, got, test.moves)
		}
	}
}

// TestReadFailure: what was read before the input failed is there.
func TestReadFailure(t *testing.T) {
	broken := errors.New("disk")
	for format, text := range map[Format]string{
		PSQ: "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,", Moves: "h8\ni9", SGF: "(;GM[4]SZ[15];B[hh])(;GM[4];B", GGF: "(;GM[Othello]B[d3];)(;GM",
		CSV: strings.Join(gamelogColumns, ",") + "\n,gomoku,,15,,,,,h8,,,\n,gom",
	} {
		var got []string
		keep := func(g *Game) error {
			got = append(got, line(g))
			return nil
		}
		_ = Read(strings.NewReader(text), format, keep) // the text is cut off
		whole := got
		got = nil
		err := Read(readerThen(text, broken), format, keep)
		if !errors.Is(err, broken) || len(got) == 0 || !reflect.DeepEqual(got, whole[:len(got)]) {
			t.Errorf("%s: %q, %v", format, got, err)
		}
	}
}

// readerThen reads a text and then fails.
func readerThen(text string, err error) *failing { return &failing{*strings.NewReader(text), err} }

type failing struct {
	strings.Reader
	err error
}

func (f *failing) Read(p []byte) (int, error) {
	if n, err := f.Reader.Read(p); err == nil {
		return n, nil
	}
	return 0, f.err
}

func FuzzPSQ(f *testing.F) {
	f.Add("Piskvorky 20x20, 11:11, 1\r\n11,11,0\r\n12,10,1532\r\npela\r\nishi\r\n0\r\n1,3\r\n", false)
	f.Add("0\n\n\x85\x00\x04z\n10", true)
	f.Add("a\nb\n0,0,0\n19,19,5\n15\n", true)
	f.Add("Piskvorky 15x15, 0:0, 0\n8 , 8\n?\n1,2,3", false)
	f.Fuzz(func(t *testing.T, text string, rec bool) {
		format := PSQ
		if rec {
			format = REC
		}
		games, err := readAll(format, text)
		checkOffset(t, text, err)
		for _, g := range games {
			checkGame(t, text, g)
			checkFixpoint(t, g)
			for i, m := range g.Moves {
				if m.Time < 0 || m.Side != game.Side(i&1) {
					t.Errorf("%+v", m)
				}
			}
		}
	})
}

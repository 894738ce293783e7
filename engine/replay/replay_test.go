package replay

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
	"ishi/engine/record"
)

// read reads the first game of a text.
func read(t *testing.T, format record.Format, text string) *record.Game {
	t.Helper()
	var first *record.Game
	err := record.Read(strings.NewReader(text), format, func(g *record.Game) error {
		if first == nil {
			first = g
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return first
}

// moves writes the moves of a line: b:f5 w:pass.
func moves(list []engine.Stone) string {
	var words []string
	for _, m := range list {
		words = append(words, m.Side.String()[:1]+":"+m.Move.String())
	}
	return strings.Join(words, " ")
}

// load loads a record into a new session.
func load(t *testing.T, g *record.Game, rules engine.Game) *engine.Session {
	t.Helper()
	line, err := Line(g, rules)
	if err != nil {
		t.Fatal(err)
	}
	s := engine.NewSession(rules, engine.DefaultConfig())
	t.Cleanup(s.Close)
	if err := s.Load(line); err != nil {
		t.Fatal(err)
	}
	return s
}

const passing = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8b4"

func TestLine(t *testing.T) {
	for _, test := range []struct {
		name   string
		format record.Format
		text   string
		rules  engine.Game
		setup  engine.Setup
		stones string
		moves  string
	}{
		{
			"othello, letters", record.SGF, "(;GM[2]SZ[8];B[fe];W[fd])", othello.Game(),
			engine.Setup{Width: 8, Height: 8, Rule: "othello"}, "", "b:f5 w:f4",
		},
		{
			"the usual stones", record.SGF, "(;GM[2]SZ[8]AB[ed][de]AW[dd][ee]PL[B];B[fe])", othello.Game(),
			engine.Setup{Width: 8, Height: 8, Rule: "othello"}, "", "b:f5",
		},
		{
			"the usual stones, White to move", record.SGF, "(;GM[2]SZ[8]AB[ed][de]AW[dd][ee]PL[W];W[ff])", othello.Game(),
			engine.Setup{Width: 8, Height: 8, Rule: "othello"}, "w:d4 b:e4 b:d5 w:e5", "",
		},
		{"passes left out of a list", record.Moves, passing, othello.Game(), engine.Setup{Width: 8, Height: 8, Rule: "othello"}, "", "b:e6 … b:pass w:b4"},
		{
			"passes left out of a file with sides", record.SGF,
			"(;GM[2]SZ[8];B[e6];W[f6];B[c4];W[c5];B[c6];W[d6];B[g7];W[f4];B[g4];W[g6];B[e7];W[h8];B[h6];W[g5];B[g8];W[f8];W[b4])", othello.Game(),
			engine.Setup{Width: 8, Height: 8, Rule: "othello"}, "", "b:e6 … b:pass w:b4",
		},
		{
			"rows from below", record.SGF, "(;FF[4]SZ[8];B[df];W[cd];B[ec])", othello.Game(),
			engine.Setup{Width: 8, Height: 8, Rule: "othello"}, "", "b:d3 w:c5 b:e6",
		},
		{
			"rows from above, without a name", record.SGF, "(;SZ[8];B[fe];W[ff])", othello.Game(),
			engine.Setup{Width: 8, Height: 8, Rule: "othello"}, "", "b:f5 w:f6",
		},
		{
			"stones from below", record.SGF, "(;FF[4]SZ[8]AB[ah][ch]AW[bh]PL[W];W[dh];B[eh])", othello.Game(),
			engine.Setup{Width: 8, Height: 8, Rule: "othello"}, "b:a1 w:b1 b:c1", "w:d1 b:e1",
		},
		{
			"renju by number", record.SGF, "(;GM[4]SZ[13]RU[4];B[gg];W[hh])", gomoku.Game(),
			engine.Setup{Width: 13, Height: 13, Rule: "renju"}, "", "b:g7 w:h8",
		},
		{
			"an unknown rule", record.SGF, "(;GM[4]SZ[15:20]RU[house];B[ot])", gomoku.Game(),
			engine.Setup{Width: 15, Height: 20, Rule: "freestyle"}, "", "b:o20",
		},
		{
			"White begins", record.SGF, "(;GM[4]SZ[15];W[hh];B[ii])", gomoku.Game(),
			engine.Setup{Width: 15, Height: 15, Rule: "freestyle"}, "", "b:pass w:h8 b:i9",
		},
		{
			"psq", record.PSQ, "Piskvorky 20x20, 0:0, 0\n1,20,5\n20,1,5\n", gomoku.Game(),
			engine.Setup{Width: 20, Height: 20, Rule: "freestyle"}, "", "b:a20 w:t1",
		},
		{
			"a position", record.Board, ".....\n..XO.\n.....\n.....\n.....\nX", gomoku.Game(),
			engine.Setup{Width: 5, Height: 5, Rule: "freestyle"}, "b:c2 w:d2", "",
		},
		{"a list without a board", record.Moves, "h8i9", gomoku.Game(), engine.Setup{Width: 15, Height: 15, Rule: "freestyle"}, "", "b:h8 w:i9"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := read(t, test.format, test.text)
			line, err := Line(g, test.rules)
			if test.name == "the usual stones, White to move" {
				if move := (*engine.MoveError)(nil); !errors.As(err, &move) || move.Number != 1 {
					t.Fatalf("%v", err)
				}
			} else if err != nil {
				t.Fatal(err)
			}
			if line.Setup != test.setup || moves(line.Stones) != test.stones {
				t.Errorf("%+v %s", line.Setup, moves(line.Stones))
			}
			got := moves(line.Moves)
			begin, end, _ := strings.Cut(test.moves, " … ")
			if got != test.moves && (end == "" || !strings.HasPrefix(got, begin) || !strings.HasSuffix(got, end)) {
				t.Errorf("%s, want %s", got, test.moves)
			}
			load(t, &record.Game{Name: g.Name, Width: g.Width, Height: g.Height}, test.rules)
		})
	}
}

// TestLineErrors: the moves before one that cannot be played are there.
func TestLineErrors(t *testing.T) {
	for _, test := range []struct {
		text  string
		rules engine.Game
		err   string
		moves string
	}{
		{"(;GM[2]SZ[8];B[fe];W[aa])", othello.Game(), "move 2, white a1: illegal move a1: turns no disc", "b:f5"},
		{"(;GM[2]SZ[8];B[fe];B[fd])", othello.Game(), "move 2, black f4: white is to move", "b:f5"},
		{"(;GM[4]SZ[15];B[hh];W[hh])", gomoku.Game(), "move 2, white h8: illegal move h8: occupied", "b:h8"},
		{"(;SZ[8];B[aa])", othello.Game(), "move 1, black a1: illegal move a1: turns no disc", ""},
	} {
		line, err := Line(read(t, record.SGF, test.text), test.rules)
		if err == nil || err.Error() != test.err || moves(line.Moves) != test.moves {
			t.Errorf("%s: %v, %s", test.text, err, moves(line.Moves))
		}
	}
	for _, g := range []*record.Game{
		{Width: 7, Height: 7}, {Width: 8, Height: 8, Setup: []record.Stone{{Move: game.At(8, 0)}}},
	} {
		line, err := Line(g, othello.Game())
		if err == nil || line.Setup != (engine.Setup{}) {
			t.Errorf("%+v: %+v, %v", g, line, err)
		}
	}
}

func TestChoose(t *testing.T) {
	for _, test := range []struct {
		name   string
		format record.Format
		text   string
		want   string
	}{
		{"by name", record.SGF, "(;GM[2]SZ[8];B[aa])", "othello"},
		{"by name", record.SGF, "(;GM[4]SZ[8];B[fe];W[fd])", "gomoku"},
		{"a list of Othello moves", record.Moves, "f5d6c3d3", "othello"},
		{"a list of Othello moves with a pass", record.Moves, passing, "othello"},
		{"a list of Gomoku moves", record.Moves, "h8i9g7", "gomoku"},
		{"a list of Gomoku moves near the corner", record.Moves, "d4e5d5e4", "gomoku"},
		{"one move", record.Moves, "f5", "gomoku"},
		{"GoGui, Othello", record.SGF, "(;FF[4]SZ[8];B[df];W[cd];B[ec])", "othello"},
		{"GoGui, Gomoku", record.SGF, "(;FF[4]SZ[15];B[hh];W[gi])", "gomoku"},
	} {
		g := read(t, test.format, test.text)
		for _, games := range [][]engine.Game{{gomoku.Game(), othello.Game()}, {othello.Game(), gomoku.Game()}} {
			got, err := Choose(g, games...)
			if test.name == "one move" && games[0].Name() == "othello" {
				continue // the first one is as good
			}
			if err != nil || got.Name() != test.want {
				t.Errorf("%s: %v, %v, want %s", test.name, got, err, test.want)
			}
		}
	}
	if _, err := Choose(&record.Game{Name: "chess"}, gomoku.Game()); err == nil || err.Error() != "replay: a game of chess" {
		t.Error(err)
	}
	if _, err := Choose(&record.Game{}); err == nil {
		t.Error("a game was chosen from none")
	}
}

// TestSamples: the files that are shaped like those of other programs are games that can
// be played, of the right kind.
func TestSamples(t *testing.T) {
	for name, want := range map[string]string{
		"tournament.psq": "gomoku 4", "human.psq": "gomoku 3", "gomotur.rec": "gomoku 3", "match.sgf": "gomoku 3, gomoku 3",
		"quarry.sgf": "othello 5", "edax.sgf": "othello 4", "twogtp.sgf": "othello 4", "server.ggf": "othello 18, othello 2",
		"positions.obf": "othello 0, othello 0", "openings.txt": "gomoku 2, gomoku 3", "strings.txt": "gomoku 3, gomoku 4",
	} {
		var got []string
		err := record.ReadFile("../record/testdata/"+name, func(g *record.Game) error {
			rules, err := Choose(g, gomoku.Game(), othello.Game())
			if err != nil {
				return err
			}
			line, err := Line(g, rules)
			got = append(got, fmt.Sprint(rules.Name(), " ", len(line.Moves)))
			return err
		})
		if err != nil || strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
}

func TestRule(t *testing.T) {
	for name, want := range map[string]string{
		"freestyle": "freestyle", "Free-Style": "freestyle", "Gomoku": "freestyle", "Swap2": "freestyle", "0": "freestyle", "five in a row": "freestyle",
		"Standard": "exact", "exact": "exact", "1": "exact", "Exactly_Five": "exact",
		"Renju": "renju", "RIF": "renju", "4": "renju", "Soosyrv-8": "renju", "Taraguchi-10": "renju",
		"caro": "caro", "8": "caro", "exact caro": "exact-caro", "9": "exact-caro",
		"": "", "house": "", "  ": "", "3": "",
	} {
		got, ok := Rule(name, gomoku.Game())
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", name, got, ok, want)
		}
	}
	for _, name := range gomoku.Game().Rules() {
		if got, ok := Rule(strings.ToUpper(name), gomoku.Game()); got != name || !ok {
			t.Errorf("%q: %q", name, got)
		}
	}
	if _, ok := Rule("renju", othello.Game()); ok {
		t.Error("Othello has a rule renju")
	}
}

// TestGame: a session's game goes into a file and comes back, whatever the format.
func TestGame(t *testing.T) {
	for _, test := range []struct {
		format, again record.Format
		text          string
		rules         engine.Game
	}{
		{record.Moves, record.SGF, passing, othello.Game()},
		{record.Moves, record.GGF, passing, othello.Game()},
		{record.Moves, record.Moves, passing, othello.Game()},
		{record.Moves, record.CSV, passing, othello.Game()},
		{record.SGF, record.GGF, "(;GM[2]SZ[6]AB[cc][dd][ab]AW[cd][dc]PL[W];W[bc])", othello.Game()},
		{record.SGF, record.SGF, "(;GM[4]SZ[15]RU[renju]AB[hh]AW[ii]PL[B];B[jj];W[aa])", gomoku.Game()},
		{record.SGF, record.CSV, "(;GM[4]SZ[15]RU[renju]AB[hh]AW[ii]PL[B];B[jj];W[aa])", gomoku.Game()},
		{record.PSQ, record.PSQ, "Piskvorky 20x20, 0:0, 0\n1,20,5\n20,1,5\n", gomoku.Game()},
		{record.PSQ, record.REC, "Piskvorky 20x20, 0:0, 0\n1,20,5\n20,1,5\n", gomoku.Game()},
	} {
		s := load(t, read(t, test.format, test.text), test.rules)
		g := Game(s)
		var b strings.Builder
		if err := record.Write(&b, test.again, g); err != nil {
			t.Errorf("%s: %v", test.again, err)
			continue
		}
		again := load(t, read(t, test.again, b.String()), test.rules)
		want, got := s.Line(), again.Line()
		if moves(got.Moves) != moves(want.Moves) || moves(got.Stones) != moves(want.Stones) && len(got.Stones) != len(want.Stones) {
			t.Errorf("%s: %s | %s, want %s | %s\n%s", test.again, moves(got.Stones), moves(got.Moves), moves(want.Stones), moves(want.Moves), b.String())
		}
		if a, b := s.Position(), again.Position(); a.Side() != b.Side() || a.Setup() != b.Setup() && test.again != record.PSQ {
			t.Errorf("%s: %v %+v, want %v %+v", test.again, b.Side(), b.Setup(), a.Side(), a.Setup())
		}
	}
}

// TestGameResult: a finished game has its result, one that goes on has none.
func TestGameResult(t *testing.T) {
	s := load(t, read(t, record.Moves, "h8a1i8a3j8a5k8a7"), gomoku.Game())
	if g := Game(s); g.Result != "" || g.Name != "gomoku" || g.Rule != "freestyle" || g.Width != 15 || len(g.Moves) != 8 || g.FirstTold {
		t.Errorf("%+v", g)
	}
	if err := s.Play(game.At(11, 7)); err != nil {
		t.Fatal(err)
	}
	if g := Game(s); g.Result != "B+" {
		t.Errorf("%+v", g)
	}
	// Black wipes White out with nine discs.
	s = load(t, read(t, record.Moves, "e6f4e3f6g5d6e7f5c5"), othello.Game())
	if g := Game(s); g.Result != "B+64" || g.Rule != "" {
		t.Errorf("%+v", g)
	}
	if Game(engine.NewSession(gomoku.Game(), engine.DefaultConfig())) != nil {
		t.Error("a game before the first one")
	}
}

// TestPosition: the board of the moment, for formats of positions.
func TestPosition(t *testing.T) {
	s := load(t, read(t, record.Moves, "f5"), othello.Game())
	var b strings.Builder
	if err := record.Write(&b, record.OBF, Position(s)); err != nil {
		t.Fatal(err)
	}
	const want = "---------------------------OX------XXX-------------------------- O;\n"
	if b.String() != want {
		t.Errorf("%s, want %s", b.String(), want)
	}
	if Position(engine.NewSession(gomoku.Game(), engine.DefaultConfig())) != nil {
		t.Error("a position before the first one")
	}
	s = load(t, &record.Game{Name: "gomoku", Width: 15, Height: 15}, gomoku.Game())
	if g := Position(s); len(g.Setup) != 0 || g.First != game.Black || !g.FirstTold || g.Rule != "freestyle" {
		t.Errorf("%+v", g)
	}
}

// TestRecordKeepsOrder: what the caller adds to moves lands at the right ones.
func TestRecordKeepsOrder(t *testing.T) {
	s := load(t, read(t, record.Moves, passing), othello.Game())
	g := Record(s.Game(), s.Line())
	if len(g.Moves) != 18 || g.Moves[16].Move != game.Pass {
		t.Fatalf("%+v", g.Moves)
	}
	g.Moves[17].Time = time.Second
	var b strings.Builder
	if err := record.Write(&b, record.GGF, g); err != nil || !strings.Contains(b.String(), "B[PA]W[B4//1];)") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

func FuzzLine(f *testing.F) {
	for _, text := range []string{passing, "h8i9g7", "(;GM[2]SZ[6]AB[cc][dd][ab]AW[cd][dc]PL[W];W[bc])", "(;FF[4]SZ[8];B[df];W[cd];B[ec])", "....\n.OX.\n.XO.\n....\nX"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_ = record.Read(strings.NewReader(text), "", func(g *record.Game) error {
			rules, err := Choose(g, gomoku.Game(), othello.Game())
			if err != nil {
				return nil
			}
			line, err := Line(g, rules)
			if err == nil || len(line.Moves) > 0 {
				s := engine.NewSession(rules, engine.DefaultConfig())
				if err := s.Load(line); err != nil {
					t.Errorf("%+v: %v", line, err)
				}
				s.Close()
			}
			return nil
		})
	})
}

package record

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"ishi/engine/game"
)

// readAll reads all games of a text.
func readAll(format Format, text string) ([]*Game, error) {
	var games []*Game
	err := Read(strings.NewReader(text), format, func(g *Game) error {
		games = append(games, g)
		return nil
	})
	return games, err
}

func write(t *testing.T, format Format, games ...*Game) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, format, games...); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.String()
}

// withoutPlaces leaves out where things stand in a file.
func withoutPlaces(g *Game) *Game {
	plain := *g
	plain.Format, plain.Line, plain.Offset = "", 0, 0
	plain.Moves = movesWithoutPlaces(g.Moves)
	return &plain
}

func movesWithoutPlaces(moves []Move) []Move {
	var plain []Move
	for _, m := range moves {
		m.Offset = 0
		var lines [][]Move
		for _, v := range m.Variations {
			lines = append(lines, movesWithoutPlaces(v))
		}
		m.Variations = lines
		plain = append(plain, m)
	}
	return plain
}

// points makes moves that take turns.
func points(text string, first game.Side) []Move {
	var moves []Move
	for _, word := range strings.Fields(text) {
		m, err := game.ParseMove(word)
		if err != nil {
			panic(err)
		}
		moves = append(moves, Move{Side: first, Move: m})
		first = first.Other()
	}
	return moves
}

func gomokuGame() *Game {
	g := &Game{
		Name: "gomoku", Width: 20, Height: 20, Black: "Ishi 1.0", White: "Pela", Levels: [2]int{11, 0},
		Result: "B+", End: "0", Moves: points("k10 l9 a20 t1", game.Black),
	}
	g.Moves[1].Time = 1532 * time.Millisecond
	return g
}

func othelloGame() *Game {
	g := &Game{
		Name: "othello", Width: 8, Height: 8, Black: "A [1] \\ b", White: "Jürgen", Ratings: [2]string{"2197.01", "1500"},
		Event: "GGS", Date: "2026-11-30", Result: "+4.000", Comment: "two\nlines", First: game.Black, FirstTold: true,
		Setup: othelloStart(8), Moves: points("f5 d6 pass c4", game.Black),
		Clocks: [2]Clock{{Main: 5 * time.Minute, Increment: 10 * time.Second}, {Main: 5 * time.Minute, Increment: 10 * time.Second}},
	}
	g.Moves[0].Score, g.Moves[0].Scored, g.Moves[0].Time = -1.25, true, 250*time.Millisecond
	g.Moves[1].Score, g.Moves[1].Scored = 0, true
	g.Moves[3].Time = 2 * time.Second
	return g
}

// treeGame has everything that SGF holds.
func treeGame() *Game {
	g := othelloGame()
	g.Name, g.Rule, g.Result, g.End = "gomoku", "renju", "B+4", "resigned ] twice"
	g.Width, g.Height = 15, 32
	g.Setup = []Stone{{game.At(0, 0), game.Black}, {game.At(14, 31), game.White}}
	g.First = game.White
	g.Moves = points("h8 pass o32 i9", game.White)
	g.Moves[0].Comment = "a ] and \\ and\nanother line: \\] [x]"
	g.Moves[0].Variations = [][]Move{points("a2", game.White), points("a3 a4", game.White)}
	g.Moves[2].Variations = [][]Move{points("b2 b3 b4 b5", game.White)}
	g.Moves[2].Variations[0][1].Variations = [][]Move{points("c3 c4", game.Black), points("pass", game.Black)}
	g.Moves[2].Variations[0][2].Comment = "deep"
	g.Moves[3].Scored, g.Moves[3].Score = true, -3
	return g
}

// TestRoundTrip: what a format holds comes back as it was.
func TestRoundTrip(t *testing.T) {
	position := &Game{
		Name: "othello", Width: 8, Height: 8, Setup: append(othelloStart(8), Stone{game.At(0, 7), game.White}), First: game.White, FirstTold: true,
		Scores: []ScoredMove{{game.At(2, 3), 12}, {game.Pass, -64}, {game.At(7, 7), 0}},
	}
	board := &Game{Name: "gomoku", Width: 15, Height: 17, Setup: []Stone{{game.At(0, 0), game.Black}, {game.At(14, 16), game.White}}, First: game.White, FirstTold: true}
	plain := &Game{Moves: points("f5 d6 c3 d3", game.Black), SidesGuessed: true}
	offsets := &Game{Name: "gomoku", Width: 20, Height: 20, Moves: points("a1 t20 k11", game.Black), SidesGuessed: true}
	logged := &Game{
		Name: "gomoku", Rule: "renju", Width: 15, Height: 20, Black: `a, "b"`, White: "c", Date: "2026-02-28 14:03:00", Result: "W+T", End: "time",
		Setup: board.Setup[:1], First: game.White, FirstTold: true, Moves: points("h8 pass i9", game.White),
	}
	logged.Moves[0].Time, logged.Moves[2].Time = 1500*time.Millisecond, 1500*time.Millisecond
	rec := gomokuGame()
	rec.Levels, rec.Result = [2]int{}, ""
	psq := gomokuGame()
	psq.Event = "Freestyle, 2026"
	ggf := othelloGame()
	ggf.Rule, ggf.Comment, ggf.Black = "8", "two lines", "A (1) \\ b"
	for _, test := range []struct {
		format Format
		game   *Game
	}{
		{PSQ, psq}, {REC, rec}, {SGF, treeGame()}, {GGF, ggf}, {OBF, position}, {Board, board},
		{Moves, plain}, {Offsets, offsets}, {CSV, logged},
	} {
		t.Run(string(test.format), func(t *testing.T) {
			text := write(t, test.format, test.game)
			for _, format := range []Format{test.format, ""} {
				games, err := readAll(format, text)
				if err != nil || len(games) != 1 {
					t.Fatalf("%d games, %v, as %q from\n%s", len(games), err, format, text)
				}
				if games[0].Format != test.format {
					t.Errorf("taken for %s", games[0].Format)
				}
				got, want := withoutPlaces(games[0]), withoutPlaces(test.game)
				sortSetup(got)
				sortSetup(want)
				if !reflect.DeepEqual(got, want) {
					t.Errorf("read\n%+v, wrote\n%+v:\n%s", got, want, text)
				}
			}
		})
	}
}

// TestManyGames: files of several games keep them all, in order, with their lines.
func TestManyGames(t *testing.T) {
	for _, info := range Formats() {
		if !info.Write || !info.Many {
			continue
		}
		t.Run(string(info.Format), func(t *testing.T) {
			a, b := &Game{Name: "othello", Width: 8, Height: 8}, &Game{Name: "othello", Width: 8, Height: 8}
			switch info.Format {
			case OBF, Board:
				a.Setup, b.Setup = othelloStart(8), othelloStart(8)[:3]
				a.FirstTold, b.FirstTold = true, true
			default:
				a.Moves, b.Moves = points("f5 d6", game.Black), points("f5 d6 c3", game.Black)
			}
			if info.Format == Offsets {
				a.Name, b.Name = "gomoku", "gomoku"
			}
			text := write(t, info.Format, a, b, a)
			games, err := readAll(info.Format, text)
			if err != nil || len(games) != 3 {
				t.Fatalf("%d games, %v:\n%s", len(games), err, text)
			}
			for i, want := range []*Game{a, b, a} {
				g := games[i]
				if len(g.Moves) != len(want.Moves) || len(want.Moves) == 0 && len(g.Setup) != len(want.Setup) {
					t.Errorf("game %d: %+v", i+1, g)
				}
				if i > 0 && g.Line <= games[i-1].Line {
					t.Errorf("game %d in line %d", i+1, g.Line)
				}
			}
			// An error of the caller ends the reading and comes back as it is.
			stop, count := errors.New("stop"), 0
			err = Read(strings.NewReader(text), info.Format, func(*Game) error {
				count++
				return stop
			})
			if err != stop || count != 1 {
				t.Errorf("%v after %d games", err, count)
			}
		})
	}
}

func sortSetup(g *Game) {
	var sorted []Stone
	for m := range game.Pass {
		for _, s := range g.Setup {
			if s.Move == m {
				sorted = append(sorted, s)
			}
		}
	}
	g.Setup = sorted
}

// TestLoss: a game that would come back as another one is not written.
func TestLoss(t *testing.T) {
	passed := &Game{Name: "gomoku", Width: 15, Height: 15, Moves: points("h8 pass i9", game.Black)}
	white := &Game{Name: "gomoku", Width: 15, Height: 15, Moves: points("h8 i9", game.White)}
	setup := &Game{Name: "gomoku", Width: 15, Height: 15, Setup: []Stone{{game.At(7, 7), game.Black}}, Moves: points("h9", game.Black)}
	large := &Game{Name: "othello", Width: 10, Height: 10}
	oblong := &Game{Name: "othello", Width: 8, Height: 10}
	for _, test := range []struct {
		format Format
		game   *Game
		what   string
	}{
		{PSQ, passed, "passes"}, {PSQ, white, "move 1 by white"}, {PSQ, setup, "stones that were set up"},
		{PSQ, &Game{Moves: points("a1", game.Black)}, "a board without a size"},
		{REC, passed, "passes"}, {Moves, passed, "passes"}, {Moves, setup, "stones"}, {Moves, white, "move 1"}, {Moves, large, "without moves"},
		{Offsets, setup, "stones"}, {Offsets, passed, "passes"}, {Offsets, &Game{Moves: points("a1", game.Black)}, "without a size"},
		{Offsets, large, "without moves"},
		{GGF, passed, "a game of gomoku"}, {GGF, oblong, "8x10"}, {OBF, setup, "a game of gomoku"}, {OBF, large, "10x10"}, {OBF, othelloGame(), "moves"},
		{Board, setup, "moves"}, {Board, &Game{}, "without a size"}, {SGF, &Game{}, "without a name"},
		{CSV, &Game{Setup: setup.Setup}, "without a size"},
	} {
		var b strings.Builder
		err := Write(&b, test.format, test.game)
		loss := (*LossError)(nil)
		if !errors.As(err, &loss) || loss.Format != test.format || !strings.Contains(err.Error(), test.what) {
			t.Errorf("%s: %v, want %q", test.format, err, test.what)
		}
		if test.format != CSV && b.Len() > 0 {
			t.Errorf("%s: wrote %q", test.format, b.String())
		}
	}
	for _, format := range []Format{PSQ, REC} {
		if err := Write(new(strings.Builder), format, gomokuGame(), gomokuGame()); err == nil {
			t.Errorf("%s: two games", format)
		}
	}
	for _, format := range []Format{WTHOR, RenLib, "", "pgn"} {
		if err := Write(new(strings.Builder), format, gomokuGame()); err == nil {
			t.Errorf("%q was written", format)
		}
	}
	style := SGFStyle{NoPasses: true}
	if err := style.Write(new(strings.Builder), passed); err == nil {
		t.Error("passes of Gomoku were left out")
	}
}

// checkFixpoint writes a game in the format it was read in and reads it again: that
// must be the same game, and written again the same text.
func checkFixpoint(t *testing.T, g *Game) {
	t.Helper()
	var first, second strings.Builder
	if err := Write(&first, g.Format, g); err != nil {
		if loss := (*LossError)(nil); !errors.As(err, &loss) {
			t.Errorf("%s: %v", g.Format, err)
		}
		return
	}
	var again []*Game
	source := Source{Format: g.Format}
	if g.Format == Offsets { // the board is not in the file
		source.Width, source.Height = g.Width, g.Height
	}
	err := source.Read(strings.NewReader(first.String()), func(g *Game) error {
		again = append(again, g)
		return nil
	})
	if err != nil || len(again) != 1 {
		t.Fatalf("%d games, %v in what was written:\n%s", len(again), err, first.String())
	}
	if err := Write(&second, g.Format, again[0]); err != nil || first.String() != second.String() {
		t.Fatalf("%v, wrote first\n%s, then\n%s", err, first.String(), second.String())
	}
	got, want := line(again[0]), line(g)
	if g.Format == GGF { // passes are put in
		without := strings.NewReplacer(" b:pass", "", " w:pass", "")
		got, want = without.Replace(" "+got), without.Replace(" "+want)
	}
	if got != want {
		t.Fatalf("moves %q became %q:\n%s", want, got, first.String())
	}
}

// checkStream reads a text game by game: places lie in the text, and what is written of a
// game is read as the same.
func checkStream(t *testing.T, format Format, text string) {
	t.Helper()
	games, err := readAll(format, text)
	checkOffset(t, text, err)
	for i, g := range games {
		if g.Offset < 0 || g.Offset > len(text) || i > 0 && g.Offset < games[i-1].Offset {
			t.Errorf("game %d at byte %d", i+1, g.Offset)
		}
		checkGame(t, text, g)
		checkFixpoint(t, g)
	}
}

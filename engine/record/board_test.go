package record

import (
	"strings"
	"testing"

	"ishi/engine/game"
)

// TestParseBoard: the alphabets and shapes in which people paste positions.
func TestParseBoard(t *testing.T) {
	const othello = "w:d4 b:e4 b:d5 w:e5"
	start := func(sign string) string {
		return strings.NewReplacer(".", sign[2:3], "X", sign[0:1], "O", sign[1:2]).Replace(
			"........\n........\n........\n...OX...\n...XO...\n........\n........\n........\n")
	}
	for _, test := range []struct {
		name, text    string
		game          string
		width, height int
		stones        string
		first         game.Side
	}{
		{"plain", start("XO.") + "X", "othello", 8, 8, othello, game.Black},
		{"letters", start("bw-") + "w", "othello", 8, 8, othello, game.White},
		{"stars", start("*O-") + "* to move", "othello", 8, 8, othello, game.Black},
		{"underscores", start("BW_") + "\n\nWhite to play.", "othello", 8, 8, othello, game.White},
		{"side on top", "side to move: O\n\n" + start("xo+"), "othello", 8, 8, othello, game.White},
		{"numbers", start("120") + "white", "othello", 8, 8, othello, game.White},
		{"zero for white", start("X0.") + "black", "othello", 8, 8, othello, game.Black},
		{"CR LF", strings.ReplaceAll(start("XO.")+"X\n", "\n", "\r\n"), "othello", 8, 8, othello, game.Black},
		{"one line", strings.ReplaceAll(start("XO-"), "\n", "") + " O", "othello", 8, 8, othello, game.White},
		{"one line, side glued on", strings.ReplaceAll(start("XO-"), "\n", "") + "X", "othello", 8, 8, othello, game.Black},
		{"slashes", strings.ReplaceAll(start("XO."), "\n", "/") + " b", "othello", 8, 8, othello, game.Black},
		{"one line, side below", strings.ReplaceAll(start("XO-"), "\n", "") + "\nblack to move", "othello", 8, 8, othello, game.Black},
		{
			"numbered rows and columns", "  a b c d\n1 . . . .\n2 . O X .\n3 . X O .  white\n4 . . X .\n  a b c d\n", "othello", 4, 4,
			"w:b2 b:c2 b:b3 w:c3 b:c4", game.White,
		},
		{
			"rows from below", "   A B C D\n 4 . . . . 4\n 3 . O X . 3\n 2 . X O . 2\n 1 . . X . 1\n   A B C D\nO", "othello", 4, 4,
			"b:c1 b:b2 w:c2 w:b3 b:c3", game.White,
		},
		{
			"words beside it", "    A B C D E F G H\n  1 . . . . . . . .   Othello 8x8\n  2 . . . . . . . .   moves 4\n  3 . . . . . . . .   black X 3, white O 5\n" +
				"  4 . . . O O O . .   last white F4\n  5 . . . X X O . .   black to move\n  6 . . . . X O . .\n  7 . . . . . . . .\n  8 . . . . . . . .\n",
			"othello", 8, 8, "w:d4 w:e4 w:f4 b:d5 b:e5 w:f5 b:e6 w:f6", game.Black,
		},
		{
			"frame", "+---+---+---+---+\n|   . | . | . | . |\n|---+---+---+---|\n| . | O | X | . |\n| . | X | O | . |\n| . | . | . | . |\n+---+---+---+---+\nX to move\n",
			"othello", 4, 4, "w:b2 b:c2 b:b3 w:c3", game.Black,
		},
		{
			"rules", "  a b c d\n-----------\n1 . . . .\n2 . O X .\n3 . X O .\n4 . . . .\n-----------\nX\n", "othello", 4, 4,
			"w:b2 b:c2 b:b3 w:c3", game.Black,
		},
		{"discs", "····\n·○●·\n·●○·\n····\n●", "othello", 4, 4, "w:b2 b:c2 b:b3 w:c3", game.Black},
		{"lines", "┌┬┬┬┐\n├┼●○┤\n├┼┼┼┤\n├┼┼●┤\n└┴┴┴┘", "gomoku", 5, 5, "b:c2 w:d2 b:d4", game.White},
		{"gomoku, Black to move", ".....\n..XO.\n.....\n.....\n.....\n", "gomoku", 5, 5, "b:c2 w:d2", game.Black},
		{"gomoku, White to move", ".....\n..XO.\n..X..\n.....\n", "gomoku", 5, 4, "b:c2 w:d2 b:c3", game.White},
		{"gomoku, told", ".....\n..XX.\n..X..\n.....\nO", "gomoku", 5, 4, "b:c2 b:d2 b:c3", game.White},
		{"empty", ".....\n.....\n.....\n.....\n.....\n", "gomoku", 5, 5, "", game.Black},
		{"the last move in parentheses", ". . . . .\n. . X(O).\n. . . . .\n. . . . .\n. . . . .\n", "gomoku", 5, 5, "b:c2 w:d2", game.Black},
		{
			"Edax", "  A B C D\n1 - . - - 1 O to move\n2 - O * - 2 *: discs =  2    moves =  2\n3 . * O - 3 O: discs =  2    moves =  2\n4 - - - - 4   empties = 12\n  A B C D\n",
			"othello", 4, 4, "w:b2 b:c2 b:b3 w:c3", game.White,
		},
		{
			"words below", "....\n.OX.\n.XO.\n....\nBlack: 2  White: 2  Empty: 12  White to move.\nand so on\n", "othello", 4, 4,
			"w:b2 b:c2 b:b3 w:c3", game.White,
		},
		{
			"legal moves marked by stars", "    a b c d\n  1 . * . .   othello 4x4\n  2 * O X .   move 2: white d6\n  3 . X(O).   black X 2, white O 2\n  4 . . * .   black to move\n",
			"othello", 4, 4, "w:b2 b:c2 b:b3 w:c3", game.Black,
		},
		{"marks", " a b c d\n1 · · ◦ ·\n2 · ○ ● ◦\n3 × ●(○)·\n4 · · · ·\n\nwhite to move", "othello", 4, 4, "w:b2 b:c2 b:b3 w:c3", game.White},
		{"words above", "My position after a long game:\n\n.....\n..X..\n.....\n.....\n.....\n", "gomoku", 5, 5, "b:c2", game.White},
	} {
		g, err := ParseBoard(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if g.Name != test.game || g.Width != test.width || g.Height != test.height || g.First != test.first || !g.FirstTold {
			t.Errorf("%s: %q %dx%d, %v to move", test.name, g.Name, g.Width, g.Height, g.First)
		}
		sortSetup(g)
		if got := stones(g.Setup); got != test.stones {
			t.Errorf("%s: %s, want %s", test.name, got, test.stones)
		}
		if detected := Detect("", []byte(test.text)); detected != Board && detected != OBF && test.name != "words above" {
			t.Errorf("%s: taken for %q", test.name, detected)
		}
	}
}

// TestParseBoardErrors: what is not clear is told.
func TestParseBoardErrors(t *testing.T) {
	for _, test := range []struct{ name, text, err string }{
		{"nothing", "", "board: line 1: no board: want rows of stones"},
		{"words", "hello\nworld", "board: line 1: no board: want rows of stones"},
		{"a strange sign", "....\n..X?\n....\n....", `board: line 2: "..X?": '?' is no stone and no empty point`},
		{"a strange first row", "..Y.\n..X.\n....\n....", `board: line 1: "..Y.": 'Y' is no stone and no empty point`},
		{"a short row", "....\n....\n.....\n....", "board: line 3: row 3 has 5 points, the first has 4"},
		{"a short row of dashes", "----\n-OX-\n---\n----\nX", `board: line 3: "---" is no row of the board`},
		{"a long row of dashes", "-----\n-OX-\n-XO-\n----\nX", "board: line 2: row 2 has 4 points, the first has 5"},
		{"a word between rows", "....\n....\nhello\n....\n....", `board: line 3: "hello" is no row of the board`},
		{"too few rows", "........\n........\n", "board: line 1: a board of 8x2: want 4x4 to 32x32"},
		{"too many rows", strings.Repeat("....\n", 33), "board: line 33: more than 32 rows"},
		{"not square", strings.Repeat(".", 60) + " X", "board: line 1: 61 signs in a line: want a square board and the side to move"},
		{"Othello without a side", "....\n.OX.\n.XO.\n....", "board: line 1: the side to move is not told: add a line with X or O"},
		{"Gomoku with stones out of turn", ".....\n.XXX.\n.....\n.....\n.....", "board: line 1: the side to move is not told: add a line with X or O"},
		{"0 and O", ".....\n.XO0.\n.....\n.....\n.....", "board: line 1: 0 may be an empty point or a white stone"},
		{"0 without another empty point", "0000\n0X00\n0000\n0000", "board: line 1: 0 may be an empty point or a white stone"},
		{"numbers and letters", "0120\n0120\n....\n0120", "board: line 1: numbers stand between other signs"},
		{"wrong row numbers", "1 ....\n2 ....\n4 ....\n3 ....", "board: line 1: row 3 has the number 4"},
		{"some row numbers", "1 ....\n2 ....\n....\n4 ....", "board: line 1: row 3: some rows are numbered and some are not"},
		{"a cross", "....\n.×O.\n....\n....", "board: line 1: × may be an empty point or a black stone"},
		{"two boards", "....\n.X..\n....\n....\n\n....\n.O..\n....\n....", "board: line 1: more than one board"},
	} {
		if _, err := ParseBoard(test.text); err == nil || err.Error() != test.err {
			t.Errorf("%s: %v, want %s", test.name, err, test.err)
		}
	}
	g, err := ParseBoard("........\n........\n........\n...OX...\n...XO...\n........\n........\n........\n")
	if err == nil || g == nil || g.Name != "othello" || len(g.Setup) != 4 || g.FirstTold {
		t.Errorf("without a side: %+v, %v", g, err)
	}
}

func FuzzBoard(f *testing.F) {
	for _, text := range []string{
		"....\n.OX.\n.XO.\n....\nX", "  a b c d\n4 . . . .\n3 . O X .\n2 . X O .\n1 . . X .\nwhite", "0120\n0120\n0000\n0000\n\n1", strings.Repeat("-", 64) + "O",
		"|.|.|.|.|\n+-+-+-+-+\n", "....\n....\n....\n....\n\n....\n.X..\n....\n....\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, err := readAll(Board, text)
		checkOffset(t, text, err)
		for _, g := range games {
			checkGame(t, text, g)
			if g.FirstTold {
				g.Name = "" // a board says no more
				var b strings.Builder
				if err := Write(&b, Board, g); err != nil {
					t.Fatal(err)
				}
				again, err := readAll(Board, b.String())
				if err != nil || len(again) != 1 || again[0].First != g.First || len(again[0].Setup) != len(g.Setup) {
					t.Fatalf("%+v, %v from\n%s", again, err, b.String())
				}
			}
		}
	})
}

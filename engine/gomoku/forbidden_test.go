package gomoku

import (
	"bufio"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"ishi/engine/game"
)

// TestForbiddenPositions compares all forbidden points of whole positions,
// "moves; points", with what two other implementations of the rule agreed on.
func TestForbiddenPositions(t *testing.T) {
	file, err := os.Open("../../testdata/renju-forbidden.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	positions, fake := 0, 0
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		moves, points, found := strings.Cut(lines.Text(), ";")
		if !found {
			continue
		}
		positions++
		b := boardOf(t, 15, 15, Renju, moves)
		var got []string
		for y := range 15 {
			for x := range 15 {
				c := CellAt(x, y)
				if b.Forbidden(c) {
					got = append(got, c.String())
				} else if b.Empty(c) && b.Class(Black, c) == ClassForbidden {
					fake++
				}
			}
		}
		want := strings.Fields(points)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: forbidden %v, want %v", moves, got, want)
		}
	}
	if err := lines.Err(); err != nil || positions == 0 || fake == 0 {
		t.Fatalf("%d positions with %d threes that are not real: %v", positions, fake, err)
	}
}

// boardOf returns a board after moves such as "h8i9".
func boardOf(tb testing.TB, w, h int, rule Rule, moves string) *Board {
	tb.Helper()
	b, err := NewBoard(w, h, rule)
	if err != nil {
		tb.Fatal(err)
	}
	list, err := game.ParseMoves(moves)
	if err != nil {
		tb.Fatal(err)
	}
	for _, m := range list {
		c := CellOf(m)
		if !b.Empty(c) {
			tb.Fatalf("%s: %v is not empty", moves, c)
		}
		b.Play(c)
	}
	return b
}

// TestForbiddenCases looks at single points. Black's stones are moves of
// Black, White's of White; the cell is asked for with Black to move.
func TestForbiddenCases(t *testing.T) {
	for _, test := range []struct {
		name, black, white, at string
		want                   bool
	}{
		{"two threes", "g8i8h7h9", "", "h8", true},
		{"two threes, one closed", "g8i8h7h9", "e8", "h8", true},
		{"two threes, one without room", "g8i8h7h9", "e8k8", "h8", false},
		{"three and four", "g8i8h7h9h10", "h6", "h8", false},
		{"two fours", "g8i8j8h7h9h10", "f8h6", "h8", true},
		{"two fours in a line", "d8f8g8j8", "", "h8", true},
		{"two fours in a line, three apart", "d8e8f8j8k8l8", "", "h8", true},
		{"overline", "e8f8g8i8j8", "", "h8", true},
		{"five and overline", "e8f8g8i8j8h9h10h11h12", "h13", "h8", false},
		{"five and two fours", "g8i8j8k8h7h9h10i9g7j10", "", "h8", false},
		{"three whose straight four is an overline", "g8i8h7h9l8", "e8", "h8", false},
		{"occupied", "g8i8h7h9h8", "", "h8", false},
	} {
		b := newBoard(t, 15, 15, Renju)
		for _, side := range []struct {
			s     Side
			moves string
		}{{Black, test.black}, {White, test.white}} {
			moves, err := game.ParseMoves(side.moves)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range moves {
				if b.side != side.s {
					b.PlayPass()
				}
				b.Play(CellOf(m))
			}
		}
		m, err := game.ParseMove(test.at)
		if err != nil {
			t.Fatal(err)
		}
		c := CellOf(m)
		if got := b.Forbidden(c); got != test.want {
			t.Errorf("%s: forbidden is %v, want %v", test.name, got, test.want)
		}
		if got := b.Empty(c) && naiveForbidden(b, c); got != test.want {
			t.Errorf("%s: naively forbidden is %v, want %v", test.name, got, test.want)
		}
	}
}

// TestForbiddenOnlyInRenju asks for a double three under all other rules.
func TestForbiddenOnlyInRenju(t *testing.T) {
	for rule := range ruleCount {
		b := boardOf(t, 15, 15, rule, "g8a1i8a3h7c1h9c3")
		if got := b.Forbidden(CellAt(7, 7)); got != (rule == Renju) {
			t.Errorf("%v: two threes forbidden is %v", rule, got)
		}
	}
}

// TestForbiddenNaively compares all points of crowded random boards of
// several sizes with the words of the rule, and looks whether asking changes the board.
func TestForbiddenNaively(t *testing.T) {
	for _, size := range [][2]int{{5, 5}, {9, 9}, {15, 15}, {11, 32}} {
		r := rand.New(rand.NewPCG(uint64(size[0]), uint64(size[1])))
		found := 0
		for range 40 {
			b := newBoard(t, size[0], size[1], Renju)
			for range size[0] * size[1] / 3 {
				if b.Play(randomMove(b, r)); r.IntN(2) == 0 {
					b.PlayPass()
				}
			}
			before := b.Clone()
			for y := range b.h {
				for x := range b.w {
					c := CellAt(x, y)
					want := b.Empty(c) && naiveForbidden(b, c)
					if got := b.Forbidden(c); got != want {
						t.Fatalf("%v: %v forbidden is %v, want %v", b.Moves(), c, got, want)
					}
					if want {
						found++
					}
				}
			}
			checkSame(t, b, before)
		}
		if found == 0 && size[0] > 5 {
			t.Errorf("%v: no forbidden point came up", size)
		}
	}
}

// naiveForbidden follows the words of the rule on the board itself: it plays c
// for Black and looks for fives, overlines, fours and threes through it.
func naiveForbidden(b *Board, c Cell) bool {
	return !makesFive(b, c) && foulNaively(b, c)
}

// foulNaively reports whether c is an overline or two fours or two threes.
func foulNaively(b *Board, c Cell) bool {
	fours, threes := 0, 0
	putBlack(b, c, func() {
		for d := range directions {
			line := lineText(b, Black, c, d)
			if from, to := row(line, span); to-from > 5 {
				fours = 2 // an overline is as bad
				return
			}
			n, straight := foursThrough(line)
			if fours += n; n == 0 && !straight && threeThrough(b, c, d) {
				threes++
			}
		}
	})
	return fours > 1 || threes > 1
}

// putBlack calls f with a black stone on c, whoever is to move.
func putBlack(b *Board, c Cell, f func()) {
	passed := b.side == White
	if passed {
		b.PlayPass()
	}
	b.Play(c)
	f()
	b.Undo()
	if passed {
		b.UndoPass()
	}
}

// makesFive reports whether a black stone on c makes exactly five in a row.
func makesFive(b *Board, c Cell) bool {
	for d := range directions {
		if from, to := row(put(lineText(b, Black, c, d), span, 'o'), span); to-from == 5 {
			return true
		}
	}
	return false
}

// foursThrough counts the fours of a line with the o in the middle: every cell
// that completes exactly five is one, but both ends of a straight four are
// one four together.
func foursThrough(line string) (n int, straight bool) {
	at := (&lineOracle{rule: Renju, side: Black}).completions(line)
	from, to := row(line, span)
	straight = to-from == 4 && len(at) == 2 && at[0] == from-1 && at[1] == to
	if straight {
		return 1, true
	}
	return len(at), false
}

// threeThrough reports whether the stone on c is part of a three in direction d: one
// more stone on the line makes a straight four with it, no five, and is allowed.
func threeThrough(b *Board, c Cell, d int) bool {
	for i := -4; i <= 4; i++ {
		e := c + Cell(i*step[d])
		if !b.Empty(e) || makesFive(b, e) {
			continue
		}
		if _, straight := foursThrough(put(lineText(b, Black, c, d), span+i, 'o')); straight && !foulNaively(b, e) {
			return true
		}
	}
	return false
}

package gomoku

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParseRule(t *testing.T) {
	for text, want := range map[string]Rule{
		"freestyle": Freestyle, "Gomoku": Freestyle, "standard": Exact, "exact five": Exact, "RENJU": Renju,
		" caro ": Caro, "exact_caro": ExactCaro, "standard-caro": ExactCaro,
	} {
		if got, err := ParseRule(text); err != nil || got != want {
			t.Errorf("ParseRule(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for rule := range ruleCount {
		if got, err := ParseRule(rule.String()); err != nil || got != rule {
			t.Errorf("ParseRule(%q) = %v, %v", rule, got, err)
		}
	}
	for _, text := range []string{"", "go", "rule 7", "freestyle!"} {
		if got, err := ParseRule(text); err == nil {
			t.Errorf("ParseRule(%q) = %v, want an error", text, got)
		}
	}
}

// TestFiveInARow puts a stone on * in rows that begin at the left edge of
// the board and end at its right edge where no dots follow, in all directions.
// In the row o is Black's and x White's; the list says under which rules
// * wins for Black and, colours exchanged, for White.
func TestFiveInARow(t *testing.T) {
	all := []Rule{Freestyle, Exact, Renju, Caro, ExactCaro}
	long := []Rule{Freestyle, Caro}
	open := []Rule{Freestyle, Exact, Renju}
	for _, test := range []struct {
		row          string
		black, white []Rule
	}{
		{"...oooo*...", all, all},
		{"...*oooo...", all, all},
		{"...oo*oo...", all, all},
		{"...ooo*o...", all, all}, // a three and a one
		{"..xoo*oo...", all, all},
		{"..xoooo*x..", open, open},
		{"..xo*ooox..", open, open},
		{"oooo*......", all, all}, // at the edge
		{"*oooo......", all, all},
		{"oooo*x.....", all, all}, // the edge does not block
		{"ooo*ox", all, all},
		{"......*oooo", all, all},
		{".....xo*ooo", all, all},
		{"oo*oo", all, all},
		{"...ooo*oo..", long, []Rule{Freestyle, Renju, Caro}}, // a three and a two: six
		{"...ooooo*..", long, []Rule{Freestyle, Renju, Caro}},
		{"..xooo*oox.", long, []Rule{Freestyle, Renju, Caro}},
		{"*ooooo.....", long, []Rule{Freestyle, Renju, Caro}},
		{"oooo*oooo..", long, []Rule{Freestyle, Renju, Caro}}, // nine
		{"oooo*oooo", long, []Rule{Freestyle, Renju, Caro}},
		{"ooo*ooo.o..", long, []Rule{Freestyle, Renju, Caro}},
		{"oooo*.oooo.", all, all}, // the other four does not lengthen it
		{"...ooo*....", nil, nil},
		{"...ooo*xo..", nil, nil},
		{"...oo.*oo..", nil, nil},
		{"xoooo.*....", nil, nil},
		{"oooox*oooox", open, open},
	} {
		for d := range directions {
			for rule := range ruleCount {
				checkRow(t, test.row, d, rule, Black, test.black)
				checkRow(t, test.row, d, rule, White, test.white)
			}
		}
	}
}

// checkRow lays the row out in direction d on a board that it just fits,
// 0 across, 1 down, 2 and 3 the diagonals, and plays s on *.
func checkRow(t *testing.T, cells string, d int, rule Rule, s Side, wins []Rule) {
	t.Helper()
	b := newBoard(t, len(cells), len(cells), rule)
	put := func(c Cell, side Side) {
		if b.side != side {
			b.PlayPass()
		}
		b.Play(c)
	}
	last := NoCell
	for i, kind := range cells {
		c := CellAt([]int{i, 2, i, i}[d], []int{2, i, i, len(cells) - 1 - i}[d])
		switch kind {
		case 'o':
			put(c, s)
		case 'x':
			put(c, s.Other())
		case '*':
			last = c
		}
	}
	want := false
	for _, r := range wins {
		want = want || r == rule
	}
	name := fmt.Sprintf("%s direction %d, %v, %v", cells, d, rule, s)
	if got := b.Class(s, last) == ClassFive; got != want {
		t.Errorf("%s: five is %v, want %v", name, got, want)
	}
	put(last, s)
	if got := b.Won(last); got != want {
		t.Errorf("%s: won is %v, want %v", name, got, want)
	}
}

// TestFivesMatchTheRule compares fives with a naive count of stones on
// crowded random boards, before and after the move.
func TestFivesMatchTheRule(t *testing.T) {
	forEachRuleAndSize(t, func(t *testing.T, w, h int, rule Rule) {
		r := rand.New(rand.NewPCG(uint64(w), uint64(h)))
		fives := 0
		for range 5 {
			b := newBoard(t, w, h, rule)
			for !b.Full() {
				c := randomMove(b, r)
				if r.IntN(3) == 0 {
					b.PlayPass() // more stones of one side in a row
				}
				want := winsNaively(b, b.side, c)
				if got := b.Class(b.side, c) == ClassFive; got != want {
					t.Fatalf("%v at %v: five is %v, want %v", b.side, c, got, want)
				}
				b.Play(c)
				if got := b.Won(c); got != want {
					t.Fatalf("%v at %v: won is %v, want %v", b.side.Other(), c, got, want)
				}
				if want {
					fives++
				}
			}
		}
		if fives == 0 {
			t.Error("no five came up")
		}
	})
}

// TestOnlyFive is a position in which an engine once missed that a stone joins
// a three and a two.
func TestOnlyFive(t *testing.T) {
	b := boardOf(t, 15, 15, Freestyle, "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10")
	var fives []string
	for y := range 15 {
		for x := range 15 {
			if c := CellAt(x, y); b.Empty(c) && b.Class(White, c) == ClassFive {
				fives = append(fives, c.String())
			}
		}
	}
	if b.Side() != Black || strings.Join(fives, " ") != "e7" || b.count[White][ClassFive] != 1 {
		t.Errorf("%v to move, fives of White %v, want e7", b.Side(), fives)
	}
}

func TestCells(t *testing.T) {
	for y := range MaxSize {
		for x := range MaxSize {
			c := CellAt(x, y)
			if c.X() != x || c.Y() != y || CellOf(c.Move()) != c || c == NoCell || c >= cellCount {
				t.Fatalf("%d,%d: cell %d is %d,%d, %v", x, y, c, c.X(), c.Y(), c.Move())
			}
		}
	}
	if got := CellAt(7, 7).String(); got != "h8" {
		t.Errorf("7,7 is %s, want h8", got)
	}
	if CellOf(0) != NoCell || NoCell.Move() != 0 {
		t.Error("no cell and no move differ")
	}
}

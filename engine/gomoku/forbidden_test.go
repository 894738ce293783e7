package gomoku

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"ishi/engine/game"
)

// TestForbiddenPositions compares all forbidden points of whole positions,
// "moves; points", with what two other implementations of the rule agreed on.
func TestForbiddenPositions(t *testing.T) {
	path := "../../testdata/renju-forbidden.txt"
	if p := os.Getenv("RENJU"); p != "" {
		path = p
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	positions := 0
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
				if b.Forbidden(CellAt(x, y)) {
					got = append(got, CellAt(x, y).String())
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
	if err := lines.Err(); err != nil || positions == 0 {
		t.Fatalf("%d positions read: %v", positions, err)
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

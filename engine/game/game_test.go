package game

import (
	"slices"
	"strings"
	"testing"
)

func TestMoveRoundTrip(t *testing.T) {
	seen := map[Move]bool{NoMove: true, Pass: true}
	for y := range MaxSize {
		for x := range MaxSize {
			m := At(x, y)
			if seen[m] || !m.IsPoint() || m.X() != x || m.Y() != y {
				t.Fatalf("At(%d, %d) = %d: point %d,%d", x, y, m, m.X(), m.Y())
			}
			seen[m] = true
			for _, text := range []string{m.String(), strings.ToUpper(m.String())} {
				if got, err := ParseMove(text); err != nil || got != m {
					t.Errorf("ParseMove(%q) = %v, %v", text, got, err)
				}
			}
		}
	}
	if NoMove.IsPoint() || Pass.IsPoint() {
		t.Error("no move and a pass are no points")
	}
}

func TestMoveText(t *testing.T) {
	for text, want := range map[string]Move{
		"a1": At(0, 0), "h8": At(7, 7), "Z26": At(25, 25), "aa1": At(26, 0), "af32": At(31, 31),
		"pass": Pass, "PA": Pass, "--": Pass,
	} {
		if got, err := ParseMove(text); err != nil || got != want {
			t.Errorf("ParseMove(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "a", "1", "a0", "a33", "ag1", "aaa1", "h8h9", "h-1", "8h", "none", "hé8", "a1x"} {
		if got, err := ParseMove(text); err == nil {
			t.Errorf("ParseMove(%q) = %v, want an error", text, got)
		}
	}
	if got := NoMove.String() + " " + Pass.String(); got != "none pass" {
		t.Errorf("got %q", got)
	}
}

func TestParseMoves(t *testing.T) {
	want := []Move{At(7, 7), At(8, 8), At(6, 6), At(26, 9)}
	for _, text := range []string{"h8i9g7aa10", "h8 i9\tg7  aa10 ", "H8I9g7AA10"} {
		if got, err := ParseMoves(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if got, err := ParseMoves(""); err != nil || len(got) != 0 {
		t.Errorf("nothing: %v, %v", got, err)
	}
	got, err := ParseMoves("h8i9?7")
	if err == nil || !strings.Contains(err.Error(), "byte 5") || !slices.Equal(got, want[:2]) {
		t.Errorf("got %v, %v, want the first two and byte 5", got, err)
	}
}

func FuzzParseMoves(f *testing.F) {
	f.Add("h8i9g7aa10")
	f.Add("a1 32")
	f.Add("\x00é")
	f.Fuzz(func(t *testing.T, text string) {
		moves, err := ParseMoves(text)
		for _, m := range moves {
			if !m.IsPoint() {
				t.Fatalf("%q: %v", text, m)
			}
		}
		if err != nil {
			return
		}
		if again, err := ParseMoves(FormatMoves(moves)); err != nil || !slices.Equal(again, moves) {
			t.Errorf("%q: %v written and read is %v, %v", text, moves, again, err)
		}
		ParseMove(text)
	})
}

func TestScore(t *testing.T) {
	for _, test := range []struct {
		score     Score
		win, loss bool
		plies     int
		text      string
	}{
		{0, false, false, 0, "0"},
		{-137, false, false, 0, "-137"},
		{WinIn(1), true, false, 1, "+M1"},
		{WinIn(MaxPly), true, false, MaxPly, "+M1024"},
		{MinWin, true, false, MaxPly + 1, "+M1025"},
		{MinWin - 1, false, false, 0, "28974"},
		{LossIn(0), false, true, 0, "-M0"},
		{LossIn(8), false, true, 8, "-M8"},
		{-MinWin, false, true, MaxPly + 1, "-M1025"},
		{Infinite, false, false, 0, "32000"},
		{-Infinite, false, false, 0, "-32000"},
	} {
		s := test.score
		if s.IsWin() != test.win || s.IsLoss() != test.loss || s.Plies() != test.plies || s.String() != test.text {
			t.Errorf("%d: win %v, loss %v, %d plies, %q", int(s), s.IsWin(), s.IsLoss(), s.Plies(), s)
		}
		if win := -s; win.IsWin() != test.loss || win.IsLoss() != test.win || win.Plies() != test.plies {
			t.Errorf("%d is not the opposite of %d", int(win), int(s))
		}
	}
	if WinIn(3) <= WinIn(5) || LossIn(6) <= LossIn(4) || WinIn(1) >= Infinite {
		t.Error("a near win must be worth more than a far one, a far loss more than a near one")
	}
}

func TestSidesAndResults(t *testing.T) {
	if Black.Other() != White || White.Other() != Black || Black.String() != "black" || White.String() != "white" {
		t.Error("sides")
	}
	for text, r := range map[string]Result{
		"ongoing":                         {},
		"black wins: five in a row":       {Outcome: WonBy(Black), Reason: "five in a row"},
		"white wins by 12: no moves left": {Outcome: WonBy(White), Margin: 12, Reason: "no moves left"},
		"draw: board full":                {Outcome: Draw, Reason: "board full"},
		"draw":                            {Outcome: Draw},
	} {
		if got := r.String(); got != text {
			t.Errorf("%+v: %q, want %q", r, got, text)
		}
	}
	err := &IllegalMoveError{Move: At(7, 7), Reason: "occupied"}
	if got := err.Error(); got != "illegal move h8: occupied" {
		t.Errorf("got %q", got)
	}
}

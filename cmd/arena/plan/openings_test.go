package plan

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
)

var fifteen = engine.Setup{Width: 15, Height: 15}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadOpenings(t *testing.T) {
	obf := "# a position\n---------------------------OX------XXX-------------------------- O; F6:+0;\n"
	for _, c := range []struct {
		name, text string
		rules      engine.Game
		setup      engine.Setup
		want       []string // moves of each
		stones     int      // of the first
	}{
		{"points.txt", "h8i9g7\n\n# told\nc6a7c7d8a11\r\n", gomoku.Game(), fifteen, []string{"h8i9g7", "c6a7c7d8a11"}, 0},
		{"offsets.txt", "0,0, 1,-1\n-7,-7, 7,7, 3,2\n", gomoku.Game(), fifteen, []string{"h8i7", "a1o15k10"}, 0},
		{"offsets20.txt", "8,-3, 6,-4\n", gomoku.Game(), engine.Setup{Width: 20, Height: 20}, []string{"s8q7"}, 0},
		{"xot.txt", "f5d6c3d3c2b2a1f4\nF5D6C3D3C2D2C7G5\n", othello.Game(), engine.Setup{}, []string{"f5d6c3d3c2b2a1f4", "f5d6c3d3c2d2c7g5"}, 0},
		{"one.psq", "Piskvorky 15x15, 11:11, 0\n8,8,100\n9,9,20\nA\nB\n0\n", gomoku.Game(), fifteen, []string{"h8i9"}, 0},
		{"one.sgf", "(;FF[4]GM[4]SZ[15];B[hh];W[ii];B[gg])\n", gomoku.Game(), fifteen, []string{"h8i9g7"}, 0},
		{"one.obf", obf, othello.Game(), engine.Setup{}, []string{""}, 5},
	} {
		got, err := ReadOpenings(write(t, c.name, c.text), c.rules, c.setup)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var moves []string
		for _, o := range got {
			moves = append(moves, game.FormatMoves(o.Moves))
			if !strings.HasPrefix(o.Name, c.name) {
				t.Errorf("%s: an opening named %q", c.name, o.Name)
			}
		}
		if !reflect.DeepEqual(moves, c.want) || len(got[0].Stones) != c.stones {
			t.Errorf("%s: %v and %d stones, want %v and %d", c.name, moves, len(got[0].Stones), c.want, c.stones)
		}
	}
}

func TestReadOpeningsErrors(t *testing.T) {
	five := "h8a1h9a2h10a3h11a4h12"
	many := strings.Repeat("h8h8\n", 30)
	for _, c := range []struct {
		name, text string
		rules      engine.Game
		want       []string
	}{
		{"occupied.txt", "h8i9\nh8i9h8\n", gomoku.Game(), []string{"occupied.txt:2: ", "move 3", "occupied"}},
		{"off.txt", "h8i9\n\nh8p16\n", gomoku.Game(), []string{"off.txt:3: "}},
		{"over.txt", "h8\n" + five + "\n", gomoku.Game(), []string{"over.txt:2: ", "ends the game"}},
		{"words.txt", "h8i9\nnonsense here\n", gomoku.Game(), []string{"words.txt", "line 2"}},
		{"both.txt", "h8h8\ni9\nj9j9\n", gomoku.Game(), []string{"both.txt:1: ", "both.txt:3: "}},
		{"empty.txt", "# nothing\n", gomoku.Game(), []string{"empty.txt"}},
		{"illegal.txt", "f5d6\nf4d6\n", othello.Game(), []string{"illegal.txt:2: ", "move 1"}},
		{"size.sgf", "(;GM[4]SZ[19];B[aa])\n", gomoku.Game(), []string{"19x19", "15x15"}},
		{"other.sgf", "(;GM[2]SZ[8];B[fe])\n", gomoku.Game(), []string{"othello"}},
		{"many.txt", many, gomoku.Game(), []string{"many.txt:10: "}},
	} {
		setup := engine.Setup{}
		if c.rules.Name() == "gomoku" {
			setup = fifteen
		}
		got, err := ReadOpenings(write(t, c.name, c.text), c.rules, setup)
		if err == nil || got != nil {
			t.Errorf("%s: %v, no error", c.name, got)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v\ndoes not tell %q", c.name, err, w)
			}
		}
		if strings.Contains(err.Error(), "many.txt:11:") {
			t.Errorf("more than ten errors: %v", err)
		}
	}
	if _, err := ReadOpenings("nowhere.txt", gomoku.Game(), fifteen); err == nil {
		t.Error("no file, no error")
	}
}

func TestSymmetries(t *testing.T) {
	for _, c := range []struct {
		rules engine.Game
		setup engine.Setup
		text  string
		want  int
	}{
		{gomoku.Game(), fifteen, "a1b3", 8},
		{gomoku.Game(), fifteen, "h8", 1},
		{gomoku.Game(), fifteen, "h8h9", 4},
		{gomoku.Game(), engine.Setup{Width: 15, Height: 20}, "a1b3", 4},
		{othello.Game(), engine.Setup{}, "f5d6", 4},
		{othello.Game(), engine.Setup{}, "f5f6e6", 4},
	} {
		o := Options{Openings: []contest.Opening{line(t, c.text)}, Symmetry: EverySymmetry}
		s, err := newSource(c.rules, c.setup, 1, o)
		if err != nil {
			t.Error(err)
			continue
		}
		if len(s.openings) != c.want {
			t.Errorf("%s: %d images, want %d", c.text, len(s.openings), c.want)
		}
		if text := game.FormatMoves(s.openings[0].Moves); text != c.text {
			t.Errorf("%s comes first as %s", c.text, text)
		}
	}
	turned := turn(line(t, "a2"), transposed|mirrored, 15, 15)
	if text := game.FormatMoves(turned.Moves); text != "b15" {
		t.Errorf("a2 mirrored and transposed is %s, want b15", text)
	}
}

// TestOrder: sequential openings come as listed, random ones each once before any comes
// again, and every time in another order.
func TestOrder(t *testing.T) {
	var list []contest.Opening
	for _, m := range "abcdefghijklmno" {
		list = append(list, line(t, string(m)+"1"))
	}
	names := func(o Options, seed uint64, from, to int) (all []string) {
		s, err := newSource(gomoku.Game(), fifteen, seed, o)
		if err != nil {
			t.Fatal(err)
		}
		for i := from; i < to; i++ {
			all = append(all, game.FormatMoves(s.at(i).Moves))
		}
		return all
	}
	if got := strings.Join(names(Options{Openings: list, Skip: 12}, 1, 0, 5), " "); got != "m1 n1 o1 m1 n1" {
		t.Errorf("in order: %s", got)
	}
	o := Options{Openings: list, Random: true}
	first, second := names(o, 1, 0, 15), names(o, 1, 15, 30)
	for _, pass := range [][]string{first, second} {
		seen := map[string]bool{}
		for _, name := range pass {
			seen[name] = true
		}
		if len(seen) != 15 {
			t.Errorf("%v: not every opening once", pass)
		}
	}
	if reflect.DeepEqual(first, second) || reflect.DeepEqual(first, names(o, 2, 0, 15)) {
		t.Errorf("not shuffled anew: %v", first)
	}
	if !reflect.DeepEqual(second, names(o, 1, 15, 30)) {
		t.Error("the order depends on where one begins")
	}
	turned := names(Options{Openings: list[1:2], Symmetry: RandomSymmetry}, 1, 0, 40)
	seen := map[string]bool{}
	for _, name := range turned {
		seen[name] = true
	}
	if len(seen) != 8 {
		t.Errorf("random symmetry: %v", turned)
	}
}

func TestGenerate(t *testing.T) {
	for _, c := range []struct {
		rules engine.Game
		setup engine.Setup
		plies int
	}{
		{gomoku.Game(), fifteen, 6},
		{gomoku.Game(), engine.Setup{Width: 15, Height: 15, Rule: "renju"}, 6},
		{othello.Game(), engine.Setup{}, 8},
	} {
		got, err := Generate(t.Context(), c.rules, c.setup, 6, 11)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, o := range got {
			seen[o.Name] = true
			if err := check(c.rules, c.setup, o); err != nil || len(o.Moves) != c.plies {
				t.Errorf("%s: %s: %d moves, %v", c.rules.Name(), o.Name, len(o.Moves), err)
			}
		}
		if len(seen) != 6 {
			t.Errorf("%s: %v", c.rules.Name(), seen)
		}
		again, err := Generate(t.Context(), c.rules, c.setup, 6, 11)
		if err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%s: the same seed gives %v and %v", c.rules.Name(), got, again)
		}
		other, _ := Generate(t.Context(), c.rules, c.setup, 6, 12)
		if reflect.DeepEqual(other, got) {
			t.Errorf("%s: another seed gives the same", c.rules.Name())
		}
	}
	if _, err := Generate(t.Context(), gomoku.Game(), engine.Setup{Width: 99}, 1, 1); err == nil {
		t.Error("a board of 99 columns")
	}
}

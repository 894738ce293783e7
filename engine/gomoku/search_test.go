package gomoku

import (
	"bufio"
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// positionOf returns a 15x15 position after the given moves.
func positionOf(t testing.TB, rule, moves string) engine.Position {
	t.Helper()
	p, err := Game().New(engine.Setup{Rule: rule})
	if err != nil {
		t.Fatal(err)
	}
	list, err := game.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// think searches p within the limits with a table of its own.
func think(p engine.Position, limits search.Limits) []search.Info {
	return thinkOn(search.NewTable(16<<20), p, limits)
}

// thinkOn searches p on a table that may know something of it.
func thinkOn(table *search.Table, p engine.Position, limits search.Limits) []search.Info {
	return search.Deepen(context.Background(), search.Setup{
		Table:    table,
		Searcher: func(w *search.Worker) search.Searcher { return p.Searcher(w) },
	}, limits)
}

// TestJudge asks what the judge of Gomocup asks of a newcomer.
func TestJudge(t *testing.T) {
	tests := []struct {
		rule, moves   string
		good, badMove string
	}{
		{"freestyle", "h8h9i8i9j8j9k8k9", "g8 l8", ""},
		{"standard", "h8h9i8i9j8j9k8k9", "g8 l8", ""},
		{"renju", "h8h9i8i9j8j9k8k9", "g8 l8", ""},
		{"caro", "h8h9i8i9j8j9k8k9", "g8 l8", ""},
		{"exact-caro", "h8h9i8i9j8j9k8k9", "g8 l8", ""},
		{"standard", "h8h9i8h10g8h11j13h12g14h14i15", "f8 j8", ""},
		{"renju", "h8h9i7i9h10i6i11i12", "", "g9"},
		{"caro", "h8f8g8f9i8f7j8l8", "f5 f6 f10 f11", ""},
		{"exact-caro", "h8f8g8f9i8f7j8l8", "f5 f6 f10 f11", ""},
	}
	for _, test := range tests {
		got := think(positionOf(t, test.rule, test.moves), search.Limits{Nodes: 100_000})[0].Move().String()
		if test.good != "" && !slices.Contains(strings.Fields(test.good), got) || got == test.badMove {
			t.Errorf("%s %s: %s, want %s, not %s", test.rule, test.moves, got, test.good, test.badMove)
		}
	}
}

// TestMissedFive: the opponent overlooked a five once; it must be stopped now.
func TestMissedFive(t *testing.T) {
	p := positionOf(t, "freestyle", "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10")
	if got := think(p, search.Limits{Nodes: 10_000})[0].Move().String(); got != "e7" {
		t.Errorf("%s, want e7", got)
	}
}

// TestDeterministic: with one thread and a node or depth limit two searches
// are the same in score, line and node count.
func TestDeterministic(t *testing.T) {
	for _, limits := range []search.Limits{{Nodes: 30_000}, {Depth: 8}, {Nodes: 20_000, NBest: 4}} {
		first := think(positionOf(t, "freestyle", "h8h7j6i7f7"), limits)
		again := think(positionOf(t, "freestyle", "h8h7j6i7f7"), limits)
		for i := range first {
			first[i].Elapsed, again[i].Elapsed = 0, 0
			if first[i].Score != again[i].Score || first[i].Nodes != again[i].Nodes || !slices.Equal(first[i].PV, again[i].PV) {
				t.Errorf("%+v: %+v, then %+v", limits, first[i], again[i])
			}
		}
	}
}

// TestSearchAllocatesNothing: the search itself allocates nothing.
func TestSearchAllocatesNothing(t *testing.T) {
	for rule := range ruleCount {
		s, root := searcherFor(t, rule)
		if n := testing.AllocsPerRun(2, func() {
			s.Search(search.Iteration{Depth: 7}, -game.Infinite, game.Infinite, root)
		}); n > 0 {
			t.Errorf("%v: %v allocations", rule, n)
		}
	}
}

func searcherFor(t testing.TB, rule Rule) (*Searcher, *search.Root) {
	p := positionOf(t, rule.String(), "h8h7j6i7f7").(*position)
	s := p.Searcher(search.NewWorker(search.NewTable(16 << 20))).(*Searcher)
	return s, search.NewRoot(s.Moves())
}

// BenchmarkSearch reports nodes a second, threat search included, and fails when the
// search allocates.
func BenchmarkSearch(b *testing.B) {
	for _, rule := range []Rule{Freestyle, Exact, Renju, Caro} {
		b.Run(rule.String(), func(b *testing.B) {
			s, root := searcherFor(b, rule)
			b.ReportAllocs()
			nodes := s.worker.Nodes()
			depth := 0
			for b.Loop() {
				depth = depth%10 + 1
				if depth == 1 {
					s.worker.Table.Clear()
				}
				s.Search(search.Iteration{Depth: depth}, -game.Infinite, game.Infinite, root)
			}
			b.ReportMetric(float64(s.worker.Nodes()-nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// win is a line of testdata/gomoku-wins.txt.
type win struct {
	rule, moves string
	plies       int
}

func readWins(t *testing.T) (wins []win) {
	file, err := os.Open("../../testdata/gomoku-wins.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), "; ")
		if len(fields) != 3 {
			continue
		}
		plies, err := strconv.Atoi(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		wins = append(wins, win{fields[0], fields[1], plies})
	}
	return wins
}

// TestWins: at least four in five of the wins are announced, and every announced
// win is won against the engine's own defence: every later search of the attacker
// announces a win again. It may take a longer way to it.
func TestWins(t *testing.T) {
	wins := readWins(t)
	announced := 0
	for _, w := range wins {
		p := positionOf(t, w.rule, w.moves)
		table := search.NewTable(16 << 20)
		got := thinkOn(table, p, search.Limits{Nodes: 200_000})[0]
		if !got.Score.IsWin() {
			continue
		}
		announced++
		playOut(t, table, p, got, w)
	}
	t.Logf("%d of %d announced", announced, len(wins))
	if announced*5 < len(wins)*4 {
		t.Errorf("%d of %d wins announced, want 80 %%", announced, len(wins))
	}
}

// playOut plays an announced win to the end; the table is kept as in a game.
func playOut(t *testing.T, table *search.Table, p engine.Position, first search.Info, w win) {
	attacker := p.Side()
	best := first
	for plies := 1; plies < 3*first.Score.Plies(); plies++ {
		if p.Side() == attacker && !best.Score.IsWin() {
			t.Errorf("%+v: announced %v, after %d plies %v", w, first.Score, plies-1, best.Score)
			return
		}
		if err := p.Play(best.Move()); err != nil {
			t.Fatalf("%+v: %v", w, err)
		}
		if r := p.Result(); r.Outcome != game.Ongoing {
			if r.Outcome != game.WonBy(attacker) {
				t.Errorf("%+v: announced %v, after %d plies %v", w, first.Score, plies, r)
			}
			return
		}
		best = thinkOn(table, p, search.Limits{Nodes: 100_000})[0]
	}
	t.Errorf("%+v: announced %v, still open after three times as many plies", w, first.Score)
}

// TestExclude: excluded moves are not played while another is legal, even where
// the search would consider no other.
func TestExclude(t *testing.T) {
	for _, test := range []struct{ moves, excluded string }{
		{"", "h8"},                   // the only first move it considers
		{"h8a1i8a3j8a5k8", "l8"},     // one defence of an open four is left
		{"h8g8i8a3j8a5k8", "l8"},     // the only defence of a four
		{"h8h9i8i9j8j9k8k9", "g8l8"}, // both winning moves
	} {
		excluded, err := game.ParseMoves(test.excluded)
		if err != nil {
			t.Fatal(err)
		}
		got := think(positionOf(t, "freestyle", test.moves), search.Limits{Nodes: 2000, Exclude: excluded})
		if len(got) == 0 || slices.Contains(excluded, got[0].Move()) {
			t.Errorf("%q without %s: %v", test.moves, test.excluded, got)
		}
	}
}

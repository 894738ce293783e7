package search_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"ishi/engine/game"
	"ishi/search"
	"ishi/search/searchtest"
)

// positions are small enough for minimax and differ in width of the tree,
// distance of the end and wins.
var positions = []struct {
	name  string
	pos   *rowGame
	depth int
}{
	{"tic-tac-toe", newRowGame(3, 3, 3), 9},
	{"won with the next move", newRowGame(3, 3, 3, game.At(0, 0), game.At(0, 1), game.At(1, 0), game.At(1, 1)), 5},
	{"4x3 three", newRowGame(4, 3, 3), 6},
	{"4x4 four", newRowGame(4, 4, 4), 5},
	{"4x4 four, middle", newRowGame(4, 4, 4, game.At(1, 1), game.At(2, 2), game.At(0, 3), game.At(3, 3), game.At(2, 1)), 6},
	{"6x6 four", newRowGame(6, 6, 4, game.At(2, 2), game.At(3, 3)), 3},
	{"last point", newRowGame(2, 2, 3, game.At(0, 0), game.At(1, 0), game.At(0, 1)), 1},
}

func deepen(pos *rowGame, window game.Score, limits search.Limits) []search.Info {
	setup := search.Setup{Table: search.NewTable(1 << 20), Searcher: searcher(pos, window)}
	return search.Deepen(context.Background(), setup, limits)
}

// checkLine plays a line out and fails where it is not legal.
func checkLine(t *testing.T, pos *rowGame, line []game.Move) {
	t.Helper()
	walk := pos.clone()
	for i, m := range line {
		if !slices.Contains(walk.Moves(), m) {
			t.Fatalf("move %d of the line %v is illegal", i+1, line)
		}
		walk.Play(m)
	}
}

func TestDeepenEqualsMinimax(t *testing.T) {
	for _, p := range positions {
		oracle := searchtest.Lines(p.pos, p.depth)
		for _, window := range []game.Score{0, 1, 7, 40, 500} {
			t.Run(fmt.Sprintf("%s/window %d", p.name, window), func(t *testing.T) {
				lines := deepen(p.pos, window, search.Limits{Depth: p.depth})
				if len(lines) != 1 {
					t.Fatalf("%d lines, want 1", len(lines))
				}
				got := lines[0]
				if got.Score != oracle[0].Score || got.Bound != search.Exact || got.Depth != p.depth {
					t.Errorf("score %v, bound %v, depth %d, want %v, exact, %d", got.Score, got.Bound, got.Depth, oracle[0].Score, p.depth)
				}
				i := slices.IndexFunc(oracle, func(l searchtest.Line) bool { return l.PV[0] == got.Move() })
				if i < 0 || oracle[i].Score != got.Score {
					t.Errorf("best move %v is not worth %v", got.Move(), got.Score)
				}
				checkLine(t, p.pos, got.PV)
			})
		}
	}
}

func TestDeepenFindsTheNBest(t *testing.T) {
	for _, p := range positions {
		oracle := searchtest.Lines(p.pos, p.depth)
		for _, n := range []int{2, 3, 100} {
			for _, window := range []game.Score{0, 10} {
				t.Run(fmt.Sprintf("%s/%d best, window %d", p.name, n, window), func(t *testing.T) {
					lines := deepen(p.pos, window, search.Limits{Depth: p.depth, NBest: n})
					want := oracle[:min(n, len(oracle))]
					if len(lines) != len(want) {
						t.Fatalf("%d lines, want %d", len(lines), len(want))
					}
					seen := map[game.Move]bool{}
					for rank, line := range lines {
						if line.Rank != rank || line.Score != want[rank].Score || line.Bound != search.Exact {
							t.Errorf("line %d is rank %d, score %v, bound %v, want score %v", rank, line.Rank, line.Score, line.Bound, want[rank].Score)
						}
						i := slices.IndexFunc(oracle, func(l searchtest.Line) bool { return l.PV[0] == line.Move() })
						if i < 0 || oracle[i].Score != line.Score || seen[line.Move()] {
							t.Errorf("line %d begins with %v, which is not worth %v or came before", rank, line.Move(), line.Score)
						}
						seen[line.Move()] = true
						checkLine(t, p.pos, line.PV)
					}
				})
			}
		}
	}
}

func TestDeepenExcludes(t *testing.T) {
	p := positions[2]
	oracle := searchtest.Lines(p.pos, p.depth)
	excluded := []game.Move{oracle[0].PV[0], oracle[1].PV[0]}
	got := deepen(p.pos, 10, search.Limits{Depth: p.depth, Exclude: excluded})[0]
	if got.Score != oracle[2].Score || slices.Contains(excluded, got.Move()) {
		t.Errorf("without %v the answer is %v, %v, want the score %v", excluded, got.Move(), got.Score, oracle[2].Score)
	}
	all := deepen(p.pos, 10, search.Limits{Depth: p.depth, Exclude: p.pos.Moves()})
	if len(all) != 1 || all[0].Score != oracle[0].Score {
		t.Errorf("with all moves excluded the answer is %+v, want the score %v", all, oracle[0].Score)
	}
}

func TestDeepenAnswersNothingWhenTheGameIsOver(t *testing.T) {
	over := newRowGame(3, 3, 3, game.At(0, 0), game.At(0, 1), game.At(1, 0), game.At(1, 1), game.At(2, 0))
	for _, limits := range []search.Limits{{}, {Depth: 3}, {Nodes: 1}, {Hard: -1}, {Threads: 3}} {
		if got := deepen(over, 0, limits); len(got) != 0 {
			t.Errorf("limits %+v: %+v", limits, got)
		}
	}
}

func TestDeepenIsDeterministic(t *testing.T) {
	pos := newRowGame(6, 6, 4, game.At(2, 2), game.At(3, 3))
	for _, limits := range []search.Limits{{Depth: 4}, {Nodes: 5000}, {Nodes: 5001, NBest: 3}} {
		var first string
		for range 3 {
			var told []search.Info
			setup := search.Setup{
				Table:    search.NewTable(1 << 16),
				Searcher: searcher(pos, 15),
				Report:   func(i search.Info) { told = append(told, i) },
			}
			told = append(told, search.Deepen(context.Background(), setup, limits)...)
			for i := range told {
				told[i].Elapsed = 0
			}
			if got := fmt.Sprintf("%+v", told); first == "" {
				first = got
			} else if got != first {
				t.Errorf("limits %+v: one run\n%s\nanother\n%s", limits, first, got)
			}
		}
	}
}

func TestDeepenReportsWhatItAnswers(t *testing.T) {
	for _, p := range positions {
		for nodes := uint64(1); nodes < 1500; nodes += 61 {
			for _, n := range []int{1, 3} {
				told := map[int]search.Info{} // by rank
				setup := search.Setup{
					Table:    search.NewTable(1 << 20),
					Searcher: searcher(p.pos, 10),
					Report: func(i search.Info) {
						if i.Bound == search.None || len(i.PV) == 0 || i.Depth < 1 || i.Nodes > nodes {
							t.Errorf("%s, %d nodes: strange report %+v", p.name, nodes, i)
						}
						told[i.Rank] = i
					},
				}
				lines := search.Deepen(context.Background(), setup, search.Limits{Nodes: nodes, NBest: n})
				if last, ok := told[0]; ok && (last.Move() != lines[0].Move() || last.Score != lines[0].Score) {
					t.Errorf("%s, %d nodes, %d best: last told %v %v, answered %v %v",
						p.name, nodes, n, last.Move(), last.Score, lines[0].Move(), lines[0].Score)
				}
			}
		}
	}
}

func TestLazySMPEqualsMinimax(t *testing.T) {
	for _, p := range positions {
		want := searchtest.Lines(p.pos, p.depth)
		for _, threads := range []int{2, 5} {
			lines := deepen(p.pos, 10, search.Limits{Depth: p.depth, Threads: threads, NBest: 2})
			if got := lines[0]; got.Score != want[0].Score {
				t.Errorf("%s with %d threads: score %v, want %v", p.name, threads, got.Score, want[0].Score)
			}
		}
	}
}

func TestLazySMPCountsAllNodes(t *testing.T) {
	pos := newRowGame(6, 6, 4)
	lines := deepen(pos, 10, search.Limits{Nodes: 50_000, Threads: 4})
	// Each of the four may run on to its next look at the common count.
	if got := lines[0].Nodes; got < 50_000 || got > 50_000+4*256 {
		t.Errorf("%d nodes, want 50000 and a little more", got)
	}
}

func TestDeepenPassesAPanicOn(t *testing.T) {
	for _, threads := range []int{1, 3} {
		for bad := range threads {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%d threads: the panic of thread %d got lost", threads, bad)
					}
				}()
				pos := newRowGame(6, 6, 4)
				setup := search.Setup{Table: search.NewTable(1 << 16), Searcher: func(w *search.Worker) search.Searcher {
					s := &alphaBeta{worker: w, pos: pos.clone()}
					if w.ID == bad {
						return &panicking{s}
					}
					return s
				}}
				search.Deepen(context.Background(), setup, search.Limits{Threads: threads})
			}()
		}
	}
}

// panicking is a searcher with a bug.
type panicking struct{ *alphaBeta }

func (p *panicking) Search(search.Iteration, game.Score, game.Score, *search.Root) game.Score {
	panic("bug")
}

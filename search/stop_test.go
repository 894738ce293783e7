package search_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ishi/engine/game"
	"ishi/search"
	"ishi/search/searchtest"
)

func TestNodeLimitIsExact(t *testing.T) {
	pos := newRowGame(6, 6, 4)
	for _, nodes := range []uint64{1, 2, 3, 35, 36, 37, 255, 256, 257, 511, 512, 513, 1000, 4096, 10_001} {
		lines := deepen(pos, 10, search.Limits{Nodes: nodes})
		if len(lines) != 1 || lines[0].Nodes != nodes {
			t.Errorf("limit %d: %d nodes", nodes, lines[0].Nodes)
		}
	}
}

func TestDepthLimit(t *testing.T) {
	pos := newRowGame(4, 4, 4)
	for depth := 1; depth <= 5; depth++ {
		if got := deepen(pos, 10, search.Limits{Depth: depth})[0].Depth; got != depth {
			t.Errorf("limit %d: depth %d", depth, got)
		}
	}
}

// TestStopAtAnyNode cuts searches off everywhere: the answer must be legal, and
// what they left in the table must not spoil the next search.
func TestStopAtAnyNode(t *testing.T) {
	for _, p := range positions {
		want := searchtest.Minimax(p.pos, p.depth).Score
		table := search.NewTable(1 << 20)
		setup := search.Setup{Table: table, Searcher: searcher(p.pos, 10)}
		for nodes := uint64(1); nodes < 3000; nodes += 1 + nodes/20 {
			for _, n := range []int{1, 4} {
				lines := search.Deepen(context.Background(), setup, search.Limits{Nodes: nodes, NBest: n})
				if want := min(n, len(p.pos.Moves())); len(lines) != want {
					t.Fatalf("%s, %d nodes: %d lines, want %d", p.name, nodes, len(lines), want)
				}
				var first []game.Move
				for rank, line := range lines {
					checkLine(t, p.pos, line.PV)
					if slices.Contains(first, line.Move()) || line.Rank != rank {
						t.Fatalf("%s, %d nodes: line %d begins with %v again, or has rank %d", p.name, nodes, rank, line.Move(), line.Rank)
					}
					first = append(first, line.Move())
				}
			}
		}
		if got := search.Deepen(context.Background(), setup, search.Limits{Depth: p.depth})[0].Score; got != want {
			t.Errorf("%s: after the stops the score is %v, want %v", p.name, got, want)
		}
	}
}

// TestStoppedFirstIteration sees to it that even a part of depth 1 is used: the
// answer is the best of the moves that were searched.
func TestStoppedFirstIteration(t *testing.T) {
	pos := newRowGame(6, 6, 4)
	oracle := map[game.Move]game.Score{}
	for _, line := range searchtest.Lines(pos, 1) {
		oracle[line.PV[0]] = line.Score
	}
	first := deepen(pos, 0, search.Limits{Nodes: 1})[0]
	if first.Bound != search.None || first.Move() != pos.Moves()[0] {
		t.Fatalf("one node: %+v, want the first move", first)
	}
	worst, distinct := oracle[first.Move()], 0
	for nodes := uint64(2); ; nodes++ {
		got := deepen(pos, 0, search.Limits{Nodes: nodes})[0]
		if got.Depth > 1 || got.Bound == search.Exact {
			break
		}
		if got.Score != oracle[got.Move()] || got.Score < worst {
			t.Fatalf("%d nodes: %v %v, but it is worth %v and %v was known", nodes, got.Move(), got.Score, oracle[got.Move()], worst)
		}
		if got.Score > worst {
			worst = got.Score
			distinct++
		}
	}
	if distinct < 2 {
		t.Errorf("the best move changed %d times only: nothing was tested", distinct)
	}
}

func TestCancelledBeforeTheStart(t *testing.T) {
	pos := newRowGame(6, 6, 4)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, limits := range []search.Limits{{}, {Depth: 5}, {NBest: 3}, {Threads: 3}, {Analysis: true}} {
		setup := search.Setup{Table: search.NewTable(1 << 16), Searcher: searcher(pos, 10)}
		lines := search.Deepen(ctx, setup, limits)
		if len(lines) != max(1, limits.NBest) || !slices.Contains(pos.Moves(), lines[0].Move()) {
			t.Fatalf("limits %+v: %+v", limits, lines)
		}
		if lines[0].Nodes > 3*256 {
			t.Errorf("limits %+v: %d nodes were searched all the same", limits, lines[0].Nodes)
		}
	}
}

func TestStopWhileSearching(t *testing.T) {
	pos := newRowGame(6, 6, 4)
	for _, threads := range []int{1, 4} {
		ctx, cancel := context.WithCancel(context.Background())
		setup := search.Setup{
			Table:    search.NewTable(1 << 20),
			Searcher: searcher(pos, 10),
			Report: func(i search.Info) {
				if i.Depth == 3 {
					cancel()
				}
			},
		}
		lines := search.Deepen(ctx, setup, search.Limits{Threads: threads})
		if len(lines) != 1 || lines[0].Depth < 3 || lines[0].Depth == 36 {
			t.Errorf("%d threads: %+v", threads, lines)
		}
		cancel()
	}
}

// pause is the fake time that a node takes in the tests below, and late what a
// search may overrun before it next looks at the clock.
const (
	pause = time.Microsecond
	late  = 256 * pause
)

// timed runs a search whose nodes take pause each, on a fake clock.
func timed(t *testing.T, limits search.Limits, check func(lines []search.Info, elapsed time.Duration)) {
	t.Helper()
	synctest.Test(t, func(*testing.T) {
		pos := newRowGame(6, 6, 4)
		setup := search.Setup{Table: search.NewTable(1 << 20), Searcher: func(w *search.Worker) search.Searcher {
			return &alphaBeta{worker: w, pos: pos.clone(), window: 10, pause: pause}
		}}
		start := time.Now()
		lines := search.Deepen(context.Background(), setup, limits)
		if len(lines) == 0 {
			t.Fatalf("limits %+v: no line", limits)
		}
		checkLine(t, pos, lines[0].PV)
		check(lines, time.Since(start))
	})
}

func TestHardDeadline(t *testing.T) {
	for _, hard := range []time.Duration{1, time.Microsecond, time.Millisecond, 7 * time.Millisecond, 40 * time.Millisecond} {
		for _, threads := range []int{1, 3} {
			timed(t, search.Limits{Hard: hard, Threads: threads}, func(lines []search.Info, elapsed time.Duration) {
				if elapsed > hard+late || elapsed < hard {
					t.Errorf("%d threads, deadline %v: came back after %v", threads, hard, elapsed)
				}
				if got := lines[0].Elapsed; got > hard+late || got < hard {
					t.Errorf("%d threads, deadline %v: says it took %v", threads, hard, got)
				}
			})
		}
	}
}

func TestDeadlineCountsFromStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		time.Sleep(5 * time.Millisecond) // the command waits in the queue
		timedPos := newRowGame(6, 6, 4)
		setup := search.Setup{Table: search.NewTable(1 << 20), Searcher: func(w *search.Worker) search.Searcher {
			return &alphaBeta{worker: w, pos: timedPos.clone(), pause: pause}
		}}
		search.Deepen(context.Background(), setup, search.Limits{Start: start, Hard: 8 * time.Millisecond})
		if got := time.Since(start); got < 8*time.Millisecond || got > 8*time.Millisecond+late {
			t.Errorf("the answer came %v after the command, want 8ms", got)
		}
	})
}

func TestNegativeDeadlineMeansAtOnce(t *testing.T) {
	timed(t, search.Limits{Hard: -time.Second, Soft: -time.Second}, func(lines []search.Info, elapsed time.Duration) {
		if elapsed > late {
			t.Errorf("took %v", elapsed)
		}
	})
}

func TestSoftDeadline(t *testing.T) {
	for _, soft := range []time.Duration{time.Millisecond, 10 * time.Millisecond} {
		depth := 0
		timed(t, search.Limits{Soft: soft}, func(lines []search.Info, elapsed time.Duration) {
			if elapsed < soft/2 {
				t.Errorf("soft limit %v: came back after %v, before half of it", soft, elapsed)
			}
			if lines[0].Bound != search.Exact {
				t.Errorf("soft limit %v: an iteration was cut off", soft)
			}
			depth = lines[0].Depth
		})
		timed(t, search.Limits{Depth: depth - 1}, func(_ []search.Info, elapsed time.Duration) {
			if elapsed > 2*soft {
				t.Errorf("soft limit %v: depth %d was begun after %v", soft, depth, elapsed)
			}
		})
	}
}

func TestContextDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pos := newRowGame(6, 6, 4)
		ctx, cancel := context.WithTimeout(t.Context(), 9*time.Millisecond)
		defer cancel()
		setup := search.Setup{Table: search.NewTable(1 << 20), Searcher: func(w *search.Worker) search.Searcher {
			return &alphaBeta{worker: w, pos: pos.clone(), pause: pause}
		}}
		start := time.Now()
		search.Deepen(ctx, setup, search.Limits{Threads: 2})
		if got := time.Since(start); got < 9*time.Millisecond || got > 9*time.Millisecond+late {
			t.Errorf("came back after %v, want 9ms", got)
		}
	})
}

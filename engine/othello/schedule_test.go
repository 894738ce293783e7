package othello

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// planned is a searcher that searches nothing and notes what it is asked for.
type planned struct {
	*searcher
	asked *[]string
}

func (p planned) Search(it search.Iteration, _, _ game.Score, root *search.Root) game.Score {
	text := fmt.Sprintf("%d@%d", it.Depth, it.Confidence)
	if it.Outcome {
		text += " outcome"
	}
	if it.Exact {
		text += " exact"
	}
	*p.asked = append(*p.asked, text)
	root.Update(0, 0, nil, 0, 0)
	return 0
}

// schedule lists the iterations of a position with n empty squares.
func schedule(t *testing.T, n int, limits search.Limits) []string {
	t.Helper()
	b := randomPosition(rand.New(rand.NewPCG(uint64(n), 41)), n)
	var asked []string
	search.Deepen(context.Background(), search.Setup{
		Table: search.NewTable(1 << 16),
		Searcher: func(w *search.Worker) search.Searcher {
			return planned{newSearcher(w, b, Area8), &asked}
		},
	}, limits)
	return asked
}

func TestSchedule(t *testing.T) {
	for _, test := range []struct {
		name    string
		empties int
		limits  search.Limits
		last    string // iterations, from the first that is not one ply deeper at 73 %
		steps   int    // the iterations before
	}{
		{"no limits", 20, search.Limits{}, "20@73, 20@100 exact", 10},
		{"far", 31, search.Limits{}, "31@73, 31@87, 31@95, 31@98, 31@99, 31@100 exact", 21},
		{"near", 14, search.Limits{}, "14@100 exact", 4},
		{"nearer", 8, search.Limits{}, "8@100 exact", 0},
		{"enough nodes", 20, search.Limits{Nodes: 50_000_000}, "20@73, 20@100 exact", 10},
		{"few nodes", 20, search.Limits{Nodes: 1_000_000}, "20@73 outcome, 20@100 outcome exact, 20@100 exact", 10},
		{"few nodes, near", 14, search.Limits{Nodes: 20_000}, "14@100 outcome exact, 14@100 exact", 4},
		{"few nodes, two lines", 20, search.Limits{Nodes: 1_000_000, NBest: 2}, "20@73, 20@73, 20@100 exact, 20@100 exact", 20},
		{"few nodes, analysis", 20, search.Limits{Nodes: 1_000_000, Analysis: true}, "20@73, 20@100 exact", 10},
		{"too few nodes", 20, search.Limits{Nodes: 20_000}, "20@73 outcome, 20@100 outcome exact, 20@100 exact", 19},
		{"depth before the end is tried", 20, search.Limits{Depth: 8}, "", 8},
		{"depth between", 20, search.Limits{Depth: 14}, "", 14},
		{"depth one before the end", 20, search.Limits{Depth: 19}, "", 19},
		{"depth of the end", 20, search.Limits{Depth: 20}, "20@73, 20@100 exact", 10},
	} {
		asked := schedule(t, test.empties, test.limits)
		steps := 0
		for steps < len(asked) && asked[steps] == fmt.Sprintf("%d@73", steps/max(1, test.limits.NBest)+1) && steps < test.steps {
			steps++
		}
		if got := strings.Join(asked[steps:], ", "); got != test.last || steps != test.steps {
			t.Errorf("%s: %d steps, then %q, want %d, %q", test.name, steps, got, test.steps, test.last)
		}
	}
}

// TestSmallDepthLimits pins that a limit between the last step and the end is reached.
func TestSmallDepthLimits(t *testing.T) {
	g := NewGrid(6)
	b, area := g.board()
	for _, depth := range []int{3, 19, 20, 21, 31} {
		s := newSolver(b, area)
		s.worker.Limits.Depth = depth
		deepest := 0
		for it, ok := s.Next(search.Iteration{}); ok && it.Depth <= depth; it, ok = s.Next(it) {
			deepest = it.Depth
		}
		if deepest != depth {
			t.Errorf("limit %d: depth %d", depth, deepest)
		}
	}
}

// TestOutcomes compares the outcome with minimax, for the best move too.
func TestOutcomes(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	var seen [3]int
	for range 150 {
		b := randomPosition(r, 4+r.IntN(5))
		if b.Moves() == 0 {
			continue
		}
		sign := func(score int) int { return max(-1, min(1, score)) }
		want := sign(negamax(b, Area8, -64, 64))
		s := newSolver(b, Area8)
		root := search.NewRoot(s.Moves())
		got := s.Search(outcome(b.Count(), 100), -game.Infinite, game.Infinite, root)
		best := slices.MaxFunc(root.Candidates(), func(a, b search.RootMove) int { return int(a.Score - b.Score) })
		if int(got) != want || int(best.Score) != want {
			t.Errorf("%v: outcome %d, best move %+v, want %d", b, got, best, want)
		}
		sq := s.square(best.Move)
		if after := -negamax(b.Play(sq, b.Flips(sq)), Area8, -64, 64); sign(after) != want {
			t.Errorf("%v: %v ends with %d, want the outcome %d", b, best.Move, after, want)
		}
		seen[want+1]++
	}
	if slices.Min(seen[:]) == 0 {
		t.Errorf("losses, draws, wins: %v", seen)
	}
}

// TestOutcomeFirst pins what a search with few nodes leads to: the outcome, proven.
func TestOutcomeFirst(t *testing.T) {
	for _, p := range readProblems(t, "ffo-1-19.obf", 1)[:6] {
		n := p.board.Count()
		var told []search.Info
		search.Deepen(context.Background(), search.Setup{
			Table:    search.NewTable(1 << 22),
			Searcher: func(w *search.Worker) search.Searcher { return newSearcher(w, p.board, Area8) },
			Report:   func(i search.Info) { told = append(told, i) },
		}, search.Limits{Nodes: uint64(exactNodes(n))})
		proven := 0
		for _, i := range told {
			if i.Outcome && i.Exact && i.Bound == search.Exact {
				proven++
				if want := max(-1, min(1, p.score[p.moves[0]])); int(i.Score) != want || max(-1, min(1, p.score[i.Move()])) != want {
					t.Errorf("%s: outcome %d by %v, want %d", p.name, i.Score, i.Move(), want)
				}
			}
		}
		if proven != 1 {
			t.Errorf("%s: %d outcomes", p.name, proven)
		}
	}
}

func TestMovesExpected(t *testing.T) {
	start, err := Game().New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	p := start.(*position)
	at := func(n int) *position {
		q := *p
		b, g := randomPosition(rand.New(rand.NewPCG(uint64(n), 45)), n), NewGrid(8)
		g.own, g.opp = wide{}, wide{}
		for sq := range Squares {
			if b.Own>>sq&1 != 0 {
				g.own.add(point(sq%8, sq/8))
			} else if b.Opp>>sq&1 != 0 {
				g.opp.add(point(sq%8, sq/8))
			}
		}
		q.stack = []Grid{g}
		return &q
	}
	for n := 1; n <= 60; n++ {
		pos, last := at(n), 61
		for _, left := range []time.Duration{-time.Second, 0, time.Millisecond, 50 * time.Millisecond, time.Second, time.Minute, time.Hour, engine.Unlimited} {
			got := pos.MovesExpected(left)
			if got < 1 || got > (n+1)/2 || got > last {
				t.Errorf("%d empty squares, %v left: %d moves, %d with less time", n, left, got, last)
			}
			last = got
		}
	}
	for _, test := range []struct {
		empties int
		left    time.Duration
		want    int
	}{
		{60, time.Minute, 19}, {26, time.Minute, 2}, {20, time.Minute, 2}, {3, time.Minute, 2}, {1, time.Minute, 1},
		{20, 20 * time.Millisecond, 5}, {60, 5 * time.Minute, 18},
	} {
		if got := at(test.empties).MovesExpected(test.left); got != test.want {
			t.Errorf("%d empty squares, %v left: %d moves, want %d", test.empties, test.left, got, test.want)
		}
	}
}

package search

import (
	"context"
	"testing"
	"time"

	"ishi/engine/game"
)

func TestAddCounts(t *testing.T) {
	w := NewWorker(NewTable(1))
	for range 1000 {
		if w.Add(7) || w.Visit() {
			t.Fatal("stopped without a limit")
		}
	}
	if w.Nodes() != 8000 || w.shared.nodes() < 8000-pollInterval-7 {
		t.Errorf("%d nodes, %d told, want 8000", w.Nodes(), w.shared.nodes())
	}
}

func TestAddKeepsTheNodeLimit(t *testing.T) {
	for _, limit := range []uint64{1, 2, 255, 256, 257, 1000, 1001} {
		for _, n := range []uint64{1, 3, 64, 300} {
			c := newControl(NewTable(1), 1)
			c.limit = limit
			w := c.workers[0]
			w.schedule()
			calls := uint64(1)
			for !w.Add(n) {
				calls++
			}
			if w.Nodes() != limit || calls != (limit+n-1)/n {
				t.Errorf("limit %d by %d: stopped at %d nodes after %d calls", limit, n, w.Nodes(), calls)
			}
		}
	}
}

func TestAllowance(t *testing.T) {
	now := time.Now()
	for _, test := range []struct {
		limits Limits
		rate   int
		want   int
	}{
		{Limits{}, 500, 1000},
		{Limits{Nodes: 300}, 500, 300},
		{Limits{Nodes: 3000}, 500, 1000},
		{Limits{Start: now, Hard: time.Hour}, 500, 1000},
		{Limits{Start: now.Add(-time.Hour), Hard: time.Minute}, 500, 0},
		{Limits{Start: now, Hard: time.Hour, Nodes: 70}, 1, 70},
	} {
		var got int
		var limits Limits
		setup := Setup{Table: NewTable(1), Searcher: func(w *Worker) Searcher {
			got, limits = w.AllowanceAt(test.rate, 1000), w.Limits
			return over{}
		}}
		Deepen(context.Background(), setup, test.limits)
		if got != test.want {
			t.Errorf("%+v: allowance %d, want %d", test.limits, got, test.want)
		}
		if limits.Nodes != test.limits.Nodes || limits.Hard != test.limits.Hard || limits.Start.IsZero() {
			t.Errorf("the worker sees the limits %+v, want %+v", limits, test.limits)
		}
	}
}

// over is the search of a finished game.
type over struct{}

func (over) Moves() []game.Move                                         { return nil }
func (over) Next(Iteration) (Iteration, bool)                           { return Iteration{}, false }
func (over) Search(Iteration, game.Score, game.Score, *Root) game.Score { return 0 }

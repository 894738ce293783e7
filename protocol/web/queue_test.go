package web

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// schedule runs tasks that take a second each, all submitted while the one thread is
// busy, and returns the names of their flows in the order in which they ran.
func schedule(t *testing.T, tasks func(submit func(flow string, u urgency))) []string {
	t.Helper()
	var mu sync.Mutex
	var order []string
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, func() *worker { return newWorker(1<<20, 1<<28) })
		hold := make(chan struct{})
		if err := q.submit(&task{flow: "hold", run: func(context.Context, *worker, float64) { <-hold }}); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		tasks(func(flow string, u urgency) {
			err := q.submit(&task{flow: flow, urgency: u, run: func(context.Context, *worker, float64) {
				time.Sleep(time.Second)
				mu.Lock()
				defer mu.Unlock()
				order = append(order, flow)
			}})
			if err != nil {
				t.Error(err)
			}
			time.Sleep(time.Millisecond)
		})
		close(hold)
		time.Sleep(time.Hour)
		q.close()
	})
	return order
}

func TestQueueIsFair(t *testing.T) {
	order := schedule(t, func(submit func(string, urgency)) {
		for range 6 {
			submit("greedy", toMove)
		}
		submit("a", toMove)
		submit("b", toMove)
	})
	if len(order) != 8 || slices.Index(order, "a") > 2 || slices.Index(order, "b") > 2 {
		t.Errorf("order %v", order)
	}
}

func TestMovesBeforeAnalysis(t *testing.T) {
	order := schedule(t, func(submit func(string, urgency)) {
		for range 3 {
			submit("analysis", idleTime)
		}
		for range 8 {
			submit("move", toMove)
		}
	})
	// One turn in four is for analysis.
	first := slices.Index(order, "analysis")
	if first < 1 || first > 4 || slices.Index(order[first+1:], "analysis") < idleShare-1 {
		t.Errorf("order %v", order)
	}
}

func TestMoveInterruptsAnalysis(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, func() *worker { return newWorker(1<<20, 1<<28) })
		defer q.close()
		stopped := false
		idle := &task{flow: "a", urgency: idleTime, run: func(ctx context.Context, _ *worker, _ float64) {
			<-ctx.Done()
			stopped = true
		}}
		if err := q.submit(idle); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		moved := make(chan bool, 1)
		if err := q.submit(&task{flow: "b", urgency: toMove, run: func(context.Context, *worker, float64) { moved <- stopped }}); err != nil {
			t.Fatal(err)
		}
		if !<-moved {
			t.Error("the move did not wait for the analysis to stop")
		}
	})
}

func TestDroppedTasks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, func() *worker { return newWorker(1<<20, 1<<28) })
		running := &task{flow: "a", run: func(ctx context.Context, _ *worker, _ float64) { <-ctx.Done() }}
		waiting := &task{flow: "b", run: func(context.Context, *worker, float64) { t.Error("a dropped task has run") }}
		told := false
		last := &task{flow: "c", run: func(ctx context.Context, _ *worker, _ float64) { <-ctx.Done() }}
		never := &task{flow: "d", run: func(context.Context, *worker, float64) { t.Error("a task has run after close") }, stopped: func() { told = true }}
		for _, x := range []*task{running, waiting, last} {
			if err := q.submit(x); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		waiting.drop()
		running.drop()
		synctest.Wait()
		if err := q.submit(never); err != nil {
			t.Fatal(err)
		}
		q.close()
		if !told {
			t.Error("a task that never ran was not told")
		}
		if err := q.submit(&task{}); !errors.Is(err, errQueueFull) {
			t.Errorf("a closed queue takes tasks: %v", err)
		}
		if len(q.running) != 0 {
			t.Error("something runs")
		}
	})
}

// TestTimeIsShared sees to it that a search begins with less where others wait.
func TestTimeIsShared(t *testing.T) {
	shares := make(chan float64, 5)
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, func() *worker { return newWorker(1<<20, 1<<28) })
		hold := make(chan struct{})
		for i := range 5 {
			err := q.submit(&task{flow: string(rune('a' + i)), run: func(_ context.Context, _ *worker, share float64) {
				shares <- share
				<-hold
			}})
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		close(hold)
		synctest.Wait()
		q.close()
	})
	if first, second := <-shares, <-shares; first != 1 || second != 0.25 {
		t.Errorf("shares %v and %v, want 1 and 0.25", first, second)
	}
}

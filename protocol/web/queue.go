package web

import (
	"context"
	"errors"
	"sync"
	"time"
)

// errQueueFull is the error of a queue that takes no more tasks.
var errQueueFull = errors.New("web: too many searches wait")

// urgency orders tasks.
type urgency int

const (
	toMove   urgency = iota // somebody waits for a move or a hint
	idleTime                // analysis, done where room is left
	urgencies
)

// idleShare lets idle tasks have one of so many turns however many moves are awaited.
const idleShare = 4

// maxWaiting bounds the waiting tasks.
const maxWaiting = 10000

// task is a search that wants a thread.
type task struct {
	// flow names who is served: each flow gets an equal part of the threads.
	flow    string
	urgency urgency
	// run does the work on a worker and returns soon after ctx is done. share is the
	// part of a thread that is there for the task, 1 where nobody waits.
	run func(ctx context.Context, w *worker, share float64)
	// stopped, if not nil, is called instead of run when the queue closes before.
	stopped func()

	queue     *queue
	submitted time.Time
	cancel    context.CancelFunc // of a running task
	cancelled bool
}

// flow is what one party waits for, and how much time it has had.
type flow struct {
	name    string
	waiting [urgencies][]*task
	used    time.Duration // on a clock that all flows share
}

// queue gives tasks turns on a fixed number of workers. The flow that has had the
// least time is next (start-time fair queueing); a flow that comes back does not
// get the time that it did not want.
//
//	flow A  ▢▢▢ ─┐
//	flow B  ▢   ─┼─▶ least used ─▶ worker 1 … n
//	flow C  ▢▢  ─┘
type queue struct {
	mu      sync.Mutex
	wake    *sync.Cond
	flows   map[string]*flow
	virtual time.Duration // the used time of the flow that was served last
	waiting [urgencies]int
	running map[*task]struct{}
	workers int
	turns   int
	closed  bool
	done    sync.WaitGroup
}

// newQueue starts workers that make for their searches.
func newQueue(workers int, make func() *worker) *queue {
	q := &queue{flows: map[string]*flow{}, running: map[*task]struct{}{}, workers: workers}
	q.wake = sync.NewCond(&q.mu)
	for range workers {
		q.done.Add(1)
		go q.work(make())
	}
	return q
}

// submit queues a task. A running idle task gives its thread up for a move.
func (q *queue) submit(t *task) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || q.waiting[toMove]+q.waiting[idleTime] >= maxWaiting {
		return errQueueFull
	}
	t.queue, t.submitted = q, time.Now()
	f := q.flows[t.flow]
	if f == nil {
		f = &flow{name: t.flow, used: q.virtual}
		q.flows[t.flow] = f
	}
	f.used = max(f.used, q.virtual)
	f.waiting[t.urgency] = append(f.waiting[t.urgency], t)
	q.waiting[t.urgency]++
	if t.urgency == toMove && len(q.running) == q.workers {
		q.preempt()
	}
	q.wake.Signal()
	return nil
}

// preempt stops one idle task.
func (q *queue) preempt() {
	for t := range q.running {
		if t.urgency == idleTime && !t.cancelled {
			t.cancelled = true
			t.cancel()
			return
		}
	}
}

// drop takes a task back: one that waits is forgotten, one that runs is stopped.
func (t *task) drop() {
	q := t.queue
	if q == nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.cancel != nil {
		t.cancel()
		return
	}
	f := q.flows[t.flow]
	if f == nil {
		return
	}
	for i, other := range f.waiting[t.urgency] {
		if other == t {
			f.waiting[t.urgency] = append(f.waiting[t.urgency][:i:i], f.waiting[t.urgency][i+1:]...)
			q.waiting[t.urgency]--
			q.forget(f)
			return
		}
	}
}

// forget drops a flow that waits for nothing and owes nothing.
func (q *queue) forget(f *flow) {
	if len(f.waiting[toMove])+len(f.waiting[idleTime]) == 0 && f.used <= q.virtual {
		delete(q.flows, f.name)
	}
}

// ahead returns how many tasks of its kind wait.
func (q *queue) ahead() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting[toMove]
}

// next takes the next task; the lock is held.
func (q *queue) next() *task {
	kind := toMove
	if q.waiting[toMove] == 0 || q.waiting[idleTime] > 0 && q.turns%idleShare == idleShare-1 {
		kind = idleTime
	}
	q.turns++
	var best *flow
	for _, f := range q.flows {
		if len(f.waiting[kind]) == 0 {
			continue
		}
		if best == nil || f.used < best.used ||
			f.used == best.used && f.waiting[kind][0].submitted.Before(best.waiting[kind][0].submitted) {
			best = f
		}
	}
	t := best.waiting[kind][0]
	best.waiting[kind] = best.waiting[kind][1:]
	q.waiting[kind]--
	q.virtual = max(q.virtual, best.used)
	return t
}

func (q *queue) work(w *worker) {
	defer q.done.Done()
	defer w.close()
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		for !q.closed && q.waiting[toMove]+q.waiting[idleTime] == 0 {
			q.wake.Wait()
		}
		if q.closed {
			return
		}
		t := q.next()
		ctx, cancel := context.WithCancel(context.Background())
		t.cancel = cancel
		q.running[t] = struct{}{}
		share := float64(q.workers) / float64(len(q.running)+q.waiting[t.urgency])
		q.mu.Unlock()
		start := time.Now()
		t.run(ctx, w, min(share, 1))
		used := time.Since(start)
		cancel()
		q.mu.Lock()
		delete(q.running, t)
		if f := q.flows[t.flow]; f != nil {
			f.used += used
		}
		q.tidy()
	}
}

// tidy forgets flows now and then, so that parties long gone leave nothing behind.
func (q *queue) tidy() {
	if q.turns%64 != 0 {
		return
	}
	for _, f := range q.flows {
		q.forget(f)
	}
}

// close stops the running tasks, waits for them, and takes no more.
func (q *queue) close() {
	q.mu.Lock()
	q.closed = true
	for t := range q.running {
		t.cancel()
	}
	var left []*task
	for _, f := range q.flows {
		left = append(append(left, f.waiting[toMove]...), f.waiting[idleTime]...)
	}
	q.mu.Unlock()
	q.wake.Broadcast()
	q.done.Wait()
	for _, t := range left {
		if t.stopped != nil {
			t.stopped()
		}
	}
}

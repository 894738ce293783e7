package web

import (
	"context"
	"errors"
	"slices"
	"sync"
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
	// flow names who is served: flows take turns.
	flow    string
	urgency urgency
	// run does the work on a worker and returns soon after ctx is done. share is the
	// part of a thread that is there for the task, 1 where nobody waits.
	run func(ctx context.Context, w *worker, share float64)
	// stopped, if not nil, is called instead of run when the queue closes before.
	stopped func()

	queue     *queue
	cancel    context.CancelFunc // of a running task
	cancelled bool
}

// flow is what one party waits for with one urgency, in order.
type flow struct {
	name  string
	tasks []*task
}

// queue gives tasks turns on a fixed number of workers. Flows take turns, one task each;
// how long a turn may last is told to the task, by how many wait.
//
//	flow A  ▢▢▢ ─┐
//	flow B  ▢   ─┼─▶ one after the other ─▶ worker 1 … n
//	flow C  ▢▢  ─┘
type queue struct {
	mu      sync.Mutex
	wake    *sync.Cond
	flows   [urgencies][]*flow // those with tasks, the next one first
	waiting [urgencies]int     // tasks
	running map[*task]struct{}
	workers int
	turns   int
	closed  bool
	done    sync.WaitGroup
}

// newQueue starts workers that make for their searches.
func newQueue(workers int, make func() *worker) *queue {
	q := &queue{running: map[*task]struct{}{}, workers: workers}
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
	t.queue = q
	f := q.flow(t)
	if f == nil {
		f = &flow{name: t.flow}
		q.flows[t.urgency] = append(q.flows[t.urgency], f)
	}
	f.tasks = append(f.tasks, t)
	q.waiting[t.urgency]++
	if t.urgency == toMove && len(q.running) == q.workers {
		q.preempt()
	}
	q.wake.Signal()
	return nil
}

// flow returns the flow of a task, nil when it waits for nothing.
func (q *queue) flow(t *task) *flow {
	flows := q.flows[t.urgency]
	if i := slices.IndexFunc(flows, func(f *flow) bool { return f.name == t.flow }); i >= 0 {
		return flows[i]
	}
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
	f := q.flow(t)
	if f == nil {
		return
	}
	if i := slices.Index(f.tasks, t); i >= 0 {
		f.tasks = slices.Delete(f.tasks, i, i+1)
		q.waiting[t.urgency]--
	}
	if len(f.tasks) == 0 {
		q.flows[t.urgency] = slices.DeleteFunc(q.flows[t.urgency], func(other *flow) bool { return other == f })
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
	f := q.flows[kind][0]
	q.flows[kind] = q.flows[kind][1:]
	t := f.tasks[0]
	f.tasks = f.tasks[1:]
	q.waiting[kind]--
	if len(f.tasks) > 0 {
		q.flows[kind] = append(q.flows[kind], f)
	}
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
		t.run(ctx, w, min(share, 1))
		cancel()
		q.mu.Lock()
		delete(q.running, t)
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
	for _, f := range slices.Concat(q.flows[toMove], q.flows[idleTime]) {
		left = append(left, f.tasks...)
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

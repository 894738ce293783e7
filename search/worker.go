package search

import (
	"sync"
	"sync/atomic"
	"time"
)

// pollInterval is the number of nodes between two looks at the clock and the
// stop flag: about 0.3 ms at 0.8 M nodes a second.
const pollInterval = 256

// Worker is what a Searcher needs of the driver: the node counter, the stop
// and the table. It belongs to one goroutine.
type Worker struct {
	// Table is shared by all workers of the search.
	Table *Table
	// ID is the thread's number, 0 for the main thread.
	ID int
	// Limits are those of the search, Start included; the zero value outside
	// Deepen.
	Limits Limits
	// SelDepth is the largest ply reached in this iteration; the Searcher
	// raises it.
	SelDepth int

	nodes    uint64
	nextPoll uint64
	stopped  bool
	shared   *control
}

// control is what the workers of one search share.
type control struct {
	stop     atomic.Bool
	deadline time.Time // zero: none
	limit    uint64    // nodes, 0: none
	workers  []*Worker
	counts   []atomic.Uint64 // published node counts, one a worker

	failed sync.Once
	crash  error // the first panic of a helper, read after they have ended
}

// fail stops the search because of a panic in a helper.
func (c *control) fail(err error) {
	c.failed.Do(func() { c.crash = err })
	c.stop.Store(true)
}

// NewWorker returns a worker without limits over its own table, for tests,
// benchmarks and searches outside Deepen.
func NewWorker(table *Table) *Worker {
	table.prepare()
	return newControl(table, 1).workers[0]
}

func newControl(table *Table, threads int) *control {
	c := &control{counts: make([]atomic.Uint64, threads)}
	for id := range threads {
		w := &Worker{Table: table, ID: id, shared: c}
		w.schedule()
		c.workers = append(c.workers, w)
	}
	return c
}

// Visit counts a node. It returns true when the search must stop: the node's
// result then means nothing, and nothing may be stored in the table.
func (w *Worker) Visit() bool {
	w.nodes++
	if w.nodes < w.nextPoll {
		return w.stopped
	}
	return w.poll()
}

// Add counts n nodes at once, for a Searcher that visits many between two looks
// at the stop, and returns true when the search must stop, as Visit does. Of n
// it counts no more than the limit leaves.
func (w *Worker) Add(n uint64) bool {
	w.nodes += n
	if w.nodes < w.nextPoll {
		return w.stopped
	}
	if limit := w.shared.limit; limit != 0 && w.nodes > limit {
		w.nodes = limit
	}
	return w.poll()
}

// Stopped reports whether the search has been stopped.
func (w *Worker) Stopped() bool { return w.stopped }

// Nodes returns the number of nodes that this worker has visited.
func (w *Worker) Nodes() uint64 { return w.nodes }

// allowanceRate is the number of nodes a millisecond of the clock is taken for.
const allowanceRate = 500

// Allowance returns about how many nodes the limits leave to this search, so that
// a Searcher can give a fixed share to a part of it; unlimited when there are none.
func (w *Worker) Allowance(unlimited int) int {
	return w.AllowanceAt(allowanceRate, unlimited)
}

// AllowanceAt is Allowance for a search that visits rate nodes in a millisecond.
func (w *Worker) AllowanceAt(rate, unlimited int) int {
	c := w.shared
	left := unlimited
	if c.limit != 0 {
		left = int(min(uint64(left), c.limit-min(c.limit, w.nodes)))
	}
	if !c.deadline.IsZero() {
		left = min(left, max(0, int(time.Until(c.deadline).Milliseconds()))*rate)
	}
	return left
}

func (w *Worker) poll() bool {
	c := w.shared
	c.counts[w.ID].Store(w.nodes)
	switch {
	case c.stop.Load():
		w.stopped = true
	case !c.deadline.IsZero() && !time.Now().Before(c.deadline),
		c.limit != 0 && c.nodes() >= c.limit:
		c.stop.Store(true)
		w.stopped = true
	}
	w.schedule()
	return w.stopped
}

// schedule sets the node at which the next poll is due.
func (w *Worker) schedule() {
	w.nextPoll = w.nodes + pollInterval
	if limit := w.shared.limit; limit > w.nodes {
		w.nextPoll = min(w.nextPoll, limit)
	}
}

// nodes sums what the workers have published.
func (c *control) nodes() uint64 {
	var sum uint64
	for i := range c.counts {
		sum += c.counts[i].Load()
	}
	return sum
}

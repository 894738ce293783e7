package search

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"ishi/engine/game"
)

// Searcher is one thread's alpha-beta search of one game from one position.
type Searcher interface {
	// Moves returns the legal root moves, best guess first; empty only when
	// the game is over.
	Moves() []game.Move
	// Next returns the iteration that follows prev, the first one for the
	// zero value, and false when nothing deeper makes sense.
	Next(prev Iteration) (Iteration, bool)
	// Search searches the candidates of root within (alpha, beta), fail-soft,
	// reports each finished one through root.Update and returns the best
	// score. When the worker is stopped it returns at once, with anything.
	Search(it Iteration, alpha, beta game.Score, root *Root) game.Score
}

// Prover is a Searcher that may find the answer before the first iteration,
// with limits of its own: a forced win, a single defence. Searches for several
// lines and analyses do without.
type Prover interface {
	// Prove reports the proven move through root.Update and returns true and
	// what the proof is worth, where a Depth of 0 stands for the length of
	// the line; or it returns false.
	Prove(root *Root) (Iteration, bool)
}

// Scaler is a Searcher whose scores have a unit of their own.
type Scaler interface {
	// Scale returns the fall of the score from one iteration to the next, in
	// the game's unit, for which a whole soft limit would be added to the time
	// for the move; more than half of one never is. A Searcher without the
	// method has usualScale.
	Scale() game.Score
}

// usualScale suits scores in logistic units, of which 200 are 73 % expected.
const usualScale = 200

// Wider is a Searcher whose Moves may leave out legal moves, such as those that
// do not meet a threat.
type Wider interface {
	// Legal returns all legal root moves.
	Legal() []game.Move
}

// rootWithout returns the root of a search that must not consider some moves. Where
// the searcher offers no others it is asked for all legal ones; where there are
// none either, nothing is excluded.
func rootWithout(s Searcher, excluded []game.Move) *Root {
	root := NewRoot(s.Moves())
	if root.exclude(excluded) {
		return root
	}
	if w, ok := s.(Wider); ok {
		if all := NewRoot(w.Legal()); all.exclude(excluded) {
			return all
		}
	}
	return root
}

// Setup is what a search needs beside its limits.
type Setup struct {
	// Table is shared by the threads. It keeps its contents between searches.
	Table *Table
	// Searcher makes the searcher of a thread; called once a thread, on the
	// calling goroutine.
	Searcher func(*Worker) Searcher
	// Report receives every Info, on the calling goroutine; it may be nil.
	Report func(Info)
}

// Deepen searches by iterative deepening until a limit is met or ctx is done,
// and returns the best lines, best first: at least one with a legal move
// whenever the position has one, whatever the limits; none when the game is
// over. Of an unfinished iteration it keeps what had been searched to the end.
// A panic of any thread stops all of them and then goes on in the caller.
func Deepen(ctx context.Context, setup Setup, limits Limits) []Info {
	if limits.Start.IsZero() {
		limits.Start = time.Now()
	}
	setup.Table.prepare()
	c := newControl(setup.Table, max(1, limits.Threads))
	if limits.Hard != 0 {
		c.deadline = limits.Start.Add(max(limits.Hard, 0))
	}
	c.limit = limits.Nodes
	if ctx.Err() != nil {
		c.stop.Store(true)
	}
	release := context.AfterFunc(ctx, func() { c.stop.Store(true) })
	defer release()

	threads := make([]*thread, len(c.workers))
	for i, w := range c.workers {
		w.Limits = limits
		w.schedule()
		threads[i] = newThread(w, setup, limits)
	}
	main := threads[0]
	if len(main.root.moves) == 0 {
		return nil
	}
	main.report = setup.Report
	join := launch(c, threads[1:])
	defer join()
	main.run()
	join()
	if c.crash != nil {
		panic(c.crash)
	}
	return main.answer()
}

// launch starts the helper threads and returns the function that stops them
// and waits for them; it may be called more than once.
func launch(c *control, threads []*thread) (join func()) {
	var helpers sync.WaitGroup
	for _, t := range threads {
		helpers.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					c.fail(fmt.Errorf("search: thread %d: %v\n%s", t.worker.ID, r, debug.Stack()))
				}
			}()
			t.run()
		})
	}
	return func() {
		c.stop.Store(true)
		helpers.Wait()
	}
}

// winIterations is how many more iterations look for a shorter win.
const winIterations = 2

// thread is one worker's iterative deepening.
type thread struct {
	worker   *Worker
	searcher Searcher
	limits   Limits
	root     *Root
	report   func(Info)
	it       Iteration // the last finished one
	lines    []Info    // the best lines of the last finished iteration
	pacer    pacer
	wins     int // finished iterations that ended in a proven win
}

func newThread(w *Worker, setup Setup, limits Limits) *thread {
	t := &thread{worker: w, searcher: setup.Searcher(w), limits: limits}
	t.pacer.scale = usualScale
	if s, ok := t.searcher.(Scaler); ok {
		t.pacer.scale = s.Scale()
	}
	t.root = rootWithout(t.searcher, limits.Exclude)
	if w.ID > 0 {
		t.limits.NBest = 1
	}
	t.limits.NBest = max(1, min(t.limits.NBest, len(t.root.moves)))
	for rank := range min(t.limits.NBest, len(t.root.moves)) {
		t.lines = append(t.lines, t.info(rank, Iteration{}, 0, None))
	}
	return t
}

func (t *thread) run() {
	if t.prove() {
		return
	}
	last := 0 // depth of the iteration before, skipped or not
	for it, ok := t.searcher.Next(Iteration{}); ok && !t.worker.stopped; it, ok = t.searcher.Next(it) {
		if t.limits.Depth > 0 && it.Depth > t.limits.Depth {
			return
		}
		step := it.Depth - last
		last = it.Depth
		if step == 1 && t.skips(it) {
			continue
		}
		if !t.iterate(it) || t.enough() {
			return
		}
	}
}

// prove lets the main thread of a plain search ask for a proof first.
func (t *thread) prove() bool {
	p, ok := t.searcher.(Prover)
	if !ok || t.worker.ID > 0 || t.limits.NBest > 1 || t.limits.Analysis {
		return false
	}
	t.root.begin(false)
	it, proven := p.Prove(t.root)
	t.root.sort()
	if !proven || t.root.moves[0].Score == -game.Infinite {
		t.root.begin(false)
		return false
	}
	if it.Depth == 0 {
		it.Depth = len(t.root.moves[0].PV)
	}
	t.finish(it)
	t.tell(t.lines[0])
	return true
}

// skips spreads the helpers over different depths: each leaves out every
// second, third or fourth of them, with a shift of its own. It is asked of
// iterations one ply deeper than the one before: the next makes up for such a one.
// Where the depth jumps or stays, all threads work on the same.
func (t *thread) skips(it Iteration) bool {
	id := t.worker.ID
	return id > 0 && it.Depth > 2 && (it.Depth+id)%(2+id%3) == 0
}

// iterate searches all ranks of one iteration; false when it was stopped.
func (t *thread) iterate(it Iteration) bool {
	t.worker.SelDepth = 0
	t.root.begin(t.it.Outcome)
	for rank := range t.limits.NBest {
		t.root.rank = rank
		done := t.aspire(it)
		t.root.sort()
		if !done {
			t.salvage(it)
			return false
		}
		t.tell(t.info(rank, it, t.root.moves[rank].Score, Exact))
	}
	inOrder := t.root.settle(t.limits.NBest)
	t.finish(it)
	if !inOrder {
		for _, line := range t.lines {
			t.tell(line)
		}
	}
	return true
}

// aspire repeats the search of one rank with widening windows until the score
// lies inside; false when it was stopped.
func (t *thread) aspire(it Iteration) bool {
	alpha, beta := -game.Infinite, game.Infinite
	guess := t.root.Candidates()[0].Previous
	delta := it.Window
	if delta > 0 && guess > -game.MinWin && guess < game.MinWin {
		alpha, beta = max(guess-delta, -game.Infinite), min(guess+delta, game.Infinite)
	}
	for {
		score := t.searcher.Search(it, alpha, beta, t.root)
		if t.worker.stopped {
			return false
		}
		delta *= 2
		switch {
		case score <= alpha && alpha > -game.Infinite:
			beta = min((alpha+beta)/2+1, game.Infinite)
			alpha = widen(score, -delta)
		case score >= beta && beta < game.Infinite:
			beta = widen(score, delta)
			t.root.sort()
			t.tell(t.info(t.root.rank, it, score, Lower))
		default:
			return true
		}
	}
}

// widen moves a bound away from score, to infinity where wins begin.
func widen(score, delta game.Score) game.Score {
	bound := score + delta
	switch {
	case bound <= -game.MinWin || delta < -2000:
		return -game.Infinite
	case bound >= game.MinWin || delta > 2000:
		return game.Infinite
	}
	return bound
}

// finish makes the iteration's lines the answer.
func (t *thread) finish(it Iteration) {
	before := t.lines[0].Move()
	t.it = it
	t.lines = t.lines[:0]
	for rank := range t.limits.NBest {
		t.lines = append(t.lines, t.info(rank, it, t.root.moves[rank].Score, Exact))
	}
	changed := t.lines[0].Move() != before
	if it.Outcome {
		t.pacer.settle(changed)
	} else {
		t.pacer.finish(changed, t.lines[0].Score)
	}
}

// salvage makes the most of an iteration that was stopped. The ranks that were
// finished stay. So does, of the first rank, the best move searched so far: the
// best move of the iteration before came first and did not do better. Of an outcome
// that is news only where it is another move: the score of the same is known better.
// The lines of the iteration before fill up the rest.
func (t *thread) salvage(it Iteration) {
	finished := t.root.rank
	t.root.settle(finished)
	var lines []Info
	for rank := range finished {
		lines = append(lines, t.info(rank, it, t.root.moves[rank].Score, Exact))
	}
	best := t.root.moves[0]
	news := best.Score > -game.Infinite && !(it.Outcome && best.Move == t.lines[0].Move())
	if finished == 0 && news {
		lines = append(lines, t.info(0, it, best.Score, Lower))
	}
	if len(lines) == 0 {
		return
	}
	for _, old := range t.lines {
		known := slices.ContainsFunc(lines, func(i Info) bool { return i.Move() == old.Move() })
		if !known && len(lines) < t.limits.NBest {
			old.Rank = len(lines)
			lines = append(lines, old)
		}
	}
	t.lines = lines
	if finished == 0 {
		t.tell(lines[0])
	}
}

// enough says whether the search should end after a finished iteration.
func (t *thread) enough() bool {
	if t.worker.ID > 0 || t.limits.Analysis || !t.limits.Timed() && t.limits.Nodes == 0 {
		return false
	}
	best := t.lines[0]
	switch {
	case len(t.root.moves) == 1 && t.limits.Timed():
		return true
	case best.Score.IsWin() && t.limits.NBest == 1:
		t.wins++
		return t.wins > winIterations || best.Depth >= best.Score.Plies()
	case best.Score.IsLoss() && best.Depth > best.Score.Plies():
		return true
	}
	return t.limits.Soft != 0 && time.Since(t.limits.Start) >= t.pacer.stretch(t.limits.Soft)
}

// answer returns the lines with the final counts.
func (t *thread) answer() []Info {
	nodes, elapsed := t.nodes(), time.Since(t.limits.Start)
	for i := range t.lines {
		t.lines[i].Nodes, t.lines[i].Elapsed = nodes, elapsed
	}
	return t.lines
}

func (t *thread) tell(i Info) {
	if t.report != nil {
		t.report(i)
	}
}

// nodes is the count of all threads, exact for this one.
func (t *thread) nodes() uint64 {
	c := t.worker.shared
	c.counts[t.worker.ID].Store(t.worker.nodes)
	return c.nodes()
}

func (t *thread) info(rank int, it Iteration, score game.Score, bound Bound) Info {
	m := t.root.moves[rank]
	return Info{
		Iteration: it,
		Rank:      rank,
		SelDepth:  m.SelDepth,
		Score:     score,
		Bound:     bound,
		PV:        slices.Clone(m.PV),
		Nodes:     t.nodes(),
		Elapsed:   time.Since(t.limits.Start),
		HashFull:  t.worker.Table.Full(),
	}
}

package web

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// reportEvery is how often a running search is told of.
const reportEvery = 250 * time.Millisecond

// clockReserve is kept of a time on the clock for what lies between engine and clock.
const clockReserve = 30 * time.Millisecond

// decision is what an engine's search is for, and what it found.
type decision struct {
	seq      uint64
	side     game.Side
	step     string // of swap2, empty for a move
	line     engine.Line
	strength strength
	pace     time.Duration
	began    time.Time // when it became the engine's turn

	stones []game.Move
	choice string
	score  *blackScore
	depth  int
	used   time.Duration
}

// stopJob drops the engine's search.
func (r *room) stopJob() {
	if r.job != nil {
		r.job.drop()
		r.job = nil
	}
	if r.delay != nil {
		r.delay.Stop()
		r.delay = nil
	}
}

// startJob queues the search of the engine whose turn it is.
func (r *room) startJob() {
	m := r.match
	p, _ := m.engineTurn()
	d := &decision{
		seq: m.Seq, side: m.toMove(), step: m.Swap, line: m.line(len(m.Moves)),
		pace: time.Duration(m.Pace) * time.Millisecond, began: time.Now(),
	}
	d.strength = r.server.strengthOf(p)
	d.strength.clock = m.engineClock(d.side)
	g := m.rules
	t := &task{flow: r.flow, urgency: toMove}
	t.run = func(ctx context.Context, w *worker, share float64) {
		start := time.Now()
		r.server.metrics.wait.Update(start.Sub(d.began).Seconds())
		err := attempt(func() error { return r.decide(ctx, w, g, d, start.Sub(d.began), share) })
		d.used = time.Since(start)
		r.server.metrics.search.Update(d.used.Seconds())
		if rest := d.pace - time.Since(d.began); err == nil && rest > 0 {
			r.later(t, d, rest)
			return
		}
		go r.decided(t, d, err) // the thread need not wait for the disk
	}
	r.job, r.jobSeq = t, m.Seq
	if err := r.server.queue.submit(t); err != nil {
		r.retry(t)
		return
	}
	if n := r.server.queue.ahead(); n > 1 {
		r.broadcast("thinking", thinking{Type: "thinking", Side: &d.side, Queued: n})
	}
}

// retryAfter is the pause before an engine is asked again.
const retryAfter = time.Second

// retry asks the engine again after a while.
func (r *room) retry(t *task) {
	r.delay = time.AfterFunc(retryAfter, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.job == t {
			r.job = nil
			r.drive()
		}
	})
}

// later shows a move that came sooner than the game's pace.
func (r *room) later(t *task, d *decision, rest time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.job == t {
		r.delay = time.AfterFunc(rest, func() { r.decided(t, d, nil) })
	}
}

// strengthOf returns how an engine plays.
func (s *Server) strengthOf(p player) strength {
	if p.MoveTime > 0 {
		return strength{percent: 100, moveTime: time.Duration(p.MoveTime) * time.Millisecond}
	}
	percent, err := engine.LevelStrength(p.Level)
	if err != nil {
		percent = 100
	}
	return strength{percent: percent, moveTime: s.config.MoveTime}
}

// decide searches on a worker.
func (r *room) decide(ctx context.Context, w *worker, g engine.Game, d *decision, waited time.Duration, share float64) error {
	session, err := w.session(g, d.line, d.strength.percent < 100)
	if err != nil {
		return err
	}
	session.Config.Reserve = 0
	if d.strength.clock.Turn != engine.Unlimited || d.strength.clock.Left != engine.Unlimited {
		session.Config.Reserve = clockReserve
	}
	limits := d.strength.limits(session, waited, share)
	if d.step != "" {
		o := opener{ctx: ctx, session: session, limits: limits}
		d.stones, d.choice, err = o.decide(d.step)
		return err
	}
	a, err := find(ctx, session, engine.Request{Limits: limits, Listener: r.reporter(d.side)})
	if err != nil {
		return err
	}
	if a.Err != nil {
		r.server.log("game %s: %v", r.id, a.Err)
	}
	if len(a.Lines) == 0 || !a.Move().IsPoint() {
		return errors.New("no move found")
	}
	best := a.Lines[0]
	d.stones, d.depth = []game.Move{best.Move()}, best.Depth
	if best.Bound == search.Exact {
		d.score = scoreOf(best, d.side)
	}
	return nil
}

// reporter tells the room how a search goes, now and then.
func (r *room) reporter(side game.Side) func(search.Info) {
	var last atomic.Int64
	started := time.Now()
	return func(i search.Info) {
		now := time.Since(started).Nanoseconds()
		if i.Rank != 0 || now-last.Load() < reportEvery.Nanoseconds() {
			return
		}
		last.Store(now)
		t := thinking{
			Type: "thinking", Side: &side, Depth: i.Depth, SelDepth: i.SelDepth, Score: scoreOf(i, side),
			Nodes: i.Nodes, NPS: i.NPS(), Elapsed: i.Elapsed.Milliseconds(), PV: append([]game.Move(nil), i.PV...),
		}
		// The room may be waiting for this very search to stop.
		if r.mu.TryLock() {
			r.broadcast("thinking", t)
			r.mu.Unlock()
		}
	}
}

// decided makes the engine's move unless the game has gone another way meanwhile.
func (r *room) decided(t *task, d *decision, failed error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.gone || r.job != t {
		return
	}
	if failed != nil {
		r.server.log("game %s: engine: %v", r.id, failed)
		r.retry(t)
		return
	}
	r.job = nil
	err := r.changeLocked(func(m *match, now time.Time) error { return m.engineMoves(d, now) })
	if err != nil {
		r.server.log("game %s: engine: %v", r.id, err)
		r.job = t
		r.retry(t)
		return
	}
	r.server.metrics.moves.Add(len(d.stones))
	over := time.Since(d.began) - max(d.strength.moveTime, d.pace)
	if over > 0 {
		r.server.metrics.late.Update(over.Seconds())
	}
}

// engineMoves does what the engine has decided.
func (m *match) engineMoves(d *decision, now time.Time) error {
	if d.choice != "" {
		by, _ := m.acting()
		return m.choose([]game.Side{by}, d.choice, now)
	}
	for _, stone := range d.stones {
		side := m.toMove()
		if m.Phase == playing {
			m.charge(now)
			m.Times.Used = d.used // what it waited for a thread is not its time
			if m.outOfTime(side, d.used) {
				m.lose(side, "time")
				return nil
			}
		}
		p := played{Time: d.used.Milliseconds(), Score: d.score, Depth: d.depth}
		if err := m.put(stone, p); err != nil {
			return fmt.Errorf("%v: %w", stone, err)
		}
		m.afterMove(side, d.used, now)
	}
	m.Undone = nil
	return nil
}

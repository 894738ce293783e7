package web

import (
	"context"
	"fmt"
	"sync"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// Limits of help.
const (
	hintTime     = time.Second
	hintLines    = 3
	maxLines     = 10
	firstSlice   = 500 * time.Millisecond // of an analysis, doubled up to longestSlice
	longestSlice = 4 * time.Second
	analysisTime = time.Minute // of a position
	scoreNodes   = 4000        // of each position of a graph
)

// helper searches for one connection: a hint, an analysis, the scores of a game. Its
// methods are called by the connection's reader.
type helper struct {
	conn *conn

	mu       sync.Mutex
	hint     *task
	hintRe   *int64
	analysis *analysis
	scores   *scoring
}

// analysis goes on until it is stopped or has had its time.
type analysis struct {
	room   *room
	n      int
	ply    int // -1 follows the game
	seq    uint64
	spent  time.Duration
	slice  time.Duration
	task   *task
	closed bool
}

// scoring is the scores of all plies of a game, one after the other.
type scoring struct {
	room string
	re   *int64
	task *task
}

// spot is a position that is looked at.
type spot struct {
	game engine.Game
	line engine.Line
	ply  int
	side game.Side
	seq  uint64
	over bool
}

// spotAt returns the position at a ply, the newest for -1.
func (r *room) spotAt(ply int) (spot, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.server.boards.use(r)
	m := r.match
	if err := m.fair(); err != nil {
		return spot{}, err
	}
	if ply < 0 {
		ply = len(m.Moves)
	}
	if ply > len(m.Moves) {
		return spot{}, refuse("stale", fmt.Sprintf("the game has %d moves", len(m.Moves)))
	}
	return m.spot(ply), nil
}

// spot returns the position at a ply of the game.
func (m *match) spot(ply int) spot {
	s := spot{game: m.rules, line: m.line(ply), ply: ply, seq: m.Seq}
	if ply < len(m.Moves) {
		s.side = m.Moves[ply].Side
		return s
	}
	s.side = m.toMove()
	s.over = m.board().Position().Result().Outcome != game.Ongoing
	return s
}

func linesOf(infos []search.Info, side game.Side) []lineView {
	lines := []lineView{}
	for _, i := range infos {
		if len(i.PV) > 0 {
			lines = append(lines, lineView{Move: i.Move(), Score: scoreOf(i, side), Depth: i.Depth, PV: append([]game.Move(nil), i.PV...)})
		}
	}
	return lines
}

// linesWanted bounds the number of lines.
func linesWanted(n int) (int, error) {
	if n == 0 {
		return hintLines, nil
	}
	if n < 1 || n > maxLines {
		return 0, refuse("syntax", fmt.Sprintf("n: want 1 to %d", maxLines))
	}
	return n, nil
}

// askHint answers with the best moves; the reply comes when they are found.
func (h *helper) askHint(r *room, re *int64, n, ply int) error {
	n, err := linesWanted(n)
	if err != nil {
		return err
	}
	s, err := r.spotAt(ply)
	if err != nil {
		return err
	}
	if s.over {
		return refuse("state", "the game is over there")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hint != nil {
		return refuse("state", "a hint is being looked for")
	}
	t := &task{flow: h.conn.flow(r.id), urgency: toMove}
	t.run = func(ctx context.Context, w *worker, share float64) {
		answer, err := h.look(ctx, w, s, search.Limits{
			Hard: max(time.Duration(float64(h.conn.server.config.hint)*share), leastThinking), NBest: n, Analysis: true,
		}, nil)
		h.mu.Lock()
		wanted := h.hint == t
		if wanted {
			h.hint = nil
		}
		h.mu.Unlock()
		if !wanted {
			return
		}
		if err != nil || len(answer.Lines) == 0 {
			h.conn.refuse(re, refuse("server", "no hint found"))
			return
		}
		best := answer.Lines[0]
		h.conn.send("", encode(reply{
			Type: "hint", Re: re, Ply: &s.ply, Depth: best.Depth, Nodes: best.Nodes, Lines: linesOf(answer.Lines, s.side),
		}))
	}
	t.stopped = func() { h.conn.refuse(re, refuse("busy", "the server shuts down")) }
	if err := h.conn.server.queue.submit(t); err != nil {
		return refuse("busy", "too many searches wait")
	}
	h.hint, h.hintRe = t, re
	return nil
}

// look searches a position at full strength.
func (h *helper) look(ctx context.Context, w *worker, s spot, l search.Limits, listener func(search.Info)) (engine.Answer, error) {
	session, err := w.session(s.game, s.line, false)
	if err != nil {
		return engine.Answer{}, err
	}
	start := time.Now()
	defer func() { h.conn.server.metrics.search.Update(time.Since(start).Seconds()) }()
	return find(ctx, session, engine.Request{Limits: l, Listener: listener})
}

// analyze starts an analysis in the place of one that runs.
func (h *helper) analyze(r *room, n, ply int) error {
	n, err := linesWanted(n)
	if err != nil {
		return err
	}
	if _, err := r.spotAt(ply); err != nil {
		return err
	}
	h.stopAnalysis()
	a := &analysis{room: r, n: n, ply: ply}
	h.mu.Lock()
	h.analysis = a
	h.mu.Unlock()
	return h.nextSlice(a)
}

// stopAnalysis ends the running analysis.
func (h *helper) stopAnalysis() {
	h.mu.Lock()
	a := h.analysis
	h.analysis = nil
	var t *task
	if a != nil {
		a.closed = true
		t = a.task
	}
	h.mu.Unlock()
	if t != nil {
		t.drop()
	}
}

// follows reports whether an analysis runs that follows the game.
func (h *helper) follows() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.analysis != nil && h.analysis.ply < 0
}

// follow begins the analysis anew where it follows a game that has gone on.
func (h *helper) follow() {
	h.mu.Lock()
	a := h.analysis
	var t *task
	if a != nil && a.ply < 0 {
		t = a.task
	}
	h.mu.Unlock()
	if a == nil || a.ply >= 0 {
		return
	}
	if t != nil {
		t.drop()
	}
	if err := h.nextSlice(a); err != nil {
		h.stopAnalysis()
	}
}

// nextSlice queues the next part of an analysis, unless it has come to its end.
func (h *helper) nextSlice(a *analysis) error {
	s, err := a.room.spotAt(a.ply)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if a.closed {
		return nil
	}
	if a.slice == 0 || a.ply < 0 && s.seq != a.seq {
		a.seq, a.slice, a.spent = s.seq, firstSlice, 0
	}
	done := s.over || a.spent >= analysisTime
	if done {
		a.task = nil
		h.tell(s, engine.Answer{}, true)
		return nil
	}
	t := &task{flow: h.conn.flow(a.room.id), urgency: idleTime}
	t.run = func(ctx context.Context, w *worker, _ float64) { h.runSlice(ctx, w, a, t, s) }
	if err := h.conn.server.queue.submit(t); err != nil {
		return refuse("busy", "too many searches wait")
	}
	a.task = t
	return nil
}

func (h *helper) runSlice(ctx context.Context, w *worker, a *analysis, t *task, s spot) {
	h.mu.Lock()
	slice := a.slice
	h.mu.Unlock()
	start := time.Now()
	answer, err := h.look(ctx, w, s, search.Limits{Hard: slice, NBest: a.n, Analysis: true}, nil)
	took := time.Since(start)
	h.mu.Lock()
	current := !a.closed && a.task == t
	if current {
		a.spent += took
		a.slice = min(2*a.slice, longestSlice)
		// A search that ends well before its time has nothing left to find out.
		if err == nil && ctx.Err() == nil && took < slice*9/10 {
			a.spent = analysisTime
		}
		h.tell(s, answer, false)
	}
	h.mu.Unlock()
	if !current {
		return
	}
	if err == nil {
		err = h.nextSlice(a)
	}
	if err != nil {
		h.stopAnalysis()
	}
}

// tell sends what an analysis knows.
func (h *helper) tell(s spot, answer engine.Answer, done bool) {
	t := thinking{Type: "analysis", Ply: &s.ply, Done: &done}
	if len(answer.Lines) > 0 {
		best := answer.Lines[0]
		t.Depth, t.SelDepth, t.Nodes, t.NPS = best.Depth, best.SelDepth, best.Nodes, best.NPS()
		t.Elapsed = best.Elapsed.Milliseconds()
		t.Lines = linesOf(answer.Lines, s.side)
	}
	kind := "analysis"
	if done {
		kind = ""
	}
	h.conn.send(kind, encode(t))
}

// askScores values every ply of the game.
func (h *helper) askScores(r *room, re *int64) error {
	r.mu.Lock()
	err := r.match.fair()
	var spots []spot
	for ply := 0; err == nil && ply <= len(r.match.Moves); ply++ {
		if s := r.match.spot(ply); !s.over {
			spots = append(spots, s)
		}
	}
	r.mu.Unlock()
	if err != nil {
		return err
	}
	h.stopScores()
	sc := &scoring{room: r.id, re: re}
	h.mu.Lock()
	h.scores = sc
	h.mu.Unlock()
	return h.nextScore(sc, spots)
}

// nextScore queues the next ply.
func (h *helper) nextScore(sc *scoring, spots []spot) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.scores != sc {
		return nil
	}
	if len(spots) == 0 {
		h.scores = nil
		h.conn.send("", encode(reply{Type: "ok", Re: sc.re}))
		return nil
	}
	s := spots[0]
	t := &task{flow: h.conn.flow(sc.room), urgency: idleTime}
	t.run = func(ctx context.Context, w *worker, _ float64) {
		rest := spots
		answer, err := h.look(ctx, w, s, search.Limits{Nodes: scoreNodes, Hard: h.conn.server.config.hint}, nil)
		if ctx.Err() == nil { // else a move needed the thread, and this is done again
			rest = spots[1:]
			if err == nil && len(answer.Lines) > 0 {
				h.conn.send("", encode(plyScore{"scores", s.ply, scoreOf(answer.Lines[0], s.side)}))
			}
		}
		if h.nextScore(sc, rest) != nil {
			h.stopScores()
		}
	}
	if err := h.conn.server.queue.submit(t); err != nil {
		h.scores = nil
		return refuse("busy", "too many searches wait")
	}
	sc.task = t
	return nil
}

// stopScores ends the running scores and says so.
func (h *helper) stopScores() {
	h.mu.Lock()
	sc := h.scores
	h.scores = nil
	h.mu.Unlock()
	if sc != nil {
		if sc.task != nil {
			sc.task.drop()
		}
		h.conn.refuse(sc.re, refuse("state", "the scores are not wanted any more"))
	}
}

// stop ends all.
func (h *helper) stop() {
	h.stopAnalysis()
	h.stopScores()
	h.mu.Lock()
	t, re := h.hint, h.hintRe
	h.hint = nil
	h.mu.Unlock()
	if t != nil {
		t.drop()
		h.conn.refuse(re, refuse("state", "the hint is not wanted any more"))
	}
}

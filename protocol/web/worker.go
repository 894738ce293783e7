package web

import (
	"context"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// levelTable is the size of the table of searches whose nodes are limited, in bytes:
// cleared before each, so that a level is as strong as it should be whatever has
// been searched before.
const levelTable = 1 << 20

// worker is one search thread with its tables. Games borrow it for a search.
type worker struct {
	table    int64
	memory   int64
	sessions map[sessionKey]*engine.Session
}

type sessionKey struct {
	game    string
	limited bool
}

func newWorker(table, memory int64) *worker {
	return &worker{table: table, memory: memory, sessions: map[sessionKey]*engine.Session{}}
}

func (w *worker) close() {
	for _, s := range w.sessions {
		s.Close()
	}
	w.sessions = nil
}

// session returns the worker's session for a game with the given line on its board.
func (w *worker) session(g engine.Game, l engine.Line, limited bool) (*engine.Session, error) {
	key := sessionKey{g.Name(), limited}
	s := w.sessions[key]
	if s == nil {
		c := engine.DefaultConfig()
		c.Limit, c.Hash, c.Reserve = w.memory, w.table, 0
		if limited {
			c.Hash = levelTable
		}
		s = engine.NewSession(g, c)
		w.sessions[key] = s
	}
	if err := s.Load(l); err != nil {
		return nil, err
	}
	if limited {
		s.ClearHash()
	}
	return s, nil
}

// strength is how an engine plays.
type strength struct {
	percent  int           // below 100 the nodes are limited
	moveTime time.Duration // the most for a move
	clock    engine.Clock  // of the game
}

// leastThinking is the time that a search gets however late it begins.
const leastThinking = 10 * time.Millisecond

// limits returns the limits of a move that has waited for its thread and now has a
// share of it.
func (s strength) limits(session *engine.Session, waited time.Duration, share float64) search.Limits {
	clock := s.clock
	clock.Turn = min(clock.Turn, time.Duration(float64(s.moveTime)*share))
	if s.moveTime > 0 {
		clock.Turn = max(min(clock.Turn, s.moveTime-waited), leastThinking)
	}
	session.Config.Strength = s.percent
	session.Clock = clock
	return session.Limits(time.Now())
}

// find runs a search to its end or that of ctx.
func find(ctx context.Context, s *engine.Session, r engine.Request) (engine.Answer, error) {
	running, err := s.Search(ctx, r)
	if err != nil {
		return engine.Answer{}, err
	}
	a := running.Wait()
	s.Settle()
	return a, nil
}

// blackScore is a score from Black's side as the messages have it.
type blackScore struct {
	Value   int    `json:"value"`
	Win     int    `json:"win,omitempty"`
	Text    string `json:"text"`
	Outcome bool   `json:"outcome,omitempty"`
}

// scoreOf turns a score of a position around where White is to move.
func scoreOf(i search.Info, mover game.Side) *blackScore {
	score, sign := i.Score, 1
	if mover == game.White {
		score, sign = -score, -1
	}
	b := &blackScore{Value: int(score), Text: score.String(), Outcome: i.Outcome}
	if score > 0 && score.Plies() == 0 {
		b.Text = "+" + b.Text
	}
	switch {
	case i.Score.IsWin():
		b.Win = sign * i.Score.Plies()
	case i.Score.IsLoss():
		b.Win = -sign * i.Score.Plies()
	}
	return b
}

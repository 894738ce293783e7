package gomocup

import (
	"errors"
	"slices"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// job is a search that runs, and what is done with its answer.
type job struct {
	search *engine.Search
	finish func(engine.Answer)
}

// thinkMove searches for a move, plays it and sends it.
func (s *server) thinkMove() {
	s.owesMove = true
	if s.session.Position().Result().Outcome != game.Ongoing {
		s.answerAny() // the manager wants to go on all the same
		return
	}
	s.think(engine.Request{Limits: s.limits()}, s.answer)
}

// limits returns those of the move that was asked for.
func (s *server) limits() search.Limits {
	s.setClock()
	limits := s.session.Limits(s.read)
	limits.Exclude = s.blocked
	return limits
}

// think starts a search; finish gets its answer on the server's goroutine.
func (s *server) think(request engine.Request, finish func(engine.Answer)) {
	if s.hurried() {
		request.Limits.Hard = -1
	}
	request.Listener = s.listener(max(request.Limits.NBest, 1))
	run, err := s.session.Search(s.ctx, request)
	if err != nil {
		s.owesMove = false
		s.say("ERROR %v", err)
		return
	}
	s.job = &job{search: run, finish: finish}
}

// hurried reports whether answers are wanted at once: the input has ended, or a
// stop is among the lines that wait.
func (s *server) hurried() bool {
	return s.eof || slices.ContainsFunc(s.pending, movesNow)
}

// finishJob hands the answer of the search that has ended on.
func (s *server) finishJob() {
	j := s.job
	answer := j.search.Wait()
	s.job = nil
	if answer.Err != nil {
		s.conn.Log.Note("%v", answer.Err)
		s.say("DEBUG internal error in the search, see the log")
	}
	if len(answer.Lines) > 0 {
		s.conn.Log.Note("%s", progress(answer.Lines[0]))
	}
	j.finish(answer)
}

// answer plays the best move of a search and sends it.
func (s *server) answer(a engine.Answer) {
	m := a.Move()
	if !m.IsPoint() || s.session.Play(m) != nil {
		s.answerAny()
		return
	}
	s.finishMove(m)
}

// answerAny plays some legal move and sends it.
func (s *server) answerAny() {
	m, err := s.anyMove()
	if err == nil {
		err = s.place(m)
	}
	if err != nil {
		s.owesMove = false
		s.say("ERROR %v", err)
		return
	}
	s.finishMove(m)
}

// finishMove sends a move that has been played.
func (s *server) finishMove(moves ...game.Move) {
	text := ""
	for _, m := range moves {
		if text != "" {
			text += " "
		}
		text += point(m)
	}
	s.send(text)
	if s.continuous() {
		for _, m := range moves {
			if err := s.retireLine(m); err != nil {
				s.conn.Log.Note("continuous game: %v", err)
			}
		}
	}
	s.startPondering()
}

// send gives the reply that was owed and stops the clock.
func (s *server) send(text string) {
	s.owesMove = false
	s.say("%s", text)
	s.replied = time.Now()
	used := s.replied.Sub(s.read)
	s.timing.used += used
	s.session.Clock.Spend(used)
}

// startPondering thinks in the opponent's time if the manager allows it. The
// next command that looks at the position ends it.
func (s *server) startPondering() {
	if !s.ponder || s.eof || s.session.Position().Result().Outcome != game.Ongoing {
		return
	}
	limits := search.Limits{Threads: s.session.Config.Workers()}
	if _, err := s.session.Search(s.ctx, engine.Request{Limits: limits}); err != nil {
		s.conn.Log.Note("pondering: %v", err)
	}
}

// errNoMove is the error where the brain is to move and cannot.
var errNoMove = errors.New("no legal move is left")

// anyMove returns a legal move without a search: the first the game knows, or,
// where the game is over, the free point nearest to the last stone. Where all
// that are left are forbidden it returns one of those: the game is lost, and the
// manager need not wait for its end.
func (s *server) anyMove() (game.Move, error) {
	pos := s.session.Position()
	if pos.Result().Outcome == game.Ongoing {
		for _, m := range s.session.Legal() {
			if m.IsPoint() {
				return m, nil
			}
		}
	}
	var barred []game.Move
	if f, ok := pos.(engine.Forbidder); ok {
		barred = f.Forbidden()
	}
	setup, record := pos.Setup(), s.session.Record()
	cx, cy := setup.Width/2, setup.Height/2
	if n := len(record); n > 0 {
		cx, cy = record[n-1].Move.X(), record[n-1].Move.Y()
	}
	free := func(m game.Move) bool { return indexOf(record, m) < 0 }
	best := nearest(setup, cx, cy, func(m game.Move) bool { return free(m) && !slices.Contains(barred, m) })
	if best == game.NoMove {
		best = nearest(setup, cx, cy, free)
	}
	if best == game.NoMove {
		return best, errNoMove
	}
	return best, nil
}

// nearest returns the wanted point of the board that is nearest to column x and row
// y, NoMove when there is none.
func nearest(board engine.Setup, x, y int, wanted func(game.Move) bool) game.Move {
	best, least := game.NoMove, 0
	for row := range board.Height {
		for column := range board.Width {
			m, d := game.At(column, row), (column-x)*(column-x)+(row-y)*(row-y)
			if (best == game.NoMove || d < least) && wanted(m) {
				best, least = m, d
			}
		}
	}
	return best
}

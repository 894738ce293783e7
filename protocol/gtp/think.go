package gtp

import (
	"errors"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// job is a search that runs, and what is done with its answer.
type job struct {
	search *engine.Search
	finish func(engine.Answer) (string, error)
}

// errThinking says that a command will be answered when its search has ended.
var errThinking = errors.New("gtp: thinking")

// think starts a search; finish makes the response of its answer.
func (s *server) think(request engine.Request, finish func(engine.Answer) (string, error)) (string, error) {
	run, err := s.session.Search(s.ctx, request)
	if err != nil {
		return "", err
	}
	s.job = &job{search: run, finish: finish}
	return "", errThinking
}

// finishJob hands on the answer of the search that has ended.
func (s *server) finishJob() {
	j := s.job
	answer := j.search.Wait()
	s.job = nil
	if answer.Err != nil {
		s.conn.Log.Note("%v", answer.Err)
	}
	if len(answer.Lines) > 0 {
		s.conn.Log.Note("%s", s.describe(answer.Lines[0]))
	}
	s.guard(func() (string, error) { return j.finish(answer) })
}

func (s *server) genMove(r request) (string, error) {
	by, err := side(r.args[0])
	if err != nil {
		return "", err
	}
	if s.over() || s.session.Position().Side() == by && s.session.MustPass() {
		return s.notation.vertex(game.Pass), s.play(by, game.Pass)
	}
	plies, err := s.giveTurn(by)
	if err != nil {
		return "", err
	}
	request := engine.Request{Limits: s.limits(by)}
	return s.think(request, func(a engine.Answer) (string, error) {
		m, err := s.playAnswer(a)
		if err != nil {
			s.takeBack(plies)
			return "", err
		}
		s.steps = append(s.steps, plies+1)
		s.times.spend(by, time.Since(s.read))
		return s.notation.vertex(m), nil
	})
}

// playAnswer plays the best move of a search, or any move should that be wrong.
func (s *server) playAnswer(a engine.Answer) (game.Move, error) {
	m := a.Move()
	if m != game.NoMove && s.session.Play(m) == nil {
		return m, nil
	}
	for _, m := range s.session.Legal() {
		if s.session.Play(m) == nil {
			return m, nil
		}
	}
	return game.NoMove, failure("no legal move")
}

// regGenMove tells the move that genmove would play.
func (s *server) regGenMove(r request) (string, error) {
	by, err := side(r.args[0])
	if err != nil {
		return "", err
	}
	if s.over() || s.session.Position().Side() == by && s.session.MustPass() {
		return s.notation.vertex(game.Pass), nil
	}
	plies, err := s.giveTurn(by)
	if err != nil {
		return "", err
	}
	return s.think(engine.Request{Limits: s.limits(by)}, func(a engine.Answer) (string, error) {
		s.takeBack(plies)
		return s.notation.vertex(a.Move()), nil
	})
}

// analysisLimits returns the limits of a search that serves no move of a game: those of
// the options, without a clock.
func (s *server) analysisLimits() search.Limits {
	clock := engine.NewClock()
	switch config := s.session.Config; {
	case s.hurried():
		clock = engine.Clock{}
	case config.Depth == 0 && config.Nodes == 0:
		clock.Turn = config.MoveTime
	}
	s.session.Clock = clock
	return s.session.Limits(s.read)
}

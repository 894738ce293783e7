package nboard

import (
	"ishi/engine"
	"ishi/engine/game"
)

// analysis goes through a game from its end, so that what has been found about later
// positions is there for the earlier ones.
type analysis struct {
	// undone are the moves that were taken back, the last one first.
	undone []engine.Stone
}

// analyze values every position of the game, the one before the first move and the one
// after the last move included.
func (s *server) analyze(string) {
	s.status("analyzing")
	s.analyzeNext(&analysis{})
}

// analyzeNext values the position on the board and goes on with the one before.
func (s *server) analyzeNext(a *analysis) {
	for {
		if !s.over() {
			clock := engine.NewClock()
			if config := s.session.Config; s.depth == 0 && config.Depth == 0 && config.Nodes == 0 {
				clock.Turn = config.MoveTime
			}
			limits := s.limits(clock)
			s.think(engine.Request{Limits: limits}, job{analysis: a, finish: func(answer engine.Answer) {
				s.analyzed(a, answer)
			}})
			return
		}
		result := s.session.Position().Result()
		score := float64(result.Margin)
		if result.Outcome == game.WhiteWins {
			score = -score
		}
		s.tellAnalysis(score)
		if !s.takeBack(a) {
			s.endAnalysis(a)
			return
		}
	}
}

// analyzed takes the value of a position. When the end of the conversation is waited
// for no other follows.
func (s *server) analyzed(a *analysis, answer engine.Answer) {
	if len(answer.Lines) > 0 {
		score := float64(answer.Lines[0].Score)
		if s.session.Position().Side() == game.White {
			score = -score
		}
		s.tellAnalysis(score)
	}
	if s.last || !s.takeBack(a) {
		s.endAnalysis(a)
		return
	}
	s.analyzeNext(a)
}

// tellAnalysis sends the value of the position on the board. Clients draw it as it is, so
// it is seen from Black.
func (s *server) tellAnalysis(score float64) {
	s.say("analysis %d %s", len(s.session.Record())-s.base, number(score))
}

// takeBack takes a move back; false before the first one.
func (s *server) takeBack(a *analysis) bool {
	record := s.session.Record()
	if len(record) <= s.base {
		return false
	}
	last := record[len(record)-1]
	if !s.session.Undo() {
		return false
	}
	a.undone = append(a.undone, last)
	return true
}

func (s *server) endAnalysis(a *analysis) {
	s.redo(a.undone)
	a.undone = nil
	s.status("")
}

// undone returns the moves that the running job has taken back.
func (s *server) undone() []engine.Stone {
	if s.job == nil || s.job.analysis == nil {
		return nil
	}
	return s.job.analysis.undone
}

// redo plays moves again that were taken back, the last one first.
func (s *server) redo(undone []engine.Stone) {
	for i := len(undone) - 1; i >= 0; i-- {
		if err := s.session.Play(undone[i].Move); err != nil {
			s.conn.Log.Note("analysis: %v", err)
			return
		}
	}
}

package nboard

import (
	"fmt"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol"
	"ishi/search"
)

// job is a search that runs, and what is done with its answer.
type job struct {
	search   *engine.Search
	finish   func(engine.Answer)
	owesMove bool
	// analysis is the work that the search is a part of, nil for none.
	analysis *analysis
}

// think starts a search.
func (s *server) think(request engine.Request, j job) {
	run, err := s.session.Search(s.ctx, request)
	if err != nil {
		s.complain("%v", err)
		return
	}
	j.search = run
	s.job = &j
}

// finishJob hands on the answer of the search that has ended.
func (s *server) finishJob() {
	j := s.job
	answer := j.search.Wait()
	if answer.Err != nil {
		s.conn.Log.Note("%v", answer.Err)
	}
	j.finish(answer)
	if s.job == j {
		s.job = nil
	}
}

// over reports whether the game has ended.
func (s *server) over() bool { return s.session.Position().Result().Outcome != game.Ongoing }

// play tells the move that the engine would play, within the depth that was set and
// the time that the game leaves.
func (s *server) play(string) {
	if s.over() || s.session.MustPass() {
		s.say("=== %s", point(game.Pass))
		return
	}
	s.status("thinking")
	request := engine.Request{Limits: s.limits(s.clock()), Listener: s.progress(s.empty())}
	s.think(request, job{owesMove: true, finish: func(a engine.Answer) {
		s.job.owesMove = false
		s.say("%s", s.answer(a))
	}})
}

// answer writes the move that go has found, with its value if that is known in discs.
// Clients of version 1 know the bare move only.
func (s *server) answer(a engine.Answer) string {
	text := "=== " + point(a.Move())
	if s.version < 2 || len(a.Lines) == 0 {
		return text
	}
	score := ""
	if best := a.Lines[0]; best.Bound != search.None && !best.Outcome {
		score = number(float64(best.Score))
	}
	return fmt.Sprintf("%s/%s/%s", text, score, number(time.Since(s.read).Seconds()))
}

// progress returns what shows how a search for a move goes, in a position with some
// empty points.
func (s *server) progress(empty int) func(search.Info) {
	return func(i search.Info) {
		if i.Bound != search.Exact || i.Rank > 0 {
			return
		}
		s.say("status %s %s at depth %s", point(i.Move()), number(float64(i.Score)), depthText(i, empty))
		s.nodeStats(i)
	}
}

func (s *server) nodeStats(i search.Info) {
	s.say("nodestats %d %.3f", i.Nodes, i.Elapsed.Seconds())
}

// hint values the n best moves until the next word of the client, or until nothing
// deeper makes sense.
func (s *server) hint(args string) {
	n, err := protocol.Int(args)
	if err != nil || n < 1 {
		n = 1
	}
	if s.over() {
		return
	}
	limits := s.limits(engine.NewClock())
	limits.NBest, limits.Analysis = int(min(n, game.MaxPly)), true
	s.status("analyzing")
	empty := s.empty()
	request := engine.Request{Limits: limits, Listener: func(i search.Info) {
		if i.Bound != search.Exact {
			return
		}
		s.say("search %s %s 0 %s", line(i.PV), number(float64(i.Score)), depthText(i, empty))
		if i.Rank == 0 {
			s.nodeStats(i)
		}
	}}
	s.think(request, job{finish: func(a engine.Answer) {
		if len(a.Lines) > 0 {
			s.nodeStats(a.Lines[0])
		}
		s.status("")
	}})
}

// line writes moves without blanks.
func line(moves []game.Move) string {
	var b strings.Builder
	for _, m := range moves {
		b.WriteString(point(m))
	}
	return b.String()
}

// depthText writes how far a search saw in a position with some empty points: plies; 91% where it saw the end of the game
// with that probability; 100% where the score is the result of the game. With W the score tells a win (1), a draw and
// a loss (-1) only.
func depthText(i search.Info, empty int) string {
	text := "100%"
	if !i.Iteration.Exact {
		if i.Confidence == 0 || i.Confidence == 100 || i.Depth < empty {
			return fmt.Sprint(i.Depth)
		}
		text = fmt.Sprintf("%d%%", i.Confidence)
	}
	if i.Outcome {
		text += "W"
	}
	return text
}

// empty returns the number of empty points.
func (s *server) empty() int {
	setup := s.session.Position().Setup()
	n := setup.Width * setup.Height
	for y := range setup.Height {
		for x := range setup.Width {
			if _, ok := s.session.At(game.At(x, y)); ok {
				n--
			}
		}
	}
	return n
}

// clock returns the time that the game leaves to the side to move. Games that begin
// with no time at all know no clock.
func (s *server) clock() engine.Clock {
	side := s.session.Position().Side()
	clock, config := engine.NewClock(), s.session.Config
	switch given := s.clocks[side]; {
	case given.Main > 0:
		clock.Left = given.Main + time.Duration(s.moves[side])*given.Increment - s.used[side]
		clock.Increment = given.Increment
	case s.depth == 0 && config.Depth == 0 && config.Nodes == 0:
		clock.Turn = config.MoveTime
	}
	return clock
}

// endgameDepth is how many plies deeper than in the middle of the game the end is
// searched: there depth is cheap.
const endgameDepth = 6

// limits returns those of a search on a clock.
func (s *server) limits(clock engine.Clock) search.Limits {
	s.session.Clock = clock
	limits := s.session.Limits(s.read)
	if s.depth > 0 && (limits.Depth == 0 || s.depth < limits.Depth) {
		limits.Depth = s.depth
		if n := s.empty(); n <= s.depth+endgameDepth {
			limits.Depth = max(s.depth, n)
		}
	}
	return limits
}

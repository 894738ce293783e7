package gtp

import (
	"strconv"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// times is what the client has said of time.
//
//	time_settings 600 30 5     10 minutes, then 5 moves every 30 s
//	              600  0 0     10 minutes for the game
//	                0 15 1     15 s a move
//	                0  0 0     no limit; so does 0 1 0
//
// Between two words of the client on the time that is left the engine keeps its own
// account of the time it uses.
type times struct {
	limited bool
	main    time.Duration // at the beginning
	period  time.Duration // after it, for stones moves, again and again
	stones  int
	left    [2]account
}

// account is the time that a side has left.
type account struct {
	told   bool          // the client has spoken of it in this game
	main   time.Duration // 0 when the periods have begun
	period time.Duration // left of the running one
	stones int           // moves to be made in it
}

// restart gives both sides the times of a new game.
func (t *times) restart() {
	for i := range t.left {
		t.left[i] = account{main: t.main, period: t.period, stones: t.stones}
	}
}

func (s *server) timeSettings(r request) (string, error) {
	var seconds [2]time.Duration
	for i := range seconds {
		d, err := duration(r.args[i])
		if err != nil {
			return "", err
		}
		seconds[i] = d
	}
	stones, err := strconv.Atoi(r.args[2])
	if err != nil || stones < 0 {
		return "", errSyntax
	}
	t := &s.times
	*t = times{main: seconds[0], period: seconds[1], stones: stones}
	switch {
	case stones == 0 && t.period > 0: // the protocol's "no limit"
		t.main, t.period = 0, 0
	case stones > 0 && t.period == 0: // no time for them
		t.stones = 0
	}
	t.limited = t.main > 0 || t.period > 0
	t.restart()
	return "", nil
}

func (s *server) timeLeft(r request) (string, error) {
	of, err := side(r.args[0])
	if err != nil {
		return "", err
	}
	left, err := duration(r.args[1])
	if err != nil {
		return "", err
	}
	stones, err := strconv.Atoi(r.args[2])
	if err != nil || stones < 0 {
		return "", errSyntax
	}
	a := account{told: true, main: left}
	if stones > 0 {
		a = account{told: true, period: s.times.whole(left, stones), stones: stones}
	} else {
		a.period, a.stones = s.times.period, s.times.stones
	}
	s.times.left[of] = a
	return "", nil
}

// whole returns what is left of a period for some moves. A period of which no move has
// been made is whole; clients that tell whole seconds cut it short.
func (t *times) whole(left time.Duration, stones int) time.Duration {
	cut := t.period.Truncate(time.Second)
	if stones == t.stones && left == cut {
		return t.period
	}
	return left
}

// duration reads a time in seconds, with or without a fraction. A negative one is
// nothing left, one of more than a century no more than that.
func duration(text string) (time.Duration, error) {
	f, err := number(text)
	if err != nil {
		return 0, err
	}
	const century = 100 * 365 * 24 * 3600
	return time.Duration(max(0, min(f, century)) * float64(time.Second)), nil
}

// limits returns those of a move that a side is asked for.
func (s *server) limits(by game.Side) search.Limits {
	clock, moves := s.clock(by)
	if s.hurried() {
		clock, moves = engine.Clock{}, 0
	}
	s.session.Clock = clock
	limits := s.session.Limits(s.read)
	if moves > 0 { // the time is for so many moves, not for the whole game
		clock.Reserve = s.session.Config.Reserve
		timed := clock.Limits(s.read, moves)
		limits.Soft, limits.Hard = timed.Soft, timed.Hard
	}
	return limits
}

// endless is a main time that stands for no limit: clients send the largest number they
// know, 2^31-1 seconds or more.
const endless = 1e9 * time.Second

// clock returns the time of a side, and the number of moves that it is for, 0 for the
// rest of the game.
func (s *server) clock(by game.Side) (clock engine.Clock, moves int) {
	t, a := &s.times, s.times.left[by]
	clock = engine.NewClock()
	switch {
	case !t.limited && !a.told, a.main >= endless:
		config := s.session.Config
		if config.Depth == 0 && config.Nodes == 0 {
			clock.Turn = config.MoveTime
		}
	case a.stones == 0:
		clock.Left = a.main
	case a.main == 0:
		clock.Left, moves = a.period, a.stones
	default:
		// The main time is spread over the rest of the game, and each move can use its
		// part of a period besides.
		rest := s.session.MovesExpected(a.main)
		clock.Turn = a.main/time.Duration(rest) + a.period/time.Duration(a.stones)
	}
	return clock, moves
}

// spend takes the time of a move from a side's account.
func (t *times) spend(by game.Side, used time.Duration) {
	a := &t.left[by]
	a.main -= used
	if a.main >= 0 || a.stones == 0 {
		a.main = max(a.main, 0)
		return
	}
	a.period += a.main // what the main time did not cover
	a.main = 0
	if a.stones--; a.stones <= 0 {
		a.period, a.stones = t.period, t.stones
	}
	a.period = max(a.period, 0)
}

package web

import (
	"time"

	"ishi/engine"
	"ishi/engine/game"
)

// clockRule is the time that players have, in milliseconds; 0 for no limit.
type clockRule struct {
	Main      int64 `json:"main"`
	Increment int64 `json:"increment"`
	Move      int64 `json:"move"`
}

func (c clockRule) none() bool { return c.Main == 0 && c.Move == 0 }

// maxClock bounds the times of a clock: a hundred hours.
const maxClock = 100 * 3600 * 1000

func (c clockRule) check() error {
	for _, t := range []int64{c.Main, c.Increment, c.Move} {
		if t < 0 || t > maxClock {
			return refuse("setup", "clock: want times from 0 to 100 hours in milliseconds")
		}
	}
	if c.Increment > 0 && c.Main == 0 {
		return refuse("setup", "clock: an increment needs a time for the game")
	}
	return nil
}

// times are the times of a game. What has been used since begun is not counted in yet,
// and is given back where a server did not live to count it.
type times struct {
	Left [2]time.Duration `json:"left"` // for the game, where there is a limit
	Used time.Duration    `json:"used"` // of the running turn
	// begun is when the clock was started or last read, the zero time while it stands.
	begun time.Time
}

// clockRuns reports whether somebody's time passes: from the first move on.
func (m *match) clockRuns() bool {
	return m.Phase == playing && !m.Paused && len(m.Moves) > 0
}

// run starts or stops the clock.
func (m *match) run(now time.Time) {
	m.Times.begun = time.Time{}
	if m.clockRuns() {
		m.Times.begun = now
	}
}

// charge reads the clock and returns what the running turn has used.
func (m *match) charge(now time.Time) time.Duration {
	if !m.Times.begun.IsZero() {
		m.Times.Used += max(now.Sub(m.Times.begun), 0)
		m.Times.begun = now
	}
	return m.Times.Used
}

// spend takes the time of a finished move from its side's.
func (m *match) spend(side game.Side, used time.Duration) {
	if m.Clock.Main > 0 {
		m.Times.Left[side] += time.Duration(m.Clock.Increment)*time.Millisecond - used
	}
	m.Times.Used = 0
}

// stopClock takes the time of a turn that ends without a move from the side to move.
func (m *match) stopClock() {
	if side, ok := m.acting(); ok && m.Clock.Main > 0 {
		m.Times.Left[side] = max(m.Times.Left[side]-m.Times.Used, 0)
	}
	m.Times.Used, m.Times.begun = 0, time.Time{}
}

// allowed returns what a side has left for its game and its move before the running turn;
// engine.Unlimited where there is no limit.
func (m *match) allowed(side game.Side) (left, turn time.Duration) {
	left, turn = engine.Unlimited, engine.Unlimited
	if m.Clock.Main > 0 {
		left = m.Times.Left[side]
	}
	if m.Clock.Move > 0 {
		turn = time.Duration(m.Clock.Move) * time.Millisecond
	}
	return left, turn
}

func (m *match) outOfTime(side game.Side, used time.Duration) bool {
	left, turn := m.allowed(side)
	return used > min(left, turn)
}

// flag returns when the person to move loses on time; false if never.
func (m *match) flag() (game.Side, time.Time, bool) {
	side, ok := m.acting()
	if !ok || m.Clock.none() || m.Times.begun.IsZero() || m.Players[side].Kind == engineFor {
		return side, time.Time{}, false
	}
	return side, m.Times.begun.Add(min(m.allowed(side)) - m.Times.Used), true
}

// clocks returns the times to be shown.
func (m *match) clocks(now time.Time) *clocksView {
	if m.Clock.none() {
		return nil
	}
	var v clocksView
	for _, side := range []game.Side{game.Black, game.White} {
		left := min(m.allowed(side))
		if acting, ok := m.acting(); ok && acting == side {
			left -= m.Times.Used
			if !m.Times.begun.IsZero() {
				left -= now.Sub(m.Times.begun)
				v.Running = &acting
			}
		}
		if m.Result != nil && m.Result.Reason == "time" && *m.Result.Winner != side {
			left = 0
		}
		shown := max(left.Milliseconds(), 0)
		if side == game.Black {
			v.Black = shown
		} else {
			v.White = shown
		}
	}
	return &v
}

// engineClock is the clock as the engine to move knows it.
func (m *match) engineClock(side game.Side) engine.Clock {
	left, turn := m.allowed(side)
	if left != engine.Unlimited {
		left -= m.Times.Used
	}
	return engine.Clock{Turn: turn, Left: left, Increment: time.Duration(m.Clock.Increment) * time.Millisecond}
}

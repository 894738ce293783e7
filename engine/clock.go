package engine

import (
	"math"
	"time"

	"ishi/search"
)

// Unlimited is a time that never ends.
const Unlimited time.Duration = math.MaxInt64

// instant is the hard deadline where no time is given at all: long enough for
// a few iterations, short enough for a reply within 30 ms.
const instant = 10 * time.Millisecond

// The shares of the time left for a game: one move gets at most a seventh and
// is planned for a twenty-second, unless fewer moves remain.
const (
	mostShare    = 7
	plannedShare = 22
)

// Clock is what one side knows of its time. The zero value gives no time
// at all; see NewClock.
type Clock struct {
	// Turn is the time for one move; Unlimited for none, 0 or less for "move
	// at once".
	Turn time.Duration
	// Left is the time for the rest of the game, Unlimited for none; 0 or less
	// means "move at once".
	Left time.Duration
	// Increment is added to Left after each move.
	Increment time.Duration
	// Reserve is kept back in every move for what lies between the engine and
	// the clock that counts.
	Reserve time.Duration
}

// NewClock returns a clock without limits.
func NewClock() Clock { return Clock{Turn: Unlimited, Left: Unlimited} }

// Milliseconds converts a protocol's number. 2^31-1 and more, which managers
// send for "unlimited", is Unlimited; less than nothing is nothing.
func Milliseconds(n int64) time.Duration {
	switch {
	case n >= math.MaxInt32:
		return Unlimited
	case n < 0:
		return 0
	}
	return time.Duration(n) * time.Millisecond
}

// Limits returns the deadlines of a move whose command was read at start, when
// the side expects to make moves more moves, this one included.
//
//	0        Soft            Hard   Turn, share of Left
//	|---------|---------------|--Reserve--|
//	start     no new iteration
//	                          the end
//
// With ample time (a whole Turn for every move) nothing is gained by stopping
// early: Soft is twice Hard, so that the driver does not stop even where it
// halves Soft.
func (c Clock) Limits(start time.Time, moves int) search.Limits {
	limits := search.Limits{Start: start}
	c = c.bounded()
	available := min(c.Turn, c.Left)
	switch {
	case available == Unlimited:
		return limits
	case available <= 0:
		limits.Soft, limits.Hard = instant, instant
		return limits
	}
	moves = max(moves, 1)
	ample := c.Left == Unlimited || c.Turn <= (c.Left+c.Increment)/time.Duration(moves)
	if ample && c.Turn <= c.Left {
		limits.Hard = c.afterReserve(c.Turn)
		limits.Soft = 2 * limits.Hard
		return limits
	}
	extra := min(c.Increment, c.Left) * 3 / 4 // of what is given only afterwards
	most := c.Left/time.Duration(min(moves, mostShare)) + extra
	planned := c.Left/time.Duration(min(moves, plannedShare)) + extra
	limits.Hard = c.afterReserve(min(most, available))
	limits.Soft = max(min(planned, limits.Hard), 1)
	return limits
}

// bounded returns a clock whose times can be added without overflow: a quarter of a
// century is for ever, and there is no negative increment or reserve.
func (c Clock) bounded() Clock {
	const forever = 25 * 365 * 24 * time.Hour
	if c.Turn > forever {
		c.Turn = Unlimited
	}
	if c.Left > forever {
		c.Left = Unlimited
	}
	c.Increment = min(max(c.Increment, 0), forever)
	c.Reserve = max(c.Reserve, 0)
	return c
}

// shortTime is the time below which a reserve of the usual size would take most of it: who
// sets so short times does not count to the last millisecond.
const shortTime = 100 * time.Millisecond

// afterReserve takes the reserve from a time, at most half of it, and a quarter of a
// short one.
func (c Clock) afterReserve(t time.Duration) time.Duration {
	most := t / 2
	if t < shortTime {
		most = t / 4
	}
	return max(t-min(c.Reserve, most), 1)
}

// Spend takes the time of a finished move from the game's and adds the
// increment.
func (c *Clock) Spend(used time.Duration) {
	if c.Left != Unlimited {
		c.Left += min(c.Increment, Unlimited/4) - max(used, 0)
	}
}

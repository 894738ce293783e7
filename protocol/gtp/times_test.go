package gtp

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"ishi/engine"
	"ishi/engine/enginetest"
)

// dialTimed starts a game in which a node takes a tenth of a millisecond, and a search
// lasts until its time is up.
func dialTimed(t *testing.T, change func(*engine.Config)) *client {
	config := smallConfig()
	config.Nodes = 0
	if change != nil {
		change(&config)
	}
	g := &enginetest.Game{NodeTime: 100 * time.Microsecond}
	return dial(t, Choice{Games: []engine.Game{g}, Config: config})
}

// pollTime is how long the test game searches between two looks at the clock.
const pollTime = 260 * 100 * time.Microsecond

// timed asks for a move and returns how long it took.
func (c *client) timed(colour string) time.Duration {
	c.t.Helper()
	begin := time.Now()
	c.ask("genmove " + colour)
	return time.Since(begin)
}

func TestTimes(t *testing.T) {
	const s = time.Second
	for _, test := range []struct {
		name        string
		lines       []string
		least, most time.Duration
	}{
		{"nothing told", nil, 2 * s, 5 * s},
		{"no limit, 0 0 0", []string{"time_settings 0 0 0"}, 2 * s, 5 * s},
		{"no limit, 0 1 0", []string{"time_settings 0 1 0"}, 2 * s, 5 * s},
		{"no limit, whatever the main time", []string{"time_settings 600 30 0"}, 2 * s, 5 * s},
		{"no limit, the largest number", []string{"time_settings 2147483647 0 0"}, 2 * s, 5 * s},
		{"no limit left", []string{"time_settings 600 0 0", "time_left b 2147483647 0"}, 2 * s, 5 * s},
		{"a second a move", []string{"time_settings 0 1 1"}, s / 3, s},
		{"half a second a move", []string{"time_settings 0 0.5 1"}, s / 6, s / 2},
		{"told before every move", []string{"time_settings 0 3 1", "time_left b 3 1"}, s, 3 * s},
		{"told in whole seconds", []string{"time_settings 0 0.5 1", "time_left b 0 1"}, s / 6, s / 2},
		{"nothing left of a period", []string{"time_settings 0 3 2", "time_left b 0 1"}, 0, 30*time.Millisecond + pollTime},
		{"a game", []string{"time_settings 22 0 0"}, s / 5, 4 * s},
		{"a game, little left", []string{"time_settings 600 0 0", "time_left b 1 0"}, 0, s / 6},
		{"a game, nothing left", []string{"time_settings 600 0 0", "time_left b 0 0"}, 0, 30*time.Millisecond + pollTime},
		{"a game, less than nothing left", []string{"time_settings 600 0 0", "time_left b -5 0"}, 0, 30*time.Millisecond + pollTime},
		{"the other's time", []string{"time_settings 22 0 0", "time_left w 0 0"}, s / 5, 4 * s},
		{"canadian", []string{"time_settings 0 30 10"}, s, 6 * s},
		{"canadian, the last stone", []string{"time_settings 0 30 10", "time_left b 3 1"}, s, 3 * s},
		{"canadian, little left", []string{"time_settings 0 300 10", "time_left b 1 5"}, 0, s / 2},
		{"main time before periods", []string{"time_settings 40 5 5"}, s / 2, 2 * s},
		{"main time used up", []string{"time_settings 40 10 5", "time_left b 0 0"}, s / 2, 4 * s},
		{"a time without settings", []string{"time_left b 22 0"}, s / 5, 4 * s},
		{"a period without settings", []string{"time_left b 9 3"}, s, 4 * s},
		{"the newest settings", []string{"time_settings 0 30 1", "time_left b 30 1", "time_settings 0 1 1"}, s / 3, s},
		{"a new game", []string{"time_settings 22 0 0", "time_left b 0 0", "clear_board"}, s / 5, 4 * s},
		{"a level", []string{"time_settings 0 30 1", "level 1"}, 0, s / 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := dialTimed(t, nil)
				for _, line := range test.lines {
					if got := c.ask(line); got != "" {
						t.Errorf("%s: %q", line, got)
					}
				}
				if got := c.timed("b"); got < test.least || got > test.most {
					t.Errorf("%v, want %v to %v", got, test.least, test.most)
				}
			})
		})
	}
}

// TestLongTimes: no time is too long to be counted.
func TestLongTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := dialTimed(t, nil)
		c.ask("time_settings 99999999999999999999 99999999999999999999 999999999")
		c.ask("time_left b 99999999999999999999 0")
		c.send("genmove b")
		time.Sleep(3 * time.Second)
		c.quiet()
		c.send("# interrupt")
		c.response()
	})
}

func TestTimeErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := dialTimed(t, nil)
		for _, line := range []string{
			"time_settings", "time_settings 1 2", "time_settings 1 2 3 4", "time_settings a b c", "time_settings 1 2 -3",
			"time_settings 1 2 3.5", "time_settings NaN 0 0", "time_settings Inf 0 0",
			"time_left", "time_left b 5", "time_left x 5 0", "time_left b five 0", "time_left b 5 -1",
		} {
			c.refused(line, "syntax error")
		}
	})
}

// TestOwnAccount: where the client does not tell what is left the engine counts itself,
// in the main time and in periods.
func TestOwnAccount(t *testing.T) {
	for _, settings := range []string{"6 0 0", "0 2 5", "1 2 5", "1 0.2 1", "0 0.5 1"} {
		t.Run(settings, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := dialTimed(t, nil)
				c.ask("boardsize 32")
				c.ask("time_settings " + settings)
				var main, period float64
				var stones int
				fmt.Sscan(settings, &main, &period, &stones)
				left, periodLeft, stonesLeft := main, period, stones
				for move := range 50 {
					used := c.timed("b").Seconds()
					c.ask("genmove w")
					left -= used
					if left >= 0 {
						continue
					}
					if stones == 0 {
						t.Fatalf("move %d: out of time", move+1)
					}
					periodLeft += left
					left = 0
					if periodLeft < 0 {
						t.Fatalf("move %d: %v s late", move+1, -periodLeft)
					}
					if stonesLeft--; stonesLeft == 0 {
						periodLeft, stonesLeft = period, stones
					}
				}
			})
		})
	}
}

// TestWholeGamesOnTheClock: a client with an exact clock, which tells the time left
// before every move as Quarry and GoGui do, never sees a flag fall.
func TestWholeGamesOnTheClock(t *testing.T) {
	const latency = 5 * time.Millisecond // of the client, in each direction
	for _, game := range []time.Duration{2 * time.Second, 20 * time.Second} {
		t.Run(game.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := dialTimed(t, nil)
				c.ask(fmt.Sprintf("time_settings %d 0 0", int(game.Seconds())))
				left := [2]time.Duration{game, game}
				for i := range 100 {
					colour, side := "bw"[i%2:i%2+1], i%2
					c.ask(fmt.Sprintf("time_left %s %d 0", colour, int(left[side].Seconds())))
					begin := time.Now()
					time.Sleep(latency)
					c.ask("genmove " + colour)
					time.Sleep(latency)
					left[side] -= time.Since(begin)
					if left[side] < 0 {
						t.Fatalf("move %d: out of time", i+1)
					}
				}
				if left[0] > game*3/4 {
					t.Errorf("%v of %v left", left[0], game)
				}
			})
		})
	}
}

// TestOptionsLimitSearches: without a word on time a limit in nodes or depth replaces
// the time for a move.
func TestOptionsLimitSearches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := dialTimed(t, func(config *engine.Config) { config.Depth, config.MoveTime = 3, time.Millisecond })
		c.ask("boardsize 32")
		if got := c.timed("b"); got < 100*time.Millisecond || got > time.Second {
			t.Errorf("%v for three plies", got)
		}
	})
}

package gomocup

import (
	"fmt"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"ishi/engine/game"
)

// answerTime sends a command and returns how long the reply takes.
func (c *client) answerTime(lines ...string) time.Duration {
	c.t.Helper()
	begin := time.Now()
	if len(lines) > 0 {
		c.send(lines...)
	}
	if got := c.reply(); !c.isPoint(got) {
		c.t.Fatalf("%q: got %q, want a move", lines, got)
	}
	return time.Since(begin)
}

// pollTime is how long the test game searches between two looks at the clock.
const pollTime = 260 * 100 * time.Microsecond

func TestAnswersInTime(t *testing.T) {
	for _, test := range []struct {
		name        string
		info        []string
		least, most time.Duration
	}{
		{"nothing told", nil, 4900 * time.Millisecond, 5 * time.Second},
		{"turn", []string{"timeout_turn 500"}, 440 * time.Millisecond, 500 * time.Millisecond},
		{"turn 0", []string{"timeout_turn 0"}, 0, 30*time.Millisecond + pollTime},
		{"turn 0, much left", []string{"timeout_turn 0", "timeout_match 100000", "time_left 99000"}, 0, 30*time.Millisecond + pollTime},
		{"turn 1", []string{"timeout_turn 1"}, 0, 30*time.Millisecond + pollTime},
		{"turn below 0", []string{"timeout_turn -7"}, 0, 30*time.Millisecond + pollTime},
		{"nothing left", []string{"timeout_turn 5000", "time_left 0"}, 0, 30*time.Millisecond + pollTime},
		{"less than nothing left", []string{"timeout_turn 5000", "time_left -2000"}, 0, 30*time.Millisecond + pollTime},
		{"unlimited match", []string{"timeout_turn 1000", "timeout_match 0", "time_left 2147483647"}, 940 * time.Millisecond, time.Second},
		{"little left", []string{"timeout_turn 5000", "timeout_match 100000", "time_left 1000"}, 0, 1000 * time.Millisecond / 7},
		{"match only", []string{"timeout_match 22000"}, 400 * time.Millisecond, 3200 * time.Millisecond},
		{"unlimited turn", []string{"timeout_turn 2147483647", "time_left 22000"}, 400 * time.Millisecond, 3200 * time.Millisecond},
		{"a turn that overflows", []string{"timeout_turn 99999999999999999999", "time_left 22000"}, 400 * time.Millisecond, 3200 * time.Millisecond},
		{"depth only", []string{"max_depth 2"}, 0, 200 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := row(t)
				c.send("START 15")
				c.expect("OK")
				for _, info := range test.info {
					c.send("INFO " + info)
				}
				if got := c.answerTime("BEGIN"); got < test.least || got > test.most {
					t.Errorf("answered after %v, want %v to %v", got, test.least, test.most)
				}
			})
		})
	}
}

func TestUnlimited(t *testing.T) {
	for name, lines := range map[string][]string{
		"plain": {"START 15", "INFO timeout_turn 2147483647", "INFO time_left 2147483647"},
		"yixin": {"start 15 15", "INFO timeout_turn 2000000", "INFO timeout_match 100000000", "INFO time_left 100000000"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, g := row(t)
				g.NodeTime = time.Second
				c.send(lines...)
				c.expect("OK")
				c.send("BEGIN")
				time.Sleep(20 * time.Hour)
				c.quiet()
				c.send("YXSTOP")
				c.expect("7,7")
			})
		})
	}
}

// TestTimeRunsFromTheRead: a BOARD's time runs from its first line.
func TestTimeRunsFromTheRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := row(t)
		c.send("START 15", "INFO timeout_turn 1000")
		c.expect("OK")
		begin := time.Now()
		c.send("BOARD", "7,7,1", "8,8,2")
		time.Sleep(900 * time.Millisecond)
		c.send("DONE")
		c.reply()
		if got := time.Since(begin); got > time.Second {
			t.Errorf("answered %v after BOARD", got)
		}
	})
}

// TestWholeGames plays games under the limits of tournaments, with a manager
// whose clock is exact.
func TestWholeGames(t *testing.T) {
	const latency = 5 * time.Millisecond // of the manager, in each direction
	for _, test := range []struct {
		turn, match time.Duration
		tells       bool // time_left before every move
	}{
		{5 * time.Second, 120 * time.Second, true},
		{30 * time.Second, 180 * time.Second, true},
		{300 * time.Second, 1000 * time.Second, true},
		{500 * time.Millisecond, 3 * time.Second, true},
		{5 * time.Second, 120 * time.Second, false},
	} {
		t.Run(fmt.Sprintf("%v+%v,%v", test.turn, test.match, test.tells), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, g := row(t)
				g.NodeTime = 20 * time.Microsecond * (1 + test.turn/time.Second)
				c.send("START 20",
					"INFO timeout_turn "+strconv.FormatInt(test.turn.Milliseconds(), 10),
					"INFO timeout_match "+strconv.FormatInt(test.match.Milliseconds(), 10))
				c.expect("OK")
				left, moves := test.match, 60
				for i := range moves {
					if test.tells {
						c.send("INFO time_left " + strconv.FormatInt(left.Milliseconds(), 10))
					}
					begin := time.Now()
					time.Sleep(latency)
					c.send("BOARD", point(game.At(i%20, i/20))+",2", "DONE")
					got := c.reply()
					time.Sleep(latency)
					used := time.Since(begin)
					left -= used
					if used > test.turn {
						t.Fatalf("move %d, %s: took %v", i+1, got, used)
					}
					if left < 0 {
						t.Fatalf("move %d: out of time", i+1)
					}
				}
				if left > test.match/2 {
					t.Errorf("%v of %v left after %d moves", left, test.match, moves)
				}
			})
		})
	}
}

// TestRestartKeepsLimits: a new game has its full time, and a time_left that was
// told before START is its own.
func TestRestartKeepsLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := row(t)
		c.send("START 15", "INFO timeout_turn 5000", "INFO timeout_match 100000", "INFO time_left 700")
		c.expect("OK")
		if got := c.answerTime("BEGIN"); got > 100*time.Millisecond {
			t.Errorf("%v with 700 ms left", got)
		}
		c.send("RESTART")
		c.expect("OK")
		if got := c.answerTime("BEGIN"); got < time.Second {
			t.Errorf("%v in a new game", got)
		}
		c.send("INFO time_left 700", "START 20")
		c.expect("OK")
		if got := c.answerTime("BEGIN"); got > 100*time.Millisecond {
			t.Errorf("%v with 700 ms left before START", got)
		}
	})
}

// TestMatchTimeWithoutTimeLeft: the brain keeps its own account, game by game,
// also when the limit is repeated.
func TestMatchTimeWithoutTimeLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := row(t)
		c.send("START 15", "INFO timeout_match 5000", "INFO time_left 1000")
		c.expect("OK")
		c.answerTime("BEGIN")
		c.send("START 15", "INFO timeout_match 22000")
		c.expect("OK")
		first := c.answerTime("BEGIN")
		if first < 400*time.Millisecond {
			t.Fatalf("%v for the first move: the time left is that of the game before", first)
		}
		for i := range 10 {
			c.answerTime("BOARD", point(game.At(0, i))+",2", "DONE")
		}
		c.send("INFO timeout_match 22000")
		if last := c.answerTime("BOARD", "14,14,2", "DONE"); last > first*9/10 {
			t.Errorf("%v for the first move, %v for the twelfth", first, last)
		}
		c.send("RESTART", "INFO timeout_match 22000")
		c.expect("OK")
		if again := c.answerTime("BEGIN"); again != first {
			t.Errorf("%v for the first move, %v in the next game", first, again)
		}
	})
}

// TestWaitingCommandsHaveTheirTime: the time of a command that arrives while the
// brain thinks begins when the answer before it is out.
func TestWaitingCommandsHaveTheirTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := row(t)
		c.send("START 15", "INFO timeout_turn 1000", "BEGIN", "TURN 0,0", "TURN 0,1")
		c.expect("OK", "7,7")
		for range 2 {
			if took := c.answerTime(); took < 900*time.Millisecond || took > time.Second {
				t.Errorf("answered after %v", took)
			}
		}
	})
}

func TestPondering(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := row(t)
		c.send("START 15", "INFO timeout_turn 500", "INFO pondering 1")
		c.expect("OK")
		c.answerTime("BEGIN")
		time.Sleep(10 * time.Second)
		c.quiet()
		if got := c.answerTime("TURN 0,0"); got > 500*time.Millisecond {
			t.Errorf("answered after %v", got)
		}
		time.Sleep(time.Second)
		c.send("yxshowforbid")
		c.expect("FORBID .")
		c.send("TAKEBACK 0,1", "RESTART")
		c.expect("ERROR TAKEBACK: 0,1 is empty", "OK")
		c.answerTime("BEGIN")
		time.Sleep(time.Second)
		c.send("YXSTOP", "END")
		c.hasEnded()
	})
}

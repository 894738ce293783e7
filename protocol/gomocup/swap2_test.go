package gomocup

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/gomoku"
)

// TestOpenSwap2: three different points, in time, and the game goes on with
// White.
func TestOpenSwap2(t *testing.T) {
	for _, size := range []string{"5", "15", "32"} {
		synctest.Test(t, func(t *testing.T) {
			c := dial(t, gomoku.Game(), func(config *engine.Config) { config.Nodes = 500 })
			c.send("START " + size)
			c.expect("OK")
			seen := map[string]bool{}
			for range 5 {
				c.send("SWAP2BOARD", "DONE")
				reply := c.reply()
				seen[reply] = true
				points := strings.Split(reply, " ")
				if len(points) != 3 || !c.isPoint(points[0]) || !c.isPoint(points[1]) || !c.isPoint(points[2]) ||
					points[0] == points[1] || points[1] == points[2] || points[0] == points[2] {
					t.Fatalf("size %s: got %q", size, reply)
				}
				if len(c.session.Record()) != 3 || c.session.Position().Side() != game.White {
					t.Errorf("size %s: %v", size, c.session.Record())
				}
			}
			if len(seen) < 2 {
				t.Errorf("size %s: always the same opening: %v", size, seen)
			}
		})
	}
}

// TestSwap2Time: all tries together keep to one move's time, and end where a
// move would not.
func TestSwap2Time(t *testing.T) {
	for name, test := range map[string]struct {
		info string
		most time.Duration
	}{
		"turn":      {"INFO timeout_turn 2000", 2 * time.Second},
		"at once":   {"INFO timeout_turn 0", 30*time.Millisecond + 3*pollTime},
		"unlimited": {"INFO timeout_turn 2147483647", 10*time.Second + pollTime},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, g := row(t)
				g.Score = -100
				c.send("START 15", test.info)
				c.expect("OK")
				for _, lines := range [][]string{
					{"SWAP2BOARD", "DONE"},
					{"SWAP2BOARD", "7,7", "8,8", "6,6", "DONE"},
					{"SWAP2BOARD", "7,7", "8,8", "6,6", "9,9", "5,5", "DONE"},
				} {
					begin := time.Now()
					c.send(lines...)
					reply := c.reply()
					if got := time.Since(begin); got > test.most {
						t.Errorf("%d stones: %q after %v", len(lines)-2, reply, got)
					}
				}
			})
		})
	}
}

// TestSwap2HalfTime: the two stones get half of the time.
func TestSwap2HalfTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := row(t)
		begin := time.Now()
		c.send("START 15", "INFO timeout_turn 4000", "SWAP2BOARD", "7,7", "8,8", "6,6", "DONE")
		c.expect("OK", "7,6 6,7")
		notes := regexp.MustCompile(`tm (\d+)`).FindAllStringSubmatch(c.log.String(), -1)
		if len(notes) != 2 {
			t.Fatalf("%d searches, want 2", len(notes))
		}
		first, _ := strconv.Atoi(notes[0][1])
		if total := time.Since(begin); first > 2000 || total < 1900*time.Millisecond || total > 4*time.Second {
			t.Errorf("the first search ended after %d ms, the second after %v", first, total)
		}
	})
}

// TestSwap2Choices: what is chosen for the value of the position.
func TestSwap2Choices(t *testing.T) {
	three := []string{"SWAP2BOARD", "7,7", "8,8", "6,6", "DONE"}
	five := []string{"SWAP2BOARD", "7,7", "8,8", "6,6", "9,9", "5,5", "DONE"}
	for _, test := range []struct {
		score game.Score
		sent  []string
		want  string
	}{
		{-400, three, "SWAP"}, {-150, three, "SWAP"},
		{-50, three, "SWAP"}, {-30, three, "7,6 6,7"}, {30, three, "7,6 6,7"}, {50, three, "7,6"},
		{150, three, "7,6"}, {game.WinIn(3), three, "7,6"}, {game.LossIn(4), three, "SWAP"},
		{-1, five, "SWAP"}, {0, five, "7,6"}, {500, five, "7,6"},
	} {
		synctest.Test(t, func(t *testing.T) {
			c, g := row(t)
			g.Score = test.score
			c.send("START 15", "INFO max_depth 4")
			c.expect("OK")
			c.send(test.sent...)
			if got := c.reply(); got != test.want {
				t.Errorf("%d stones worth %v to White: %q, want %q", len(test.sent)-2, test.score, got, test.want)
			}
		})
	}
}

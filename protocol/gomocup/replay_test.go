package gomocup

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"ishi/engine"
	"ishi/engine/gomoku"
	"ishi/protocol"
)

// TestReplayQPiskvork sends what qpiskvork sent in a game. Our moves are not
// those of that game, so a move of the opponent may find its point taken.
func TestReplayQPiskvork(t *testing.T) {
	sent, err := os.ReadFile("testdata/qpiskvork-sent.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(sent), "\r\n"), "\r\n")
	synctest.Test(t, func(t *testing.T) {
		c := dial(t, gomoku.Game(), func(config *engine.Config) { config.Nodes = 1000 })
		taken := map[string]bool{}
		moves := 0
		for _, line := range lines {
			c.send(line)
			verb, args := protocol.Cut(line)
			switch verb {
			case "start":
				c.expect("OK")
			case "about":
				c.expect(`name="Ishi", *`)
			case "begin", "turn":
				if taken[args] {
					c.expect("ERROR TURN: " + args + " is occupied")
					continue
				}
				taken[args] = true
				got := c.reply()
				if !c.isPoint(got) || taken[got] {
					t.Fatalf("%s: got %q", line, got)
				}
				taken[got] = true
				moves++
			case "end":
				c.hasEnded()
			default:
				c.quiet()
			}
		}
		if moves < 5 {
			t.Errorf("%d moves only", moves)
		}
	})
}

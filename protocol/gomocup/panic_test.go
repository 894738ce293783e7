package gomocup

import (
	"strings"
	"testing"
	"testing/synctest"

	"ishi/engine/game"
	"ishi/search"
)

// TestPanicInTheSearch: the move that is owed goes out, and all goes on.
func TestPanicInTheSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, g := row(t)
		c.send("START 15")
		c.expect("OK")
		g.Node = func(*search.Worker) { panic("broken\nnode") }
		c.send("TURN 7,7")
		c.expect("DEBUG *")
		if got := c.reply(); !c.isPoint(got) || got == "7,7" {
			t.Errorf("got %q", got)
		}
		g.Node = nil
		c.send("TURN 7,7", "TURN 8,8")
		c.expect("ERROR TURN: 7,7 is occupied")
		c.answerTime()
		c.send("END")
		c.hasEnded()
	})
}

// TestPanicInTheFrontEnd: ERROR, the position is as before, and all goes on.
func TestPanicInTheFrontEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, g := row(t)
		c.send("START 15", "INFO max_depth 1", "TURN 7,7")
		c.expect("OK", "7,6")
		fail := true
		g.PlayHook = func(m game.Move) {
			if fail && m == game.At(3, 3) {
				fail = false
				panic("broken")
			}
		}
		c.send("TURN 3,3")
		c.expect("ERROR internal error: broken")
		c.send("TURN 7,6", "TURN 3,3")
		c.expect("ERROR TURN: 7,6 is occupied", "6,7")

		// In the answer of a search: the move is owed.
		fail = true
		g.PlayHook = func(m game.Move) {
			if fail && m == game.At(8, 7) {
				fail = false
				panic("broken again")
			}
		}
		c.send("TURN 4,4")
		c.expect("DEBUG internal error: broken again")
		if got := c.reply(); !c.isPoint(got) {
			t.Errorf("got %q", got)
		}
		c.send("END")
		c.hasEnded()
		if log := c.log.String(); strings.Count(log, "# panic: ") != 2 || !strings.Contains(log, "goroutine") {
			t.Error("the panics are not in the log")
		}
	})
}

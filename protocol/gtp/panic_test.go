package gtp

import (
	"strings"
	"testing"
	"testing/synctest"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/engine/game"
	"ishi/search"
)

// TestPanicInTheSearch: a legal move goes out, and all goes on.
func TestPanicInTheSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &enginetest.Game{Depths: 1}
		c := dial(t, Choice{Games: []engine.Game{g}, Config: smallConfig()})
		c.ask("play b h8")
		g.Node = func(*search.Worker) { panic("broken\n\nnode") }
		if m, err := withoutI.parse(c.ask("genmove w")); err != nil || !m.IsPoint() {
			t.Errorf("%v, %v", m, err)
		}
		g.Node = nil
		if m, err := withoutI.parse(c.ask("genmove b")); err != nil || !m.IsPoint() {
			t.Errorf("%v, %v", m, err)
		}
		c.ask("gg-undo 3")
		c.ask("quit")
		c.hasEnded()
	})
}

// TestPanicInTheFrontEnd: the command fails, the position is as before, and all goes on.
func TestPanicInTheFrontEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &enginetest.Game{Depths: 1}
		c := dial(t, Choice{Games: []engine.Game{g}, Config: smallConfig()})
		c.ask("play b h8")
		fail := true
		g.PlayHook = func(m game.Move) {
			if fail && m == game.At(3, 3) {
				fail = false
				panic("broken\n\nboard")
			}
		}
		c.refused("play w d4", "internal error: broken\nboard")
		c.refused("play w h8", "illegal move")
		c.ask("play w d4")
		c.ask("gg-undo 2")
		c.refused("undo", "cannot undo")

		// In the answer of a search, with the sequence before it.
		fail = true
		c.refused("gogui-play_sequence b a1 w d4", "internal error: broken\nboard")
		if got := c.ask("gogui-rules_side_to_move"); got != "black" {
			t.Errorf("%s to move", got)
		}
		c.ask("play b a1")
		c.ask("quit")
		c.hasEnded()
		if log := c.log.String(); strings.Count(log, "# panic: ") != 2 || !strings.Contains(log, "goroutine") {
			t.Error("the panics are not in the log")
		}
	})
}

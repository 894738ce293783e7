package gtp

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
)

// TestGames plays whole games between two engines through a client that believes
// nothing, with the passes sent or implied, and takes them back to the beginning.
func TestGames(t *testing.T) {
	for _, test := range []struct {
		game     engine.Game
		size     int
		rule     string
		explicit bool
	}{
		{othello.Game(), 8, "", false},
		{othello.Game(), 8, "", true},
		{othello.Game(), 4, "", false},
		{othello.Game(), 4, "", true},
		{othello.Game(), 6, "", true},
		{othello.Game(), 10, "", false},
		{gomoku.Game(), 15, "freestyle", true},
		{gomoku.Game(), 9, "renju", true},
		{gomoku.Game(), 5, "exact", true},
	} {
		name := fmt.Sprintf("%s %d %s explicit=%v", test.game.Name(), test.size, test.rule, test.explicit)
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := smallConfig()
				config.Nodes = 60
				choice := Choice{Games: []engine.Game{test.game}, Rule: test.rule, Config: config}
				g := &match{t: t, game: test.game, explicit: test.explicit, players: [2]*client{dial(t, choice), dial(t, choice)}}
				g.referee = newReferee(t, test.game, engine.Setup{Width: test.size, Height: test.size, Rule: test.rule})
				for _, c := range g.players {
					c.ask(fmt.Sprintf("boardsize %d", test.size))
					c.ask("clear_board")
				}
				g.play()
				g.takeBack()
			})
		})
	}
}

// match is a game between two engines.
type match struct {
	t        *testing.T
	game     engine.Game
	explicit bool // passes are sent, also after the end, until both have passed
	players  [2]*client
	referee  *referee
	moves    int
}

// play plays random moves to begin with, then asks the engines, as a client does that
// knows nothing but passes, or one that knows the rules.
func (g *match) play() {
	random := rand.New(rand.NewPCG(5, uint64(len(g.t.Name()))))
	for range 4 {
		legal := g.referee.legal()
		g.move(g.referee.Side(), withoutI.vertex(legal[random.IntN(len(legal))]), 2)
	}
	passes := 0
	for by := g.referee.Side(); passes < 2; by = by.Other() {
		if !g.explicit && g.referee.over() {
			break
		}
		if !g.explicit && by == g.referee.Side() && g.referee.legal()[0] == game.Pass {
			continue
		}
		text := g.players[by].ask("genmove " + by.String()[:1])
		passes++
		if text != "pass" {
			passes = 0
		}
		g.move(by, text, int(by))
	}
	if !g.referee.over() {
		g.t.Fatal("the game is not over")
	}
	result := g.referee.Result()
	want := map[game.Outcome]string{game.BlackWins: "B+", game.WhiteWins: "W+", game.Draw: "0"}[result.Outcome]
	if want != "0" {
		want += fmt.Sprint(max(result.Margin, 1))
	}
	for _, c := range g.players {
		if got := c.ask("final_score"); got != want {
			g.t.Errorf("final score %q, want %q", got, want)
		}
	}
}

// move tells a move to all engines but the one that made it.
func (g *match) move(by game.Side, text string, maker int) {
	g.t.Helper()
	g.moves++
	if text == "pass" && g.referee.over() {
		g.referee.passes = append(g.referee.passes, false)
	} else {
		g.referee.play(by, text)
	}
	for i, c := range g.players {
		if i != maker {
			c.ask(fmt.Sprintf("play %v %s", by, text))
		}
		if got, want := c.ask("gogui-rules_board"), g.referee.board(); got != want {
			g.t.Fatalf("after %v %s:\n%s\nwant\n%s", by, text, got, want)
		}
	}
}

// takeBack takes the game back, each move with one undo.
func (g *match) takeBack() {
	c := g.players[1]
	for range g.moves {
		c.ask("undo")
	}
	c.refused("undo", "cannot undo")
	fresh := newReferee(g.t, g.game, g.referee.Setup())
	if got, want := c.ask("gogui-rules_board"), fresh.board(); got != want {
		g.t.Errorf("taken back:\n%s\nwant\n%s", got, want)
	}
	if got := c.ask("gogui-rules_side_to_move"); got != "black" {
		g.t.Errorf("%s is to move", got)
	}
}

// TestRuler: GoGui asks a ruler for thousands of small things, and no memory for searches is
// taken for that.
func TestRuler(t *testing.T) {
	for _, g := range []engine.Game{othello.Game(), gomoku.Game()} {
		t.Run(g.Name(), func(t *testing.T) {
			c := dial(t, Choice{Games: []engine.Game{g}, Config: engine.DefaultConfig()})
			random := rand.New(rand.NewPCG(6, 7))
			c.ask("gogui-rules_legal_moves")
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			for range 20 {
				c.ask("clear_board")
				for range 60 {
					legal := strings.Fields(c.ask("gogui-rules_legal_moves"))
					if len(legal) == 0 {
						c.ask("gogui-rules_final_result")
						break
					}
					by := c.ask("gogui-rules_side_to_move")
					c.ask("play " + by + " " + legal[random.IntN(len(legal))])
					c.ask("gogui-rules_board")
					c.ask("gogui-rules_board_size")
				}
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 4<<20 {
				t.Errorf("%d KiB more than before", grown>>10)
			}
		})
	}
}

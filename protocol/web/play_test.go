package web

import (
	"slices"
	"strings"
	"testing"

	"ishi/engine/game"
)

func TestWelcomeTellsTheGames(t *testing.T) {
	w := newBoard(t).welcome()
	if len(w.Games) != 2 || w.Games[0].Name != "gomoku" || w.Games[1].Name != "othello" {
		t.Fatalf("games %+v", w.Games)
	}
	g, o := w.Games[0], w.Games[1]
	if len(g.Rules) != 5 || g.Sizes[0] != 5 || g.Sizes[len(g.Sizes)-1] != 32 || !g.Rectangles || g.Size != 15 || !slices.Contains(g.Openings, "swap2") {
		t.Errorf("gomoku %+v", g)
	}
	if !slices.Equal(o.Sizes, []int{4, 6, 8, 10, 12, 14, 16}) || o.Rectangles || len(o.Openings) != 1 || o.Unit != "discs" {
		t.Errorf("othello %+v", o)
	}
}

func TestTwoOnOneScreen(t *testing.T) {
	c := newBoard(t).connect(t)
	created := c.create(`"game":"gomoku"`, twoOnOneScreen)
	if !slices.Equal(created.Sides, []string{"black", "white"}) || !created.Owner || created.Invite != "" || len(created.Token) != 22 {
		t.Fatalf("created %s", created.raw)
	}
	c.plays("h8", "h9", "i8", "i9", "j8")
	c.must(`"type":"undo"`)
	if len(c.state.Moves) != 4 || !c.state.Can.Redo {
		t.Fatalf("after undo: %d moves, redo %v", len(c.state.Moves), c.state.Can.Redo)
	}
	c.must(`"type":"redo"`)
	c.refused("state", `"type":"redo"`)
	c.plays("j9", "k8", "k9", "l8")
	s := c.state
	if s.Phase != finished || *s.Result.Winner != game.Black || s.Result.Reason != "five in a row" {
		t.Fatalf("result %+v", s.Result)
	}
	if game.FormatMoves(s.Win) != "h8i8j8k8l8" {
		t.Errorf("win %s", game.FormatMoves(s.Win))
	}
	if s.Counts[game.Black] != 5 || s.Last != "l8" || s.Players[game.White].Name != "Ben" {
		t.Errorf("counts %v last %s players %v", s.Counts, s.Last, s.Players)
	}
	c.refused("state", `"type":"move","move":"a1"`)
	c.must(`"type":"undo"`)
	if c.state.Phase != playing || c.state.Result != nil || len(c.state.Win) != 0 {
		t.Errorf("the game does not go on after undo: %+v", c.state.Result)
	}
	c.must(`"type":"resign"`)
	if *c.state.Result.Winner != game.White || c.state.Result.Reason != "resignation" {
		t.Errorf("result %+v", c.state.Result)
	}
	if m := c.must(`"type":"offer","what":"rematch"`); !*m.Accepted || c.state.Rematch == nil {
		t.Fatalf("rematch %s", m.raw)
	}
	next := *c.state.Rematch
	c.must(`"type":"open","game":%q,"token":%q`, next, c.token)
	c.until("the rematch", func(s *state) bool { return s.Game == next })
	if c.state.Players[game.Black].Name != "Ben" {
		t.Errorf("colours have not changed: %v", c.state.Players)
	}
}

func TestIllegalMoves(t *testing.T) {
	c := newBoard(t).connect(t)
	c.create(`"game":"gomoku","rule":"renju"`, twoOnOneScreen)
	c.plays("h8")
	if m := c.refused("illegal", `"type":"move","move":"h8"`); m.Point != "h8" || m.Reason != "occupied" {
		t.Errorf("%s", m.raw)
	}
	if m := c.refused("illegal", `"type":"move","move":"p16"`); m.Reason != "off the board" {
		t.Errorf("%s", m.raw)
	}
	if m := c.refused("illegal", `"type":"move","move":"pass"`); m.Point != "pass" {
		t.Errorf("%s", m.raw)
	}
	c.refused("syntax", `"type":"move","move":"?"`)
	c.refused("stale", `"type":"move","move":"h9","ply":0`)
	c.must(`"type":"move","move":"h8","ply":0`) // the one that was played
	c.plays("a1", "i9", "a3", "h10", "a5", "g9", "a7")
	// h9 would make two open threes or more.
	if !slices.Contains(c.state.Forbidden, game.At(7, 8)) {
		t.Fatalf("forbidden %v", c.state.Forbidden)
	}
	if m := c.refused("illegal", `"type":"move","move":"h9"`); !strings.HasPrefix(m.Reason, "forbidden") || m.Point != "h9" {
		t.Errorf("%s", m.raw)
	}
	c.create(`"game":"othello"`, twoOnOneScreen)
	if m := c.refused("illegal", `"type":"move","move":"a1"`); m.Reason != "turns no disc" {
		t.Errorf("%s", m.raw)
	}
}

func TestOthello(t *testing.T) {
	c := newBoard(t).connect(t)
	c.create(`"game":"othello"`, twoOnOneScreen)
	if s := c.state; s.Legal == nil || game.FormatMoves(*s.Legal) != "d3c4f5e6" || s.Start[3] != "...OX..." {
		t.Fatalf("legal %v start %v", s.Legal, s.Start)
	}
	c.plays("f5")
	if m := c.state.Moves[0]; game.FormatMoves(m.Flips) != "e5" || c.state.Counts[game.Black] != 4 || c.state.Counts[game.White] != 1 {
		t.Errorf("flips %v counts %v", m.Flips, c.state.Counts)
	}
	// The shortest wipe-out.
	c.create(`"game":"othello"`, twoOnOneScreen)
	c.plays("f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7")
	if r := c.state.Result; r == nil || r.Reason != "wipe-out" || r.Margin != 64 || *r.Winner != game.Black {
		t.Errorf("result %+v", r)
	}
}

func TestForcedPassIsPlayed(t *testing.T) {
	c := newBoard(t).connect(t)
	// White has no move after b1, and Black has.
	c.create(`"game":"othello","width":4,"height":4`, twoOnOneScreen,
		`"position":{"stones":[{"point":"a1","side":"black"},{"point":"b1","side":"white"},{"point":"a3","side":"black"},{"point":"b3","side":"white"}],"toMove":"black"}`)
	c.plays("c1")
	if n := len(c.state.Moves); n != 2 || c.state.Moves[1].Move != game.Pass || c.state.ToMove != game.Black {
		t.Fatalf("moves %v", c.state.Moves)
	}
	c.must(`"type":"undo"`)
	if len(c.state.Moves) != 0 {
		t.Errorf("moves %v after undo", c.state.Moves)
	}
}

func TestAgainstTheEngine(t *testing.T) {
	for _, players := range []string{
		againstLevel1,
		`"black":{"kind":"engine","moveTime":60},"white":{"kind":"person"}`,
		`"black":{"kind":"person"},"white":{"kind":"engine","level":20}`,
	} {
		c := newBoard(t, func(c *Config) { c.MoveTime = 60e6 }).connect(t)
		c.create(`"game":"gomoku"`, players)
		if c.state.Players[game.Black].Kind == "engine" {
			c.untilMoves(1)
		}
		before := len(c.state.Moves)
		c.plays("a1")
		c.untilMoves(before + 2)
		if m := c.state.Moves[len(c.state.Moves)-1]; m.Depth == 0 && !strings.Contains(players, `"level":1}`) {
			t.Errorf("%s: no depth with move %v", players, m)
		}
		c.must(`"type":"undo"`)
		if len(c.state.Moves) != before {
			t.Errorf("%s: %d moves after undo, want %d", players, len(c.state.Moves), before)
		}
		c.must(`"type":"redo"`)
		if len(c.state.Moves) != before+2 {
			t.Errorf("%s: %d moves after redo", players, len(c.state.Moves))
		}
		if m := c.must(`"type":"offer","what":"draw"`); *m.Accepted {
			t.Errorf("%s: a draw after two moves", players)
		}
		c.must(`"type":"resign"`)
	}
}

func TestEnginesPlayEachOther(t *testing.T) {
	c := newBoard(t).connect(t)
	m := c.create(`"game":"othello","width":6,"height":6`, `"black":{"kind":"engine","level":1},"white":{"kind":"engine","level":2}`, `"pace":0`)
	if len(m.Sides) != 0 || !m.Owner {
		t.Fatalf("created %s", m.raw)
	}
	c.until("the end", func(s *state) bool { return s.Phase == finished })
	if c.state.Result.Margin == 0 && c.state.Result.Winner != nil || len(c.state.Moves) < 9 {
		t.Errorf("result %+v after %d moves", c.state.Result, len(c.state.Moves))
	}
	if m := c.must(`"type":"offer","what":"rematch"`); !*m.Accepted {
		t.Errorf("%s", m.raw)
	}
}

func TestPause(t *testing.T) {
	c := newBoard(t).connect(t)
	c.create(`"game":"gomoku"`, `"black":{"kind":"engine","level":1},"white":{"kind":"engine","level":1}`, `"pace":50`)
	c.untilMoves(1)
	c.must(`"type":"pause","on":true`)
	n := len(c.state.Moves)
	c.refused("seat", `"type":"undo"`)
	if !c.state.Paused || len(c.state.Moves) != n {
		t.Errorf("the game goes on: %d moves after %d", len(c.state.Moves), n)
	}
	c.must(`"type":"pause","on":false`)
	c.untilMoves(n + 2)
}

func TestSwap2(t *testing.T) {
	c := newBoard(t).connect(t)
	c.create(`"game":"gomoku","opening":"swap2"`, twoOnOneScreen)
	step := func(step string, by game.Side) {
		t.Helper()
		if c.state.Phase != opening || c.state.Swap2.Step != step || c.state.Swap2.By != by {
			t.Fatalf("phase %s swap2 %+v, want %s by %v", c.state.Phase, c.state.Swap2, step, by)
		}
	}
	step("three", game.Black)
	c.plays("h8", "i9", "j10")
	step("choose", game.White)
	c.refused("turn", `"type":"move","move":"a1"`)
	c.refused("syntax", `"type":"choose","choice":"red"`)
	c.must(`"type":"choose","choice":"two"`)
	step("two", game.White)
	c.plays("a1", "a2")
	step("last", game.Black)
	c.refused("state", `"type":"choose","choice":"two"`)
	c.refused("state", `"type":"undo"`)
	c.must(`"type":"choose","choice":"white"`)
	if c.state.Phase != playing || c.state.ToMove != game.White || c.state.Players[game.White].Name != "Ann" {
		t.Errorf("phase %s, %v to move, players %v", c.state.Phase, c.state.ToMove, c.state.Players)
	}
	c.plays("c3")
	c.must(`"type":"undo"`)
	c.refused("state", `"type":"undo"`)
}

func TestSwap2WithTheEngine(t *testing.T) {
	b := newBoard(t)
	c := b.connect(t)
	c.create(`"game":"gomoku","opening":"swap2"`, `"black":{"kind":"engine","level":2},"white":{"kind":"person"}`)
	c.until("three stones", func(s *state) bool { return s.Swap2 != nil && s.Swap2.Step == "choose" })
	c.must(`"type":"choose","choice":"black"`)
	if m := c.wait("you"); !slices.Equal(m.Sides, []string{"black"}) {
		t.Errorf("you %s", m.raw)
	}
	c.untilMoves(4)
	c.create(`"game":"gomoku","opening":"swap2"`, againstLevel1)
	c.plays("h8", "i9", "a1")
	c.until("the engine's choice", func(s *state) bool {
		return s.Game == c.game && (s.Phase == playing || s.Swap2 != nil && s.Swap2.Step == "last")
	})
	c.create(`"game":"gomoku","opening":"swap2"`, `"black":{"kind":"engine","level":2},"white":{"kind":"engine","level":2}`, `"pace":0`)
	c.until("the game of engines", func(s *state) bool { return s.Game == c.game && s.Phase != opening && len(s.Moves) > 5 })
}

package web

import (
	"slices"
	"testing"
	"time"

	"github.com/coder/websocket"

	"ishi/engine/game"
)

// pair lets two people sit down at a game.
func (b *board) pair(t *testing.T, setup string, more ...string) (ann, ben *client) {
	t.Helper()
	ann, ben = b.connect(t), b.connect(t)
	ann.create(setup, overNetwork, more...)
	if ann.state.Phase != waiting {
		t.Fatalf("phase %s", ann.state.Phase)
	}
	ann.refused("state", `"type":"move","move":"h8"`)
	m := ben.must(`"type":"join","game":%q,"invite":%q,"name":"  Ben  the\nsecond "`, ann.game, ann.invite)
	if !slices.Equal(m.Sides, []string{"white"}) || m.Owner || m.Token == "" {
		t.Fatalf("joined %s", m.raw)
	}
	ann.until("Ben", func(s *state) bool { return s.Phase != waiting })
	return ann, ben
}

func TestTwoPeopleAndAWatcher(t *testing.T) {
	b := newBoard(t)
	ann, ben := b.pair(t, `"game":"gomoku"`)
	if ann.state.Players[game.White].Name != "Ben the second" {
		t.Errorf("players %v", ann.state.Players)
	}
	eve := b.connect(t)
	eve.refused("seat", `"type":"join","game":%q,"invite":%q`, ann.game, ann.invite)
	eve.refused("seat", `"type":"open","game":%q,"token":"guessed"`, ann.game)
	eve.refused("game", `"type":"open","game":"none"`)
	eve.refused("game", `"type":"move","move":"h8"`)
	if m := eve.must(`"type":"open","game":%q`, ann.game); len(m.Sides) != 0 || m.Owner {
		t.Errorf("a watcher has rights: %s", m.raw)
	}
	if p := eve.wait("present"); !p.Black || !p.White || p.Watchers != 1 {
		t.Errorf("present %s", p.raw)
	}
	ben.refused("turn", `"type":"move","move":"h8"`)
	ann.plays("h8")
	eve.untilMoves(1)
	ben.untilMoves(1)
	for _, request := range []string{`"type":"move","move":"h9"`, `"type":"resign"`, `"type":"undo"`, `"type":"redo"`, `"type":"pause","on":true`,
		`"type":"offer","what":"draw"`, `"type":"answer","what":"draw","accept":true`} {
		eve.refused("seat", "%s", request)
	}
	ann.refused("fair", `"type":"hint"`)
	ann.refused("fair", `"type":"analyze","on":true`)
	eve.refused("fair", `"type":"scores"`)
	ann.refused("state", `"type":"pause","on":true`)
	ben.plays("h9")
	ann.refused("state", `"type":"undo"`)
}

func TestOffers(t *testing.T) {
	b := newBoard(t)
	ann, ben := b.pair(t, `"game":"gomoku"`)
	ann.plays("h8")
	ben.untilMoves(1)
	ben.refused("state", `"type":"offer","what":"undo"`)
	ann.refused("state", `"type":"offer","what":"rematch"`)
	ann.refused("syntax", `"type":"offer","what":"tea"`)
	ben.refused("state", `"type":"answer","what":"undo","accept":true`)

	ann.must(`"type":"offer","what":"undo"`)
	ann.refused("turn", `"type":"answer","what":"undo","accept":true`)
	ben.until("the offer", func(s *state) bool { return s.Offers.Undo != nil })
	ben.must(`"type":"answer","what":"undo","accept":true`)
	if len(ben.state.Moves) != 0 || ben.state.Can.Redo {
		t.Fatalf("after an agreed takeback: %+v", ben.state.Moves)
	}
	ann.plays("g7")
	ann.must(`"type":"offer","what":"draw"`)
	ben.until("the offer", func(s *state) bool { return s.Offers.Draw != nil })
	ben.plays("g8") // declines
	if ben.state.Offers.Draw != nil {
		t.Error("an offer outlives the move")
	}
	ben.must(`"type":"offer","what":"draw"`)
	ann.until("the offer", func(s *state) bool { return s.Offers.Draw != nil })
	ann.must(`"type":"answer","what":"draw","accept":false`)
	if ann.state.Phase != playing || ann.state.Offers.Draw != nil {
		t.Error("a declined draw")
	}
	ann.must(`"type":"offer","what":"draw"`)
	if m := ben.must(`"type":"offer","what":"draw"`); !*m.Accepted {
		t.Error("two offers are not an agreement")
	}
	if r := ben.state.Result; r == nil || r.Winner != nil || r.Reason != "agreement" {
		t.Fatalf("result %+v", r)
	}
	ben.must(`"type":"offer","what":"rematch"`)
	ann.until("the offer", func(s *state) bool { return s.Offers.Rematch != nil })
	ann.must(`"type":"answer","what":"rematch","accept":true`)
	ben.until("the rematch", func(s *state) bool { return s.Rematch != nil })
	if m := ben.must(`"type":"open","game":%q,"token":%q`, *ben.state.Rematch, ben.token); !slices.Equal(m.Sides, []string{"black"}) {
		t.Errorf("Ben plays %v in the rematch", m.Sides)
	}
	ann.refused("state", `"type":"offer","what":"rematch"`)
}

func TestSwap2OverTheNetwork(t *testing.T) {
	b := newBoard(t)
	ann, ben := b.pair(t, `"game":"gomoku","opening":"swap2"`)
	ann.plays("h8", "i9", "j10")
	ben.untilMoves(3)
	ben.must(`"type":"choose","choice":"black"`)
	if m := ben.wait("you"); !slices.Equal(m.Sides, []string{"black"}) || m.Owner {
		t.Errorf("you %s", m.raw)
	}
	ann.until("the choice", func(s *state) bool { return s.Phase == playing })
	ann.plays("a1") // she is White now
}

func TestReconnect(t *testing.T) {
	b := newBoard(t)
	ann, ben := b.pair(t, `"game":"othello"`)
	ann.plays("f5")
	ben.untilMoves(1)
	seen := ann.state.Seq
	_ = ann.socket.CloseNow()
	ben.plays("d6")

	again := b.connect(t)
	m := again.must(`"type":"open","game":%q,"token":%q,"seq":%d`, ann.game, ann.token, seen)
	if !slices.Equal(m.Sides, []string{"black"}) || !m.Owner {
		t.Errorf("joined %s", m.raw)
	}
	again.untilMoves(2)
	again.must(`"type":"move","move":"f5","ply":0`) // sent again by a client that got no reply
	again.refused("stale", `"type":"move","move":"e6","ply":0`)
	again.plays("c3")
	ben.untilMoves(3)

	// With the newest sequence number nothing needs to be sent.
	third := b.connect(t)
	third.must(`"type":"open","game":%q,"token":%q,"seq":%d`, ann.game, ann.token, again.state.Seq)
	third.must(`"type":"ping"`)
	if third.states != 0 {
		t.Error("the state was sent to one who has it")
	}
}

func TestRestart(t *testing.T) {
	b := newBoard(t)
	ann, ben := b.pair(t, `"game":"gomoku"`, `"clock":{"main":600000,"increment":1000}`)
	ann.plays("h8")
	ben.untilMoves(1)
	ben.plays("h9")
	ann.untilMoves(2)
	seq := ann.state.Seq
	solo := b.connect(t)
	solo.create(`"game":"othello","width":6,"height":6`, `"black":{"kind":"engine","level":1},"white":{"kind":"engine","level":1}`, `"pace":20`)
	solo.untilMoves(2)
	swap := b.connect(t)
	swap.create(`"game":"gomoku","opening":"swap2"`, againstLevel1)
	swap.plays("h8", "i9")

	ann.stays = true
	ended := make(chan error, 1)
	go func() {
		for {
			if _, _, err := ann.socket.Read(ann.ctx); err != nil {
				ended <- err
				return
			}
		}
	}()
	b.restart(t)
	if err := <-ended; websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("the connection ended with %v", err)
	}
	again := b.connect(t)
	again.must(`"type":"open","game":%q,"token":%q`, ann.game, ann.token)
	again.untilMoves(2)
	if again.state.Seq != seq || again.state.Clocks.Running == nil || again.state.Clocks.White > 601000 || again.state.Clocks.White < 500000 {
		t.Errorf("seq %d, want %d; clocks %+v", again.state.Seq, seq, again.state.Clocks)
	}
	again.plays("i8")
	// Engines go on without anybody.
	more := b.connect(t)
	more.must(`"type":"open","game":%q,"token":%q`, solo.game, solo.token)
	more.until("the end", func(s *state) bool { return s.Phase == finished })
	opened := b.connect(t)
	opened.must(`"type":"open","game":%q,"token":%q`, swap.game, swap.token)
	opened.untilMoves(2)
	opened.plays("j10")
	opened.until("the engine's choice", func(s *state) bool { return s.Swap2 == nil || s.Swap2.Step != "choose" })
}

func TestTimeRunsOut(t *testing.T) {
	b := newBoard(t)
	for _, clock := range []string{`"clock":{"main":30}`, `"clock":{"move":30}`} {
		c := b.connect(t)
		c.create(`"game":"gomoku"`, twoOnOneScreen, clock)
		if c.state.Clocks.Running != nil {
			t.Errorf("%s: a clock runs before the first move", clock)
		}
		c.plays("h8")
		c.until("the flag", func(s *state) bool { return s.Phase == finished })
		if r := c.state.Result; r.Reason != "time" || *r.Winner != game.Black {
			t.Errorf("%s: result %+v", clock, r)
		}
		if c.state.Clocks.White != 0 || c.state.Can.Undo {
			t.Errorf("%s: clocks %+v, can undo %v", clock, c.state.Clocks, c.state.Can.Undo)
		}
	}
}

func TestEngineKeepsItsClock(t *testing.T) {
	c := newBoard(t).connect(t)
	c.create(`"game":"othello","width":6,"height":6`, `"black":{"kind":"engine","level":20},"white":{"kind":"engine","moveTime":50}`,
		`"pace":0`, `"clock":{"main":2500,"increment":5}`)
	c.until("the end", func(s *state) bool { return s.Phase == finished })
	if c.state.Result.Reason == "time" {
		t.Errorf("result %+v, clocks %+v", c.state.Result, c.state.Clocks)
	}
}

func TestClockArithmetic(t *testing.T) {
	now := time.Unix(1000, 0)
	m := &match{Phase: playing, Clock: clockRule{Main: 10000, Increment: 2000}, Moves: []played{{}}}
	m.Times.Left = [2]time.Duration{10 * time.Second, 10 * time.Second}
	m.run(now)
	used := m.charge(now.Add(3 * time.Second))
	if used != 3*time.Second || m.outOfTime(game.White, used) {
		t.Fatalf("used %v", used)
	}
	m.spend(game.White, used)
	if m.Times.Left[game.White] != 9*time.Second || m.Times.Used != 0 {
		t.Errorf("left %v, used %v", m.Times.Left, m.Times.Used)
	}
	if !m.outOfTime(game.Black, 10*time.Second+1) {
		t.Error("no limit")
	}
}

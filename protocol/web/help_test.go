package web

import (
	"strings"
	"testing"

	"ishi/engine/game"
)

func TestHint(t *testing.T) {
	c := newBoard(t).connect(t)
	c.create(`"game":"gomoku"`, twoOnOneScreen)
	c.plays("h8", "a1", "h9", "a3", "h10", "a5", "h11")
	m := c.must(`"type":"hint","n":2`)
	if m.Type != "hint" || m.Ply != 7 || len(m.Lines) == 0 {
		t.Fatalf("%s", m.raw)
	}
	// An open four has won; White to move, so Black's score.
	if best := m.Lines[0]; best.Score.Win <= 0 || !strings.HasPrefix(best.Score.Text, "+M") {
		t.Errorf("%+v", best.Score)
	}
	if m := c.must(`"type":"hint","n":1,"ply":6`); m.Ply != 6 || m.Lines[0].Score.Win <= 0 {
		t.Errorf("%s", m.raw)
	}
	if m := c.must(`"type":"hint","ply":1`); len(m.Lines) != 3 || len(m.Lines[2].PV) == 0 {
		t.Errorf("%s", m.raw)
	}
	c.refused("stale", `"type":"hint","ply":70`)
	c.refused("syntax", `"type":"hint","n":11`)
	c.refused("syntax", `"type":"hint","ply":-1`)
	c.plays("h7")
	c.plays("h12")
	c.refused("state", `"type":"hint"`)
}

func TestAnalysis(t *testing.T) {
	c := newBoard(t).connect(t)
	c.create(`"game":"othello"`, twoOnOneScreen)
	c.must(`"type":"analyze","on":true,"n":2`)
	m := c.wait("analysis")
	if m.Ply != 0 || len(m.Lines) != 2 || m.Depth == 0 {
		t.Fatalf("%s", m.raw)
	}
	c.plays("f5") // the analysis follows
	for m.Ply != 1 {
		m = c.wait("analysis")
	}
	c.must(`"type":"analyze","on":true,"ply":0,"n":1`)
	for m.Ply != 0 || len(m.Lines) != 1 {
		m = c.wait("analysis")
	}
	c.must(`"type":"analyze","on":false`)
	c.refused("stale", `"type":"analyze","on":true,"ply":9`)
	c.refused("syntax", `"type":"analyze","on":true,"n":99`)
}

func TestAnalysisComesToAnEnd(t *testing.T) {
	c := newBoard(t).connect(t)
	c.create(`"game":"othello","width":4,"height":4`, twoOnOneScreen)
	c.must(`"type":"analyze","on":true`)
	var last message
	for m := c.wait("analysis"); ; m = c.wait("analysis") {
		if m.Done {
			break
		}
		last = m
	}
	if len(last.Lines) == 0 || last.Lines[0].Score.Value >= 0 {
		t.Errorf("White wins on 4x4: %s", last.raw)
	}
}

func TestScores(t *testing.T) {
	c := newBoard(t).connect(t)
	c.create(`"game":"gomoku"`, twoOnOneScreen)
	c.plays("h8", "a1", "h9", "a3", "h10")
	if m := c.must(`"type":"scores"`); m.Type != "ok" {
		t.Fatalf("%s", m.raw)
	}
	got := map[int]*blackScore{}
	for _, m := range c.inbox {
		if m.Type == "scores" {
			got[m.Ply] = m.Score
		}
	}
	if len(got) != 6 || got[5] == nil || got[5].Value <= 0 {
		t.Errorf("scores %v", got)
	}
}

func TestHelpBetweenPeopleWhoAllowIt(t *testing.T) {
	b := newBoard(t)
	ann, _ := b.pair(t, `"game":"othello"`, `"hints":true`)
	ann.must(`"type":"hint","n":1`)
}

func TestPositions(t *testing.T) {
	c := newBoard(t).connect(t)
	c.create(`"game":"gomoku"`, twoOnOneScreen, `"position":{"moves":"h8h9i8"}`)
	if len(c.state.Moves) != 3 || c.state.ToMove != game.White {
		t.Fatalf("moves %v", c.state.Moves)
	}
	c.must(`"type":"position","position":{"stones":[{"point":"c3","side":"black"},{"point":"c4","side":"black"}],"toMove":"white","moves":"a1"}`)
	if len(c.state.Moves) != 1 || c.state.Start[2] != "..X............" || c.state.First != game.White || c.state.ToMove != game.Black {
		t.Fatalf("start %v moves %v", c.state.Start, c.state.Moves)
	}
	before := c.state.Seq
	for _, bad := range []string{`{"moves":"h8h8"}`, `{"moves":"?"}`, `{"stones":[{"point":"z9","side":"black"}]}`, `{"text":"nothing of the kind"}`,
		`{"text":"(;GM[4]SZ[15];B[hh];W[hh])"}`, `{"text":"x","format":"word"}`} {
		if m := c.refused("setup", `"type":"position","position":%s`, bad); m.Message == "" {
			t.Errorf("%s: no message", bad)
		}
	}
	c.must(`"type":"ping"`)
	if c.state.Seq != before || c.state.Start[2] != "..X............" {
		t.Error("a position that cannot be has changed the game")
	}
	c.plays("a2") // and it goes on
	// A game of Othello into a game of Gomoku.
	c.must(`"type":"position","position":{"text":"(;GM[Othello]PC[GGS]PB[a]PW[b]RE[?]TI[05:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[d3]W[c5];)"}`)
	if c.state.Setup.Game != "othello" || len(c.state.Moves) != 2 || c.state.Moves[1].Move.String() != "c5" {
		t.Errorf("setup %+v moves %v", c.state.Setup, c.state.Moves)
	}
	// Moves with passes left out.
	c.create(`"game":"othello"`, twoOnOneScreen, `"position":{"moves":"f5d6c5f4e3f6g5e6e7"}`)
	if c.state.Phase != finished {
		t.Errorf("phase %s", c.state.Phase)
	}
	for _, bad := range []string{
		`"setup":{"game":"chess"},` + twoOnOneScreen,
		`"setup":{"game":"gomoku","width":4},` + twoOnOneScreen,
		`"setup":{"game":"othello","width":7,"height":7},` + twoOnOneScreen,
		`"setup":{"game":"othello","opening":"swap2"},` + twoOnOneScreen,
		`"setup":{"game":"gomoku","opening":"swap2"},"position":{"moves":"h8"},` + twoOnOneScreen,
		`"setup":{"game":"gomoku","opening":"tarannikov"},` + twoOnOneScreen,
		`"setup":{"game":"gomoku"}`,
		`"black":{"kind":"open"},"white":{"kind":"open"}`,
		`"black":{"kind":"engine","level":21},"white":{"kind":"person"}`,
		`"black":{"kind":"engine","moveTime":1},"white":{"kind":"person"}`,
		`"black":{"kind":"engine","level":3,"moveTime":100},"white":{"kind":"person"}`,
		`"black":{"kind":"cat"},"white":{"kind":"person"}`,
		`"clock":{"main":-1},` + twoOnOneScreen,
		`"clock":{"increment":5},` + twoOnOneScreen,
		`"pace":9999,` + twoOnOneScreen,
	} {
		c.refused("setup", `"type":"create",%s`, bad)
	}
}

func TestSaveAndOpen(t *testing.T) {
	c := newBoard(t).connect(t)
	for _, tt := range []struct{ setup, moves, format string }{
		{`"game":"gomoku","rule":"renju"`, "h8 h9 i8 i9 j8", "sgf"},
		{`"game":"gomoku","width":20,"height":20`, "h8 h9 i8 i9 j8", "psq"},
		{`"game":"gomoku"`, "h8 h9 i8 i9 j8", "moves"},
		{`"game":"othello"`, "f5 d6 c3 d3", "sgf"},
		{`"game":"othello"`, "f5 d6 c3 d3", "ggf"},
		{`"game":"othello"`, "f5 d6 c3 d3", "moves"},
	} {
		c.create(tt.setup, twoOnOneScreen)
		c.plays(strings.Fields(tt.moves)...)
		setup, moves := c.state.Setup, c.state.Moves
		f := c.must(`"type":"save","format":%q`, tt.format)
		if f.Type != "file" || !strings.HasPrefix(f.Name, "ishi-") {
			t.Fatalf("%s", f.raw)
		}
		text := string(encode(f.Text))
		c.create(`"game":"`+setup.Game+`"`, twoOnOneScreen, `"position":{"text":`+text+`,"format":"`+tt.format+`"}`)
		if len(c.state.Moves) != len(moves) || c.state.Setup.Game != setup.Game || c.state.Setup.Width != setup.Width {
			t.Errorf("%s %s: %q gives %+v %v", tt.setup, tt.format, f.Text, c.state.Setup, c.state.Moves)
			continue
		}
		for i := range moves {
			if c.state.Moves[i].Move != moves[i].Move {
				t.Errorf("%s %s: move %d is %v", tt.setup, tt.format, i, c.state.Moves[i].Move)
			}
		}
		if tt.format == "sgf" && c.state.Setup.Rule != setup.Rule {
			t.Errorf("rule %s", c.state.Setup.Rule)
		}
	}
	c.refused("setup", `"type":"save","format":"word"`)
	c.refused("setup", `"type":"save","format":"psq"`)
	c.refused("stale", `"type":"save","format":"sgf","ply":99`)
	c.must(`"type":"save","format":"obf"`) // a position
	c.must(`"type":"leave"`)
	c.refused("game", `"type":"save","format":"sgf"`)
}

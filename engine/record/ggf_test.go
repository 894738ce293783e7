package record

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ishi/engine/game"
)

const (
	ggfStart = "8 ---------------------------O*------*O--------------------------- *"
	ggfRows  = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
)

func TestGGF(t *testing.T) {
	games, err := ReadGGF(strings.NewReader("1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[J\xfcrgen]RB[2197.01]RW[2199.72]" +
		"TI[05:00/0:10/02:00]TY[8]RE[+4.000]CO[one]CO[two]BO[" + ggfRows + "]B[d3//0.01]W[c5]B[F6/1.25/2.5]W[F5/-1,5]b[x]XX[unknown]\r\nB[PA]W[pass//.5];)\n\n" +
		"2 (;GM[Othello]BO[" + ggfStart[:len(ggfStart)-1] + "O]W[e3];)(;GM[Othello]TY[6];) trailing"))
	if err != nil {
		t.Fatal(err)
	}
	if len(games) != 3 {
		t.Fatalf("%d games", len(games))
	}
	g := games[0]
	if g.Name != "othello" || g.Width != 8 || g.Height != 8 || !g.FirstTold || g.First != game.Black || stones(g.Setup) != "w:d4 b:e4 b:d5 w:e5" {
		t.Errorf("%+v", g)
	}
	if g.Black != "Saio1200" || g.White != "Jürgen" || g.Event != "GGS/os" || g.Result != "+4.000" || g.Comment != "one\ntwo" {
		t.Errorf("%+v", g)
	}
	if want := (Clock{5 * time.Minute, 10 * time.Second}); g.Clocks != [2]Clock{want, want} {
		t.Errorf("clocks %v", g.Clocks)
	}
	if got := line(g); got != "b:d3 w:c5 b:f6 w:f5 b:pass w:pass" {
		t.Errorf("moves %q", got)
	}
	for i, want := range []Move{
		{Time: 10 * time.Millisecond}, {},
		{Score: 1.25, Scored: true, Time: 2500 * time.Millisecond},
		{Score: -1.5, Scored: true}, {}, {Time: 500 * time.Millisecond},
	} {
		if m := g.Moves[i]; m.Score != want.Score || m.Scored != want.Scored || m.Time != want.Time {
			t.Errorf("move %d: %+v, want %+v", i+1, m, want)
		}
	}
	if g := games[1]; g.First != game.White || line(g) != "w:e3" || len(g.Setup) != 4 {
		t.Errorf("%+v", g)
	}
	if g := games[2]; g.Width != 6 || len(g.Setup) != 0 {
		t.Errorf("%+v", g)
	}
}

// TestGGFNoResult: a lead that no board can hold tells no result.
func TestGGFNoResult(t *testing.T) {
	games, err := ReadGGF(strings.NewReader("(;GM[othello]RE[-127.000]B[F5];)(;GM[Othello]TY[14]RE[-127.000]B[F5];)"))
	if err != nil || games[0].Result != "?" || games[1].Result != "-127.000" {
		t.Errorf("%+v, %v", games, err)
	}
}

func TestGGFTimes(t *testing.T) {
	for text, want := range map[string]Clock{
		"": {}, "0": {}, "0//0": {}, "5:00": {Main: 5 * time.Minute}, "1:00:00": {Main: time.Hour},
		"1.2:00:05":         {Main: 26*time.Hour + 5*time.Second},
		"15:00/0:30/02:00":  {Main: 15 * time.Minute, Increment: 30 * time.Second},
		"90":                {Main: 90 * time.Second},
		"x:y":               {},
		"-5":                {},
		"1:2:3:4":           {},
		"2000000000:00:00":  {Main: 100 * 365 * 24 * time.Hour},
		"99999999999999:00": {},
	} {
		if got := ggfClock(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestGGFDamage(t *testing.T) {
	for _, test := range []struct {
		name, text string
		offset     int
		moves      string
	}{
		{"nothing", "", 0, ""},
		{"no game", "hello ;)", 0, ""},
		{"cut in a move", "(;GM[Othello]TY[8]B[d3]W[c", 23, "b:d3"},
		{"cut before the end", "(;GM[Othello]TY[8]B[d3]", 23, "b:d3"},
		{"no field", "(;GM[Othello]TY[8]B[d3]+;)", 23, "b:d3"},
		{"no value", "(;GM[Othello]TY[8]B[d3]W;)", 23, "b:d3"},
		{"another game", "(;GM[Chess]B[d3];)", 2, ""},
		{"no move", "(;GM[Othello]TY[8]B[d3]W[];)", 23, "b:d3"},
		{"a strange move", "(;GM[Othello]TY[8]B[d3]W[zz];)", 23, "b:d3"},
		{"a board too short", "(;GM[Othello]BO[8 ---- *]B[d3];)", 13, ""},
		{"a board too long", "(;GM[Othello]BO[" + ggfStart + "*]B[d3];)", 13, ""},
		{"off the board", "(;GM[Othello]TY[8]B[d3]W[i3];)", 23, "b:d3"},
		{"no side to move", "(;GM[Othello]BO[" + ggfStart[:len(ggfStart)-1] + "-]B[d3];)", 13, ""},
		{"a strange square", "(;GM[Othello]BO[" + strings.Replace(ggfStart, "O", "#", 1) + "]B[d3];)", 13, ""},
		{"a size too large", "(;GM[Othello]BO[88 - *]B[d3];)", 13, ""},
		{"a type too large", "(;GM[Othello]TY[88r18]B[d3];)", 13, ""},
		{"the second game", "(;GM[Othello]TY[8]B[d3];)(;GM[Othello]B[d3", 38, "b:d3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			games, err := ReadGGF(strings.NewReader(test.text))
			if damage := (*SyntaxError)(nil); !errors.As(err, &damage) || damage.Offset != test.offset || damage.Format != "ggf" {
				t.Errorf("error %v, want one at %d", err, test.offset)
			}
			got := ""
			if len(games) > 0 {
				got = line(games[0])
			}
			if got != test.moves {
				t.Errorf("moves %q, want %q", got, test.moves)
			}
		})
	}
}

func TestParseGGFMove(t *testing.T) {
	for _, text := range []string{"", "/", "f", "5f", "f5 f6", "f0", "none", "f5f6"} {
		if m, err := ParseGGFMove(text); err == nil {
			t.Errorf("%q: %+v", text, m)
		}
	}
	m, err := ParseGGFMove("f5/NaN/1e999")
	if err != nil || m.Move != game.At(5, 4) || m.Scored || m.Time != 0 {
		t.Errorf("%+v, %v", m, err)
	}
}

// FuzzGGF: whatever is read, points lie in the encodable range and offsets in the file.
func FuzzGGF(f *testing.F) {
	for _, text := range []string{
		"1 (;GM[Othello]PC[GGS]TI[05:00//02:00]TY[s8r18]BO[" + ggfRows + "]B[d3/1.5/0.01]W[PA];)",
		"(;GM[Othello]BO[" + ggfStart + "];)(;BO[4 ---- -O*- -*O- ---- O]W[a2];)", "(;B[d3", "(;)", "(;;)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		games, err := ReadGGF(strings.NewReader(text))
		checkOffset(t, text, err)
		for _, g := range games {
			g.Width, g.Height = 0, 0 // moves are not compared with the board
			checkGame(t, text, g)
			for _, m := range g.Moves {
				if m.Time < 0 {
					t.Errorf("time %v", m.Time)
				}
			}
		}
		checkStream(t, GGF, text)
	})
}

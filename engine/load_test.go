package engine_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/othello"
	"ishi/search"
)

// played makes moves of alternating sides from Black's on; "-" before a move repeats the
// side, as where a pass is left out.
func played(t *testing.T, text string) []engine.Stone {
	t.Helper()
	var list []engine.Stone
	side := game.Black
	for word := range strings.FieldsSeq(text) {
		word, again := strings.CutPrefix(word, "-")
		if again {
			side = side.Other()
		}
		m, err := game.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, engine.Stone{Move: m, Side: side})
		side = side.Other()
	}
	return list
}

// mustPass leads to a position in which Black has no move.
const mustPass = "e6 f6 c4 c5 c6 d6 g7 f4 g4 g6 e7 h8 h6 g5 g8 f8"

func TestLoad(t *testing.T) {
	s := engine.NewSession(othello.Game(), engine.DefaultConfig())
	if s.MustPass() {
		t.Error("a pass without a board")
	}
	for _, test := range []struct {
		name    string
		line    engine.Line
		plies   int
		side    game.Side
		passing bool
	}{
		{"nothing", engine.Line{}, 0, game.Black, false},
		{"moves", engine.Line{Moves: played(t, "f5 f6 e6")}, 3, game.White, false},
		{"a position with a pass", engine.Line{Moves: played(t, mustPass)}, 16, game.Black, true},
		{"a pass", engine.Line{Moves: played(t, mustPass+" pass b4")}, 18, game.Black, false},
		{"a pass left out", engine.Line{Moves: played(t, mustPass+" -b4")}, 18, game.Black, false},
		{"a size", engine.Line{Setup: engine.Setup{Width: 6, Height: 6}, Moves: played(t, "c2")}, 1, game.White, false},
		{"stones", engine.Line{
			Stones: []engine.Stone{{Move: game.At(0, 0)}, {Move: game.At(1, 0), Side: game.White}, {Move: game.At(2, 0)}},
			First:  game.White, Moves: []engine.Stone{{Move: game.At(3, 0), Side: game.White}},
		}, 4, game.Black, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := s.Load(test.line); err != nil {
				t.Fatal(err)
			}
			if got := len(s.Record()); got != test.plies || s.Position().Side() != test.side || s.MustPass() != test.passing {
				t.Errorf("%d plies, %v to move, must pass %v", got, s.Position().Side(), s.MustPass())
			}
			before := s.Record()
			if err := s.Restore(); err != nil || !reflect.DeepEqual(s.Record(), before) || s.Position().Side() != test.side {
				t.Errorf("restored %v, %v", s.Record(), err)
			}
			for range test.plies {
				if !s.Undo() {
					t.Fatal("not taken back")
				}
			}
			if s.Undo() {
				t.Error("more taken back than was there")
			}
		})
	}
}

func TestLoadFails(t *testing.T) {
	s := engine.NewSession(othello.Game(), engine.DefaultConfig())
	if err := s.Load(engine.Line{Moves: played(t, "f5 f6")}); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		line   engine.Line
		number int // of the bad move, 0 for none
	}{
		"size":          {engine.Line{Setup: engine.Setup{Width: 7, Height: 7}}, 0},
		"stones":        {engine.Line{Stones: []engine.Stone{{Move: game.At(9, 9)}}}, 0},
		"illegal move":  {engine.Line{Moves: played(t, "f5 a1")}, 2},
		"needless pass": {engine.Line{Moves: played(t, "f5 pass")}, 2},
		"out of turn":   {engine.Line{Moves: played(t, "f5 -d6")}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			err := s.Load(test.line)
			move := (*engine.MoveError)(nil)
			if err == nil || errors.As(err, &move) != (test.number > 0) || move != nil && move.Number != test.number {
				t.Errorf("error %v", err)
			}
			if len(s.Record()) != 2 || s.Position().Side() != game.Black {
				t.Errorf("the game has changed: %v", s.Record())
			}
		})
	}
}

// TestLoadKeepsTheTable: what was found stays as long as board and rule do.
func TestLoadKeepsTheTable(t *testing.T) {
	config := engine.DefaultConfig()
	config.Hash = 1 << 20
	s := engine.NewSession(othello.Game(), config)
	defer s.Close()
	line := engine.Line{Moves: played(t, "f5 f6")}
	if err := s.Load(line); err != nil {
		t.Fatal(err)
	}
	start(t, s, engine.Request{Limits: search.Limits{Nodes: 20_000}}).Wait()
	full := s.HashFull()
	if err := s.Load(line); err != nil || full == 0 || s.HashFull() != full {
		t.Errorf("%d permille before, %d after, %v", full, s.HashFull(), err)
	}
	if err := s.Load(engine.Line{Setup: engine.Setup{Width: 6, Height: 6}}); err != nil || s.HashFull() != 0 {
		t.Errorf("%d permille on another board, %v", s.HashFull(), err)
	}
}

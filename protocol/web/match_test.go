package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
)

// newRandomMatch returns a game of two people, on one screen or over the network.
func newRandomMatch(t *testing.T, s *Server, random *rand.Rand) *match {
	t.Helper()
	r := &request{Black: &player{Kind: person}, White: &player{Kind: person}, Clock: clockRule{Main: 60000, Increment: 100}}
	switch random.IntN(3) {
	case 0:
		r.Setup = boardSetup{Game: "othello", Width: 4, Height: 4}
	case 1:
		r.Setup = boardSetup{Game: "gomoku", Rule: "renju", Width: 7, Height: 6, Opening: swap2}
	case 2:
		r.Setup = boardSetup{Game: "gomoku", Rule: "caro", Width: 6, Height: 6}
	}
	m, _, _, err := s.newMatch(r, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	if random.IntN(2) == 0 {
		m.Players[game.White].Seat = digest("white")
	}
	return m
}

// act does something at random.
func act(m *match, random *rand.Rand, now time.Time) error {
	sides := [][]game.Side{{game.Black}, {game.White}, {game.Black, game.White}, {}}[random.IntN(4)]
	what := []string{offerDraw, offerUndo, offerRematch, "tea"}[random.IntN(4)]
	switch n := random.IntN(30); {
	case n < 20:
		point := game.At(random.IntN(m.Setup.Width), random.IntN(m.Setup.Height))
		if legal := m.board().Legal(); len(legal) > 0 && random.IntN(3) > 0 {
			point = legal[random.IntN(len(legal))]
		}
		return m.play(sides, point.String(), nil, now)
	case n < 22:
		return m.undo(sides, now)
	case n < 24:
		return m.redo(sides, now)
	case n < 26:
		return m.choose(sides, []string{"black", "white", "two", "x"}[random.IntN(4)], now)
	case n < 27:
		return m.pause(random.IntN(2) == 0, now)
	case n < 28:
		_, err := m.offer(sides, what, now)
		return err
	case n < 29:
		return m.answer(sides, what, random.IntN(2) == 0, now)
	}
	return m.resign(sides, nil)
}

// TestKeptGameIsTheSame does things at random and sees to it that the game in the file is
// the one on the board, and that what is refused changes nothing.
func TestKeptGameIsTheSame(t *testing.T) {
	s := &Server{config: Config{Games: []engine.Game{gomoku.Game(), othello.Game()}}.withDefaults()}
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 1))
		m := newRandomMatch(t, s, random)
		for step := range 60 {
			now := time.Unix(int64(step), 0)
			before := encode(m.view(now))
			err := act(m, random, now)
			after := m.view(now)
			if told := (*refusal)(nil); errors.As(err, &told) && told.Code != "server" {
				if got := encode(after); string(got) != string(before) {
					t.Fatalf("seed %d step %d: %v, but changed\n%s\n%s", seed, step, err, before, got)
				}
				continue
			} else if err != nil && !errors.Is(err, errNothing) {
				t.Fatalf("seed %d step %d: %v", seed, step, err)
			}
			kept := &match{}
			if err := json.Unmarshal(encode(m), kept); err != nil {
				t.Fatal(err)
			}
			if err := kept.load(m.rules); err != nil {
				t.Fatalf("seed %d step %d: %v", seed, step, err)
			}
			kept.Times.begun = m.Times.begun
			if got, want := encode(kept.view(now)), encode(after); string(got) != string(want) {
				t.Fatalf("seed %d step %d:\n%s\nwant\n%s", seed, step, got, want)
			}
			if err := replayed(after); err != nil {
				t.Fatalf("seed %d step %d: %v", seed, step, err)
			}
		}
	}
}

// replayed rebuilds the board of a state from its start, moves and flips, as a client
// does.
func replayed(s *state) error {
	points := map[game.Move]byte{}
	for y, row := range s.Start {
		for x := range row {
			points[game.At(x, y)] = row[x]
		}
	}
	for _, m := range s.Moves {
		for _, p := range append(m.Flips, m.Move) {
			points[p] = "XO"[m.Side]
		}
	}
	for y, row := range s.Board {
		for x := range row {
			if at := game.At(x, y); points[at] != row[x] {
				return fmt.Errorf("%v is %c, and %c by the moves", at, row[x], points[at])
			}
		}
	}
	return nil
}

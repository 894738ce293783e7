package repl

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/engine/game"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
)

// childVariable makes the test's binary a prompt, for the tests that drive one through a
// pseudo-terminal. It names the game to begin with.
const childVariable = "ISHI_TEST_PROMPT"

func TestMain(m *testing.M) {
	if first := os.Getenv(childVariable); first != "" {
		os.Exit(child(first))
	}
	os.Exit(m.Run())
}

// testGames are the games of a prompt under test.
func testGames(first string) []engine.Game {
	games := []engine.Game{gomoku.Game(), othello.Game()}
	if first == "othello" {
		games[0], games[1] = games[1], games[0]
	}
	return games
}

// breaking is a game whose positions cannot be looked at after the first move.
type breaking struct{ *enginetest.Game }

func (g breaking) New(s engine.Setup) (engine.Position, error) {
	pos, err := g.Game.New(s)
	if err != nil {
		return nil, err
	}
	return breakingPosition{pos.(*enginetest.Position)}, nil
}

type breakingPosition struct{ *enginetest.Position }

func (p breakingPosition) Legal() []game.Move {
	if p.Side() == game.White {
		panic("test")
	}
	return p.Position.Legal()
}

func child(first string) int {
	config := engine.DefaultConfig()
	config.Hash = 1 << 20
	games := testGames(first)
	if first == "row" {
		games = []engine.Game{breaking{&enginetest.Game{}}}
	}
	err := Serve(context.Background(), Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr},
		Choice{Games: games, Config: config}, About{Name: "Ishi", Version: "test"}, nil)
	switch {
	case errors.Is(err, ErrFailed):
		return 1
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 3
	}
	return 0
}

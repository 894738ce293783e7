package main

import (
	"testing"

	"ishi/engine"
)

// slow hides everything of a position but its moves.
type slow struct {
	engine.Position
	engine.Viewer
}

func TestCountersEqualTheWalk(t *testing.T) {
	s := newSettings()
	for _, choice := range []positionChoice{
		{game: "othello", size: "4"},
		{game: "othello", size: "6"},
		{game: "othello"},
		{game: "othello", moves: "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8"}, // black must pass
		{game: "othello", size: "10"},
		{game: "othello", size: "16"},
		{game: "gomoku", rule: "renju", size: "5"},
	} {
		pos, err := choice.position(s)
		if err != nil {
			t.Fatal(err)
		}
		for depth := range 5 {
			want, err := engine.Perft(t.Context(), slow{pos, pos.(engine.Viewer)}, depth)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := engine.Perft(t.Context(), pos, depth); got != want || err != nil {
				t.Errorf("%+v, depth %d: %d games, %v, want %d", choice, depth, got, err, want)
			}
		}
	}
}

package search

import (
	"slices"
	"testing"

	"ishi/engine/game"
)

func TestLinesRaise(t *testing.T) {
	var l Lines
	a, b, c, d := game.At(0, 0), game.At(1, 0), game.At(2, 0), game.At(3, 0)
	l.Clear(3)
	l.Raise(2, c)
	l.Raise(1, b)
	l.Raise(0, a)
	if got, want := l.At(0), []game.Move{a, b, c}; !slices.Equal(got, want) {
		t.Errorf("three raises give %v, want %v", got, want)
	}
	l.Clear(1)
	l.Raise(0, d)
	if got, want := l.At(0), []game.Move{d}; !slices.Equal(got, want) {
		t.Errorf("after Clear(1) the line is %v, want %v", got, want)
	}
	l.Set(1, []game.Move{c, a})
	l.Raise(0, b)
	if got, want := l.At(0), []game.Move{b, c, a}; !slices.Equal(got, want) {
		t.Errorf("after Set(1) the line is %v, want %v", got, want)
	}
	l.Set(1, nil)
	if got := l.At(1); len(got) != 0 {
		t.Errorf("after Set(1, nil) the line is %v", got)
	}
}

func TestLinesAreBounded(t *testing.T) {
	var l Lines
	for ply := MaxLine + 5; ply >= 0; ply-- {
		l.Raise(ply, game.At(ply%game.MaxSize, ply/game.MaxSize))
	}
	if got := len(l.At(0)); got != MaxLine+1 {
		t.Errorf("the longest line has %d moves, want %d", got, MaxLine+1)
	}
	for ply, m := range l.At(0) {
		if want := game.At(ply%game.MaxSize, ply/game.MaxSize); m != want {
			t.Fatalf("ply %d holds %v, want %v", ply, m, want)
		}
	}
	long := make([]game.Move, 3*MaxLine)
	for ply := range MaxLine + 5 {
		l.Set(ply, long)
		l.Clear(ply + 1)
		if got, limit := len(l.At(ply)), MaxLine+1-ply; got != max(limit, 0) {
			t.Errorf("the line at ply %d has %d moves, want %d", ply, got, max(limit, 0))
		}
	}
}

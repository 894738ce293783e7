package nboard

import (
	"testing"
	"testing/synctest"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

func TestDepthText(t *testing.T) {
	for _, test := range []struct {
		it   search.Iteration
		want string
	}{
		{search.Iteration{Depth: 12, Confidence: 73}, "12"},
		{search.Iteration{Depth: 19, Confidence: 73}, "19"},
		{search.Iteration{Depth: 20, Confidence: 73}, "73%"},
		{search.Iteration{Depth: 20, Confidence: 73, Outcome: true}, "73%W"},
		{search.Iteration{Depth: 20, Confidence: 100, Exact: true, Outcome: true}, "100%W"},
		{search.Iteration{Depth: 20, Confidence: 100, Exact: true}, "100%"},
		{search.Iteration{Depth: 3, Exact: true}, "100%"}, // a proof
		{search.Iteration{Depth: 6}, "6"},
	} {
		if got := depthText(search.Info{Iteration: test.it}, 20); got != test.want {
			t.Errorf("%+v: %q, want %q", test.it, got, test.want)
		}
	}
}

func TestAnswer(t *testing.T) {
	info := search.Info{PV: []game.Move{game.At(5, 4)}, Score: 3, Bound: search.Exact}
	outcome, unsearched := info, info
	outcome.Outcome = true
	unsearched.Bound = search.None
	for _, test := range []struct {
		version int
		lines   []search.Info
		want    string
	}{
		{2, []search.Info{info}, "=== F5/3.00/0.00"},
		{2, []search.Info{outcome}, "=== F5//0.00"},
		{2, []search.Info{unsearched}, "=== F5//0.00"},
		{2, nil, "=== PA"},
		{1, []search.Info{info}, "=== F5"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &server{version: test.version, read: time.Now()}
			if got := s.answer(engine.Answer{Lines: test.lines}); got != test.want {
				t.Errorf("version %d, %+v: %q, want %q", test.version, test.lines, got, test.want)
			}
		})
	}
}

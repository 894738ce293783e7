package gtp

import (
	"testing"

	"ishi/search"
)

func TestScoreText(t *testing.T) {
	for _, test := range []struct {
		info search.Info
		want string
	}{
		{search.Info{}, "not searched"},
		{search.Info{Iteration: search.Iteration{Depth: 7}, SelDepth: 9, Score: 3, Bound: search.Exact}, "+3, depth 7-9"},
		{search.Info{Iteration: search.Iteration{Depth: 7, Confidence: 73}, SelDepth: 9, Score: -3, Bound: search.Exact}, "-3, depth 7-9 at 73 %"},
		{search.Info{Iteration: search.Iteration{Depth: 7, Confidence: 100}, SelDepth: 9, Bound: search.Lower}, ">= 0, depth 7-9"},
		{search.Info{Iteration: search.Iteration{Depth: 7}, SelDepth: 9, Score: 29995, Bound: search.Upper}, "<= +M5, depth 7-9"},
		{search.Info{Iteration: search.Iteration{Depth: 20, Confidence: 100, Exact: true}, Score: 12, Bound: search.Exact}, "+12, final result"},
		{search.Info{Iteration: search.Iteration{Depth: 20, Confidence: 100, Exact: true, Outcome: true}, Score: 1, Bound: search.Exact}, "win, final result"},
		{search.Info{Iteration: search.Iteration{Depth: 20, Confidence: 91, Outcome: true}, SelDepth: 20, Score: -1, Bound: search.Exact}, "loss, depth 20-20 at 91 %"},
	} {
		if got := scoreText(test.info); got != test.want {
			t.Errorf("%+v: %q, want %q", test.info, got, test.want)
		}
	}
}

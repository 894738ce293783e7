package nboard

import (
	"testing"

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

package client

import (
	"testing"

	"ishi/engine"
)

func TestHear(t *testing.T) {
	for _, test := range []struct {
		text  string
		score float64
		depth int
		nodes uint64
		pv    string
	}{
		{"depth 12-21 ev 34 n 1234567 nps 801234 tm 1541 pv h8 i9", 34, 12, 1234567, "h8 i9"},
		{"depth 3-4 ev >=-M8 n 20 pv a1", -29992, 3, 20, "a1"},
		{"Depth 13-22 | Eval +M7 | Time 12ms | I7 G9 H7", 29993, 13, 0, "I7 G9 H7"},
		{"Speed 1431K | Depth 14-17 | Eval 356 | Node 1.5M | Time 14ms", 356, 14, 1500000, ""},
	} {
		var r Report
		r.hear(test.text)
		if r.Score == nil || *r.Score != test.score || r.Depth != test.depth || r.Nodes != test.nodes || r.PV != test.pv {
			t.Errorf("%s: %+v", test.text, r)
		}
	}
	for _, text := range []string{"", "(2) depth 3 ev 4", "OptiTime 3727ms | MaxTime 4970ms", "depth charge ev 3"} {
		var r Report
		if r.hear(text); r != (Report{}) {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

// FuzzReplies feeds what engines write to all that reads it.
func FuzzReplies(f *testing.F) {
	f.Add("depth 1-1 ev +M7 n 5k pv a1 | b2")
	f.Add("99999999999999999999,-1")
	f.Add("aa33/1e9/x")
	f.Fuzz(func(t *testing.T, text string) {
		g := Game{Setup: engine.Setup{Width: 10, Height: 8}}
		var r Report
		r.hear(text)
		r.hearNBoard(text)
		inside := func(name string, x, y int) {
			if x < 0 || y < 0 || x >= 10 || y >= 8 {
				t.Errorf("%s %q: %d,%d", name, text, x, y)
			}
		}
		if m, err := (&gomocup{game: g}).point(text); err == nil {
			inside("gomocup", m.X(), m.Y())
		}
		if m, err := (&gtp{game: g}).parse(text); err == nil {
			inside("gtp", m.X(), m.Y())
		}
		if m, err := (&nboard{game: g}).answer(text, &r); err == nil && m.IsPoint() {
			inside("nboard", m.X(), m.Y())
		}
	})
}

package engine_test

import (
	"context"
	"errors"
	"testing"

	"ishi/engine"
	"ishi/engine/enginetest"
)

func TestPerft(t *testing.T) {
	pos, err := (&enginetest.Game{}).New(engine.Setup{Width: 5, Height: 5})
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range []uint64{1, 25, 25 * 24, 25 * 24 * 23} {
		if got, err := engine.Perft(t.Context(), pos, depth); got != want || err != nil {
			t.Errorf("depth %d: %d, %v, want %d", depth, got, err, want)
		}
	}
	if len(pos.(engine.Viewer).Legal()) != 25 {
		t.Error("the position has changed")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := engine.Perft(ctx, pos, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

func TestThreatsNeedAGameThatKnowsThem(t *testing.T) {
	s := engine.NewSession(&enginetest.Game{}, engine.DefaultConfig())
	defer s.Close()
	if err := s.NewGame(engine.Setup{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Search(t.Context(), engine.Request{Threats: "vcf"}); err == nil {
		t.Error("no error")
	}
}

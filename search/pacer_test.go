package search

import (
	"testing"
	"time"

	"ishi/engine/game"
)

const soft = 1000 * time.Millisecond

func TestPacerHurriesWhileNothingChanges(t *testing.T) {
	var p pacer
	last := p.stretch(soft)
	for range 12 {
		p.finish(false, 40)
		if got := p.stretch(soft); got > last {
			t.Fatalf("a stable move raised the time from %v to %v", last, got)
		} else {
			last = got
		}
	}
	if last != soft/2 {
		t.Errorf("a stable move gets %v, want half of %v", last, soft)
	}
}

func TestPacerTakesTimeInDoubt(t *testing.T) {
	var calm, changing, falling pacer
	for i := range 8 {
		calm.finish(false, 40)
		changing.finish(true, 40)
		falling.finish(false, game.Score(40-30*i))
	}
	if calm, changing := calm.stretch(soft), changing.stretch(soft); changing <= calm || changing < soft {
		t.Errorf("a changing move gets %v, a calm one %v", changing, calm)
	}
	if calm, falling := calm.stretch(soft), falling.stretch(soft); falling <= calm {
		t.Errorf("a falling score gets %v, a calm one %v", falling, calm)
	}
}

func TestPacerDoesNotTakeTheFirstScoreForAFall(t *testing.T) {
	var high, low pacer
	high.finish(false, 500)
	low.finish(false, -500)
	if high, low := high.stretch(soft), low.stretch(soft); high != low {
		t.Errorf("first score 500 gets %v, -500 gets %v", high, low)
	}
}

// FuzzPacer checks the documented range.
func FuzzPacer(f *testing.F) {
	f.Add([]byte{0, 1, 2, 255, 128, 7})
	f.Fuzz(func(t *testing.T, steps []byte) {
		var p pacer
		for _, step := range steps {
			score := game.Score(step)*250 - 31000
			p.finish(step&1 != 0, score)
			if got := p.stretch(soft); got < soft/2 || got > 2*soft {
				t.Fatalf("stretch(%v) = %v, want between half and twice", soft, got)
			}
		}
	})
}

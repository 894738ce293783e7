package search

import (
	"testing"
	"time"

	"ishi/engine/game"
)

const soft = 1000 * time.Millisecond

func TestPacerHurriesWhileNothingChanges(t *testing.T) {
	p := pacer{scale: usualScale}
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
	calm, changing, falling := pacer{scale: usualScale}, pacer{scale: usualScale}, pacer{scale: usualScale}
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
	high, low := pacer{scale: usualScale}, pacer{scale: usualScale}
	high.finish(false, 500)
	low.finish(false, -500)
	if high, low := high.stretch(soft), low.stretch(soft); high != low {
		t.Errorf("first score 500 gets %v, -500 gets %v", high, low)
	}
}

func TestPacerSettlesWithoutAScore(t *testing.T) {
	estimated, settled := pacer{scale: usualScale}, pacer{scale: usualScale}
	for _, p := range []*pacer{&estimated, &settled} {
		p.finish(false, 500)
		p.finish(false, 400)
	}
	before := settled.stretch(soft)
	settled.settle(false)
	if got := settled.stretch(soft); got >= before {
		t.Errorf("the fall of the iteration before still gives %v, it gave %v", got, before)
	}
	settled.finish(false, 400)
	estimated.finish(false, 400)
	if got, want := settled.drop, estimated.drop; got != want {
		t.Errorf("fall %v after an outcome, want %v", got, want)
	}
}

// FuzzPacer checks the documented range.
func FuzzPacer(f *testing.F) {
	f.Add([]byte{0, 1, 2, 255, 128, 7})
	f.Fuzz(func(t *testing.T, steps []byte) {
		p := pacer{scale: usualScale}
		for _, step := range steps {
			score := game.Score(step)*250 - 31000
			p.finish(step&1 != 0, score)
			if got := p.stretch(soft); got < soft/2 || got > 2*soft {
				t.Fatalf("stretch(%v) = %v, want between half and twice", soft, got)
			}
		}
	})
}

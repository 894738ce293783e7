package search

import (
	"time"

	"ishi/engine/game"
)

// pacer stretches the soft deadline while the best move is in doubt and
// shortens it while nothing changes.
type pacer struct {
	changes float64 // recent changes of the best move, halved an iteration
	stable  int     // iterations since the last change
	started bool    // last is known
	last    game.Score
	scale   game.Score // see Scaler
	drop    game.Score // fall of the score in the last iteration
}

// finish takes note of a finished iteration.
func (p *pacer) finish(changed bool, score game.Score) {
	p.settle(changed)
	if p.started {
		p.drop = p.last - score
	}
	p.started, p.last = true, score
}

// settle takes note of a finished iteration whose score cannot be compared with the
// others.
func (p *pacer) settle(changed bool) {
	p.drop = 0
	p.changes /= 2
	if changed {
		p.changes++
		p.stable = 0
	} else {
		p.stable++
	}
}

// stretch returns the time to be spent for a nominal soft limit: half of it
// for a stable best move, up to twice when it changes or the score falls.
func (p *pacer) stretch(soft time.Duration) time.Duration {
	factor := 0.7 + 0.6*p.changes
	if p.stable >= 6 {
		factor -= 0.2
	}
	if p.drop > 0 {
		factor += min(float64(p.drop)/float64(p.scale), 0.5)
	}
	return time.Duration(float64(soft) * min(max(factor, 0.5), 2))
}

package match

import (
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine/game"
)

// swap2 plays the opening of that name on the empty board. One side puts three stones,
// black, white, black. The other one takes Black by saying so, takes White by a move, or
// puts two stones, white and black, and leaves the choice between Black and the next
// white move to the first.
//
//	first   O X O               3 stones
//	second  SWAP                first plays White from here on
//	        X                   second is White
//	        X O                 first chooses: SWAP or X
func (t *table) swap2() *ending {
	if len(t.plies) > 0 || len(t.job.Opening.Stones) > 0 {
		return interrupted("a swap2 game begins on the empty board, not with the opening %s", t.job.Opening.Name)
	}
	if _, _, end := t.step(game.Black, 3); end != nil {
		return end
	}
	moves, swap, end := t.step(game.White, 1, 2)
	if end != nil {
		return end
	}
	if len(moves) == 2 {
		if _, swap, end = t.step(game.Black, 1); end != nil {
			return end
		}
		swap = !swap // the first side plays White when it moves
	}
	if swap {
		t.players[0], t.players[1] = t.players[1], t.players[0]
		t.seats[0], t.seats[1] = t.seats[1], t.seats[0]
		t.time[0], t.time[1] = t.time[1], t.time[0]
	}
	return nil
}

// step asks a player for a step and plays its moves, of which there are to be one of the
// given numbers; where one may be made a swap may be chosen instead.
func (t *table) step(by game.Side, numbers ...int) (moves []game.Move, swap bool, end *ending) {
	p := t.players[by]
	limits, left := p.participant.Limits, t.time[by].left(p.participant.Limits)
	c, err := p.choose(t.ctx, turn(t.referee.Position().Side(), t.told, left), t.wait(p, left))
	if err != nil {
		return nil, false, t.fault(by, err)
	}
	over, end := t.spend(by, c.Time, limits, left)
	if end != nil {
		return nil, false, end
	}
	mayStay := numbers[0] == 1
	if c.Swap && mayStay {
		return nil, true, nil
	}
	for _, n := range numbers {
		if len(c.Moves) == n && !c.Swap {
			return c.Moves, false, t.put(by, c.Moves, c.Time, over)
		}
	}
	p.discard()
	return nil, false, lost(by, contest.Malformed, "%s: %d moves as a step of swap2, want one of %v", p.participant.Name, len(c.Moves), numbers)
}

// put plays the stones of a step. Its time counts for the last of them.
func (t *table) put(by game.Side, moves []game.Move, took, over time.Duration) *ending {
	for n, m := range moves {
		side := t.referee.Position().Side()
		if err := t.referee.Play(m); err != nil || m == game.Pass {
			t.players[by].discard()
			return lost(by, contest.IllegalMove, "%s: %v, %v", t.players[by].participant.Name, m, err)
		}
		ply := contest.Ply{Side: side, Move: m}
		if n == len(moves)-1 {
			ply.Time, ply.Over = took, over
		}
		t.add(ply)
	}
	return nil
}

package othello

import (
	"math/bits"

	"ishi/engine/game"
	"ishi/search"
)

// bounds is what the table knows of a position: limits of its score and the two best moves, found
// by a search of a depth and a selectivity.
type bounds struct {
	lower, upper int
	depth        int
	level        int      // selectivity, 0 = most selective … levelExact
	moves        [2]uint8 // best first; noSquare for none
}

// unknown is the entry of a position that the table does not hold.
var unknown = bounds{lower: -64, upper: 64, depth: -1, moves: [2]uint8{noSquare, noSquare}}

// cut returns a score that ends a search of the given depth and selectivity in the window (alpha,
// beta), if the entry holds one.
func (e *bounds) cut(depth, level, alpha, beta int) (int, bool) {
	switch {
	case e.depth < depth || e.level < level:
		return 0, false
	case e.lower >= beta || e.lower == e.upper:
		return e.lower, true
	case e.upper <= alpha:
		return e.upper, true
	}
	return 0, false
}

// hash mixes both sets of discs into a key of the table. The side to move is implied.
func hash(own, opp uint64) uint64 {
	h, l := bits.Mul64(own^0x9E3779B97F4A7C15, bits.RotateLeft64(opp, 31)^0xD6E8FEB86659FD93)
	return h ^ l ^ own*0xA0761D6478BD642F ^ opp*0xE7037ED1A0B428DB
}

// probe looks a position up in the shared table.
func (s *searcher) probe(key uint64) bounds {
	e, ok := s.worker.Table.Probe(key)
	if !ok {
		return unknown
	}
	score := uint16(e.Score)
	return bounds{
		lower: int(int8(score >> 8)),
		upper: int(int8(score)),
		depth: e.Depth,
		level: int(e.Eval),
		moves: [2]uint8{uint8(e.Move >> 8), uint8(e.Move)},
	}
}

// store keeps the result of a finished search of the window (alpha, beta). Bounds of an earlier
// search of the same depth and selectivity are narrowed, all others replaced.
func (s *searcher) store(key uint64, old bounds, depth, level, alpha, beta, score int, move uint8) {
	lower, upper := -64, 64
	if old.depth == depth && old.level == level {
		lower, upper = old.lower, old.upper
	}
	if score > alpha {
		lower = max(lower, score)
	}
	if score < beta {
		upper = min(upper, score)
	}
	if lower > upper {
		lower, upper = -64, 64
		if score > alpha {
			lower = score
		}
		if score < beta {
			upper = score
		}
	}
	best := old.moves
	if score > alpha || best[0] == noSquare {
		if move != best[0] {
			best = [2]uint8{move, best[0]}
		}
	}
	s.worker.Table.Store(key, search.Entry{
		Move:  uint16(best[0])<<8 | uint16(best[1]),
		Score: game.Score(int16(uint16(uint8(lower))<<8 | uint16(uint8(upper)))),
		Eval:  game.Score(level),
		Depth: depth,
		Bound: search.Exact,
	})
}

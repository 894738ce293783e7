package gomoku

import (
	"ishi/engine/game"
)

// NumCodes is how many kinds of empty cell the evaluation tells apart: the
// multisets of the line classes in its four directions.
const NumCodes = numCodes

// NumThreats is the number of threat masks: see threats.
const NumThreats = threatMasks

// A Sample is a position as the evaluation sees it, from the side to move.
type Sample struct {
	Side   game.Side
	Threat int      // threat mask, 0 to NumThreats-1
	Own    []uint16 // codes of the empty cells for the side to move
	Their  []uint16 // and for the opponent; code 0 is left out
}

// Sample appends the codes of the position to the slices of into. It reports
// false for positions that are decided by the patterns or hang on a five that
// must be stopped: those are not evaluated.
func (b *Board) Sample(into *Sample) bool {
	me := b.side
	if _, decided := b.verdict(0); decided || b.count[me.Other()][ClassFive] > 0 {
		return false
	}
	into.Side, into.Threat = me, b.threats()
	into.Own, into.Their = into.Own[:0], into.Their[:0]
	for y := range b.h {
		for x := range b.w {
			c := CellAt(x, y)
			if !b.Empty(c) {
				continue
			}
			q := &b.cells[c&cellMask]
			if own := codeOf[q.pat[me]]; own != 0 {
				into.Own = append(into.Own, own)
			}
			if their := codeOf[q.pat[me.Other()]]; their != 0 {
				into.Their = append(into.Their, their)
			}
		}
	}
	return true
}

// A Choice is a candidate move as the move order sees it: what the cell is to the
// side to move and to the opponent.
type Choice struct {
	Cell       Cell
	Own, Their uint16 // codes, 0 to NumCodes-1
	// Near is how the cell lies to the last move and to the one before it, 0 to
	// NumNear-1 each.
	Near [2]uint8
}

// Choices appends the legal candidate moves of the position to list. It returns
// none where the opponent's threats leave little to choose.
func (b *Board) Choices(list []Choice) []Choice {
	me, foe := b.side, b.side.Other()
	if b.count[foe][ClassFive]+b.count[foe][ClassOpenFour] > 0 {
		return list
	}
	for y := range b.h {
		for x := range b.w {
			c := CellAt(x, y)
			if b.cand[y]>>x&1 == 0 || !b.Empty(c) || b.banned(c) {
				continue
			}
			q := &b.cells[c&cellMask]
			list = append(list, Choice{
				Cell: c, Own: codeOf[q.pat[me]], Their: codeOf[q.pat[foe]],
				Near: [2]uint8{nearKind(c, b.lastMove(1)), nearKind(c, b.lastMove(2))},
			})
		}
	}
	return list
}

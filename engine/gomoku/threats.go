package gomoku

import (
	"math/bits"

	"ishi/engine/game"
)

// verdict tells wins and losses that the patterns of the position prove:
//
//	own five                                  won with this move
//	their five twice                          lost: only one can be stopped
//	own open four, no five of theirs          won with the third ply
//	own four-three or two threes, and the     won with the fifth ply: their reply
//	opponent cannot make a four               stops one of the two threats only
//
// In Caro a reply at the end of a line may stop two fives at once, and Black's
// threats in renju may be forbidden one by one; there the search must look.
func (b *Board) verdict(ply int) (game.Score, bool) {
	me := b.side
	own, their := &b.count[me], &b.count[me.Other()]
	if own[ClassFive] > 0 {
		return game.WinIn(ply + 1), true
	}
	if n := their[ClassFive]; n > 0 {
		if n > 1 && !b.rule.caro() {
			return game.LossIn(ply + 2), true
		}
		return 0, false
	}
	if own[ClassOpenFour] > 0 {
		return game.WinIn(ply + 3), true
	}
	if own[ClassFourThree]+own[ClassDoubleThree] > 0 && !b.rule.fouls(me) && !b.canFour(me.Other()) {
		return game.WinIn(ply + 5), true
	}
	return 0, false
}

// canFour reports whether side s has a cell on which it makes a four or more,
// counting forbidden ones that may turn out not to be.
func (b *Board) canFour(s Side) bool {
	n := &b.count[s]
	return n[ClassFour]+n[ClassFourPlus]+n[ClassFourThree]+n[ClassOpenFour]+n[ClassFive]+n[ClassForbidden] > 0
}

// find returns an empty cell that is exactly of the given class for side s,
// which must be ClassFour or stronger.
func (b *Board) find(s Side, class Class) Cell {
	for y := range b.h {
		for row := b.hot[s][y&31]; row != 0; row &= row - 1 {
			c := CellAt(bits.TrailingZeros32(row), y)
			if b.cells[c&cellMask].class[s&1] == class {
				return c
			}
		}
	}
	return NoCell
}

// findAny is find for any class; it looks at all cells.
func (b *Board) findAny(s Side, class Class) Cell {
	for y := range b.h {
		for row := b.rowMask() &^ b.occupied[y&31]; row != 0; row &= row - 1 {
			c := CellAt(bits.TrailingZeros32(row), y)
			if b.cells[c&cellMask].class[s&1] == class {
				return c
			}
		}
	}
	return NoCell
}

// cellSet counts cells without being cleared: a mark of an older stamp is none.
type cellSet struct {
	marks [cellCount]uint32
	stamp uint32
}

// start empties the set.
func (s *cellSet) start() { s.stamp += 256 }

// add counts c once more; at most 255 times.
func (s *cellSet) add(c Cell) { s.marks[c&cellMask] = s.stamp + uint32(s.count(c)) + 1 }

// count returns how often c was added since start.
func (s *cellSet) count(c Cell) int {
	if m := s.marks[c&cellMask]; m > s.stamp {
		return int(m - s.stamp)
	}
	return 0
}

// refute adds to set the cell c and all empty cells on which a stone of the
// defender makes c less than min for the attacker.
func (b *Board) refute(attacker Side, c Cell, min Class, set *cellSet) {
	set.add(c)
	cell := &b.cells[c&cellMask]
	stone := uint32(stoneOf(attacker.Other()))
	reach := b.rule.reach()
	for d := range directions {
		old := cell.pat[attacker] >> (4 * d) & 15
		if LineClass(old) < Open3 {
			continue
		}
		key := b.key(c, d)
		for i := -reach; i <= reach; i++ {
			n := c + Cell(i*step[d])
			if i == 0 || b.cells[n&cellMask].stone != empty {
				continue
			}
			line := uint16(b.tables.line(key|stone<<keyShift(i, reach))>>(4*attacker)) & 15
			if line == old {
				continue
			}
			pat := cell.pat[attacker]&^(15<<(4*d)) | line<<(4*d)
			if b.pattern(attacker, pat).class() < min {
				set.add(n)
			}
		}
	}
}

// follow adds the cells on which a stone of side s makes a later stone of s on
// c a four: moves that turn a forced reply on c into a threat.
func (b *Board) follow(s Side, c Cell, set *cellSet) {
	stone, reach := uint32(stoneOf(s)), b.rule.reach()
	for d := range directions {
		key := b.key(c, d)
		for i := -reach; i <= reach; i++ {
			n := c + Cell(i*step[d])
			if i == 0 || b.cells[n&cellMask].stone != empty {
				continue
			}
			if LineClass(b.tables.line(key|stone<<keyShift(i, reach))>>(4*s)&15) >= Closed4 {
				set.add(n)
			}
		}
	}
}

// blocks lists the empty cells on which a stone of the side to move leaves the
// opponent without a five, by trying all cells round the fives. Only in Caro,
// where the end of a line is one of them, is that more than the five itself.
func (b *Board) blocks(list []Cell) []Cell {
	me := b.side
	five := b.find(me.Other(), ClassFive)
	for d := range directions {
		for i := -maxReach; i <= maxReach; i++ {
			c := five + Cell(i*step[d])
			if i == 0 && d > 0 || b.cells[c&cellMask].stone != empty {
				continue
			}
			b.Play(c)
			if b.count[me.Other()][ClassFive] == 0 {
				list = append(list, c)
			}
			b.Undo()
		}
	}
	return list
}

// keyShift is the place in a line key of the cell i steps ahead, i not 0.
func keyShift(i, reach int) int {
	if i > 0 {
		i--
	}
	return 2 * (reach + i)
}

// caro reports whether a five that is blocked at both ends does not win.
func (r Rule) caro() bool { return r == Caro || r == ExactCaro }

// banned reports whether the rule forbids the side to move to play on c.
func (b *Board) banned(c Cell) bool { return b.rule.fouls(b.side) && b.Forbidden(c) }

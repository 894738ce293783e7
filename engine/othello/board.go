// Package othello knows the game of Othello: bitboards, rules, evaluation and search.
//
// A position is a [Board], a value of two words. Square a1 is bit 0, h1 bit 7, a8 bit 56:
//
//	    a  b  c  d  e  f  g  h
//	1   0  1  2  3  4  5  6  7
//	2   8  9 10 11 12 13 14 15
//	…
//	8  56 57 58 59 60 61 62 63
//
// A board holds the discs of the side to move and those of the other side; it does not know their
// colours, the clock, the history or any protocol. The boards of 4x4 and 6x6 are the centre of the
// same 64 squares with an outer ring that stays empty ([Area]).
package othello

import "math/bits"

// Squares is the number of squares of the 8x8 board.
const Squares = 64

// Board is a position on 8x8: the discs of the side to move and of its opponent. The two sets are
// disjoint. Methods take the view of the side to move.
type Board struct{ Own, Opp uint64 }

// Start is the opening position with Black to move: Black on e4 and d5, White on d4 and e5.
var Start = Board{Own: 1<<28 | 1<<35, Opp: 1<<27 | 1<<36}

// inner holds the files b to g: the squares a horizontal or diagonal line can pass through.
const inner = 0x7E7E7E7E7E7E7E7E

// Moves returns the set of legal moves of the side to move.
//
// A move is the empty square behind a run of opponent's discs that starts beside an own disc. The
// run is filled in steps of one, one, two and two squares, which covers the six discs a run can have.
func (b Board) Moves() uint64 { return moves(b.Own, b.Opp) }

func moves(own, opp uint64) uint64 {
	m := opp & inner

	// Horizontal.
	l := m & (own << 1)
	r := m & (own >> 1)
	l |= m & (l << 1)
	r |= m & (r >> 1)
	pl, pr := m&(m<<1), m&(m>>1)
	l |= pl & (l << 2)
	r |= pr & (r >> 2)
	l |= pl & (l << 2)
	r |= pr & (r >> 2)
	all := l<<1 | r>>1

	// Diagonal a1-h8.
	l = m & (own << 9)
	r = m & (own >> 9)
	l |= m & (l << 9)
	r |= m & (r >> 9)
	pl, pr = m&(m<<9), m&(m>>9)
	l |= pl & (l << 18)
	r |= pr & (r >> 18)
	l |= pl & (l << 18)
	r |= pr & (r >> 18)
	all |= l<<9 | r>>9

	// Diagonal h1-a8.
	l = m & (own << 7)
	r = m & (own >> 7)
	l |= m & (l << 7)
	r |= m & (r >> 7)
	pl, pr = m&(m<<7), m&(m>>7)
	l |= pl & (l << 14)
	r |= pr & (r >> 14)
	l |= pl & (l << 14)
	r |= pr & (r >> 14)
	all |= l<<7 | r>>7

	// Vertical.
	l = opp & (own << 8)
	r = opp & (own >> 8)
	l |= opp & (l << 8)
	r |= opp & (r >> 8)
	pl, pr = opp&(opp<<8), opp&(opp>>8)
	l |= pl & (l << 16)
	r |= pr & (r >> 16)
	l |= pl & (l << 16)
	r |= pr & (r >> 16)
	all |= l<<8 | r>>8

	return all &^ (own | opp)
}

// Flips returns the discs turned when the side to move plays the empty square sq (0..63). It is 0
// exactly when the move is illegal.
func (b Board) Flips(sq int) uint64 { return flips(sq, b.Own, b.Opp) }

// Play returns the position after the side to move has put a disc on sq, flipping the given discs
// as returned by [Board.Flips]. The result is seen from the other side.
func (b Board) Play(sq int, flips uint64) Board {
	return Board{Own: b.Opp ^ flips, Opp: b.Own ^ flips ^ 1<<(uint(sq)&63)}
}

// Pass returns the same position with the other side to move.
func (b Board) Pass() Board { return Board{Own: b.Opp, Opp: b.Own} }

// Empties returns the set of empty squares.
func (b Board) Empties() uint64 { return ^(b.Own | b.Opp) }

// Count returns the number of empty squares, 0..64.
func (b Board) Count() int { return bits.OnesCount64(b.Empties()) }

// Over reports whether neither side can move.
func (b Board) Over() bool { return b.Moves() == 0 && b.Pass().Moves() == 0 }

// Raw returns own discs minus opponent's discs, -64..64, empty squares not counted.
func (b Board) Raw() int { return bits.OnesCount64(b.Own) - bits.OnesCount64(b.Opp) }

// Final returns the disc difference of a finished game from the side to move, -64..64, with the
// empty squares counted for the winner. A draw is 0.
func (b Board) Final() int { return b.FinalOn(Area8) }

// FinalOn is [Board.Final] on a board of the given area: a wipe-out scores the size of the area.
func (b Board) FinalOn(a Area) int {
	d := b.Raw()
	e := bits.OnesCount64(uint64(a) &^ (b.Own | b.Opp))
	switch {
	case d > 0:
		return d + e
	case d < 0:
		return d - e
	}
	return 0
}

// Area is the set of squares in play: the whole board or its centre. On the smaller boards the
// squares outside never hold a disc, so flips need no change and moves only the intersection with
// the area.
type Area uint64

// The areas that fit in 64 squares.
const (
	Area4 Area = 0x00003C3C3C3C0000
	Area6 Area = 0x007E7E7E7E7E7E00
	Area8 Area = 0xFFFFFFFFFFFFFFFF
)

// Size returns the length of a side of the area in squares: 4, 6 or 8.
func (a Area) Size() int {
	switch a {
	case Area4:
		return 4
	case Area6:
		return 6
	}
	return 8
}

// margin returns the number of empty squares between the area and the edge of the 8x8 board.
func (a Area) margin() int { return (8 - a.Size()) / 2 }

// MovesIn returns the legal moves inside an area.
func (b Board) MovesIn(a Area) uint64 { return b.Moves() & uint64(a) }

// first returns the lowest square of a set that is not empty.
func first(set uint64) int { return bits.TrailingZeros64(set) }

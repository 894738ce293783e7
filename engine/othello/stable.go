package othello

import "math/bits"

// edgeStable[own<<8|opp] holds the discs of own on an edge that no sequence of moves by either side
// can turn along the edge.
var edgeStable = makeEdgeStable()

func makeEdgeStable() *[1 << 16]uint8 {
	var known [1 << 16]bool
	t := new([1 << 16]uint8)
	// The stable discs of an edge are those that stay in every successor, found by filling each
	// empty square with either colour. A fuller edge is never reached from an emptier one twice.
	var find func(own, opp int) uint8
	find = func(own, opp int) uint8 {
		at := own<<8 | opp
		if known[at] {
			return t[at]
		}
		stable := uint8(own)
		for i := range 8 {
			if (own|opp)>>i&1 != 0 {
				continue
			}
			f := fillEdge(i, own, opp)
			stable &= find(own|f|1<<i, opp&^f)
			f = fillEdge(i, opp, own)
			stable &= find(own&^f, opp|f|1<<i)
		}
		known[at], t[at] = true, stable
		return stable
	}
	for own := range 256 {
		for opp := range 256 {
			if own&opp == 0 {
				find(own, opp)
			}
		}
	}
	return t
}

// fillEdge returns the discs of opp turned along an edge when own fills square i.
func fillEdge(i, own, opp int) int {
	return int(strictlyBetween(i, int(closing(i, opp))&own))
}

// Stable returns own discs that can never be turned again. The set is a lower bound: some stable
// discs are not recognised. It holds on the 8x8 board only.
func (b Board) Stable() uint64 { return stable(b.Own, b.Opp) }

// stable starts with the edges, then adds inner discs that are safe along all four lines. A line is
// safe when it is full or when the disc has a stable disc of its own colour beside it there.
func stable(own, opp uint64) uint64 {
	rows, columns, falls, rises := fullLines(own | opp)
	s := edges(own, opp)
	s |= own & rows & columns & falls & rises
	if s == 0 {
		return 0
	}
	centre := own & 0x007E7E7E7E7E7E00
	for {
		grown := s | centre&
			(rows|s<<1|s>>1)&
			(columns|s<<8|s>>8)&
			(falls|s<<9|s>>9)&
			(rises|s<<7|s>>7)
		if grown == s {
			return s
		}
		s = grown
	}
}

// edges returns the stable discs of own on the four edges, as far as the edges alone tell.
func edges(own, opp uint64) uint64 {
	s := uint64(edgeStable[own&0xFF<<8|opp&0xFF])
	s |= uint64(edgeStable[own>>56<<8|opp>>56]) << 56
	s |= column[edgeStable[(own&fileA)*gather>>56<<8|(opp&fileA)*gather>>56]]
	s |= column[edgeStable[(own>>7&fileA)*gather>>56<<8|(opp>>7&fileA)*gather>>56]] << 7
	return s
}

// fullLines returns, for rows, columns and both diagonals, the squares whose whole line is filled.
func fullLines(filled uint64) (rows, columns, falls, rises uint64) {
	r := filled & (filled >> 1)
	r &= r >> 2
	r &= r >> 4
	rows = (r & fileA) * 0xFF

	c := filled & bits.RotateLeft64(filled, 8)
	c &= bits.RotateLeft64(c, 16)
	columns = c & bits.RotateLeft64(c, 32)

	// A diagonal is followed both ways over one, two and four squares. The masks are the squares
	// from which that step leaves the board.
	const (
		up1, up2, up4         = 0x01010101010101FF, 0x030303030303FFFF, 0x0F0F0F0FFFFFFFFF
		dn1, dn2, dn4         = 0xFF80808080808080, 0xFFFFC0C0C0C0C0C0, 0xFFFFFFFFF0F0F0F0
		upr1, upr2, upr4      = 0x80808080808080FF, 0xC0C0C0C0C0C0FFFF, 0xF0F0F0F0FFFFFFFF
		dnr1, dnr2, dnr4      = 0xFF01010101010101, 0xFFFF030303030303, 0xFFFFFFFF0F0F0F0F
		step9, step7     uint = 9, 7
	)
	u := filled & (up1 | filled<<step9)
	d := filled & (dn1 | filled>>step9)
	u &= up2 | u<<(2*step9)
	d &= dn2 | d>>(2*step9)
	u &= up4 | u<<(4*step9)
	d &= dn4 | d>>(4*step9)
	falls = u & d

	u = filled & (upr1 | filled<<step7)
	d = filled & (dnr1 | filled>>step7)
	u &= upr2 | u<<(2*step7)
	d &= dnr2 | d>>(2*step7)
	u &= upr4 | u<<(4*step7)
	d &= dnr4 | d>>(4*step7)
	rises = u & d
	return rows, columns, falls, rises
}

package othello

import "math/bits"

// The last four empty squares are solved by hand-written functions without move lists. They search
// the null window (alpha, alpha+1) and return a score on the true side of it (fail-soft).
//
// The empty squares come as a list of bytes in one word, first to be tried in the lowest byte:
//
//	… | q d | q c | q b | q a      six bits square, above them two bits quadrant
//
// A quadrant with an odd number of empty squares is tried first: its owner plays last in it.

// none is worse than every score: no move was found.
const none = -100

// quadrant returns which 4x4 corner of the board a square lies in, 0..3.
func quadrant(sq int) int { return sq>>2&1 | sq>>4&2 }

// listed is the byte of a square in a list of empty squares.
func listed(sq int) uint64 { return uint64(quadrant(sq)<<6 | sq) }

// shuffle[quadrants of four listed squares] says how to rearrange a list of four: the shifts of the
// squares to be tried first to fourth, 8 bits each, and above them twoPairs.
var shuffle = makeShuffle()

// twoPairs marks two quadrants with two empty squares each. The pairs then stand together, and after
// the third or fourth square has been taken the one left alone beside it comes first.
const twoPairs = 1 << 31

func makeShuffle() (t [256]uint32) {
	for at := range t {
		var count [4]int
		for i := range 4 {
			count[at>>(2*i)&3]++
		}
		// Singles first, then pairs, then triples, otherwise as listed.
		var order []int
		pairs := 0
		for size := 1; size <= 4; size++ {
			for i := range 4 {
				q := at >> (2 * i) & 3
				if count[q] != size {
					continue
				}
				for j := i; j < 4; j++ {
					if at>>(2*j)&3 == q {
						order = append(order, j)
					}
				}
				if size == 2 {
					pairs++
				}
				count[q] = 0 // all taken
			}
		}
		for i, from := range order {
			t[at] |= uint32(8*from) << (8 * i)
		}
		if pairs == 2 {
			t[at] |= twoPairs
		}
	}
	return t
}

// solve1 returns the score of the side that owns own with one square left. When that side cannot
// play, the other one may.
func (s *searcher) solve1(own uint64, alpha, sq int) int {
	score := 2*bits.OnesCount64(own) + s.last1
	if n := lastTurned(sq, own); n != 0 {
		return score + n
	}
	if score <= alpha {
		return score
	}
	if n := lastTurned(sq, s.area&^own&^(1<<uint(sq&63))); n != 0 {
		return score - 2 - n
	}
	if score > 0 {
		return score
	}
	return score - 2
}

func (s *searcher) solve2(own, opp uint64, alpha int, p uint64) int {
	a, b := int(p&63), int(p>>8&63)
	s.nodes++
	best := none
	if beside[a]&opp != 0 {
		if f := flips(a, own, opp); f != 0 {
			s.nodes++
			best = -s.solve1(opp^f, ^alpha, b)
			if best > alpha {
				return best
			}
		}
	}
	if beside[b]&opp != 0 {
		if f := flips(b, own, opp); f != 0 {
			s.nodes++
			return max(best, -s.solve1(opp^f, ^alpha, a))
		}
	}
	if best != none {
		return best
	}
	return s.pass2(own, opp, alpha, a, b)
}

// pass2 is solve2 for a side that has to pass: the other side takes the minimum.
func (s *searcher) pass2(own, opp uint64, alpha, a, b int) int {
	worst := -none
	if f := flips(a, opp, own); f != 0 {
		s.nodes++
		worst = s.solve1(own^f, alpha, b)
		if worst <= alpha {
			return worst
		}
	}
	if f := flips(b, opp, own); f != 0 {
		s.nodes++
		worst = min(worst, s.solve1(own^f, alpha, a))
	}
	if worst != -none {
		return worst
	}
	return final(own, opp, 2)
}

func (s *searcher) solve3(own, opp uint64, alpha int, p uint64, passed bool) int {
	s.nodes++
	best := none
	if a := int(p & 63); beside[a]&opp != 0 {
		if f := flips(a, own, opp); f != 0 {
			best = -s.solve2(opp^f, own^f|1<<a, ^alpha, p>>8)
			if best > alpha {
				return best
			}
		}
	}
	if b := int(p >> 8 & 63); beside[b]&opp != 0 {
		if f := flips(b, own, opp); f != 0 {
			best = max(best, -s.solve2(opp^f, own^f|1<<b, ^alpha, p&0xFF|p>>8&0xFF00))
			if best > alpha {
				return best
			}
		}
	}
	if c := int(p >> 16 & 63); beside[c]&opp != 0 {
		if f := flips(c, own, opp); f != 0 {
			return max(best, -s.solve2(opp^f, own^f|1<<c, ^alpha, p))
		}
	}
	if best != none {
		return best
	}
	if passed {
		return final(own, opp, 3)
	}
	return -s.solve3(opp, own, ^alpha, p, true)
}

func (s *searcher) solve4(own, opp uint64, alpha int, p uint64, passed bool) int {
	s.nodes++
	// The upper two bits of the four bytes, gathered into one.
	how := shuffle[p>>6&0x03030303*0x01041040>>24&0xFF]
	a, b := p>>(how&63)&0xFF, p>>(how>>8&63)&0xFF
	c, d := p>>(how>>16&63)&0xFF, p>>(how>>24&63)&0xFF

	best := none
	if at := a & 63; beside[at]&opp != 0 {
		if f := flips(int(at), own, opp); f != 0 {
			best = -s.solve3(opp^f, own^f|1<<at, ^alpha, b|c<<8|d<<16, false)
			if best > alpha {
				return best
			}
		}
	}
	if at := b & 63; beside[at]&opp != 0 {
		if f := flips(int(at), own, opp); f != 0 {
			best = max(best, -s.solve3(opp^f, own^f|1<<at, ^alpha, a|c<<8|d<<16, false))
			if best > alpha {
				return best
			}
		}
	}
	if at := c & 63; beside[at]&opp != 0 {
		if f := flips(int(at), own, opp); f != 0 {
			rest := a | b<<8 | d<<16
			if how&twoPairs != 0 {
				rest = d | a<<8 | b<<16
			}
			best = max(best, -s.solve3(opp^f, own^f|1<<at, ^alpha, rest, false))
			if best > alpha {
				return best
			}
		}
	}
	if at := d & 63; beside[at]&opp != 0 {
		if f := flips(int(at), own, opp); f != 0 {
			rest := a | b<<8 | c<<16
			if how&twoPairs != 0 {
				rest = c | a<<8 | b<<16
			}
			return max(best, -s.solve3(opp^f, own^f|1<<at, ^alpha, rest, false))
		}
	}
	if best != none {
		return best
	}
	if passed {
		return final(own, opp, 4)
	}
	return -s.solve4(opp, own, ^alpha, p, true)
}

// final returns the score of a finished game with the given number of empty squares.
func final(own, opp uint64, empties int) int {
	d := bits.OnesCount64(own) - bits.OnesCount64(opp)
	switch {
	case d > 0:
		return d + empties
	case d < 0:
		return d - empties
	}
	return 0
}

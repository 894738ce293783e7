package othello

import "math/bits"

// orderClasses are the squares in the order in which few empty ones are tried: corners, then the edge
// squares that hold them together, the middle, and at the end the squares that give corners away.
var orderClasses = [...]uint64{
	0x8100000000000081,
	0x2400810000810024,
	0x0000240000240000,
	0x1800008181000018,
	0x0000182424180000,
	0x0000001818000000,
	0x0024420000422400,
	0x0018004242001800,
	0x4281000000008142,
	0x0042000000004200,
}

const corners = 0x8100000000000081

// list returns up to eight empty squares as a list in the order of orderClasses.
func list(empties uint64) (p uint64) {
	shift := 0
	for _, class := range orderClasses {
		for m := empties & class; m != 0; m &= m - 1 {
			p |= listed(first(m)) << shift
			shift += 8
		}
	}
	return p
}

// oddQuadrants returns the squares of the quadrants that hold an odd number of the given ones.
func oddQuadrants(empties uint64) uint64 {
	x := empties ^ empties>>1
	x ^= x >> 2
	x ^= x >> 8
	x ^= x >> 16
	return x & 0x0000001100000011 * 0x0F0F0F0F
}

// stabilityAlpha[n] is the smallest alpha at which a stability cutoff is tried with n empty squares.
// With fewer discs to fill, fewer are needed to be worth the look.
var stabilityAlpha = [Squares + 1]int8{
	64, 64, 64, 64, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48,
	48, 50, 50, 52, 52, 54, 54, 56, 56, 58, 58, 60, 60, 62, 62, 64,
	64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
}

// stableBound returns an upper bound of the score from the opponent's stable discs, or the highest
// score where it is not worth the look.
func (s *searcher) stableBound(own, opp uint64, alpha, empties int) int {
	if alpha < int(stabilityAlpha[empties]) || s.area != uint64(Area8) {
		return 64
	}
	return 64 - 2*bits.OnesCount64(stable(opp, own))
}

// shallow solves five or six empty squares: parity and a fixed order instead of sorting.
// parity holds one bit a quadrant, set for an odd number of empty squares.
func (s *searcher) shallow(own, opp uint64, alpha, empties int, p uint64, parity uint) int {
	s.nodes++
	if bound := s.stableBound(own, opp, alpha, empties); bound <= alpha {
		return bound
	}
	best := none
	for even := range uint(2) {
		for shift := 0; shift < 8*empties; shift += 8 {
			at := p >> (shift & 63) & 0xFF
			if parity>>(at>>6)&1 == even {
				continue
			}
			sq := int(at & 63)
			if beside[sq]&opp == 0 {
				continue
			}
			f := flips(sq, own, opp)
			if f == 0 {
				continue
			}
			low := uint64(1)<<(shift&63) - 1
			rest := p&low | p>>8&^low
			var score int
			if empties == 5 {
				score = -s.solve4(opp^f, own^f|1<<sq, ^alpha, rest, false)
			} else {
				score = -s.shallow(opp^f, own^f|1<<sq, ^alpha, empties-1, rest, parity^1<<(at>>6))
			}
			if score > best {
				if score > alpha {
					return score
				}
				best = score
			}
		}
	}
	if best != none {
		return best
	}
	if moves(opp, own)&s.area == 0 {
		return final(own, opp, empties)
	}
	return -s.shallow(opp, own, ^alpha, empties, p, parity)
}

// solve returns the exact score of a position in the null window (alpha, alpha+1), fail-soft.
func (s *searcher) solve(own, opp uint64, alpha int) int {
	empties := s.area &^ (own | opp)
	switch n := bits.OnesCount64(empties); {
	case n > 6:
		return s.endgame(own, opp, alpha, n)
	case n > 4:
		odd := oddQuadrants(empties)
		parity := uint(odd&1 | odd>>4<<1&2 | odd>>32<<2&4 | odd>>36<<3&8)
		return s.shallow(own, opp, alpha, n, list(empties), parity)
	case n == 4:
		return s.solve4(own, opp, alpha, list(empties), false)
	case n == 3:
		return s.solve3(own, opp, alpha, list(empties), false)
	case n == 2:
		return s.solve2(own, opp, alpha, list(empties))
	case n == 1:
		s.nodes++
		return s.solve1(own, alpha, first(empties))
	}
	s.nodes++
	return final(own, opp, 0)
}

// endgame solves seven or more empty squares with the thread's own cache and the moves sorted
// fastest first: the fewer replies, the smaller the tree.
func (s *searcher) endgame(own, opp uint64, alpha, n int) int {
	s.nodes++
	if s.halted() {
		return alpha
	}
	// 1. Stability and cache cutoffs.
	if bound := s.stableBound(own, opp, alpha, n); bound <= alpha {
		return bound
	}
	e := s.cache.at(own, opp)
	lower, upper, hint := -64, 64, uint8(noSquare)
	if e.own == own && e.opp == opp {
		lower, upper, hint = int(e.lower), int(e.upper), e.move
		if lower > alpha || lower == upper {
			return lower
		}
		if upper <= alpha {
			return upper
		}
	}

	// 2. The moves and their order.
	m := moves(own, opp) & s.area
	if m == 0 {
		if moves(opp, own)&s.area == 0 {
			return final(own, opp, n)
		}
		return -s.endgame(opp, own, ^alpha, n)
	}
	empties := s.area &^ (own | opp)
	odd := oddQuadrants(empties)
	c := &s.lists[n]
	c.fill(own, opp, m)
	s.sortFastest(c, own, opp, odd, hint)

	// 3. The search.
	best, move := none, uint8(noSquare)
	var p uint64
	var parity uint
	if n == 7 {
		p = list(empties)
		parity = uint(odd&1 | odd>>4<<1&2 | odd>>32<<2&4 | odd>>36<<3&8)
	}
	for i := range c.n {
		x := c.next(i)
		var score int
		if n == 7 {
			shift := 0
			for p>>shift&63 != uint64(x.sq) {
				shift += 8
			}
			low := uint64(1)<<shift - 1
			rest := p&low | p>>8&^low
			score = -s.shallow(opp^x.flips, own^x.flips|1<<x.sq, ^alpha, 6, rest, parity^1<<quadrant(int(x.sq)))
		} else {
			score = -s.endgame(opp^x.flips, own^x.flips|1<<x.sq, ^alpha, n-1)
		}
		if score > best {
			best, move = score, x.sq
			if score > alpha {
				break
			}
		}
	}
	if s.stopped {
		return alpha
	}

	// 4. What was learnt.
	if best > alpha {
		lower = best
	} else {
		upper = best
	}
	*e = cacheEntry{own: own, opp: opp, lower: int8(lower), upper: int8(upper), move: move}
	return best
}

// sortFastest gives the candidates keys that put first what leaves the fewest replies.
func (s *searcher) sortFastest(c *candidates, own, opp, odd uint64, hint uint8) {
	for i := range c.list[:c.n] {
		x := &c.list[i]
		x.key = s.mobilityKey(opp^x.flips, own^x.flips|1<<x.sq)
		if odd>>x.sq&1 != 0 {
			x.key += oddKey
		}
		if x.sq == hint {
			x.key = firstKey
		}
	}
}

// noSquare stands for no move in a cache entry.
const noSquare = 64

// cache is a thread's own table of exact bounds for positions near the end. One position a slot, the
// newest wins.
type cache [1 << cacheBits]cacheEntry

const cacheBits = 13

type cacheEntry struct {
	own, opp     uint64
	lower, upper int8
	move         uint8
}

func (c *cache) at(own, opp uint64) *cacheEntry {
	h := (own ^ bits.RotateLeft64(opp*0x9E3779B97F4A7C15, 29)) * 0xD6E8FEB86659FD93
	return &c[h>>(64-cacheBits)]
}

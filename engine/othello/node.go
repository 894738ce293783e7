package othello

import "math/bits"

// nullWindow searches (alpha, alpha+1) to the end of the game or to a depth, fail-soft.
func (s *searcher) nullWindow(own, opp uint64, alpha, n int) int {
	if n <= s.mainEmpties {
		return s.endgame(own, opp, alpha, n)
	}
	s.nodes++
	if s.halted() {
		return alpha
	}
	if bound := s.stableBound(own, opp, alpha, n); bound <= alpha {
		return bound
	}
	key := hash(own, opp)
	e := s.probe(key)
	if e.depth >= n && e.level >= levelExact {
		if e.lower > alpha || e.lower == e.upper {
			return e.lower
		}
		if e.upper <= alpha {
			return e.upper
		}
	}
	m := moves(own, opp) & s.area
	if m == 0 {
		if moves(opp, own)&s.area == 0 {
			return final(own, opp, n)
		}
		return -s.nullWindow(opp, own, ^alpha, n)
	}
	c := &s.lists[n]
	empties := s.area &^ (own | opp)
	odd := oddQuadrants(empties)
	c.n = 0
	for ; m != 0; m &= m - 1 {
		sq := first(m)
		f := flips(sq, own, opp)
		x := &c.list[c.n]
		c.n++
		x.flips, x.sq = f, uint8(sq)
		o, p := opp^f, own^f|1<<sq
		// ETC
		if n > s.mainEmpties+1 {
			ce := s.probe(hash(o, p))
			if ce.depth >= n-1 && ce.level >= levelExact && -ce.upper > alpha {
				return -ce.upper
			}
		}
		replies := moves(o, p) & s.area
		key := -18 * int32(bits.OnesCount64(replies)+bits.OnesCount64(replies&corners))
		key -= 6 * int32(bits.OnesCount64(potential(o, p)&s.area))
		if odd>>sq&1 != 0 {
			key += 17
		}
		if uint8(sq) == e.moves[0] {
			key += 1 << 20
		} else if uint8(sq) == e.moves[1] {
			key += 1 << 19
		}
		x.key = key
	}
	best, move := none, uint8(noSquare)
	for i := range c.n {
		x := c.next(i)
		score := -s.nullWindow(opp^x.flips, own^x.flips|1<<x.sq, ^alpha, n-1)
		if s.stopped {
			return alpha
		}
		if score > best {
			best, move = score, x.sq
			if score > alpha {
				break
			}
		}
	}
	s.store(key, e, n, levelExact, alpha, alpha+1, best, move)
	return best
}

func potential(own, opp uint64) uint64 {
	h := opp & 0x7E7E7E7E7E7E7E7E
	v := opp & 0x00FFFFFFFFFFFF00
	d := opp & 0x007E7E7E7E7E7E00
	return (h<<1 | h>>1 | v<<8 | v>>8 | d<<7 | d>>7 | d<<9 | d>>9) &^ (own | opp)
}

const levelExact = 5

func (s *searcher) exact(b Board) (score int, best uint8) {
	n := b.Count()
	lo, hi := -64, 64
	g := 0
	for lo < hi {
		a := g
		if a == hi {
			a--
		}
		r := s.nullWindow(b.Own, b.Opp, a, n)
		if r > a {
			lo = r
		} else {
			hi = r
		}
		g = r
	}
	return lo, 0
}

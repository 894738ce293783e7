package othello

import "math/bits"

// candidate is a move with what it leads to.
type candidate struct {
	flips uint64
	key   int32 // for sorting, highest first
	sq    uint8
}

// candidates is a list of moves, sorted step by step as they are taken.
type candidates struct {
	n    int
	list [maxMoves]candidate
}

// maxMoves is more than the number of moves that any position can have.
const maxMoves = 34

// next moves the best of the candidates from i on to place i and returns it.
func (c *candidates) next(i int) *candidate {
	l := c.list[:c.n]
	best := i
	for j := i + 1; j < len(l); j++ {
		if l[j].key > l[best].key {
			best = j
		}
	}
	if best != i {
		l[i], l[best] = l[best], l[i]
	}
	return &l[i]
}

// fill makes c the list of the moves m with their flips.
func (c *candidates) fill(own, opp, m uint64) {
	c.n = bits.OnesCount64(m)
	for i := range c.list[:c.n] {
		sq := first(m)
		m &= m - 1
		c.list[i] = candidate{flips: flips(sq, own, opp), sq: uint8(sq)}
	}
}

// Keys. The best moves of an earlier search come first, then a wipe-out; all others are sorted by
// sums of the following, in which a reply counts 18.
const (
	firstKey   = 3 << 24
	secondKey  = 1 << 24
	wipeoutKey = 2 << 24
	replyKey   = 18 // each reply the other side gets, corners twice
	oddKey     = 17 // a square in a quadrant with an odd number of empty squares
	discKey    = 4  // each disc of the evaluation or a shallow search
	frontKey   = 2  // each empty square beside own discs
)

// mobilityKey is the key of a move by what it leaves to the other side: own and opp are the discs
// after the move, seen from that side.
func (s *searcher) mobilityKey(own, opp uint64) int32 {
	replies := moves(own, opp) & s.area
	return -replyKey * int32(bits.OnesCount64(replies)+bits.OnesCount64(replies&corners))
}

// sort gives the candidates of a node of s.state their keys: the moves known from the table, a
// wipe-out, then by replies, parity and evaluation.
func (s *searcher) sort(c *candidates, b Board, known [2]uint8) {
	odd := oddQuadrants(s.area &^ (b.Own | b.Opp))
	for i := range c.list[:c.n] {
		x := &c.list[i]
		own, opp := b.Opp^x.flips, b.Own^x.flips|1<<x.sq
		switch {
		case x.sq == known[0]:
			x.key = firstKey
			continue
		case own == 0:
			x.key = wipeoutKey
			continue
		case x.sq == known[1]:
			x.key = secondKey
			continue
		}
		s.state.Play(int(x.sq), x.flips)
		x.key = s.mobilityKey(own, opp) - int32(s.units())*discKey/DiscUnits -
			frontKey*int32(bits.OnesCount64(frontier(own, opp)&s.area))
		s.state.Undo()
		if odd>>x.sq&1 != 0 {
			x.key += oddKey
		}
	}
}

// frontier returns the empty squares beside discs of opp: the squares where own may get moves.
func frontier(own, opp uint64) uint64 {
	h := opp & inner
	v := opp & 0x00FFFFFFFFFFFF00
	d := h & v
	return (h<<1 | h>>1 | v<<8 | v>>8 | d<<7 | d>>7 | d<<9 | d>>9) &^ (own | opp)
}

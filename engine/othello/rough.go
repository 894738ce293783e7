package othello

import "math/bits"

// outlook is what the rough evaluation knows of a side: it serves the board sizes for which there are
// no trained weights.
type outlook struct {
	discs    int
	moves    int // legal moves
	frontier int // empty squares beside the other side's discs
	corners  int
	risks    int // discs on squares diagonally beside an empty corner
	edges    int // discs on the edges
}

// Weights of the rough evaluation, in quarters of a disc. They put into numbers what every book on
// the game teaches: corners are won, squares that offer them lost, and moves are worth more than discs.
const (
	roughCorner   = 40
	roughRisk     = 22
	roughEdge     = 3
	roughMove     = 6
	roughFrontier = 2
	roughLate     = 3 // each disc, from three quarters of the board on
)

// rough estimates the final disc difference from the side to move, short of a wipe-out.
func rough(own, opp outlook, area int) int {
	sum := roughCorner*(own.corners-opp.corners) -
		roughRisk*(own.risks-opp.risks) +
		roughEdge*(own.edges-opp.edges) +
		roughMove*(own.moves-opp.moves) +
		roughFrontier*(own.frontier-opp.frontier)
	if filled := own.discs + opp.discs; 4*filled > 3*area {
		sum += roughLate * (own.discs - opp.discs)
	}
	return max(1-area, min(area-1, sum/4))
}

// rough evaluates a position.
func (g *Grid) rough() int {
	p := g.pass()
	return rough(g.outlook(), p.outlook(), g.size*g.size)
}

func (g *Grid) outlook() outlook {
	s := g.sets()
	m := g.moves()
	beside := g.opp.or(g.opp.and(s.files).up(1)).or(g.opp.and(s.files).down(1))
	beside = beside.or(beside.up(rowBits)).or(beside.down(rowBits))
	o := outlook{
		discs:    g.own.count(),
		moves:    m.count(),
		frontier: beside.and(s.area).without(g.own).without(g.opp).count(),
		corners:  g.own.and(s.corners).count(),
		edges:    g.own.and(s.edges).count(),
	}
	for _, x := range s.cross {
		if g.own.has(x[0]) && !g.own.has(x[1]) && !g.opp.has(x[1]) {
			o.risks++
		}
	}
	return o
}

// roughIn evaluates a position on a part of the 8x8 board.
func roughIn(b Board, area uint64) int {
	return rough(outlookIn(b, area), outlookIn(b.Pass(), area), bits.OnesCount64(area))
}

func outlookIn(b Board, area uint64) outlook {
	edges := area &^ (area << 1 & (area >> 1) & (area << 8) & (area >> 8))
	corner := area&^(area<<1|area<<8) | area&^(area>>1|area<<8) | area&^(area<<1|area>>8) | area&^(area>>1|area>>8)
	o := outlook{
		discs:    bits.OnesCount64(b.Own),
		moves:    bits.OnesCount64(b.Moves() & area),
		frontier: bits.OnesCount64(frontier(b.Own, b.Opp) & area),
		corners:  bits.OnesCount64(b.Own & corner),
		edges:    bits.OnesCount64(b.Own & edges),
	}
	free := corner & b.Empties()
	cross := (free<<9 | free<<7 | free>>9 | free>>7) & area &^ edges
	o.risks = bits.OnesCount64(b.Own & cross)
	return o
}

package othello

import "math/bits"

// MinSize and MaxSize bound the boards that can be played on; sizes are even.
const (
	MinSize = 4
	MaxSize = 16
)

// wide is a set of points of a board of up to 16x16. Rows are 16 bits apart: column x, row y is bit
// 16y+x, so that a word holds four rows and the steps of the eight directions are the same on all sizes.
type wide [4]uint64

const rowBits = 16

// point returns the place of a point in a wide set.
func point(x, y int) int { return rowBits*y + x }

func (w *wide) has(at int) bool { return w[at>>6&3]>>(at&63)&1 != 0 }

func (w *wide) add(at int) { w[at>>6&3] |= 1 << (at & 63) }

func (w wide) and(v wide) wide {
	return wide{w[0] & v[0], w[1] & v[1], w[2] & v[2], w[3] & v[3]}
}

func (w wide) or(v wide) wide {
	return wide{w[0] | v[0], w[1] | v[1], w[2] | v[2], w[3] | v[3]}
}

func (w wide) without(v wide) wide {
	return wide{w[0] &^ v[0], w[1] &^ v[1], w[2] &^ v[2], w[3] &^ v[3]}
}

func (w wide) empty() bool { return w[0]|w[1]|w[2]|w[3] == 0 }

func (w wide) count() int {
	return bits.OnesCount64(w[0]) + bits.OnesCount64(w[1]) + bits.OnesCount64(w[2]) + bits.OnesCount64(w[3])
}

// up moves all points k places toward higher bits, down toward lower ones, 0 < k < 64.
func (w wide) up(k uint) wide {
	k &= 63
	return wide{w[0] << k, w[1]<<k | w[0]>>(64-k), w[2]<<k | w[1]>>(64-k), w[3]<<k | w[2]>>(64-k)}
}

func (w wide) down(k uint) wide {
	k &= 63
	return wide{w[0]>>k | w[1]<<(64-k), w[1]>>k | w[2]<<(64-k), w[2]>>k | w[3]<<(64-k), w[3] >> k}
}

// next removes the lowest point from a set that is not empty and returns its place.
func (w *wide) next() int {
	for i := range w {
		if w[i] != 0 {
			at := 64*i + bits.TrailingZeros64(w[i])
			w[i] &= w[i] - 1
			return at
		}
	}
	return -1
}

// Grid is a position on a board of any even size from 4 to 16: the discs of the side to move and of
// the other side, as on a [Board].
type Grid struct {
	own, opp wide
	size     int
}

// NewGrid returns the opening position of a size from MinSize to MaxSize, Black to move.
func NewGrid(size int) Grid {
	g := Grid{size: size}
	low, high := size/2-1, size/2
	g.own.add(point(high, low))
	g.own.add(point(low, high))
	g.opp.add(point(low, low))
	g.opp.add(point(high, high))
	return g
}

// squareSets holds what is known of the squares of a size.
type squareSets struct {
	area    wide
	files   wide // all files but the outer two
	corners wide
	cross   [4][2]int // the X square of each corner, and the corner
	edges   wide
}

var setsOfSize = func() (t [MaxSize + 1]squareSets) {
	for size := MinSize; size <= MaxSize; size += 2 {
		s := &t[size]
		last := size - 1
		for y := range size {
			for x := range size {
				at := point(x, y)
				s.area.add(at)
				if x > 0 && x < last {
					s.files.add(at)
				}
				if x == 0 || x == last || y == 0 || y == last {
					s.edges.add(at)
				}
			}
		}
		for i := range s.cross {
			x, y, dx, dy := 0, 0, 1, 1
			if i&1 != 0 {
				x, dx = last, -1
			}
			if i&2 != 0 {
				y, dy = last, -1
			}
			s.corners.add(point(x, y))
			s.cross[i] = [2]int{point(x+dx, y+dy), point(x, y)}
		}
	}
	return t
}()

func (g *Grid) sets() *squareSets { return &setsOfSize[g.size] }

// steps are the distances to the next square to the east, south-west, south and south-east.
var steps = [4]uint{1, rowBits - 1, rowBits, rowBits + 1}

// moves returns the legal moves of the side to move, found as [Board.Moves] does, square by square.
func (g *Grid) moves() (all wide) {
	s := g.sets()
	within := g.opp.and(s.files)
	for _, step := range steps {
		m := within
		if step == rowBits {
			m = g.opp
		}
		for run := m.and(g.own.up(step)); !run.empty(); run = m.and(run.up(step)) {
			all = all.or(run.up(step))
		}
		for run := m.and(g.own.down(step)); !run.empty(); run = m.and(run.down(step)) {
			all = all.or(run.down(step))
		}
	}
	return all.and(s.area).without(g.own).without(g.opp)
}

// flips returns the discs turned by a move on an empty square; none when it is illegal.
func (g *Grid) flips(at int) (f wide) {
	for _, d := range [8][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}} {
		var run wide
		x, y := at%rowBits+d[0], at/rowBits+d[1]
		for x >= 0 && x < g.size && y >= 0 && y < g.size && g.opp.has(point(x, y)) {
			run.add(point(x, y))
			x, y = x+d[0], y+d[1]
		}
		if x >= 0 && x < g.size && y >= 0 && y < g.size && g.own.has(point(x, y)) {
			f = f.or(run)
		}
	}
	return f
}

// play returns the position after a move with its flips, seen from the other side.
func (g *Grid) play(at int, flips wide) Grid {
	own := g.own.or(flips)
	own.add(at)
	return Grid{own: g.opp.without(flips), opp: own, size: g.size}
}

// pass returns the position with the other side to move.
func (g *Grid) pass() Grid { return Grid{own: g.opp, opp: g.own, size: g.size} }

func (g *Grid) empties() wide { return g.sets().area.without(g.own).without(g.opp) }

// count returns the number of empty squares.
func (g *Grid) count() int {
	e := g.empties()
	return e.count()
}

func (g *Grid) over() bool {
	p := g.pass()
	return g.moves().empty() && p.moves().empty()
}

// final returns the disc difference with the empty squares counted for the winner.
func (g *Grid) final() int {
	d := g.own.count() - g.opp.count()
	switch e := g.count(); {
	case d > 0:
		return d + e
	case d < 0:
		return d - e
	}
	return 0
}

// board returns the position of a size up to 8 in the middle of a [Board], and its area.
func (g *Grid) board() (b Board, a Area) {
	margin := (8 - g.size) / 2
	for y := range g.size {
		for x := range g.size {
			bit := uint64(1) << (8*(y+margin) + x + margin)
			a |= Area(bit)
			switch at := point(x, y); {
			case g.own.has(at):
				b.Own |= bit
			case g.opp.has(at):
				b.Opp |= bit
			}
		}
	}
	return b, a
}

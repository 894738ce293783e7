package gomoku

// A grid keeps the stones as lines of two bits a cell, once for each direction,
// so that everything within reach of a cell in one direction is a single
// word. Lines are numbered 0-31 for rows, 32-63 for columns, 64-126 for
// diagonals down to the right and 127-189 up to the right. Cells of a line
// are numbered by column (in columns, by row), with ten cells of wall before.
type grid [192][2]uint64

const (
	gridPad = 2 * maxReach // a neighbour within reach has its own reach
	allWall = 1<<64 - 1
)

// clear makes all cells of the board empty and the rest wall.
func (g *grid) clear(w, h int) {
	for i := range g {
		g[i] = [2]uint64{allWall, allWall}
	}
	for y := range h {
		for x := range w {
			g.flip(CellAt(x, y), wall^empty)
		}
	}
}

// place returns where c is in direction d: the line and the cell in it.
func place(c Cell, d int) (line, at int) {
	x, y := c.X(), c.Y()
	switch d {
	case 0:
		return y, x
	case 1:
		return 32 + x, y
	case 2:
		return 64 + 31 + x - y, x
	}
	return 127 + x + y, x
}

// flip changes c by exclusive or: putting a stone on an empty cell and taking
// it away are the same.
func (g *grid) flip(c Cell, stone uint8) {
	for d := range directions {
		line, at := place(c, d)
		at += gridPad
		g[line][at>>5] ^= uint64(stone) << (2 * (at & 31))
	}
}

// around returns the cells within gridPad of the at-th cell of a line: bits
// 0-1 are the cell ten before, bits 20-21 the cell itself.
func (g *grid) around(line, at int) uint64 {
	w := &g[line]
	return w[0]>>(2*at) | w[1]<<(64-2*at)
}

// key returns the line key of c in direction d, as the line tables take it.
func (b *Board) key(c Cell, d int) uint32 {
	line, at := place(c, d)
	w := b.grid.around(line, at)
	reach := 2 * b.rule.reach()
	w >>= 2*gridPad - reach
	half := uint64(1)<<reach - 1
	return uint32(w&half | w>>2&(half<<reach))
}

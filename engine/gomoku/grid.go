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

// place returns where the cell in column x and row y is in direction d: the
// line and the cell in it.
func place(x, y, d int) (line, at int) {
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
	x, y := c.X(), c.Y()
	for d := range directions {
		g.put(x, y, d, stone)
	}
}

// put flips the cell in column x and row y in the line in direction d only and
// returns what is around it then.
func (g *grid) put(x, y, d int, stone uint8) uint64 {
	line, at := place(x, y, d)
	w := &g[line]
	w[(at+gridPad)>>5&1] ^= uint64(stone) << (2 * (at + gridPad) & 63)
	return w[0]>>(2*at) | w[1]<<(64-2*at)
}

// around returns the cells within gridPad of c in direction d: bits 0-1 are the cell
// ten before, bits 20-21 the cell itself.
func (g *grid) around(c Cell, d int) uint64 {
	line, at := place(c.X(), c.Y(), d)
	w := &g[line]
	return w[0]>>(2*at) | w[1]<<(64-2*at)
}

// key returns the line key of c in direction d, as the line tables take it.
func (b *Board) key(c Cell, d int) uint32 {
	reach := 2 * b.rule.reach()
	w := b.grid.around(c, d) >> (2*gridPad - reach)
	half := uint64(1)<<reach - 1
	return uint32(w&half | w>>2&(half<<reach))
}

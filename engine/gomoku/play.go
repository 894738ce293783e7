package gomoku

// Play puts a stone of the side to move on c, which must be empty and on the
// board; nothing is checked. Rules are the caller's affair: a move that
// wins or is forbidden is played like any other.
func (b *Board) Play(c Cell) {
	b.history[b.ply] = b.state
	b.moves[b.ply] = c
	b.ply++
	x, y := c.X(), c.Y()

	// 1. The cell no longer counts as an empty one.
	q := &b.cells[c&cellMask]
	b.count[0][q.class[0]&15]--
	b.count[1][q.class[1]&15]--
	b.value[0] -= int32(q.value[0])
	b.value[1] -= int32(q.value[1])
	if q.sets != 0 {
		b.flipSets(c, q.sets)
	}

	// 2. The stone.
	stone := stoneOf(b.side)
	q.stone = stone
	b.occupied[y&31] ^= 1 << (x & 31)
	b.addCandidates(x, y)
	b.hash ^= zobrist[b.side&1][c&cellMask] ^ whiteToMove
	b.side ^= 1

	// 3. Cells whose line classes it changes.
	var n int
	if t := b.tables.lines4; t != nil {
		n = b.scan4(t, c, x, y, stone)
	} else {
		n = b.scan5(b.tables.lines5, c, x, y, stone)
	}
	b.update(n)
}

// scan4 puts a stone into the lines through c and notes in b.changed which empty
// cells within four of it get other line classes: the cell in bits 0-10,
// the direction in bits 16-17, the new classes in bits 24-31. It returns their number.
func (b *Board) scan4(t *[1 << 16]uint8, c Cell, x, y int, stone uint8) int {
	n := 0
	for d := range directions {
		line, at := y, x
		switch d {
		case 1:
			line, at = 32+x, y
		case 2:
			line = 64 + 31 + x - y
		case 3:
			line = 127 + x + y
		}
		g := &b.grid[line]
		g[(at+gridPad)>>5&1] ^= uint64(stone) << (2 * (at + gridPad) & 63)
		w := g[0]>>(2*at) | g[1]<<(64-2*at)
		w >>= 2 * (gridPad - 8)
		i := int(c) - 4*step[d]
		for range 9 {
			new := uint32(t[w&0xff|w>>2&0xff00])
			differs := new ^ uint32(b.cells[i&cellMask].lines[d])
			isEmpty := ^uint32(w>>8|w>>9) & 1
			b.changed[n&63] = uint32(i) | uint32(d)<<16 | new<<24
			n += int((differs + 255) >> 8 & isEmpty)
			w >>= 2
			i += step[d]
		}
	}
	return n
}

// scan5 is scan4 for a reach of five.
func (b *Board) scan5(t *[1 << 20]uint8, c Cell, x, y int, stone uint8) int {
	n := 0
	for d := range directions {
		line, at := y, x
		switch d {
		case 1:
			line, at = 32+x, y
		case 2:
			line = 64 + 31 + x - y
		case 3:
			line = 127 + x + y
		}
		g := &b.grid[line]
		g[(at+gridPad)>>5&1] ^= uint64(stone) << (2 * (at + gridPad) & 63)
		w := g[0]>>(2*at) | g[1]<<(64-2*at)
		i := int(c) - 5*step[d]
		for range 11 {
			new := uint32(t[w&0x3ff|w>>2&0xffc00])
			differs := new ^ uint32(b.cells[i&cellMask].lines[d])
			isEmpty := ^uint32(w>>10|w>>11) & 1
			b.changed[n&63] = uint32(i) | uint32(d)<<16 | new<<24
			n += int((differs + 255) >> 8 & isEmpty)
			w >>= 2
			i += step[d]
		}
	}
	return n
}

// update gives the first n cells of b.changed their new line classes and
// records what they were. Each of them lies on one line with the stone only, so
// none comes twice. Which cells enter or leave a set is unpredictable and
// rare, so they are gathered without a branch and dealt with at the end.
func (b *Board) update(n int) {
	records := (*[64]record)(b.records[b.top:])
	flips := (*[64]flip)(b.flips[b.flipTop:])
	blacks, whites := b.patterns[Black], b.patterns[White]
	m := 0
	for i := range n {
		note := b.changed[i&63]
		d := note >> 16 & 3
		q := &b.cells[note&cellMask]
		r := &records[i&63]
		r.old = *q
		r.at = Cell(note & cellMask)

		delta := q.lines[d] ^ uint8(note>>24)
		q.lines[d] ^= delta
		q.pat[Black] ^= uint16(delta&15) << (4 * d)
		q.pat[White] ^= uint16(delta>>4) << (4 * d)
		p, o := blacks[q.pat[Black]], whites[q.pat[White]]

		v := worth(p, o)
		b.value[Black] += int32(v[Black]) - int32(q.value[Black])
		b.value[White] += int32(v[White]) - int32(q.value[White])
		q.value = v

		b.count[Black][q.class[Black]&15]--
		b.count[White][q.class[White]&15]--
		b.count[Black][p.class()&15]++
		b.count[White][o.class()&15]++
		q.class[Black], q.class[White] = p.class(), o.class()

		sets := p.sets() | o.sets()<<4
		moved := flip(sets ^ q.sets)
		q.sets = sets
		flips[m&63] = flip(note&cellMask) | moved<<16
		m += int((moved + 255) >> 8)
	}
	b.top += uint32(n)
	b.flipTop += uint32(m)
	for _, f := range flips[:m] {
		b.flipSets(f.cell(), f.sets())
	}
}

// Undo takes back the last stone; there must be one. The side to move is
// then the stone's, also where passes came between.
func (b *Board) Undo() {
	b.ply--
	c := b.moves[b.ply]
	top, flipTop := b.top, b.flipTop
	b.state = b.history[b.ply]
	records := b.records[b.top:top]
	for i := range records {
		r := &records[i]
		b.cells[r.at&cellMask] = r.old
	}
	for _, f := range b.flips[b.flipTop:flipTop] {
		b.flipSets(f.cell(), f.sets())
	}
	q := &b.cells[c&cellMask]
	b.side = Side(q.stone - black)
	b.grid.flip(c, q.stone)
	q.stone = empty
	b.occupied[c.Y()&31] ^= 1 << (c.X() & 31)
	if q.sets != 0 {
		b.flipSets(c, q.sets)
	}
}

// PlayPass gives the move to the other side. It is no move of the history.
func (b *Board) PlayPass() {
	b.side ^= 1
	b.hash ^= whiteToMove
}

// UndoPass takes back PlayPass.
func (b *Board) UndoPass() { b.PlayPass() }

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
	b.value[0] -= int32(q.value[0]) - valueBias
	b.value[1] -= int32(q.value[1]) - valueBias
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
// the direction in bits 16-17, the difference of the classes (exclusive or) in
// bits 24-31. It returns their number. What to keep is unpredictable, so every
// cell is written and only the kept ones are counted.
func (b *Board) scan4(t *[1 << 16]uint8, c Cell, x, y int, stone uint8) int {
	n := 0
	for d := range directions {
		w := b.grid.put(x, y, d, stone) >> (2 * (gridPad - 8))
		full := (w | w>>1) >> 8
		note := uint32(int(c)-4*step[d]) | uint32(d)<<16
		for range 9 {
			lines := t[w&0xff|w>>2&0xff00]
			delta := uint32(lines ^ b.cells[note&cellMask].lines[d])
			b.changed[n&63] = note | delta<<24
			n += int((delta + 255) >> 8 &^ uint32(full) & 1)
			w >>= 2
			full >>= 2
			note += uint32(step[d])
		}
	}
	return n
}

// scan5 is scan4 for a reach of five.
func (b *Board) scan5(t *[1 << 20]uint8, c Cell, x, y int, stone uint8) int {
	n := 0
	for d := range directions {
		w := b.grid.put(x, y, d, stone) >> (2 * (gridPad - 10))
		full := (w | w>>1) >> 10
		note := uint32(int(c)-5*step[d]) | uint32(d)<<16
		for range 11 {
			lines := t[w&0x3ff|w>>2&0xffc00]
			delta := uint32(lines ^ b.cells[note&cellMask].lines[d])
			b.changed[n&63] = note | delta<<24
			n += int((delta + 255) >> 8 &^ uint32(full) & 1)
			w >>= 2
			full >>= 2
			note += uint32(step[d])
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
	blacks, whites := &b.tables.parts[Black], &b.tables.parts[White]
	value := b.value
	m := 0
	for i := range n {
		note := b.changed[i&63]
		q := b.cells[note&cellMask].words()
		lines, old := q[0], q[1]
		r := &records[i&63]
		r.words[0], r.words[1] = lines, old
		r.at = Cell(note & cellMask)

		d, delta := note>>16&3, uint64(note>>24)
		lines ^= (delta&15|delta>>4<<16)<<(4*d) ^ delta<<(32+8*d)
		q[0] = lines
		now := uint64(blacks[codeOf[uint16(lines)]&(codeSlots-1)] + whites[codeOf[uint16(lines>>16)]&(codeSlots-1)])
		q[1] = now

		value[Black] += int32(now&0xffff) - int32(old&0xffff)
		value[White] += int32(now>>16&0xffff) - int32(old>>16&0xffff)
		b.count[Black][old>>32&15]--
		b.count[White][old>>40&15]--
		b.count[Black][now>>32&15]++
		b.count[White][now>>40&15]++

		moved := flip((now ^ old) >> 56)
		flips[m&63] = flip(note&cellMask) | moved<<16
		m += int((moved + 255) >> 8)
	}
	b.value = value
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
		*b.cells[r.at&cellMask].words() = r.words
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

package gomoku

import (
	"fmt"
	"math/bits"
)

const (
	// maxStones is how many stones a board can hold.
	maxStones = MaxSize * MaxSize

	// maxChanges is how many cells all moves together can change.
	maxChanges = maxStones * directions * 2 * maxReach
)

// state is what a move changes and Undo brings back whole.
type state struct {
	hash    uint64
	value   [2]int32        // by side to move: the mover's worth minus the other's, over empty cells
	top     uint32          // records in use
	flipTop uint32          // flips in use
	count   [2][16]uint16   // empty cells by side and Class
	cand    [MaxSize]uint32 // candidate cells, a row each, bit x for column x
}

// A record is a cell as it was before a move changed its line classes.
type record struct {
	words [2]uint64
	at    Cell
}

// A flip is a cell with the sets that it entered or left by a move.
type flip uint32

func (f flip) cell() Cell  { return Cell(f) }
func (f flip) sets() uint8 { return uint8(f >> 16) }

// Board is a position and the moves that led to it. It holds about a megabyte,
// most of it never touched in short games. It is for one goroutine.
type Board struct {
	state
	cells    [cellCount]cell
	grid     grid
	rule     Rule
	side     Side // to move
	area     int
	ply      int // stones played
	blocked  int // cells closed by Block
	w, h     int
	tables   *ruleTables
	occupied [MaxSize]uint32    // cells that are not empty, a row each
	hot      [2][MaxSize]uint32 // empty cells of ClassFour and up, by side
	warm     [2][MaxSize]uint32 // empty cells of ClassThree and up, by side
	foul     [MaxSize]uint32    // empty cells of ClassForbidden for Black
	changed  [64]uint32         // scratch of Play
	moves    [maxStones + 8]Cell
	history  [maxStones + 8]state // before the move of that number
	records  [maxChanges + 64]record
	flips    [maxChanges + 64]flip
}

// NewBoard returns an empty board of w columns and h rows, MinSize to MaxSize
// each, with Black to move and the candidate area DefaultArea.
func NewBoard(w, h int, rule Rule) (*Board, error) {
	if w < MinSize || w > MaxSize || h < MinSize || h > MaxSize {
		return nil, fmt.Errorf("gomoku: board %dx%d: want %d to %d each way", w, h, MinSize, MaxSize)
	}
	if rule >= ruleCount {
		return nil, fmt.Errorf("gomoku: unknown %v", rule)
	}
	b := &Board{rule: rule, w: w, h: h, area: DefaultArea, tables: rule.tables()}
	b.hash = emptyHash(w, h, rule)
	b.grid.clear(w, h)
	for c := range b.cells {
		b.cells[c].stone = wall
	}
	for y := range h {
		for x := range w {
			b.cells[CellAt(x, y)].stone = empty
		}
	}
	b.refresh()
	b.SetArea(b.area)
	return b, nil
}

// Width returns the number of columns.
func (b *Board) Width() int { return b.w }

// Height returns the number of rows.
func (b *Board) Height() int { return b.h }

// Rule returns the rule.
func (b *Board) Rule() Rule { return b.rule }

// Side returns the side to move.
func (b *Board) Side() Side { return b.side }

// Hash returns the position's Zobrist hash: stones, side to move, rule, size.
func (b *Board) Hash() uint64 { return b.hash }

// Ply returns the number of stones played, passes not counted.
func (b *Board) Ply() int { return b.ply }

// Moves returns the stones in the order played; valid until the board changes.
func (b *Board) Moves() []Cell { return b.moves[:b.ply] }

// Contains reports whether column x and row y are on the board.
func (b *Board) Contains(x, y int) bool { return x >= 0 && x < b.w && y >= 0 && y < b.h }

// Empty reports whether c is on the board and may be played on.
func (b *Board) Empty(c Cell) bool { return b.cells[c&cellMask].stone == empty }

// Stone returns whose stone is at c; ok is false when there is none.
func (b *Board) Stone(c Cell) (s Side, ok bool) {
	switch b.cells[c&cellMask].stone {
	case black:
		return Black, true
	case white:
		return White, true
	}
	return Black, false
}

// Full reports whether no empty cell is left.
func (b *Board) Full() bool { return b.ply+b.blocked == b.w*b.h }

// Class returns what the empty cell c is worth to side s. A stone of s at c
// wins at once if and only if it is ClassFive.
func (b *Board) Class(s Side, c Cell) Class { return b.cells[c&cellMask].class[s&1] }

// Won reports whether the stone at c is part of a line that wins by the rule.
func (b *Board) Won(c Cell) bool {
	s, ok := b.Stone(c)
	if !ok {
		return false
	}
	for _, class := range b.lineClasses(s, c) {
		if class == Five {
			return true
		}
	}
	return false
}

// lineClasses returns what a stone of s at c makes or made in each direction.
func (b *Board) lineClasses(s Side, c Cell) (classes [directions]LineClass) {
	for d := range directions {
		classes[d] = b.lineClass(s, c, d)
	}
	return classes
}

// lineClass returns what a stone of s at c makes or made in direction d. It
// reads the lines, not the cell, so it holds for occupied cells too.
func (b *Board) lineClass(s Side, c Cell, d int) LineClass {
	return LineClass(b.lookup(c, d) >> (4 * (s & 1)) & 15)
}

// lookup returns the line classes of both sides at c in direction d.
func (b *Board) lookup(c Cell, d int) uint8 {
	return b.tables.line(b.key(c, d))
}

// lastMove returns the n-th move from the end, 1 for the last one, NoCell when
// there are fewer.
func (b *Board) lastMove(n int) Cell {
	if n < 1 || n > b.ply {
		return NoCell
	}
	return b.moves[b.ply-n]
}

// Block closes the empty cell c to both sides for the rest of the game, as for a
// stone of a finished line in the continuous game. Lines see it as they see the
// board's edge. It is to be called before the first stone.
func (b *Board) Block(c Cell) error {
	if b.ply > 0 || !b.Empty(c) {
		return fmt.Errorf("gomoku: block %v: want an empty cell before the first move", c)
	}
	b.blocked++
	b.cells[c].stone = wall
	b.grid.flip(c, wall)
	b.hash ^= blockedWord(c)
	b.refresh()
	return nil
}

// Clone returns an independent copy of the board.
func (b *Board) Clone() *Board {
	dst := new(Board)
	b.Copy(dst)
	return dst
}

// Copy makes dst equal to b.
func (b *Board) Copy(dst *Board) {
	dst.state, dst.cells, dst.grid = b.state, b.cells, b.grid
	dst.rule, dst.side, dst.area = b.rule, b.side, b.area
	dst.ply, dst.blocked, dst.w, dst.h = b.ply, b.blocked, b.w, b.h
	dst.tables = b.tables
	dst.occupied, dst.hot, dst.warm, dst.foul = b.occupied, b.hot, b.warm, b.foul
	copy(dst.moves[:b.ply], b.moves[:b.ply])
	copy(dst.history[:b.ply], b.history[:b.ply])
	copy(dst.records[:b.top], b.records[:b.top])
	copy(dst.flips[:b.flipTop], b.flips[:b.flipTop])
}

// refresh computes from the stones alone all that Play keeps up to date,
// but for the candidates.
func (b *Board) refresh() {
	b.value = [2]int32{}
	b.count = [2][16]uint16{}
	b.occupied, b.foul = [MaxSize]uint32{}, [MaxSize]uint32{}
	b.hot, b.warm = [2][MaxSize]uint32{}, [2][MaxSize]uint32{}
	for y := range b.h {
		for x := range b.w {
			c := CellAt(x, y)
			if !b.Empty(c) {
				b.occupied[y] |= 1 << x
				continue
			}
			b.refreshCell(c)
			q := &b.cells[c]
			b.value[Black] += int32(q.value[Black]) - valueBias
			b.value[White] += int32(q.value[White]) - valueBias
			b.count[Black][q.class[Black]]++
			b.count[White][q.class[White]]++
			b.flipSets(c, q.sets)
		}
	}
}

// refreshCell computes what the empty cell c is from the lines through it.
func (b *Board) refreshCell(c Cell) {
	q := &b.cells[c]
	q.pat = [2]uint16{}
	for d := range directions {
		l := b.lookup(c, d)
		q.lines[d] = l
		q.pat[Black] |= uint16(l&15) << (4 * d)
		q.pat[White] |= uint16(l>>4) << (4 * d)
	}
	parts := &b.tables.parts
	q.words()[1] = uint64(parts[Black][codeOf[q.pat[Black]]] + parts[White][codeOf[q.pat[White]]])
}

// flipSets moves c into or out of the given sets.
func (b *Board) flipSets(c Cell, sets uint8) {
	y, x := c.Y()&(MaxSize-1), c.X()&(MaxSize-1)
	b.hot[Black][y] ^= uint32(sets&1) << x
	b.warm[Black][y] ^= uint32(sets>>1&1) << x
	b.foul[y] ^= uint32(sets>>2&1) << x
	b.hot[White][y] ^= uint32(sets>>4&1) << x
	b.warm[White][y] ^= uint32(sets>>5&1) << x
}

// rowCells calls f for the cells of a set of rows, row by row. In a node of the
// search the rows are read in place.
func rowCells(rows *[MaxSize]uint32, f func(Cell)) {
	for y, row := range rows {
		for ; row != 0; row &= row - 1 {
			f(CellAt(bits.TrailingZeros32(row), y))
		}
	}
}

package gomoku

import "ishi/engine/game"

// Side is Black, who moves first, or White.
type Side = game.Side

// The two sides.
const (
	Black = game.Black
	White = game.White
)

// MinSize and MaxSize bound the width and the height of a board.
const (
	MinSize = 5
	MaxSize = game.MaxSize
)

// Cell is a point of the board with a border around it, so that neighbours
// are found by addition:
//
//	Cell = (y+border)*stride + x+border
//
// Arrays over cells have cellCount entries, and c&cellMask needs no bounds
// check.
type Cell uint16

const (
	stride    = 48
	border    = 5
	cellCount = 2048
	cellMask  = cellCount - 1

	// NoCell lies in the border: no cell of any board.
	NoCell Cell = 0
)

// CellAt returns the cell in column x and row y, both from 0 at the top left.
func CellAt(x, y int) Cell { return Cell((y+border)*stride + x + border) }

// CellOf returns the cell of a point, NoCell for a pass and for no move.
func CellOf(m game.Move) Cell {
	if !m.IsPoint() {
		return NoCell
	}
	return CellAt(m.X(), m.Y())
}

// X returns the column, from 0.
func (c Cell) X() int { return int(c)%stride - border }

// Y returns the row, from 0.
func (c Cell) Y() int { return int(c)/stride - border }

// Move returns the cell as a point, NoMove for NoCell.
func (c Cell) Move() game.Move {
	if c == NoCell {
		return game.NoMove
	}
	return game.At(c.X(), c.Y())
}

// String writes the cell as column letter and row number from the top, "h8".
func (c Cell) String() string { return c.Move().String() }

// The four directions of a line, numbered as in cell.line: along a row, down a
// column, down to the right, up to the right.
const directions = 4

var step = [directions]int{1, stride, stride + 1, 1 - stride}

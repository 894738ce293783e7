package gomoku

// Forbidden reports whether renju forbids Black to play on c: an overline, two
// fours or two real threes without a five. It is false under other
// rules and for occupied cells. Whose turn it is does not matter.
//
// A three is real if one more stone makes an unbroken four that both its ends
// complete, makes no five elsewhere and is no forbidden move itself, judged
// with the three on the board (RIF, definition of three). So the test is
// recursive; it ends because every step adds a stone.
func (b *Board) Forbidden(c Cell) bool {
	q := &b.cells[c&cellMask]
	return q.class[Black] == ClassForbidden && q.stone == empty && b.judge(c) == foul
}

// A verdict is what the renju rules say of a black stone.
type verdict uint8

const (
	allowed verdict = iota
	five            // the game is won, whatever else the stone makes
	foul
)

// judge tells what a black stone on the empty cell c would be. It looks at the
// lines only, which it may change for the time being.
func (b *Board) judge(c Cell) verdict {
	lines := b.lineClasses(Black, c)
	fours, threes, fouls := 0, 0, 0
	for _, l := range lines {
		switch l {
		case Five:
			return five
		case Overline, DoubleFour:
			fouls++
		case Closed4, Open4:
			fours++
		case Open3, Open3s:
			threes++
		}
	}
	if fouls > 0 || fours > 1 {
		return foul
	}
	if threes < 2 {
		return allowed
	}
	b.grid.flip(c, black)
	real := 0
	for d, l := range lines {
		if (l == Open3 || l == Open3s) && b.realThree(c, d) {
			real++
		}
	}
	b.grid.flip(c, black)
	if real > 1 {
		return foul
	}
	return allowed
}

// realThree reports whether the line of black stones through c in direction d, an
// open three by its pattern, can become a straight four by an allowed move.
// That is only possible on the nearest empty cell on either side.
func (b *Board) realThree(c Cell, d int) bool {
	w := b.grid.around(c, d)
	for _, ahead := range [2]bool{true, false} {
		e, shift := c, 2*gridPad
		for w>>shift&3 == black {
			if ahead {
				e, shift = e+Cell(step[d]), shift+2
			} else {
				e, shift = e-Cell(step[d]), shift-2
			}
		}
		if w>>shift&3 == empty && b.lineClass(Black, e, d) == Open4 && b.judge(e) == allowed {
			return true
		}
	}
	return false
}

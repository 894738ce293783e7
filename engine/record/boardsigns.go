package record

import "errors"

// square is what a sign on a board stands for.
type square uint8

const (
	noSquare square = iota
	emptySquare
	blackSquare
	whiteSquare
	openSquare // depends on the other signs; see legend
)

func squareOfSign(r rune) square {
	switch r {
	case 'X', 'x', 'B', 'b', '@', '●', '⚫', '⬤', '1':
		return blackSquare
	case 'O', 'o', 'W', 'w', '○', '⚪', '◯', '2':
		return whiteSquare
	case '.', '-', '_', '+', '·', '◦', ',', '┼', '├', '┤', '┬', '┴', '┌', '┐', '└', '┘':
		return emptySquare
	case '0', '*', '×':
		return openSquare
	}
	return noSquare
}

// legend tells what the open signs of a board stand for.
type legend struct {
	zero, star, cross square
}

func (l legend) square(r rune) square {
	switch r {
	case '0':
		return l.zero
	case '*':
		return l.star
	case '×':
		return l.cross
	}
	return squareOfSign(r)
}

// legendOf settles the open signs: 0 is an empty point beside 1 and 2 or alone, and a
// white stone where White has no other sign; * is a black stone where Black has no
// other sign, and else marks an empty point, as × does.
func legendOf(rows [][]rune) (legend, error) {
	var digits, zeros, stars, crosses bool
	var has [openSquare + 1]bool
	for _, row := range rows {
		for _, r := range row {
			switch r {
			case '1', '2':
				digits = true
			case '0':
				zeros = true
			case '*':
				stars = true
			case '×':
				crosses = true
			default:
				has[squareOfSign(r)] = true
			}
		}
	}
	l := legend{zero: emptySquare, star: emptySquare, cross: emptySquare}
	if !has[blackSquare] {
		l.star = blackSquare
	}
	black := has[blackSquare] || stars
	switch {
	case digits && (black || crosses || has[whiteSquare] || has[emptySquare]):
		return l, errors.New("numbers stand between other signs")
	case crosses && !black:
		return l, errors.New("× may be an empty point or a black stone")
	case zeros && (has[whiteSquare] || black && !has[emptySquare]):
		return l, errors.New("0 may be an empty point or a white stone")
	case zeros && black:
		l.zero = whiteSquare
	}
	return l, nil
}

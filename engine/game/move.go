package game

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxSize is the largest width and height of a board, in points.
const MaxSize = 32

// Move is a point of a board, a pass, or no move at all. The zero value is
// NoMove. Points are encoded independently of the board's size, so a Move
// means the same to a protocol, a record and a searcher.
type Move uint16

const (
	// NoMove is the absence of a move.
	NoMove Move = 0
	// Pass is the move of a side that puts no stone.
	Pass Move = 1 + MaxSize*MaxSize
)

// At returns the move on column x and row y, both from 0 to MaxSize-1 and
// counted from the top left.
func At(x, y int) Move { return Move(1 + y*MaxSize + x) }

// X returns the column of a point, from 0.
func (m Move) X() int { return int(m-1) % MaxSize }

// Y returns the row of a point, from 0.
func (m Move) Y() int { return int(m-1) / MaxSize }

// IsPoint reports whether m is a point, neither NoMove nor Pass.
func (m Move) IsPoint() bool { return m != NoMove && m < Pass }

// String writes a point as column letters and row number from the top, "h8"
// or "aa1" beyond the 26th column; "pass" and "none" are the other two.
func (m Move) String() string {
	switch {
	case m == NoMove:
		return "none"
	case m >= Pass:
		return "pass"
	}
	x := m.X()
	column := string(rune('a' + x%26))
	if x >= 26 {
		column = "a" + column
	}
	return column + strconv.Itoa(m.Y()+1)
}

// ParseMove reads what String writes, in either case, and "pa" or "--" for a
// pass. It accepts points up to MaxSize; whether they lie on a board is for
// the caller to say.
func ParseMove(text string) (Move, error) {
	lower := strings.ToLower(text)
	switch lower {
	case "pass", "pa", "--":
		return Pass, nil
	}
	moves, err := ParseMoves(lower)
	if err != nil || len(moves) != 1 {
		return NoMove, fmt.Errorf("move %q: want a letter and a number such as h8", text)
	}
	return moves[0], nil
}

// ParseMoves reads points written one after the other, "h8i9g7", with or
// without blanks between them. The error says at which byte it gave up.
func ParseMoves(text string) ([]Move, error) {
	var moves []Move
	for i := 0; i < len(text); {
		if text[i] == ' ' || text[i] == '\t' {
			i++
			continue
		}
		m, n := scanPoint(text[i:])
		if n == 0 {
			return moves, fmt.Errorf("moves %q: no point at byte %d", shorten(text), i+1)
		}
		moves = append(moves, m)
		i += n
	}
	return moves, nil
}

// FormatMoves writes points without blanks, as ParseMoves reads them.
func FormatMoves(moves []Move) string {
	var b strings.Builder
	for _, m := range moves {
		b.WriteString(m.String())
	}
	return b.String()
}

// scanPoint reads one point at the start of text and returns it with the
// number of bytes it took, 0 when there is none.
func scanPoint(text string) (Move, int) {
	n, x := 0, 0
	for n < len(text) && n < 2 && isLetter(text[n]) {
		x = x*26 + int(text[n]|0x20-'a') + 1
		n++
	}
	letters, y := n, 0
	for n < len(text) && n < letters+2 && text[n] >= '0' && text[n] <= '9' {
		y = y*10 + int(text[n]-'0')
		n++
	}
	if letters == 0 || n == letters || x > MaxSize || y < 1 || y > MaxSize {
		return NoMove, 0
	}
	return At(x-1, y-1), n
}

func isLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

// shorten keeps messages about hostile input readable.
func shorten(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}

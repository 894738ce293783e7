package gtp

import (
	"fmt"
	"strings"

	"ishi/engine/game"
)

// notation is how points are written: its letters name the columns. Behind the last one
// come AA, AB, …
type notation string

const (
	// withoutI is the protocol's own notation: the letter I is left out.
	withoutI notation = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
	// withI is the one of Quarry's games other than Go.
	withI notation = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// vertex writes a point or a pass.
func (n notation) vertex(m game.Move) string {
	if !m.IsPoint() {
		return "pass"
	}
	return fmt.Sprintf("%s%d", n.column(m.X()), m.Y()+1)
}

// column writes a column, from 0.
func (n notation) column(x int) string {
	if x < len(n) {
		return string(n[x : x+1])
	}
	return string(n[:1] + n[x-len(n):x-len(n)+1])
}

// vertices writes a line of moves.
func (n notation) vertices(moves []game.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = n.vertex(m)
	}
	return strings.Join(words, " ")
}

// parse reads what vertex writes, in any case, and the other words for a pass. A point
// may lie outside of the board.
func (n notation) parse(text string) (game.Move, error) {
	upper := strings.ToUpper(text)
	switch upper {
	case "PASS", "PA", "--":
		return game.Pass, nil
	}
	column := strings.TrimRight(upper, "0123456789")
	x := -1
	switch {
	case len(column) == 1:
		x = strings.Index(string(n), column)
	case len(column) == 2 && column[0] == 'A':
		if second := strings.IndexByte(string(n), column[1]); second >= 0 {
			x = len(n) + second
		}
	}
	y := 0
	for _, digit := range []byte(upper[len(column):]) {
		if y = y*10 + int(digit-'0'); y > game.MaxSize {
			break
		}
	}
	if x < 0 || x >= game.MaxSize || y < 1 || y > game.MaxSize {
		return game.NoMove, errSyntax
	}
	return game.At(x, y-1), nil
}

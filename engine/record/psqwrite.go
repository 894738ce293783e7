package record

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"ishi/engine/game"
)

// writePSQ writes Piskvork's format: Black has the first slot.
func writePSQ(g *Game) (string, error) {
	if err := g.alternating(PSQ); err != nil {
		return "", err
	}
	if g.Width < 1 || g.Height < 1 {
		return "", &LossError{PSQ, "a board without a size"}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Piskvorky %dx%d, %d:%d, 0\r\n", g.Width, g.Height, g.Levels[0], g.Levels[1])
	g.psqMoves(&b, 1)
	if g.Black != "" || g.White != "" {
		fmt.Fprintf(&b, "%s\r\n%s\r\n", psqName(g.Black, 1), psqName(g.White, 2))
	}
	fmt.Fprintf(&b, "%d\r\n", g.psqEnd())
	if r, over := ParseResult(g.Result); over && g.Event != "" && (g.Black != "" || g.White != "") {
		fmt.Fprintf(&b, "%d,%s\r\n", map[game.Outcome]int{game.BlackWins: 1, game.WhiteWins: 2}[r.Outcome], oneLine(g.Event))
	}
	return b.String(), nil
}

// writeREC writes the same in the manner of Gomotur: names first, points from 0.
func writeREC(g *Game) (string, error) {
	if err := g.alternating(REC); err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\r\n%s\r\n", psqName(g.Black, 1), psqName(g.White, 2))
	g.psqMoves(&b, 0)
	fmt.Fprintf(&b, "%d\r\n", g.psqEnd())
	return b.String(), nil
}

func (g *Game) psqMoves(b *strings.Builder, base int) {
	for _, m := range g.Moves {
		fmt.Fprintf(b, "%d,%d,%d\r\n", m.Move.X()+base, m.Move.Y()+base, m.Time.Milliseconds())
	}
}

// psqName returns a name that cannot be taken for anything else in the file.
func psqName(name string, number int) string {
	name = strings.Join(strings.Fields(strings.TrimPrefix(oneLine(name), "\ufeff")), " ")
	if strings.Trim(name, "0123456789,-+ ") == "" && name != "" {
		name = "player " + name
	}
	return cmp.Or(name, "player "+strconv.Itoa(number))
}

// psqEnd returns the code for how the game ended: -1 where nothing is told.
func (g *Game) psqEnd() int {
	if code, err := strconv.Atoi(g.End); err == nil {
		return code
	}
	switch r, over := ParseResult(g.Result); {
	case !over:
		return -1
	case r.Reason == "time":
		return 15
	}
	return 0
}

package record

import (
	"fmt"
	"strings"
)

// writeOBF writes an Othello position with its scored moves.
func writeOBF(g *Game) (string, error) {
	if g.Name != "othello" && g.Name != "" {
		return "", &LossError{OBF, "a game of " + g.Name}
	}
	stones, width, height, err := g.position(OBF)
	if err != nil {
		return "", err
	}
	if width != 8 || height != 8 {
		return "", &LossError{OBF, fmt.Sprintf("a board of %dx%d", width, height)}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %c;", squares(stones, 8, 8, "XO-", ""), "XO"[g.First])
	for _, s := range g.Scores {
		fmt.Fprintf(&b, " %s:%+d;", strings.ToUpper(s.Move.String()), s.Score)
	}
	return b.String() + "\n", nil
}

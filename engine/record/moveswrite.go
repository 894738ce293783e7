package record

import (
	"fmt"
	"strings"

	"ishi/engine/game"
)

// writeMoves writes points without blanks. Passes of Othello are left out, since they
// follow from the moves.
func writeMoves(g *Game) (string, error) {
	var points []game.Move
	if len(g.Setup) > 0 {
		return "", &LossError{Moves, "stones that were set up"}
	}
	for _, m := range g.Moves {
		if m.Move.IsPoint() {
			points = append(points, m.Move)
		}
	}
	if len(points) == 0 {
		return "", &LossError{Moves, "a game without moves"}
	}
	if g.Name != "othello" {
		if err := g.alternating(Moves); err != nil {
			return "", err
		}
	}
	return game.FormatMoves(points) + "\n", nil
}

// writeOffsets writes offsets from the centre.
func writeOffsets(g *Game) (string, error) {
	if err := g.alternating(Offsets); err != nil {
		return "", err
	}
	if g.Width < 1 || g.Height < 1 {
		return "", &LossError{Offsets, "a board without a size"}
	}
	if len(g.Moves) == 0 {
		return "", &LossError{Offsets, "a game without moves"}
	}
	var words []string
	for _, m := range g.Moves {
		words = append(words, fmt.Sprintf("%d,%d", m.Move.X()-g.Width/2, m.Move.Y()-g.Height/2))
	}
	return strings.Join(words, ", ") + "\n", nil
}

package record

import (
	"strings"

	"ishi/engine/game"
)

// othelloStart returns the four discs with which a game of Othello begins.
func othelloStart(size int) []Stone {
	a, b := size/2-1, size/2
	return []Stone{
		{game.At(a, a), game.White}, {game.At(b, a), game.Black},
		{game.At(a, b), game.Black}, {game.At(b, b), game.White},
	}
}

// squares writes a board row by row with the three letters for Black, White and empty,
// and what stands between rows.
func squares(stones []Stone, width, height int, letters, between string) string {
	rows := make([]string, height)
	on := map[game.Move]game.Side{}
	for _, s := range stones {
		on[s.Move] = s.Side
	}
	for y := range rows {
		var row strings.Builder
		for x := range width {
			if side, ok := on[game.At(x, y)]; ok {
				row.WriteByte(letters[side])
			} else {
				row.WriteByte(letters[2])
			}
		}
		rows[y] = row.String()
	}
	return strings.Join(rows, between)
}

// position returns the stones of a game that is to be written as a position.
func (g *Game) position(format Format) (stones []Stone, width, height int, err error) {
	if len(g.Moves) > 0 {
		return nil, 0, 0, &LossError{format, "moves: it holds positions"}
	}
	stones, width, height = g.Setup, g.Width, g.Height
	if width == 0 && g.Name == "othello" {
		width, height = 8, 8
	}
	if width < 1 || height < 1 {
		return nil, 0, 0, &LossError{format, "a board without a size"}
	}
	if len(stones) == 0 && g.Name == "othello" {
		stones = othelloStart(width)
	}
	return stones, width, height, nil
}

package analysis

import (
	"math"

	"ishi/engine/game"
)

// bars are the heights of the graph, Black's loss first.
var bars = []rune("▁▂▃▄▅▆▇█")

// discsToTheEdge is the difference that fills the graph's height.
const discsToTheEdge = 32

// Graph draws a game in one line, a bar a ply: the higher, the better for Black.
func Graph(g Game) string {
	line := make([]rune, len(g.Moves))
	for i, m := range g.Moves {
		height := share(m.Played, g.Unit)
		if m.Side == game.White {
			height = 1 - height
		}
		at := int(math.Floor(height * float64(len(bars))))
		line[i] = bars[min(max(at, 0), len(bars)-1)]
	}
	return string(line)
}

// share puts a score between a loss, 0, and a win, 1.
func share(l Line, unit string) float64 {
	v := l.value(unit)
	if unit == discs {
		return 0.5 + v/(2*discsToTheEdge)
	}
	return v / 100
}

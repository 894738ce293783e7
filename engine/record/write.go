package record

import (
	"bufio"
	"fmt"
	"io"

	"ishi/engine/game"
)

// Write writes games in a format of files. What the format cannot hold and the game
// would be another without (set-up stones in a psq file, a pass in a list of Gomoku
// moves, more than one game in a file for one) is a *LossError, and nothing of that
// game is written; what only describes the game, such as comments, is left out where
// there is no place for it.
func Write(w io.Writer, format Format, games ...*Game) error {
	write, ok := writers[format]
	if !ok {
		if _, known := format.Info(); known {
			return fmt.Errorf("record: %s is read only", format)
		}
		return fmt.Errorf("record: no format %q", string(format))
	}
	if info, _ := format.Info(); !info.Many && len(games) != 1 {
		return &LossError{format, fmt.Sprintf("%d games: want one", len(games))}
	}
	out := bufio.NewWriter(w)
	if format == CSV {
		out.Write(gamelogHeader())
	}
	for _, g := range games {
		text, err := write(g)
		if err != nil {
			out.Flush()
			return err
		}
		out.WriteString(text)
	}
	return out.Flush()
}

// writers return the text of a game.
var writers = map[Format]func(*Game) (string, error){
	PSQ: writePSQ, REC: writeREC, SGF: SGFStyle{}.text, GGF: writeGGF, OBF: writeOBF,
	Moves: writeMoves, Offsets: writeOffsets, Board: writeBoard, CSV: gamelogRow,
}

// alternating returns the points of a game that a format holds as points alone, of
// which Black has the first.
func (g *Game) alternating(format Format) error {
	if len(g.Setup) > 0 {
		return &LossError{format, "stones that were set up"}
	}
	for i, m := range g.Moves {
		if !m.Move.IsPoint() {
			return &LossError{format, "passes"}
		}
		if m.Side != game.Side(i&1) {
			return &LossError{format, fmt.Sprintf("move %d by %v: the sides take turns, Black first", i+1, m.Side)}
		}
	}
	return nil
}

package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ishi/engine/game"
)

// moveLine is what a line of points says: points, or offsets from the centre, x to the
// right and y downwards.
type moveLine struct {
	points  []game.Move
	offsets [][2]int
}

// readMoves reads one game or opening a line:
//
//	h8i9g7           points, with or without blanks, commas and move numbers (1. h8 i9)
//	8,-3, 6,-4       offsets from the centre, which is the point (width/2, height/2)
//
// Empty lines and what follows # or % are left out.
func readMoves(in *bufio.Reader, out *delivery) error {
	l := lines{in: in}
	for {
		text, err := l.read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", out.source.Format, err)
		}
		if i := strings.IndexAny(text, "#%"); i >= 0 {
			text = text[:i]
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		parsed, err := parseMoveLine(text)
		g := &Game{Line: l.number, Offset: l.start, SidesGuessed: true}
		if err == nil {
			err = g.take(parsed, out.source)
		} else {
			_ = g.take(parsed, out.source)
		}
		if err != nil {
			out.damaged(&SyntaxError{Format: string(out.source.Format), Line: l.number, Offset: l.start, Reason: err.Error()})
		}
		if err == nil || len(g.Moves) > 0 {
			if err := out.game(g); err != nil {
				return err
			}
		}
	}
}

// parseMoveLine reads a line of points or of offsets. After an error the line holds
// what stood before it.
func parseMoveLine(text string) (moveLine, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' || r == ';' })
	if len(words) == 0 {
		return moveLine{}, errors.New("no moves")
	}
	if _, err := strconv.Atoi(words[0]); err == nil {
		return parseOffsets(words)
	}
	var line moveLine
	for _, word := range words {
		if number, rest, ok := strings.Cut(word, "."); ok { // 12. or 12.h8
			if _, err := strconv.ParseUint(number, 10, 16); err != nil {
				return line, fmt.Errorf("%s is no move", quote(word))
			}
			if word = strings.TrimLeft(rest, "."); word == "" {
				continue
			}
		}
		if m, err := game.ParseMove(word); err == nil && m == game.Pass {
			line.points = append(line.points, m)
			continue
		}
		points, err := game.ParseMoves(word)
		line.points = append(line.points, points...)
		if err != nil {
			return line, fmt.Errorf("move %d: %s is no point", len(line.points)+1, quote(word))
		}
	}
	return line, nil
}

func parseOffsets(words []string) (moveLine, error) {
	var line moveLine
	for i := 0; i+1 < len(words); i += 2 {
		x, err1 := strconv.Atoi(words[i])
		y, err2 := strconv.Atoi(words[i+1])
		if err1 != nil || err2 != nil || max(x, -x, y, -y) > game.MaxSize {
			return line, fmt.Errorf("move %d: %s is no offset from the centre", i/2+1, quote(words[i]+","+words[i+1]))
		}
		line.offsets = append(line.offsets, [2]int{x, y})
	}
	if len(words)%2 != 0 {
		return line, fmt.Errorf("%d numbers: want two for each move", len(words))
	}
	return line, nil
}

// take makes a line the moves of the game. Offsets need a board: the source's, or the
// smallest of 15x15, 20x20 and 32x32 that holds them.
func (g *Game) take(line moveLine, source Source) error {
	var err error
	points := line.points
	if line.offsets != nil {
		g.Name = "gomoku"
		if points, err = g.placed(line.offsets, source.Width, source.Height); len(points) == 0 {
			return err
		}
	}
	if line.offsets == nil && source.Width == 0 {
		g.sizeOfPoints(points)
	}
	side := game.Black
	for _, m := range points {
		g.Moves = append(g.Moves, Move{Side: side, Move: m, Offset: g.Offset})
		side = side.Other()
	}
	return err
}

// sizeOfPoints settles on Gomoku and a board of 20x20, or the smallest that is larger,
// where points do not fit on one of 15x15. Smaller boards may be either game's.
func (g *Game) sizeOfPoints(points []game.Move) {
	largest := 0
	for _, m := range points {
		if m.IsPoint() {
			largest = max(largest, m.X(), m.Y())
		}
	}
	if largest >= 15 {
		g.Name, g.Width = "gomoku", max(20, largest+1)
		g.Height = g.Width
	}
}

// sizeForOffsets returns the smallest usual board on which all offsets lie, the largest
// where they do on none.
func sizeForOffsets(offsets [][2]int) int {
	for _, size := range []int{15, 20} {
		fits := true
		for _, o := range offsets {
			fits = fits && min(o[0], o[1]) >= -(size/2) && max(o[0], o[1]) < size-size/2
		}
		if fits {
			return size
		}
	}
	return game.MaxSize
}

// placed turns offsets into points.
func (g *Game) placed(offsets [][2]int, width, height int) ([]game.Move, error) {
	if width == 0 {
		width = sizeForOffsets(offsets)
		height = width
	}
	g.Width, g.Height = width, height
	var points []game.Move
	for i, o := range offsets {
		x, y := width/2+o[0], height/2+o[1]
		if x < 0 || y < 0 || x >= width || y >= height {
			return points, fmt.Errorf("move %d: %d,%d is off a board of %dx%d", i+1, o[0], o[1], width, height)
		}
		points = append(points, game.At(x, y))
	}
	return points, nil
}

package record

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"ishi/engine/game"
)

// readGamelog reads a log of games. The time of a side is spread evenly over its moves.
func readGamelog(in *bufio.Reader, out *delivery) error {
	r := csv.NewReader(in)
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil || !slices.Equal(head, gamelogColumns) {
		return &SyntaxError{Format: string(CSV), Line: 1, Reason: "want a log of games: " + strings.Join(gamelogColumns, ",")}
	}
	for {
		offset := int(r.InputOffset())
		row, err := r.Read()
		if err == io.EOF {
			return nil
		}
		bad := (*csv.ParseError)(nil)
		if err != nil && !errors.As(err, &bad) {
			return err
		}
		if bad != nil {
			out.damaged(&SyntaxError{Format: string(CSV), Line: bad.Line, Offset: offset, Reason: bad.Err.Error()})
			continue
		}
		line, _ := r.FieldPos(0)
		g := &Game{Line: line, Offset: offset}
		if err := g.gamelogFields(row); err != nil {
			out.damaged(&SyntaxError{Format: string(CSV), Line: line, Offset: offset, Reason: err.Error()})
			if len(g.Moves) == 0 {
				continue
			}
		}
		if err := out.game(g); err != nil {
			return err
		}
	}
}

// gamelogFields reads the fields of a line.
func (g *Game) gamelogFields(row []string) error {
	g.Date, g.Name, g.Rule, g.Black, g.White, g.Result, g.End = row[0], row[1], row[2], row[4], row[5], row[6], row[7]
	if row[3] != "" {
		width, height, two := strings.Cut(row[3], "x")
		if !two {
			height = width
		}
		w, err1 := strconv.Atoi(width)
		h, err2 := strconv.Atoi(height)
		if err1 != nil || err2 != nil || w < 1 || h < 1 || w > game.MaxSize || h > game.MaxSize {
			return fmt.Errorf("size %s: want 1 to %d", quote(row[3]), game.MaxSize)
		}
		g.Width, g.Height = w, h
	}
	if row[11] != "" {
		if err := g.gamelogStart(row[11]); err != nil {
			return err
		}
	}
	line, err := parseMoveLine(row[8])
	if strings.TrimSpace(row[8]) == "" {
		line, err = moveLine{}, nil
	}
	if line.offsets != nil {
		return fmt.Errorf("moves %s: want points", quote(row[8]))
	}
	side, count := g.First, [2]int{}
	for _, m := range line.points {
		if m.IsPoint() && g.Width > 0 && (m.X() >= g.Width || m.Y() >= g.Height) {
			return fmt.Errorf("move %d: %v is off a board of %dx%d", len(g.Moves)+1, m, g.Width, g.Height)
		}
		g.Moves = append(g.Moves, Move{Side: side, Move: m, Offset: g.Offset})
		count[side]++
		side = side.Other()
	}
	for i := range g.Moves {
		if s, ok := ggfNumber(row[9+g.Moves[i].Side]); ok && s > 0 {
			g.Moves[i].Time = seconds64(s) / time.Duration(count[g.Moves[i].Side])
		}
	}
	return err
}

// gamelogStart reads the position before the first move.
func (g *Game) gamelogStart(text string) error {
	rows, side, _ := strings.Cut(text, " ")
	lines := strings.Split(rows, "/")
	first, ok := sideToMove(side)
	if len(lines) != g.Height || !ok {
		return fmt.Errorf("start %s: want %d rows and the side to move", quote(text), g.Height)
	}
	for y, row := range lines {
		if len(row) != g.Width {
			return fmt.Errorf("start: row %d has %d points", y+1, len(row))
		}
		for x, r := range row {
			switch squareOfSign(r) {
			case emptySquare:
			case blackSquare:
				g.Setup = append(g.Setup, Stone{game.At(x, y), game.Black})
			case whiteSquare:
				g.Setup = append(g.Setup, Stone{game.At(x, y), game.White})
			default:
				return fmt.Errorf("start: row %d: %q is no stone", y+1, r)
			}
		}
	}
	g.First, g.FirstTold = first, true
	return nil
}

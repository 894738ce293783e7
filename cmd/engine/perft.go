package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
)

// perft counts games by plies.
func perft(args []string, out io.Writer) error {
	fs := newFlagSet("perft")
	choice := choosePosition(fs)
	depth := fs.Int("depth", 3, "largest number of plies")
	divide := fs.Bool("divide", false, "count behind each move, at the largest number only")
	if err := parse(fs, args); err != nil {
		return err
	}
	if *depth < 1 {
		return &usageError{fmt.Errorf("perft: depth %d: want at least 1", *depth)}
	}
	pos, err := choice.position(newSettings())
	if err != nil {
		return err
	}
	if *divide {
		return printDivide(out, pos, *depth)
	}
	for d := 1; d <= *depth; d++ {
		start := time.Now()
		n, err := engine.Perft(context.Background(), pos, d)
		if err != nil {
			return fmt.Errorf("perft: %w", err)
		}
		if _, err := fmt.Fprintf(out, "%2d %20d %10.3f s\n", d, n, time.Since(start).Seconds()); err != nil {
			return err
		}
	}
	return nil
}

// printDivide writes the count behind each move.
func printDivide(out io.Writer, pos engine.Position, depth int) error {
	var sum uint64
	v, ok := pos.(engine.Viewer)
	if !ok {
		return errors.New("perft: this game does not list its moves")
	}
	for _, m := range v.Legal() {
		if err := pos.Play(m); err != nil {
			return err
		}
		n, err := engine.Perft(context.Background(), pos, depth-1)
		pos.Undo()
		if err != nil {
			return fmt.Errorf("perft: %w", err)
		}
		sum += n
		fmt.Fprintf(out, "%-5v %15d\n", m, n)
	}
	_, err := fmt.Fprintf(out, "sum   %15d\n", sum)
	return err
}

// positionChoice is a position on the command line.
type positionChoice struct{ game, rule, size, moves string }

// choosePosition adds the flags that choose a position.
func choosePosition(fs *flag.FlagSet) *positionChoice {
	c := &positionChoice{}
	fs.StringVar(&c.game, "game", "gomoku", "game")
	fs.StringVar(&c.rule, "rule", "", "rule, the game's usual one if empty")
	fs.StringVar(&c.size, "size", "", "board, 15 or 20x15, the game's usual one if empty")
	fs.StringVar(&c.moves, "moves", "", "moves from the start, such as h8h9i8")
	return c
}

// position sets the chosen position up.
func (c *positionChoice) position(s *settings) (engine.Position, error) {
	g, err := s.game(c.game)
	if err != nil {
		return nil, &usageError{err}
	}
	setup := engine.Setup{Rule: c.rule}
	if setup.Width, setup.Height, err = parseSize(c.size); err != nil {
		return nil, &usageError{err}
	}
	pos, err := g.New(setup)
	if err != nil {
		return nil, &usageError{err}
	}
	moves, err := game.ParseMoves(c.moves)
	if err != nil {
		return nil, &usageError{err}
	}
	for _, m := range moves {
		passWhenStuck(pos)
		if err := pos.Play(m); err != nil {
			return nil, &usageError{err}
		}
	}
	return pos, nil
}

// passWhenStuck plays a pass where nothing else can be played: lists of moves
// leave it out.
func passWhenStuck(pos engine.Position) {
	if v, ok := pos.(engine.Viewer); ok {
		if legal := v.Legal(); len(legal) == 1 && legal[0] == game.Pass {
			pos.Play(game.Pass)
		}
	}
}

// parseSize reads "15" or "20x15"; empty is the game's usual size.
func parseSize(text string) (width, height int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	w, h, two := strings.Cut(strings.ToLower(text), "x")
	if !two {
		h = w
	}
	width, err = strconv.Atoi(w)
	if err == nil {
		height, err = strconv.Atoi(h)
	}
	if err != nil || width < 1 || height < 1 {
		return 0, 0, fmt.Errorf("size %q: want a number or WIDTHxHEIGHT", text)
	}
	return width, height, nil
}

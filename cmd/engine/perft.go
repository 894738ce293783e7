package main

import (
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
)

// counter is a Position that counts games faster than by its moves.
type counter interface {
	// Perft counts the ends of all games of depth plies.
	Perft(depth int) uint64
}

// perft counts games by plies.
func perft(args []string, out io.Writer) error {
	fs := newFlagSet("perft")
	choice := choosePosition(fs)
	depth := fs.Int("depth", 3, "largest number of plies")
	divide := fs.Bool("divide", false, "count behind each move, at the largest number only")
	if err := parse(fs, args); err != nil {
		return err
	}
	pos, err := choice.position(newSettings())
	if err != nil {
		return err
	}
	if _, ok := pos.(engine.Viewer); !ok {
		return fmt.Errorf("perft: %s does not list its moves", choice.game)
	}
	if *divide {
		return printDivide(out, pos, *depth)
	}
	for d := 1; d <= *depth; d++ {
		start := time.Now()
		n := countGames(pos, d)
		if _, err := fmt.Fprintf(out, "%2d %20d %10.3f s\n", d, n, time.Since(start).Seconds()); err != nil {
			return err
		}
	}
	return nil
}

// printDivide writes the count behind each move.
func printDivide(out io.Writer, pos engine.Position, depth int) error {
	var sum uint64
	for _, m := range pos.(engine.Viewer).Legal() {
		if err := pos.Play(m); err != nil {
			return err
		}
		n := countGames(pos, depth-1)
		pos.Undo()
		sum += n
		fmt.Fprintf(out, "%-5v %15d\n", m, n)
	}
	_, err := fmt.Fprintf(out, "sum   %15d\n", sum)
	return err
}

// countGames counts the ends of all games of depth plies. A game that ends
// earlier counts once; the last ply is counted without being played.
func countGames(pos engine.Position, depth int) uint64 {
	if c, ok := pos.(counter); ok {
		return c.Perft(max(depth, 0))
	}
	if depth <= 0 {
		return 1
	}
	moves := pos.(engine.Viewer).Legal()
	switch {
	case len(moves) == 0:
		return 1
	case depth == 1:
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		if err := pos.Play(m); err != nil {
			panic(fmt.Sprintf("perft: a listed move cannot be played: %v", err))
		}
		n += countGames(pos, depth-1)
		pos.Undo()
	}
	return n
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

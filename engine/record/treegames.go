package record

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// readSGFGames reads the trees of an SGF file one after the other.
func readSGFGames(in *bufio.Reader, out *delivery) error {
	return readTrees(newChunks(in, true), out, "no game tree: want (;", func(text string) (*Game, error) {
		trees, err := ReadSGF(strings.NewReader(text))
		if len(trees) == 0 {
			return nil, err
		}
		g, main, variation := trees[0].game()
		return g, errors.Join(err, main, variation)
	})
}

// readGGFGames reads the games of a GGF file one after the other.
func readGGFGames(in *bufio.Reader, out *delivery) error {
	return readTrees(newChunks(in, false), out, "no game: want (;", func(text string) (*Game, error) {
		games, err := ReadGGF(strings.NewReader(text))
		if len(games) == 0 {
			return nil, err
		}
		return games[0], err
	})
}

// readTrees cuts the file into trees and reads each with parse. Where they stand in
// their own text becomes where they stand in the file.
func readTrees(c *chunks, out *delivery, none string, parse func(string) (*Game, error)) error {
	format := string(out.source.Format)
	for {
		got, err := c.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		g, err := parse(got.text)
		if err != nil {
			out.damaged(moved(err, got.offset))
		}
		if g == nil {
			continue
		}
		g.Line, g.Offset = got.line, got.offset
		shift(g.Moves, got.offset)
		if err := out.game(g); err != nil {
			return err
		}
	}
	if !c.begun {
		out.damaged(&SyntaxError{Format: format, Reason: none})
	}
	if c.stray >= 0 {
		out.damaged(&SyntaxError{Format: format, Offset: c.stray, Reason: "a parenthesis too many"})
	}
	return nil
}

// moved returns the first damage that err tells, as it stands in a text that begins
// offset bytes later.
func moved(err error, offset int) error {
	if damage := (*SyntaxError)(nil); errors.As(err, &damage) {
		at := *damage
		at.Offset += offset
		return &at
	}
	return err
}

// shift adds to the places of moves and of their variations.
func shift(moves []Move, offset int) {
	for i := range moves {
		moves[i].Offset += offset
		for _, v := range moves[i].Variations {
			shift(v, offset)
		}
	}
}

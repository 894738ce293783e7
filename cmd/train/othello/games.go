package othello

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"ishi/engine/othello"
	"ishi/engine/record"
)

// Line is the course of a game.
type Line struct {
	// Boards are the positions in which a move was played, from the start.
	Boards []othello.Board
	// Black has a bit set for each position with Black to move.
	Black uint64
	// Theoretical is the disc difference for Black under perfect play from Depth empty squares on.
	Theoretical float32
	Depth       int
}

// forBlack turns a score from the side to move in position i into one for Black, and the other way
// round.
func (l *Line) forBlack(i int, score float32) float32 {
	if l.Black>>i&1 != 0 {
		return score
	}
	return -score
}

// ReadGames reads the games of all .wtb files of a folder, in the order of the files' names. A game
// is cut off before a move that is damaged or illegal, and the number of those is returned.
func ReadGames(folder string) (games []Line, damaged int, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.wtb"))
	if err != nil {
		return nil, 0, err
	}
	if len(files) == 0 {
		return nil, 0, fmt.Errorf("%s: no .wtb files", folder)
	}
	slices.Sort(files)
	for _, name := range files {
		read, bad, err := readFile(name)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", name, err)
		}
		games = append(games, read...)
		damaged += bad
	}
	return games, damaged, nil
}

func readFile(name string) (games []Line, damaged int, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	in, err := record.NewWthorReader(file)
	if err != nil {
		return nil, 0, err
	}
	var g record.WthorGame
	for {
		err := in.Next(&g)
		var bad *record.WthorMoveError
		switch {
		case err == io.EOF:
			return games, damaged, nil
		case errors.As(err, &bad):
			damaged++
		case err != nil:
			return nil, 0, err
		}
		line, legal := replay(&g)
		if !legal {
			damaged++
		}
		line.Depth = in.Header().Depth
		games = append(games, line)
	}
}

// replay follows the moves of a game and puts in the passes.
func replay(g *record.WthorGame) (line Line, legal bool) {
	line.Theoretical = float32(2*g.Theoretical - othello.Squares)
	b, black := othello.Start, true
	for _, m := range g.Moves {
		sq := m.Y()*8 + m.X()
		if b.Moves()>>sq&1 == 0 {
			b, black = b.Pass(), !black
		}
		if b.Moves()>>sq&1 == 0 {
			return line, false
		}
		if black {
			line.Black |= 1 << len(line.Boards)
		}
		line.Boards = append(line.Boards, b)
		b, black = b.Play(sq, b.Flips(sq)), !black
	}
	return line, true
}

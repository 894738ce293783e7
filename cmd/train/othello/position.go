package othello

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"ishi/engine/corpus"
	"ishi/engine/othello"
)

// Labelled is a position with its score.
type Labelled struct {
	Board othello.Board
	// Score is the disc difference from the side to move, -64..64.
	Score float32
	// Game is the number of the game that the position comes from. Positions of one game are used
	// for training or held out together.
	Game int
	// Source says where the score comes from.
	Source Source
}

// Source is the origin of a label, best first.
type Source uint8

// The origins of labels.
const (
	Exact       Source = iota // solved
	Searched                  // a search of some plies, or solved, in a file of self-play
	Theoretical               // perfect play from a later position of the game
	sources
)

var sourceNames = [sources]string{"exact", "self-play", "theoretical"}

// String returns the name of the source.
func (s Source) String() string { return sourceNames[s] }

// ReadLabelled reads the positions of a file, gzip-compressed or not, one a line:
//
//	--XXXX--X-OOXO--XOOXOOOOXOOOOOOOXOOOOOOOXOOOOOOO-OOOOOO--OOOOOOO X 4 0
//
// the squares from a1, the side to move, the score for Black and the number of the game; or those of a
// file of arena selfplay.
func ReadLabelled(name string, source Source, each func(Labelled)) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<16)
	if head, _ := in.Peek(4); corpus.Is(head) {
		if err := readCorpus(in, source, each); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	var text io.Reader = in
	if head, _ := in.Peek(2); len(head) == 2 && head[0] == 0x1F && head[1] == 0x8B {
		if text, err = gzip.NewReader(in); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	lines := bufio.NewScanner(text)
	for n := 1; lines.Scan(); n++ {
		p, err := parseLabelled(lines.Text())
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		p.Source = source
		each(p)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func parseLabelled(line string) (Labelled, error) {
	fields := strings.Fields(line)
	if len(fields) != 4 || len(fields[0]) != othello.Squares {
		return Labelled{}, errors.New("want 64 squares, a side, a score and a game")
	}
	var black, white uint64
	for sq := range othello.Squares {
		switch fields[0][sq] {
		case 'X':
			black |= 1 << sq
		case 'O':
			white |= 1 << sq
		case '-':
		default:
			return Labelled{}, fmt.Errorf("square %q: want X, O or -", fields[0][sq])
		}
	}
	score, err := strconv.ParseFloat(fields[2], 32)
	if err != nil || !(score >= -64 && score <= 64) { // so put, NaN is refused
		return Labelled{}, fmt.Errorf("score %q: want -64 to 64", fields[2])
	}
	game, err := strconv.Atoi(fields[3])
	if err != nil || game < 0 {
		return Labelled{}, fmt.Errorf("game %q: want a number", fields[3])
	}
	p := Labelled{Board: othello.Board{Own: black, Opp: white}, Score: float32(score), Game: game}
	switch fields[1] {
	case "X":
	case "O":
		p.Board, p.Score = p.Board.Pass(), -p.Score
	default:
		return Labelled{}, fmt.Errorf("side %q: want X or O", fields[1])
	}
	return p, nil
}

// appendLabelled appends the line of a position whose side to move is called Black.
func appendLabelled(text []byte, p Labelled) []byte {
	for sq := range othello.Squares {
		c := byte('-')
		switch {
		case p.Board.Own>>sq&1 != 0:
			c = 'X'
		case p.Board.Opp>>sq&1 != 0:
			c = 'O'
		}
		text = append(text, c)
	}
	text = append(text, " X "...)
	text = strconv.AppendFloat(text, float64(p.Score), 'g', -1, 32)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(p.Game), 10)
	return append(text, '\n')
}

// HeldOut reports whether the positions of a game are kept for testing: one game in ten, chosen by the seed.
func HeldOut(game int, seed uint64) bool {
	h := (uint64(game) + 1 + seed*0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93
	return (h>>32)%10 == 0
}

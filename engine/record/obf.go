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

// Position is an Othello position of an OBF file:
//
//	64 squares X, O or - from a1 row by row, the side to move, scored moves best first
//	O--OOOOX-…-------- X; A2:+38; C7:+36;
type Position struct {
	// Line is its line in the file, from 1.
	Line int
	// Squares has X, O or - for each square, a1 b1 … h8.
	Squares string
	Side    game.Side
	// Scores are the moves that the file has a score for, in discs from the side to
	// move, best first.
	Scores []ScoredMove
}

// ScoredMove is a move with the discs that the side to move wins by with it.
type ScoredMove struct {
	Move  game.Move
	Score int
}

// ReadOBF calls f for every position, in order. Empty lines and lines that begin
// with # or % are left out. What cannot be read is told by line, and the rest is
// read all the same; the first such error is returned at the end.
func ReadOBF(r io.Reader, f func(Position) error) error {
	var damaged error
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' || text[0] == '%' {
			continue
		}
		p, err := parseOBF(text)
		if err != nil {
			if damaged == nil {
				damaged = fmt.Errorf("obf: line %d: %w", n, err)
			}
			continue
		}
		p.Line = n
		if err := f(p); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("obf: %w", err)
	}
	return damaged
}

// readOBFGames reads positions as games without moves.
func readOBFGames(in *bufio.Reader, out *delivery) error {
	var stop error
	err := ReadOBF(in, func(p Position) error {
		stop = out.game(p.Game())
		return stop
	})
	if stop != nil {
		return stop
	}
	if err != nil {
		out.damaged(err)
	}
	return nil
}

// Game returns the position as a game without moves.
func (p Position) Game() *Game {
	g := &Game{Line: p.Line, Name: "othello", Width: 8, Height: 8, First: p.Side, FirstTold: true, Scores: p.Scores}
	for i, c := range p.Squares {
		if c != '-' {
			g.Setup = append(g.Setup, Stone{Move: game.At(i%8, i/8), Side: map[rune]game.Side{'X': game.Black, 'O': game.White}[c]})
		}
	}
	return g
}

// parseOBF reads one line. The side may follow the squares without a space.
func parseOBF(text string) (Position, error) {
	parts := strings.Split(text, ";")
	board := strings.Join(strings.Fields(parts[0]), "")
	if len(board) != 65 {
		return Position{}, fmt.Errorf("%d squares and side: want 64 and X or O", len(board))
	}
	p := Position{Squares: strings.Map(squareOf, board[:64])}
	if strings.ContainsRune(p.Squares, '?') {
		return Position{}, fmt.Errorf("squares %q: want X, O and -", board[:64])
	}
	if !strings.ContainsAny(p.Squares, "XO") {
		return Position{}, errors.New("a board without discs")
	}
	switch squareOf(rune(board[64])) {
	case 'X':
		p.Side = game.Black
	case 'O':
		p.Side = game.White
	default:
		return Position{}, fmt.Errorf("side %q: want X or O", board[64:])
	}
	for _, part := range parts[1:] {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, value, ok := strings.Cut(part, ":")
		m, err := game.ParseMove(strings.TrimSpace(name))
		score, err2 := strconv.Atoi(strings.TrimSpace(value))
		if !ok || err != nil || err2 != nil || score < -64 || score > 64 {
			return Position{}, fmt.Errorf("scored move %q: want G8:+32", part)
		}
		p.Scores = append(p.Scores, ScoredMove{m, score})
	}
	return p, nil
}

// squareOf reads a square in the alphabets that writers use.
func squareOf(r rune) rune {
	switch r {
	case 'X', 'x', '*', 'B', 'b':
		return 'X'
	case 'O', 'o', 'W', 'w':
		return 'O'
	case '-', '.', '_':
		return '-'
	}
	return '?'
}

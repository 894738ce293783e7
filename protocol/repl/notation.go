package repl

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"ishi/engine/game"
	"ishi/protocol"
)

var (
	moveNumber = regexp.MustCompile(`^\d+\.+`)
	numberPair = regexp.MustCompile(`^(\d+)\s*,\s*(\d+)`)
	moveWord   = regexp.MustCompile(`^[^\s;,]+`)
	likeMoves  = regexp.MustCompile(`^(?i:[a-z]{1,2})?\d`)
)

// parseMoves reads moves in any notation, at least one:
//
//	h8 i9     letter and row from the top, with or without blanks: h8i9
//	7,7       column and row from 0, as Gomocup writes them
//	1. h8 i9  numbers of moves are left out
//	pass      also pa, --
func parseMoves(words []string) ([]game.Move, error) {
	text := strings.Join(words, " ")
	var moves []game.Move
	for rest := text; ; {
		if rest = strings.TrimLeftFunc(rest, between); rest == "" {
			break
		}
		if number := moveNumber.FindString(rest); number != "" {
			rest = rest[len(number):]
			continue
		}
		list, n, err := scanMoves(rest)
		if err != nil {
			return nil, err
		}
		moves, rest = append(moves, list...), rest[n:]
	}
	if len(moves) == 0 {
		return nil, fmt.Errorf("no move in %q: want h8, 7,7 or pass", protocol.Shorten(text))
	}
	return moves, nil
}

// between reports whether a character stands between moves.
func between(r rune) bool { return unicode.IsSpace(r) || r == ';' || r == ',' }

// scanMoves reads the moves at the start of text that have no blanks between them, and
// returns them with the number of bytes that they take.
func scanMoves(text string) ([]game.Move, int, error) {
	if pair := numberPair.FindStringSubmatch(text); pair != nil {
		x, errX := strconv.Atoi(pair[1])
		y, errY := strconv.Atoi(pair[2])
		if errX != nil || errY != nil || x >= game.MaxSize || y >= game.MaxSize {
			return nil, 0, fmt.Errorf("%q: columns and rows go from 0 to %d", protocol.Shorten(pair[0]), game.MaxSize-1)
		}
		return []game.Move{game.At(x, y)}, len(pair[0]), nil
	}
	word := moveWord.FindString(text)
	if m, err := game.ParseMove(word); err == nil {
		return []game.Move{m}, len(word), nil
	}
	moves, err := game.ParseMoves(word)
	if err != nil {
		return nil, 0, fmt.Errorf("no move in %q: want h8, 7,7 or pass", protocol.Shorten(word))
	}
	return moves, len(word), nil
}

// point reads one point.
func point(word string) (game.Move, error) {
	moves, err := parseMoves([]string{word})
	if err != nil {
		return game.NoMove, err
	}
	if len(moves) != 1 || !moves[0].IsPoint() {
		return game.NoMove, fmt.Errorf("%q: want one point, such as h8", protocol.Shorten(word))
	}
	return moves[0], nil
}

// movesText writes moves with blanks between them.
func movesText(moves []game.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

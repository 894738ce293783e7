package repl

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"ishi/engine/game"
)

var (
	moveNumber  = regexp.MustCompile(`^\d+\.+`)
	commaBlanks = regexp.MustCompile(`\s*,\s*`)
	numberPair  = regexp.MustCompile(`^(\d+),(\d+)$`)
)

// parseMoves reads moves in any notation, at least one:
//
//	h8 i9     letter and row from the top, with or without blanks: h8i9
//	7,7       column and row from 0, as Gomocup writes them
//	1. h8 i9  numbers of moves are left out
//	pass      also pa, --
func parseMoves(words []string) ([]game.Move, error) {
	text := commaBlanks.ReplaceAllString(strings.Join(words, " "), ",")
	var moves []game.Move
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ';' || r == '\t' }) {
		word = strings.TrimSuffix(moveNumber.ReplaceAllString(word, ""), ",")
		if word == "" {
			continue
		}
		list, err := parseWord(word)
		if err != nil {
			return nil, err
		}
		moves = append(moves, list...)
	}
	if len(moves) == 0 {
		return nil, fmt.Errorf("no move in %q: want h8, 7,7 or pass", strings.Join(words, " "))
	}
	return moves, nil
}

// parseWord reads moves without blanks between them.
func parseWord(word string) ([]game.Move, error) {
	if pair := numberPair.FindStringSubmatch(word); pair != nil {
		x, errX := strconv.Atoi(pair[1])
		y, errY := strconv.Atoi(pair[2])
		if errX != nil || errY != nil || x >= game.MaxSize || y >= game.MaxSize {
			return nil, fmt.Errorf("%q: columns and rows go from 0 to %d", word, game.MaxSize-1)
		}
		return []game.Move{game.At(x, y)}, nil
	}
	if m, err := game.ParseMove(word); err == nil {
		return []game.Move{m}, nil
	}
	var moves []game.Move
	for _, part := range strings.Split(word, ",") {
		list, err := game.ParseMoves(part)
		if err != nil {
			return nil, fmt.Errorf("no move in %q: want h8, 7,7 or pass", word)
		}
		moves = append(moves, list...)
	}
	return moves, nil
}

// point reads one point.
func point(word string) (game.Move, error) {
	moves, err := parseMoves([]string{word})
	if err != nil {
		return game.NoMove, err
	}
	if len(moves) != 1 || !moves[0].IsPoint() {
		return game.NoMove, fmt.Errorf("%q: want one point, such as h8", word)
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

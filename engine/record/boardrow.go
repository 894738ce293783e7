package record

import (
	"fmt"
	"strconv"
	"strings"

	"ishi/engine/game"
)

// boardRow reads a row: perhaps its number, points, and perhaps its number again or
// words. A text without points is no row.
func boardRow(text string) (label int, row []rune, rest string, err error) {
	words := strings.Fields(strings.NewReplacer("|", " ", "│", " ", "(", " ", ")", " ", "[", " ", "]", " ", "/", " ").Replace(text))
	digits := true
	for _, w := range words {
		digits = digits && len(w) > 0 && strings.Trim(w, "012") == ""
	}
	if !digits || len(words) == 1 && len(words[0]) < 4 {
		if n, ok := rowLabel(words); ok {
			label, words = n, words[1:]
		}
	}
	for i, word := range words {
		points, strange := 0, rune(0)
		for _, r := range word {
			if s := squareOfSign(r); s == noSquare || !digits && (r == '1' || r == '2') {
				strange = r
			} else {
				points++
			}
		}
		if strange == 0 {
			row = append(row, []rune(word)...)
			continue
		}
		if length := len([]rune(word)); length >= 4 && 2*points > length {
			return 0, nil, "", fmt.Errorf("%s: %q is no stone and no empty point", quote(word), strange)
		}
		if rest = strings.Join(words[i:], " "); label > 0 {
			rest = strings.TrimSpace(strings.TrimPrefix(rest, strconv.Itoa(label)))
		}
		break
	}
	if len(row) < 4 {
		return 0, nil, "", nil
	}
	return label, row, rest, nil
}

// rowLabel reads the number of a row.
func rowLabel(words []string) (int, bool) {
	if len(words) < 2 {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimRight(words[0], ".:"))
	return n, err == nil && n >= 1 && n <= game.MaxSize
}

// isFrame reports whether a line is the frame around a board: +---+ or ===.
func isFrame(text string) bool {
	text = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '|', '=', '─', '═', '┌', '┐', '└', '┘', '╔', '╗', '╚', '╝':
			return -1
		}
		return r
	}, text)
	return text == "" || strings.Contains(text, "+") && strings.Contains(text, "-") && strings.Trim(text, "+-") == ""
}

// isColumnHeader reports whether a line names columns: a b c …, perhaps without i, or
// 1 2 3 ….
func isColumnHeader(text string) bool {
	text = strings.ToLower(text)
	numbers, letters := strings.Fields(text), strings.Join(strings.Fields(text), "")
	counts := len(numbers) >= 4
	for i, n := range numbers {
		counts = counts && n == strconv.Itoa(i+1)
	}
	const alphabet, withoutI = "abcdefghijklmnopqrstuvwxyz", "abcdefghjklmnopqrstuvwxyz"
	return counts || len(letters) >= 4 && (strings.HasPrefix(alphabet, letters) || strings.HasPrefix(withoutI, letters))
}

// sideToMove reads a line such as X, white to move or side: O.
func sideToMove(text string) (game.Side, bool) {
	text = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(text), "."), ";")
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t:=()'\"", r) })
	side, found := game.Black, false
	for _, w := range words {
		switch w {
		case "black", "x", "b", "*", "@", "●", "⚫", "⬤":
			if found && side != game.Black {
				return side, false
			}
			side, found = game.Black, true
		case "white", "o", "w", "○", "⚪", "◯":
			if found && side != game.White {
				return side, false
			}
			side, found = game.White, true
		case "to", "move", "moves", "play", "plays", "side", "turn", "next", "player", "is", "now", "first", "mover", "s":
		default:
			return side, false
		}
	}
	return side, found
}

// sideWithin finds "white to move" among other words.
func sideWithin(text string) (game.Side, bool) {
	words := strings.Fields(strings.ToLower(text))
	for i := 1; i+1 < len(words); i++ {
		if verb := strings.Trim(words[i+1], ".,;:)"); words[i] == "to" && (verb == "move" || verb == "play") {
			return sideToMove(strings.Trim(words[i-1], ".,;:("))
		}
	}
	return game.Black, false
}

// looksLikeBoard reports whether a line is the beginning of a board.
func looksLikeBoard(text string) bool {
	if _, row, _, err := boardRow(text); err != nil || len(row) > 0 {
		return true
	}
	_, side := sideToMove(text)
	return side || isColumnHeader(text) || isFrame(text)
}

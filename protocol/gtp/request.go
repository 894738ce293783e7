package gtp

import (
	"fmt"
	"strings"

	"ishi/engine/game"
)

// request is a command as it was received.
type request struct {
	id   string // digits as they came, empty when there were none
	name string // in lower case
	args []string
	rest string // the arguments as one text
}

// parse reads a line; false when it holds no command: it is blank, or a comment.
// Control characters are dropped, a tab is a blank.
func parse(line string) (r request, ok bool) {
	line = strings.Map(func(c rune) rune {
		switch {
		case c == '\t':
			return ' '
		case c < ' ' || c == 0x7f:
			return -1
		}
		return c
	}, line)
	line, _, _ = strings.Cut(line, "#")
	line = strings.TrimSpace(line)
	if line == "" {
		return request{}, false
	}
	word, rest, _ := strings.Cut(line, " ")
	if strings.Trim(word, "0123456789") == "" {
		r.id = word
		word, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	r.name = strings.ToLower(word)
	r.rest = strings.TrimSpace(rest)
	r.args = strings.Fields(rest)
	return r, true
}

// interrupts reports whether a line is the comment that stops a search.
func interrupts(line string) bool {
	comment, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
	return ok && strings.EqualFold(strings.TrimSpace(comment), "interrupt")
}

// failure is a response that begins with a question mark.
type failure string

func (f failure) Error() string { return string(f) }

// The texts that the protocol gives for common failures.
const (
	errUnknownCommand   failure = "unknown command"
	errSyntax           failure = "syntax error"
	errIllegalMove      failure = "illegal move"
	errUnacceptableSize failure = "unacceptable size"
	errCannotUndo       failure = "cannot undo"
	errCannotScore      failure = "cannot score"
	errCannotLoad       failure = "cannot load file"
	errNotEmpty         failure = "board is not empty"
)

// format makes the response to a command, without its last line end. An empty line
// ends a response, so there is none inside; a text that begins with a line end begins
// below the mark.
func format(id, text string, err error) string {
	mark := "="
	if err != nil {
		mark, text = "?", err.Error()
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.Map(func(c rune) rune {
			if c < ' ' || c == 0x7f {
				return ' '
			}
			return c
		}, line)
		if line = strings.TrimRight(line, " "); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return mark + id + "\n"
	}
	gap := " "
	if strings.HasPrefix(text, "\n") {
		gap = "\n"
	}
	return mark + id + gap + strings.Join(lines, "\n") + "\n"
}

// side reads a colour.
func side(text string) (game.Side, error) {
	switch strings.ToLower(text) {
	case "b", "black":
		return game.Black, nil
	case "w", "white":
		return game.White, nil
	}
	return game.Black, errSyntax
}

// letters are the names of columns: all but I.
const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// vertex writes a point or a pass. Behind the 25th column come AA, AB, ….
func vertex(m game.Move) string {
	if !m.IsPoint() {
		return "pass"
	}
	x := m.X()
	column := letters[x%len(letters) : x%len(letters)+1]
	if x >= len(letters) {
		column = letters[:1] + column
	}
	return fmt.Sprintf("%s%d", column, m.Y()+1)
}

// vertices writes a line of moves.
func vertices(moves []game.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = vertex(m)
	}
	return strings.Join(words, " ")
}

// parseVertex reads what vertex writes, in any case, and the other words for a pass. A
// point may lie outside of the board.
func parseVertex(text string) (game.Move, error) {
	upper := strings.ToUpper(text)
	switch upper {
	case "PASS", "PA", "--":
		return game.Pass, nil
	}
	column := strings.TrimRight(upper, "0123456789")
	x := strings.Index(letters, column)
	if len(column) == 2 && column[0] == 'A' {
		if second := strings.IndexByte(letters, column[1]); second >= 0 {
			x = len(letters) + second
		}
	} else if len(column) != 1 {
		x = -1
	}
	y := 0
	for _, digit := range []byte(upper[len(column):]) {
		if y = y*10 + int(digit-'0'); y > game.MaxSize {
			break
		}
	}
	if x < 0 || x >= game.MaxSize || y < 1 || y > game.MaxSize {
		return game.NoMove, errSyntax
	}
	return game.At(x, y-1), nil
}

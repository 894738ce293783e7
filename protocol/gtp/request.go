package gtp

import (
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

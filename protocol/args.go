package protocol

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Cut splits a command into its first word, in lower case, and the rest.
func Cut(text string) (verb, args string) {
	text = strings.TrimSpace(text)
	i := strings.IndexFunc(text, unicode.IsSpace)
	if i < 0 {
		return strings.ToLower(text), ""
	}
	return strings.ToLower(text[:i]), strings.TrimSpace(text[i:])
}

// Int reads a decimal integer. One that does not fit is the nearest that does.
func Int(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%q: want a number", Shorten(text))
	}
	return n, nil
}

// Ints reads decimal integers separated by commas, blanks or both.
func Ints(text string) ([]int64, error) {
	parts := strings.Split(text, ",")
	if len(parts) > 16 {
		return nil, fmt.Errorf("%q: too many numbers", Shorten(text))
	}
	var numbers []int64
	for _, part := range parts {
		words := strings.Fields(part)
		if len(words) == 0 || len(words) > 16 {
			return nil, fmt.Errorf("%q: want numbers separated by commas", Shorten(text))
		}
		for _, word := range words {
			n, err := Int(word)
			if err != nil {
				return nil, err
			}
			numbers = append(numbers, n)
		}
	}
	return numbers, nil
}

// OneLine makes text fit for a one-line reply: control characters, line ends
// among them, become blanks.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.TrimSpace(text))
}

// Shorten keeps what is quoted from the input short enough for a reply.
func Shorten(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

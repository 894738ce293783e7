package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine is the length in bytes of the longest line that is read.
const maxLine = 1 << 20

var errLongLine = errors.New("a line longer than 1 MiB")

// lines reads a text line by line and knows where it is.
type lines struct {
	in *bufio.Reader
	// number is the current line's, from 1, and start where it begins, in bytes from 0.
	number, start int
	next          int // where the next line begins
}

// read returns the next line without its end: LF, CR LF or CR. After the last one it
// returns io.EOF.
func (l *lines) read() (string, error) {
	l.number++
	l.start = l.next
	var text []byte
	for {
		c, err := l.in.ReadByte()
		if err == io.EOF && (len(text) > 0 || l.next > l.start) {
			break
		}
		if err != nil {
			return "", err
		}
		l.next++
		if c == '\n' {
			break
		}
		if c == '\r' {
			if after, err := l.in.Peek(1); err == nil && after[0] == '\n' {
				l.in.Discard(1)
				l.next++
			}
			break
		}
		if text = append(text, c); len(text) > maxLine {
			return "", fmt.Errorf("line %d: %w", l.number, errLongLine)
		}
	}
	if l.number == 1 {
		return strings.TrimPrefix(string(text), "\ufeff"), nil
	}
	return string(text), nil
}

package record

import (
	"bufio"
	"io"
)

// chunks cuts a file of trees in parentheses, SGF or GGF, into its trees, so that a
// file of any length is read in the memory of one of them.
type chunks struct {
	in *bufio.Reader
	// nested is set for SGF: parentheses are nested, and a backslash escapes.
	nested bool

	at, line int // bytes and line ends read so far
	begun    bool
	// stray is where a closing parenthesis without an open one stands, -1 for nowhere.
	stray int
}

func newChunks(in *bufio.Reader, nested bool) *chunks {
	return &chunks{in: in, nested: nested, stray: -1}
}

// chunk is the text of a tree, and the byte from 0 and the line from 1 at which it
// begins.
type chunk struct {
	text         string
	offset, line int
}

func (c *chunks) byte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.at++
		if b == '\n' {
			c.line++
		}
	}
	return b, err
}

// next returns the next tree; io.EOF after the last one. A tree that the file's end
// cuts off is returned as far as it goes.
func (c *chunks) next() (chunk, error) {
	if err := c.seek(); err != nil {
		return chunk{}, err
	}
	got := chunk{offset: c.at, line: c.line + 1}
	var text []byte
	depth, bracket, escaped := 0, false, false
	for {
		b, err := c.byte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return chunk{}, err
		}
		if text = append(text, b); len(text) > maxText {
			return chunk{}, errTooLarge
		}
		switch {
		case escaped:
			escaped = false
		case bracket:
			escaped = c.nested && b == '\\'
			bracket = b != ']'
		case b == '[':
			bracket = true
		case b == '(':
			depth++
		case b == ')':
			depth--
		}
		if depth == 0 || !c.nested && !bracket && c.opens() {
			break
		}
	}
	got.text = string(text)
	return got, nil
}

// seek skips what stands before the next tree.
func (c *chunks) seek() error {
	for {
		if c.opens() {
			c.begun = true
			return nil
		}
		b, err := c.byte()
		if err != nil {
			return err
		}
		if b == ')' && c.begun && c.stray < 0 {
			c.stray = c.at - 1
		}
	}
}

// opens reports whether a tree begins here: with a parenthesis and a semicolon.
func (c *chunks) opens() bool {
	for n := 1; ; n++ {
		head, err := c.in.Peek(n)
		if err != nil {
			return false
		}
		switch b := head[n-1]; {
		case n == 1 && b == '(':
		case n > 1 && b == ';':
			return true
		case n == 1 || n > 64 || b != ' ' && (b < '\t' || b > '\r'):
			return false
		}
	}
}

package corpus

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// DamageError says where a file is damaged. What stands before has been read.
type DamageError struct {
	Offset int64 // of the block in bytes
	// Torn is set when the file ends within a block, as after a writer that died.
	Torn bool
	Err  error
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("corpus: block at byte %d: %v", e.Offset, e.Err)
}

// Unwrap returns what is wrong with the block.
func (e *DamageError) Unwrap() error { return e.Err }

// Reader reads games one after the other in constant memory.
type Reader struct {
	in     io.Reader
	about  About
	offset int64 // of the next block
	rest   []byte
	left   int // games in rest
}

// NewReader reads what a file is about.
func NewReader(r io.Reader) (*Reader, error) {
	c := &Reader{in: bufio.NewReaderSize(r, 1<<16)}
	b, err := c.block()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("corpus: the file is empty")
	}
	if err != nil {
		return nil, err
	}
	if b.kind != kindAbout {
		return nil, &DamageError{0, false, errors.New("it does not say what the file is about")}
	}
	if err := json.Unmarshal(b.raw, &c.about); err != nil {
		return nil, &DamageError{0, false, err}
	}
	return c, c.about.check()
}

func (c *Reader) block() (block, error) {
	b, err := readBlock(c.in)
	if err != nil && !errors.Is(err, io.EOF) {
		return b, &DamageError{c.offset, errors.Is(err, errTorn), err}
	}
	c.offset += int64(b.stored)
	return b, err
}

// About returns what the file holds.
func (c *Reader) About() About { return c.about }

// Next returns the next game, io.EOF after the last one, and a *DamageError where the
// file is damaged.
func (c *Reader) Next() (*Game, error) {
	for c.left == 0 {
		if len(c.rest) > 0 {
			return nil, &DamageError{c.offset, false, errors.New("the block before holds more than its games")}
		}
		b, err := c.block()
		if err != nil {
			return nil, err
		}
		if b.kind == kindGames {
			c.rest, c.left = b.raw, b.games
		}
	}
	g, rest, err := DecodeGame(c.rest, c.about.Width, c.about.Height)
	if err != nil {
		return nil, &DamageError{c.offset, false, err}
	}
	c.rest = rest
	c.left--
	return g, nil
}

// ReadFile calls f for each game of a file and returns what it holds. A torn tail is left
// out without an error: a writer may be at work.
func ReadFile(path string, f func(*Game) error) (About, error) {
	file, err := os.Open(path)
	if err != nil {
		return About{}, err
	}
	defer file.Close()
	r, err := NewReader(file)
	if err != nil {
		return About{}, fmt.Errorf("%s: %w", path, err)
	}
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return r.about, nil
		}
		if damage := (*DamageError)(nil); errors.As(err, &damage) && damage.Torn {
			return r.about, nil
		}
		if err == nil {
			err = f(g)
		}
		if err != nil {
			return r.about, fmt.Errorf("%s: %w", path, err)
		}
	}
}

// Is reports whether a file begins as a corpus does.
func Is(head []byte) bool { return len(head) >= len(magic) && string(head[:len(magic)]) == magic }

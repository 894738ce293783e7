package repl

import (
	"errors"
	"io"
	"os"

	"golang.org/x/term"
)

// entry is a line that was entered, or the end of them.
type entry struct {
	text   string
	number int // of the line, from 1
	err    error
}

// errCleared is the error of a line that was given up with Ctrl-C.
var errCleared = errors.New("repl: line given up")

// watching says which keys the console takes as the wish to stop what runs.
type watching uint8

const (
	watchNothing watching = iota
	watchInterrupt
	watchAnyKey
)

// console is where the person sits, or a script stands. Its methods are called by the
// shell's goroutine.
type console interface {
	// ask asks for a line, which comes from lines; one at a time. A
	// line of data is not remembered.
	ask(prompt string, data bool)
	lines() <-chan entry
	// answered tells that a line has come.
	answered()
	// stops delivers the wish to stop what runs.
	stops() <-chan struct{}
	watch(watching)
	// print writes whole lines without their last line end, fail those that tell of a
	// failure.
	print(text string)
	fail(text string)
	// live shows rows that are replaced by the next call; none removes them. It is for
	// consoles that are lively.
	live(rows []string)
	lively() bool
	// person reports whether somebody sits there; a script is told no more than it
	// asks for.
	person() bool
	// columns is the width in characters.
	columns() int
	// broken reports whether nobody reads the output any more.
	broken() bool
	close()
}

// Streams are the standard streams, or what stands for them.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// open returns the console for streams: a line editor where both ends are terminals
// that can do it.
func (s Streams) open(h *history, complete completer) console {
	terminal := isTerminal(s.In) && isTerminal(s.Out)
	if terminal && s.In == os.Stdin && s.Out == os.Stdout && editable() {
		return newEditor(h, complete)
	}
	return newPlain(s, terminal)
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// usualColumns is the width where it cannot be told.
const usualColumns = 80

package repl

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"

	"golang.org/x/term"
)

// plain is the console of scripts, and of terminals that cannot edit lines: those show
// a prompt.
type plain struct {
	out, errs   io.Writer
	interactive bool
	asking      bool // a prompt waits at the end of the last line
	entries     chan entry
	interrupts  chan struct{}
	quit        chan struct{}
	err         error // of the first write that failed
}

func newPlain(s Streams, interactive bool) *plain {
	p := &plain{
		out: s.Out, errs: s.Err, interactive: interactive,
		entries: make(chan entry), interrupts: make(chan struct{}, 1), quit: make(chan struct{}),
	}
	go p.read(s.In)
	go forwardInterrupts(p.interrupts, p.quit)
	return p
}

// forwardInterrupts turns SIGINT into the wish to stop.
func forwardInterrupts(to chan<- struct{}, quit <-chan struct{}) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	for {
		select {
		case <-signals:
			wish(to)
		case <-quit:
			return
		}
	}
}

// wish sends on a channel of capacity 1 unless something waits there.
func wish(to chan<- struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

// maxLine is the length of a line in bytes beyond which it is refused.
const maxLine = 1 << 20

// errLongLine is the error of a line longer than maxLine.
var errLongLine = errors.New("line longer than a megabyte")

// read delivers the lines of in; CR LF, LF and CR end one.
func (p *plain) read(in io.Reader) {
	defer close(p.entries)
	lines := bufio.NewReader(in)
	for number := 1; ; number++ {
		text, err := readLine(lines)
		if err == io.EOF {
			return
		}
		if number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		select {
		case p.entries <- entry{text: text, number: number, err: err}:
		case <-p.quit:
			return
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return
		}
	}
}

// readLine reads a line without its end. A last line without an end counts.
func readLine(in *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		c, err := in.ReadByte()
		switch {
		case err == io.EOF && (len(line) > 0 || long):
			err = nil
		case err != nil:
			return "", err
		case c == '\r':
			if next, err := in.Peek(1); err == nil && next[0] == '\n' {
				in.Discard(1)
			}
		case c == '\n':
		default:
			if long = long || len(line) >= maxLine; !long {
				line = append(line, c)
			}
			continue
		}
		if long {
			return "", errLongLine
		}
		return string(line), nil
	}
}

func (p *plain) ask(prompt string, _ bool) {
	if p.interactive {
		p.write(p.out, prompt)
		p.asking = true
	}
}

func (p *plain) answered() { p.asking = false }

func (p *plain) lines() <-chan entry    { return p.entries }
func (p *plain) stops() <-chan struct{} { return p.interrupts }
func (p *plain) watch(watching)         {}
func (p *plain) live([]string)          {}
func (p *plain) lively() bool           { return false }
func (p *plain) person() bool           { return p.interactive }
func (p *plain) broken() bool           { return p.err != nil }
func (p *plain) close()                 { close(p.quit) }

// print begins a new line where a prompt waits.
func (p *plain) print(text string) {
	if p.asking && text != "" {
		text = "\n" + text
	}
	p.asking = false
	p.write(p.out, text+"\n")
}

func (p *plain) fail(text string) {
	if p.interactive {
		p.print(text)
		return
	}
	p.write(p.errs, text+"\n")
}

func (p *plain) write(to io.Writer, text string) {
	if _, err := io.WriteString(to, text); err != nil && p.err == nil && to == p.out {
		p.err = err
	}
}

func (p *plain) columns() int {
	if f, ok := p.out.(*os.File); ok && p.interactive {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	return usualColumns
}

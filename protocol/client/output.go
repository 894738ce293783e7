package client

import (
	"bytes"
	"io"
	"sync"
	"time"
)

// The most that a program may write.
const (
	// maxLine is the length of a line in bytes. Principal variations and lists of
	// commands are far shorter.
	maxLine = 1 << 20
	// maxBytes may be written to one output between two words to the program. A search
	// that shows everything for minutes stays below it.
	maxBytes = 16 << 20
	// maxWaiting is the number of bytes that may wait to be looked at.
	maxWaiting = 8 << 20
)

// line is a line of output without its end.
type line struct {
	text string
	read time.Time
}

// output is what a program writes. It is read at all times, so that the program never
// waits for its reader, and kept within bounds.
type output struct {
	wake   chan struct{} // holds a token: there is something new
	logged func(text string, at time.Time)

	mu      sync.Mutex
	lines   []line
	waiting int    // bytes in lines
	part    []byte // an unfinished line
	bytes   int    // since the last word to the program
	flooded string // how
	ended   bool   // nothing more will come
	done    chan struct{}
}

func newOutput(r io.Reader, logged func(string, time.Time)) *output {
	o := &output{wake: make(chan struct{}, 1), done: make(chan struct{}), logged: logged}
	go o.run(r)
	return o
}

func (o *output) run(r io.Reader) {
	defer close(o.done)
	buffer := make([]byte, 32<<10)
	for {
		n, err := r.Read(buffer)
		if n > 0 {
			o.take(buffer[:n], time.Now())
		}
		if err != nil {
			break
		}
	}
	o.mu.Lock()
	o.ended = true
	o.mu.Unlock()
	o.signal()
}

func (o *output) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// take adds what was read in one piece: its lines are seen together.
func (o *output) take(data []byte, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.flooded != "" {
		return
	}
	o.bytes += len(data)
	if o.bytes > maxBytes {
		o.flood("more than 16 MiB of output for one command")
		return
	}
	for len(data) > 0 {
		end := bytes.IndexByte(data, '\n')
		if end < 0 {
			o.part = append(o.part, data...)
			break
		}
		text := string(bytes.TrimSuffix(append(o.part, data[:end]...), []byte("\r")))
		o.part, data = o.part[:0], data[end+1:]
		o.lines = append(o.lines, line{text, now})
		o.waiting += len(text) + 1
		o.logged(text, now)
	}
	switch {
	case len(o.part) > maxLine:
		o.flood("a line of more than 1 MiB")
	case o.waiting > maxWaiting:
		o.flood("8 MiB of output that nobody asked for")
	}
	o.signal()
}

func (o *output) flood(how string) {
	o.flooded, o.lines, o.part, o.waiting = how, nil, nil, 0
	o.signal()
}

// forgive begins to count anew.
func (o *output) forgive() {
	o.mu.Lock()
	o.bytes = 0
	o.mu.Unlock()
}

// next takes the oldest line; false when there is none.
func (o *output) next() (line, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.lines) == 0 {
		return line{}, false
	}
	l := o.lines[0]
	o.lines = o.lines[1:]
	o.waiting -= len(l.text) + 1
	return l, true
}

// state returns how the output was flooded if it was, what stands in the line that has
// no end yet, and whether nothing more will come.
func (o *output) state() (flooded, part string, ended bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.flooded, string(o.part[:min(len(o.part), 200)]), o.ended
}

// tail keeps the end of what is written to it.
type tail struct {
	mu     sync.Mutex
	kept   []byte
	bytes  int
	logged func(text string, at time.Time)
	part   []byte // for the log
}

// maxTail is the number of bytes that are kept, and the longest line of a log.
const maxTail = 4 << 10

func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes += len(data)
	t.kept = append(t.kept, data[max(0, len(data)-maxTail):]...)
	if n := len(t.kept); n > maxTail {
		t.kept = append(t.kept[:0], t.kept[n-maxTail:]...)
	}
	t.log(data)
	return len(data), nil
}

func (t *tail) log(data []byte) {
	now := time.Now()
	for len(data) > 0 {
		end := bytes.IndexByte(data, '\n')
		if end < 0 {
			t.part = append(t.part, data[:min(len(data), max(0, maxTail-len(t.part)))]...)
			return
		}
		rest := data[:end]
		t.part = append(t.part, rest[:min(len(rest), max(0, maxTail-len(t.part)))]...)
		t.logged(string(t.part), now)
		t.part, data = t.part[:0], data[end+1:]
	}
}

// take returns the end of what was written and forgets it.
func (t *tail) take() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := string(t.kept)
	t.kept = t.kept[:0]
	return kept
}

// count returns the number of bytes written since the last word to the program.
func (t *tail) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.bytes
}

func (t *tail) forgive() {
	t.mu.Lock()
	t.bytes = 0
	t.mu.Unlock()
}

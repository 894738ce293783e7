package protocol

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"time"
)

// MaxLine is the length in bytes beyond which a line is not kept.
const MaxLine = 16 << 20

// ErrTooLong is the error of a line longer than MaxLine.
var ErrTooLong = errors.New("protocol: line longer than 16 MiB")

// Line is one line of input.
type Line struct {
	// Text has no line end and no blanks around it, and is not empty unless
	// Err is set.
	Text string
	// Read is the time at which the line's end was seen.
	Read time.Time
	// Err is ErrTooLong for a line that was dropped, else nil.
	Err error
}

// Reader reads lines on a goroutine of its own, so that a front end sees what
// arrives while it thinks. Lines end with CR LF, LF or CR; blank ones are left
// out; a last one without an end counts.
type Reader struct {
	lines chan Line
	first chan Line
	quit  chan struct{}
	log   *Log
	err   error

	line    []byte // the beginning of an unfinished line
	tooLong bool   // the unfinished line is being dropped
	seen    bool   // a line has been delivered
}

// NewReader starts reading r. The traffic goes to log, which may be nil.
func NewReader(r io.Reader, log *Log) *Reader {
	d := &Reader{
		lines: make(chan Line, 64),
		first: make(chan Line, 1),
		quit:  make(chan struct{}),
		log:   log,
	}
	go d.run(r)
	return d
}

// Lines delivers the lines; it is closed at the end of the input.
func (r *Reader) Lines() <-chan Line { return r.lines }

// First waits for the first line and returns it without taking it from Lines;
// false when the input ends before.
func (r *Reader) First() (Line, bool) {
	line, ok := <-r.first
	if ok {
		r.first <- line
	}
	return line, ok
}

// Err returns what ended the input, nil for its regular end. It may be called
// once Lines is closed.
func (r *Reader) Err() error { return r.err }

// Close ends the delivery of lines. It does not interrupt a read that waits for
// input. It must not be called twice.
func (r *Reader) Close() { close(r.quit) }

func (r *Reader) run(in io.Reader) {
	defer close(r.lines)
	defer func() {
		if !r.seen {
			close(r.first)
		}
	}()
	buffer := make([]byte, 64<<10)
	for idle := 0; ; {
		n, err := in.Read(buffer)
		if n > 0 {
			idle = 0
		} else if idle++; idle > 100 && err == nil {
			err = io.ErrNoProgress
		}
		if !r.split(buffer[:n], time.Now()) {
			return
		}
		if err != nil {
			if err != io.EOF {
				r.err = err
			}
			r.deliver(time.Now())
			return
		}
	}
}

// split cuts data into lines; false when the reader was closed.
func (r *Reader) split(data []byte, now time.Time) bool {
	for len(data) > 0 {
		end := bytes.IndexAny(data, "\r\n")
		if end < 0 {
			r.keep(data)
			return true
		}
		r.keep(data[:end])
		data = data[end+1:]
		if !r.deliver(now) {
			return false
		}
	}
	return true
}

// keep appends to the unfinished line.
func (r *Reader) keep(part []byte) {
	if r.tooLong || len(r.line)+len(part) > MaxLine {
		r.line, r.tooLong = nil, true
		return
	}
	r.line = append(r.line, part...)
}

// deliver ends the unfinished line; false when the reader was closed.
func (r *Reader) deliver(now time.Time) bool {
	line := Line{Read: now}
	if r.tooLong {
		line.Err = ErrTooLong
	} else {
		line.Text = strings.TrimSpace(strings.TrimPrefix(string(r.line), "\ufeff"))
	}
	r.line, r.tooLong = r.line[:0], false
	if cap(r.line) > 1<<20 {
		r.line = nil
	}
	if line.Text == "" && line.Err == nil {
		return true
	}
	r.log.Received(line)
	if !r.seen {
		r.seen = true
		r.first <- line
	}
	select {
	case r.lines <- line:
		return true
	case <-r.quit:
		return false
	}
}

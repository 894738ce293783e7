package protocol

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Log records the traffic of a conversation, one line for each line of text:
//
//	2026-01-31 12:00:00.123456 > TURN 7,7      received by the engine
//	2026-01-31 12:00:00.623456 < 8,8           sent by it
//	2026-01-31 12:00:00.623456 # depth 12 ...  its own note
//
// The times are those at which a line was read and at which its write was done.
// A nil *Log is valid and records nothing.
type Log struct {
	mu  sync.Mutex
	out io.Writer
}

// NewLog returns a log to out. Errors of out are ignored.
func NewLog(out io.Writer) *Log { return &Log{out: out} }

// Received records a line of input.
func (l *Log) Received(line Line) {
	text := line.Text
	if line.Err != nil {
		text = line.Err.Error()
	}
	l.record(line.Read, '>', text)
}

// Note records something that the other side does not see.
func (l *Log) Note(format string, args ...any) {
	if l != nil {
		l.record(time.Now(), '#', fmt.Sprintf(format, args...))
	}
}

func (l *Log) sent(text string) { l.record(time.Now(), '<', text) }

func (l *Log) record(at time.Time, mark byte, text string) {
	if l == nil {
		return
	}
	stamp := at.Format("2006-01-02 15:04:05.000000")
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(&b, "%s %c %s\n", stamp, mark, line)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	io.WriteString(l.out, b.String())
}

package client

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Log records what goes to and fro between the arena and the programs of a game:
//
//	2026-01-31 12:00:00.123456 Ishi > TURN 7,7     sent to it
//	2026-01-31 12:00:00.623456 Ishi < 8,8          written by it
//	2026-01-31 12:00:00.623460 Ishi ! cannot …     written to its error output
//	2026-01-31 12:00:00.623470 Ishi # killed       what else happened
//
// A nil *Log records nothing.
type Log struct {
	mu  sync.Mutex
	out io.Writer
}

// NewLog returns a log to out; nil when that is nil. Errors of out are ignored.
func NewLog(out io.Writer) *Log {
	if out == nil {
		return nil
	}
	return &Log{out: out}
}

// Close ends the log: afterwards out is not written to.
func (l *Log) Close() {
	if l == nil {
		return
	}
	l.mu.Lock()
	l.out = nil
	l.mu.Unlock()
}

// Record adds a line for each line of text. Mark is one of the characters above.
func (l *Log) Record(at time.Time, name string, mark byte, text string) {
	if l == nil {
		return
	}
	stamp := at.Format("2006-01-02 15:04:05.000000")
	var b strings.Builder
	for part := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(&b, "%s %s %c %s\n", stamp, name, mark, strings.ToValidUTF8(part, "?"))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.out != nil {
		io.WriteString(l.out, b.String())
	}
}

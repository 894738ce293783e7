package nboard

import (
	"context"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"ishi/engine"
	"ishi/engine/othello"
	"ishi/protocol"
)

// client is NBoard in a test. It takes nothing but the lines that NBoard knows.
type client struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string // one value a write
	ended chan struct{}
	err   error
	log   *lockedBuilder
}

// lockedBuilder is a log in memory.
type lockedBuilder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedBuilder) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuilder) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// chanWriter hands each write on.
type chanWriter chan string

func (w chanWriter) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

// smallConfig limits searches by nodes, so that no test depends on time.
func smallConfig() engine.Config {
	config := engine.DefaultConfig()
	config.Hash = 1 << 20
	config.Nodes = 300
	return config
}

// dial starts a server.
func dial(t *testing.T, g engine.Game, config engine.Config) *client {
	t.Helper()
	r, w := io.Pipe()
	c := &client{t: t, in: w, lines: make(chan string, 1<<16), ended: make(chan struct{}), log: &lockedBuilder{}}
	conn := protocol.NewConn(r, chanWriter(c.lines), protocol.NewLog(c.log))
	go func() {
		defer close(c.ended)
		c.err = Serve(context.Background(), conn, engine.NewSession(g, config), "Ishi 0.1")
		conn.Close()
		r.Close()
	}()
	t.Cleanup(func() {
		w.Close()
		<-c.ended
		if t.Failed() {
			t.Logf("log:\n%s", c.log.String())
		}
	})
	return c
}

// dialOthello starts one that plays Othello with few nodes.
func dialOthello(t *testing.T) *client { return dial(t, othello.Game(), smallConfig()) }

// send sends lines.
func (c *client) send(lines ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n"); err != nil {
		c.t.Fatalf("send %q: %v", lines, err)
	}
}

// The forms of what an engine may say: numbers without exponents, moves and lines in
// the notation of GGF.
var lineForm = regexp.MustCompile(`^(set myname \S+|status( .*)?|learned|pong( .*)?` +
	`|=== ([A-P]\d+|PA)(/(-?\d+\.\d+)?/\d+\.\d+)?` +
	`|search ([A-P]\d+|PA)+ -?\d+\.\d+ 0 \d+(%|%W)?` +
	`|nodestats \d+ \d+\.\d+|analysis \d+ -?\d+\.\d+)$`)

// line waits for a line of any kind.
func (c *client) line() string {
	c.t.Helper()
	select {
	case text := <-c.lines:
		text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
		if !lineForm.MatchString(text) {
			c.t.Fatalf("line %q: want one line that NBoard knows in one write", text)
		}
		return text
	case <-time.After(24 * time.Hour):
		c.t.Fatal("no line")
	}
	return ""
}

// answer waits for a line that is neither a status nor a count of nodes.
func (c *client) answer() string {
	c.t.Helper()
	for {
		text := c.line()
		if verb, _ := protocol.Cut(text); verb != "status" && verb != "nodestats" {
			return text
		}
	}
}

// expect waits for answers that must be the given ones; a final * stands for any rest.
func (c *client) expect(want ...string) {
	c.t.Helper()
	for _, w := range want {
		got := c.answer()
		if prefix, open := strings.CutSuffix(w, "*"); got != w && !(open && strings.HasPrefix(got, prefix)) {
			c.t.Fatalf("got %q, want %q", got, w)
		}
	}
}

// quiet checks that nothing has been said but states and counts.
func (c *client) quiet() {
	c.t.Helper()
	for time.Sleep(time.Nanosecond); ; {
		select {
		case text := <-c.lines:
			if !strings.HasPrefix(text, "status") && !strings.HasPrefix(text, "nodestats") {
				c.t.Fatalf("unexpected line %q", text)
			}
		default:
			return
		}
	}
}

// silent checks that nothing at all has been said.
func (c *client) silent() {
	c.t.Helper()
	time.Sleep(time.Nanosecond) // in a bubble: once all others wait
	select {
	case text := <-c.lines:
		c.t.Fatalf("unexpected line %q", text)
	default:
	}
}

// hasEnded waits for the server to end and checks that it said nothing more.
func (c *client) hasEnded() {
	c.t.Helper()
	select {
	case <-c.ended:
	case <-time.After(24 * time.Hour):
		c.t.Fatal("the server does not end")
	}
	if c.err != nil {
		c.t.Fatalf("the server ended with %v", c.err)
	}
	c.quiet()
}

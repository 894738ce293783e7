package gtp

import (
	"context"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"ishi/engine"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
	"ishi/protocol"
)

// client is a controller in a test. It takes nothing but well-formed responses.
type client struct {
	t         *testing.T
	in        *io.PipeWriter
	responses chan string // one value a write
	ended     chan struct{}
	err       error
	log       *lockedBuilder
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

// bothGames offers the games as the program does.
func bothGames() []engine.Game { return []engine.Game{othello.Game(), gomoku.Game()} }

// smallConfig limits searches by nodes, so that no test depends on time.
func smallConfig() engine.Config {
	config := engine.DefaultConfig()
	config.Hash = 1 << 20
	config.Nodes = 300
	return config
}

// dial starts a server.
func dial(t *testing.T, choice Choice) *client {
	t.Helper()
	r, w := io.Pipe()
	c := &client{t: t, in: w, responses: make(chan string, 1<<16), ended: make(chan struct{}), log: &lockedBuilder{}}
	conn := protocol.NewConn(r, chanWriter(c.responses), protocol.NewLog(c.log))
	go func() {
		defer close(c.ended)
		c.err = Serve(context.Background(), conn, choice, About{Name: "Ishi", Version: "0.1"})
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

// send sends lines.
func (c *client) send(lines ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n"); err != nil {
		c.t.Fatalf("send %q: %v", lines, err)
	}
}

// responseForm is a response: a mark with an id, text without an empty line, and an
// empty line.
var responseForm = regexp.MustCompile(`^[=?]\d*( [^\n]+)?(\n[^\n]+)*\n\n$`)

// response waits for a response and returns it without its end.
func (c *client) response() string {
	c.t.Helper()
	select {
	case r := <-c.responses:
		r = strings.ReplaceAll(r, "\r\n", "\n")
		if !responseForm.MatchString(r) {
			c.t.Fatalf("response %q: want one well-formed response in one write", r)
		}
		return strings.TrimSuffix(r, "\n\n")
	case <-time.After(24 * time.Hour):
		c.t.Fatal("no response")
	}
	return ""
}

// ask sends a command and returns the text of its success.
func (c *client) ask(line string) string {
	c.t.Helper()
	c.send(line)
	text, ok := strings.CutPrefix(c.response(), "=")
	if !ok {
		c.t.Fatalf("%s: %s", line, text)
	}
	return strings.TrimSpace(text)
}

// refused sends a command that must fail with a text.
func (c *client) refused(line, want string) {
	c.t.Helper()
	c.send(line)
	if got := c.response(); got != "? "+want {
		c.t.Fatalf("%s: got %q, want failure %q", line, got, want)
	}
}

// quiet checks that nothing has been sent that was not received.
func (c *client) quiet() {
	c.t.Helper()
	time.Sleep(time.Nanosecond) // in a bubble: once all others wait
	select {
	case r := <-c.responses:
		c.t.Fatalf("unexpected response %q", r)
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

package gomocup

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/protocol"
)

// client is a manager in a test, inside a synctest bubble.
type client struct {
	t       *testing.T
	in      *io.PipeWriter
	replies chan string // one value a write
	ended   chan struct{}
	err     error
	session *engine.Session
	log     *lockedBuilder
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

// replyWriter hands each write on.
type replyWriter chan string

func (w replyWriter) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

var testAbout = About{Name: "Ishi", Version: "0.1", Author: "A \"quoted\" one", Country: "Nowhere"}

// dial starts a server for a game.
func dial(t *testing.T, g engine.Game, change func(*engine.Config)) *client {
	t.Helper()
	config := engine.DefaultConfig()
	config.Memory.Hash = 1 << 20
	if change != nil {
		change(&config)
	}
	r, w := io.Pipe()
	c := &client{
		t: t, in: w, replies: make(chan string, 1<<16), ended: make(chan struct{}),
		session: engine.NewSession(g, config), log: &lockedBuilder{},
	}
	conn := protocol.NewConn(r, replyWriter(c.replies), protocol.NewLog(c.log))
	go func() {
		defer close(c.ended)
		c.err = Serve(context.Background(), conn, c.session, testAbout)
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

// row dials the test game, in which a node takes a tenth of a millisecond.
func row(t *testing.T) (*client, *enginetest.Game) {
	g := &enginetest.Game{NodeTime: 100 * time.Microsecond}
	return dial(t, g, nil), g
}

// send sends lines with the line ends that managers use.
func (c *client) send(lines ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, strings.Join(lines, "\r\n")+"\r\n"); err != nil {
		c.t.Fatalf("send %q: %v", lines, err)
	}
}

// reply waits for one reply and returns it without its line end.
func (c *client) reply() string {
	c.t.Helper()
	select {
	case r := <-c.replies:
		text, ok := strings.CutSuffix(r, "\n")
		text = strings.TrimSuffix(text, "\r")
		if !ok || strings.ContainsAny(text, "\r\n") {
			c.t.Fatalf("reply %q: want one line in one write", r)
		}
		return text
	case <-time.After(10 * time.Minute):
		c.t.Fatal("no reply")
	}
	return ""
}

// expect waits for replies that must be the given ones; a final * stands for
// any rest.
func (c *client) expect(want ...string) {
	c.t.Helper()
	for _, w := range want {
		got := c.reply()
		if prefix, ok := strings.CutSuffix(w, "*"); ok && strings.HasPrefix(got, prefix) {
			continue
		}
		if got != w {
			c.t.Fatalf("got %q, want %q", got, w)
		}
	}
}

// quiet checks that nothing has been sent that was not received.
func (c *client) quiet() {
	c.t.Helper()
	time.Sleep(time.Nanosecond) // in a bubble: once all others wait
	select {
	case r := <-c.replies:
		c.t.Fatalf("unexpected reply %q", r)
	default:
	}
}

// hasEnded waits for the server to end, as long as the judge waits before it
// kills, and checks that it said nothing more.
func (c *client) hasEnded() {
	c.t.Helper()
	select {
	case <-c.ended:
	case <-time.After(500 * time.Millisecond):
		c.t.Fatal("the server does not end")
	}
	if c.err != nil {
		c.t.Fatalf("the server ended with %v", c.err)
	}
	c.quiet()
}

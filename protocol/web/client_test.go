package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
)

// patience is how long a test waits for what must come.
const patience = 60 * time.Second

// board is a server under test.
type board struct {
	*Server
	http    *httptest.Server
	config  Config
	clients []*client
}

// newBoard starts a server on a new file; change adapts its configuration.
func newBoard(t *testing.T, change ...func(*Config)) *board {
	t.Helper()
	c := Config{
		Games: []engine.Game{gomoku.Game(), othello.Game()}, Data: filepath.Join(t.TempDir(), "board.db"),
		Threads: 1, Table: 1 << 20, MoveTime: 500 * time.Millisecond, Version: "test", Log: t.Logf,
		hint: 150 * time.Millisecond,
	}
	for _, f := range change {
		f(&c)
	}
	b := &board{config: c}
	b.start(t)
	t.Cleanup(func() { b.stop(t) })
	return b
}

func (b *board) start(t *testing.T) {
	t.Helper()
	s, err := Open(b.config)
	if err != nil {
		t.Fatal(err)
	}
	b.Server, b.http = s, httptest.NewServer(s.Handler())
}

func (b *board) stop(t *testing.T) {
	t.Helper()
	for _, c := range b.clients {
		if !c.stays {
			_ = c.socket.CloseNow() // nobody reads what the server would say
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := b.Close(ctx); err != nil {
		t.Error(err)
	}
	b.http.Close()
}

// restart closes the server and starts another on the same file.
func (b *board) restart(t *testing.T) {
	t.Helper()
	b.stop(t)
	b.start(t)
}

// message is any message of the server.
type message struct {
	Type     string          `json:"type"`
	Re       int64           `json:"re"`
	Code     string          `json:"code"`
	Message  string          `json:"message"`
	Point    string          `json:"point"`
	Reason   string          `json:"reason"`
	Accepted *bool           `json:"accepted"`
	Game     string          `json:"game"`
	Token    string          `json:"token"`
	Invite   string          `json:"invite"`
	Sides    []string        `json:"sides"`
	Owner    bool            `json:"owner"`
	Ply      int             `json:"ply"`
	Depth    int             `json:"depth"`
	Lines    []lineView      `json:"lines"`
	Done     bool            `json:"done"`
	Text     string          `json:"text"`
	Name     string          `json:"name"`
	Score    *blackScore     `json:"score"`
	Black    bool            `json:"black"`
	White    bool            `json:"white"`
	Watchers int             `json:"watchers"`
	Games    []gameView      `json:"games"`
	raw      json.RawMessage // the whole
}

// client is a page under test. It keeps the newest state.
type client struct {
	t      *testing.T
	socket *websocket.Conn
	ctx    context.Context
	next   int64
	state  state
	states int
	game   string
	token  string
	invite string
	stays  bool      // somebody reads to the end
	inbox  []message // what came while something else was awaited
}

func (b *board) url() string { return "ws" + strings.TrimPrefix(b.http.URL, "http") + "/ws" }

// connect connects and reads the welcome.
func (b *board) connect(t *testing.T) *client {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	socket, _, err := websocket.Dial(ctx, b.url(), nil)
	if err != nil {
		t.Fatal(err)
	}
	socket.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = socket.CloseNow() })
	c := &client{t: t, socket: socket, ctx: ctx}
	b.clients = append(b.clients, c)
	if m := c.read(); m.Type != "welcome" {
		t.Fatalf("first message %q", m.Type)
	}
	return c
}

func (c *client) write(text string) {
	c.t.Helper()
	if err := c.socket.Write(c.ctx, websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// read reads one message.
func (c *client) read() message {
	c.t.Helper()
	_, data, err := c.socket.Read(c.ctx)
	if err != nil {
		c.t.Fatal(err)
	}
	var m message
	if err := json.Unmarshal(data, &m); err != nil {
		// Fields of the same name differ in the state.
		if head := (struct{ Type string }{}); json.Unmarshal(data, &head) != nil || head.Type != "state" {
			c.t.Fatalf("%s: %v", data, err)
		}
		m = message{Type: "state"}
	}
	m.raw = data
	switch m.Type {
	case "state":
		c.state = state{}
		if err := json.Unmarshal(data, &c.state); err != nil {
			c.t.Fatalf("%s: %v", data, err)
		}
		c.states++
	case "created", "joined":
		c.game = m.Game
		if m.Token != "" {
			c.token, c.invite = m.Token, m.Invite
		}
	}
	return m
}

// ask sends a request, without the braces and the id, and returns its reply.
func (c *client) ask(format string, arguments ...any) message {
	c.t.Helper()
	c.next++
	c.write(fmt.Sprintf(`{"id":%d,%s}`, c.next, fmt.Sprintf(format, arguments...)))
	for {
		m := c.read()
		if m.Re == c.next {
			return m
		}
		c.inbox = append(c.inbox, m)
	}
}

// must asks and fails on an error.
func (c *client) must(format string, arguments ...any) message {
	c.t.Helper()
	m := c.ask(format, arguments...)
	if m.Type == "error" {
		c.t.Fatalf(format+": %s: %s", append(arguments, m.Code, m.Message)...)
	}
	return m
}

// refused asks and wants an error with this code.
func (c *client) refused(code, format string, arguments ...any) message {
	c.t.Helper()
	m := c.ask(format, arguments...)
	if m.Type != "error" || m.Code != code {
		c.t.Errorf(format+": %s, want error %q", append(arguments, m.raw, code)...)
	}
	return m
}

// until reads until the state is as wanted.
func (c *client) until(what string, wanted func(s *state) bool) {
	c.t.Helper()
	for c.states == 0 || !wanted(&c.state) {
		c.read()
	}
}

// untilMoves waits for a state with so many moves.
func (c *client) untilMoves(n int) {
	c.t.Helper()
	c.until("moves", func(s *state) bool { return len(s.Moves) >= n })
}

// wait returns the next message of a type.
func (c *client) wait(kind string) message {
	c.t.Helper()
	for i, m := range c.inbox {
		if m.Type == kind {
			c.inbox = append(c.inbox[:i:i], c.inbox[i+1:]...)
			return m
		}
	}
	for {
		if m := c.read(); m.Type == kind {
			return m
		}
	}
}

// plays makes moves given as points one after the other, for one screen.
func (c *client) plays(moves ...string) {
	c.t.Helper()
	for _, m := range moves {
		c.must(`"type":"move","move":%q`, m)
	}
}

// free returns an empty point.
func (c *client) free() string {
	for y, row := range c.state.Board {
		if x := strings.IndexByte(row, '.'); x >= 0 {
			return game.At(x, y).String()
		}
	}
	c.t.Fatal("the board is full")
	return ""
}

const (
	twoOnOneScreen = `"black":{"kind":"person","name":"Ann"},"white":{"kind":"person","name":"Ben"}`
	againstLevel1  = `"black":{"kind":"person"},"white":{"kind":"engine","level":1}`
	overNetwork    = `"black":{"kind":"person","name":"Ann"},"white":{"kind":"open"}`
)

// create begins a game.
func (c *client) create(setup, players string, more ...string) message {
	c.t.Helper()
	m := c.must(`"type":"create","setup":{%s},%s%s`, setup, players, strings.Join(append([]string{""}, more...), ","))
	c.until("the new game", func(s *state) bool { return s.Game == m.Game })
	return m
}

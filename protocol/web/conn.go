package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"
)

// Bounds of a connection.
const (
	maxMessage   = 128 << 10 // bytes
	messageRate  = 30        // a second
	messageBurst = 120
	maxRefused   = 300 // messages over the rate, then the connection is closed
	writeTimeout = 10 * time.Second
	pingEvery    = 20 * time.Second
)

// conn is a client. Its reader is the only one that changes room and token.
type conn struct {
	server *Server
	socket *websocket.Conn
	addr   string // who it is for limits: the host of the other side
	out    *outbox
	stop   context.CancelFunc // of writer and pings
	helper *helper
	rate   *rate.Limiter

	ending sync.Once
	ended  chan struct{} // closed when the client has been told the end

	room    *room
	token   string
	refused int
}

// errSlow and errFlood end a connection.
var (
	errSlow     = errors.New("the client does not read")
	errFlood    = errors.New("too many messages")
	errShutdown = errors.New("the server shuts down")
)

// serve speaks with a client until it leaves.
func (s *Server) serve(ctx context.Context, socket *websocket.Conn, addr string) {
	running, stop := context.WithCancel(ctx)
	c := &conn{
		server: s, socket: socket, addr: addr, out: newOutbox(), stop: stop,
		rate: rate.NewLimiter(messageRate, messageBurst), ended: make(chan struct{}),
	}
	c.helper = &helper{conn: c}
	socket.SetReadLimit(maxMessage)
	if !s.enter(c) {
		_ = socket.Close(websocket.StatusTryAgainLater, "too many connections")
		stop()
		return
	}
	var tasks sync.WaitGroup
	tasks.Go(func() { c.write(running) })
	tasks.Go(func() { c.ping(running) })
	c.send("", s.greeting)
	c.end(c.read(ctx)) // stops writer and pings when the client has been told
	c.follow(nil, "")
	s.exit(c)
	<-c.ended
	tasks.Wait()
}

// end tells the client why the connection ends, and ends it. It does not wait. A read
// that is cancelled would cut the connection off without a word.
func (c *conn) end(cause error) {
	c.ending.Do(func() {
		go func() {
			defer close(c.ended)
			code, reason := closing(cause)
			_ = c.socket.Close(code, reason) // it may be gone already
			c.stop()
		}()
	})
}

// closing returns how the end of a connection is told.
func closing(cause error) (websocket.StatusCode, string) {
	switch {
	case errors.Is(cause, errSlow), errors.Is(cause, errFlood):
		return websocket.StatusPolicyViolation, cause.Error()
	case errors.Is(cause, errShutdown):
		return websocket.StatusGoingAway, cause.Error()
	case errors.Is(cause, websocket.ErrMessageTooBig):
		return websocket.StatusMessageTooBig, "a message too long"
	}
	return websocket.StatusNormalClosure, ""
}

// read handles the messages of the client, one after the other.
func (c *conn) read(ctx context.Context) error {
	for {
		kind, data, err := c.socket.Read(ctx)
		if err != nil {
			return err
		}
		c.server.metrics.messages.Inc()
		if !c.rate.Allow() {
			if err := c.tooFast(nil); err != nil {
				return err
			}
			continue
		}
		var r request
		if kind != websocket.MessageText {
			c.refuse(nil, refuse("syntax", "want text"))
			continue
		}
		if err := json.Unmarshal(data, &r); err != nil {
			if r.ID == nil {
				r.ID = numberOf(data)
			}
			c.refuse(r.ID, refuse("syntax", err.Error()))
			continue
		}
		if costly[r.Type] && !c.rate.AllowN(time.Now(), costlyMessages-1) {
			if err := c.tooFast(r.ID); err != nil {
				return err
			}
			continue
		}
		c.handle(&r)
	}
}

// numberOf returns the number of a request that cannot be read otherwise, nil if even
// that is missing.
func numberOf(data []byte) *int64 {
	var r struct {
		ID *int64 `json:"id"`
	}
	if json.Unmarshal(data, &r) != nil {
		return nil
	}
	return r.ID
}

// costly requests count as so many messages.
const costlyMessages = 4

var costly = map[string]bool{"create": true, "position": true, "save": true, "scores": true, "hint": true, "analyze": true}

// tooFast refuses a message, and returns an error when that has been too often. Messages
// that were not looked into are told of now and then only.
func (c *conn) tooFast(re *int64) error {
	c.refused++
	if c.refused > maxRefused {
		return errFlood
	}
	if re != nil || c.refused%20 == 1 {
		c.refuse(re, refuse("rate", "too many messages: slow down"))
	} else {
		c.server.metrics.refused("rate")
	}
	return nil
}

// handle does what a request wants and replies.
func (c *conn) handle(r *request) {
	f, ok := handlers[r.Type]
	if !ok {
		c.refuse(r.ID, refuse("unknown", fmt.Sprintf("unknown type %q", r.Type)))
		return
	}
	answer, err := f(c, r)
	if err != nil {
		c.refuse(r.ID, refusalOf(err, "server"))
		return
	}
	if answer != nil {
		answer.Re = r.ID
		c.send("", encode(answer))
	}
}

// refuse answers a request with an error.
func (c *conn) refuse(re *int64, r *refusal) {
	c.server.metrics.refused(r.Code)
	c.send("", encode(reply{Type: "error", Re: re, refusal: r}))
}

// send queues a message; a client that is too far behind is disconnected.
func (c *conn) send(kind string, data []byte) {
	if !c.out.put(kind, data) {
		c.end(errSlow)
		return
	}
	if kind == "state" && c.helper.follows() {
		go c.helper.follow()
	}
}

func (c *conn) write(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.out.ready:
		}
		for _, item := range c.out.take() {
			limit, cancel := context.WithTimeout(ctx, writeTimeout)
			err := c.socket.Write(limit, websocket.MessageText, item.data)
			cancel()
			if err != nil {
				if ctx.Err() == nil {
					c.end(errSlow)
				}
				return
			}
		}
	}
}

// ping drops a client that does not answer.
func (c *conn) ping(ctx context.Context) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		limit, cancel := context.WithTimeout(ctx, pingEvery)
		err := c.socket.Ping(limit)
		cancel()
		if err != nil {
			c.end(err)
			return
		}
	}
}

// follow moves the connection to a room, nil for none. The room is entered by the
// caller.
func (c *conn) follow(r *room, token string) {
	c.helper.stop()
	if c.room != nil {
		c.room.leave(c)
	}
	c.out.forget()
	c.room, c.token = r, token
}

// flow is who is served by a search: the other machine, or, of those that cannot be told
// apart, the game.
func (c *conn) flow(gameID string) string {
	if local(c.addr) {
		return "game " + gameID
	}
	return "from " + c.addr
}

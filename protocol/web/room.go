package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ishi/engine/game"
)

// room is a game that somebody is at, or that an engine or a clock moves: its match,
// the connections that follow it, and what is being searched for it.
//
//	request ─▶ change: match ─▶ store ─▶ state to all ─▶ engine, clock
type room struct {
	server *Server
	id     string

	mu      sync.Mutex
	match   *match
	members map[*conn]struct{}
	present atomic.Int64 // how many members, for those that must not wait
	gone    bool         // no longer the room of its game; look again
	flow    string
	job     *task       // the engine's search
	jobSeq  uint64      // which state it is for
	delay   *time.Timer // until a move that came too soon is shown
	flag    *time.Timer // until the side to move has lost on time
	left    time.Time   // when the last member went
}

// change alters the match, keeps it, shows it and sets the engine and the clock going.
// After an error all is as before. errNothing is a success that changes nothing.
func (r *room) change(f func(m *match, now time.Time) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changeLocked(f)
}

func (r *room) changeLocked(f func(m *match, now time.Time) error) error {
	if r.gone {
		return errNoGame
	}
	defer r.server.boards.use(r)
	now := r.server.now()
	before := r.match.clone()
	players := r.match.Players
	err := attempt(func() error { return f(r.match, now) })
	if err == nil {
		r.match.Seq++
		r.match.Touched = now
		err = r.keep()
	}
	if err != nil {
		r.restore(before)
		return r.failed(err)
	}
	r.show(players)
	r.drive()
	return nil
}

// failed returns the error of a change as it is to be told.
func (r *room) failed(err error) error {
	told := (*refusal)(nil)
	switch {
	case errors.Is(err, errNothing):
		return nil
	case errors.As(err, &told):
		return told
	}
	r.server.log("game %s: %v", r.id, err)
	return refuse("server", "the server failed; nothing was changed")
}

// attempt makes an error of a panic, so that one game that breaks stops no other.
func attempt(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("broken: %v\n%s", r, debug.Stack())
		}
	}()
	return f()
}

// restore puts the match back to what it was before a change that failed.
func (r *room) restore(before *match) {
	touched := before.session != r.match.session || len(before.Moves) != len(r.match.Moves) ||
		before.session != nil && len(before.session.Record()) != len(before.Stones)+len(before.Moves)
	if touched {
		before.session = nil
	}
	r.match = before
}

// keep writes the match to the disk.
func (r *room) keep() error {
	data, err := json.Marshal(r.match)
	if err == nil {
		start := time.Now()
		err = r.server.store.put(r.match.ID, data)
		r.server.metrics.commit.UpdateDuration(start)
	}
	if err != nil {
		r.server.log("game %s is not kept: %v", r.match.ID, err)
		return refuse("server", "the game cannot be kept")
	}
	r.server.noteTouched(r.match)
	return nil
}

// show sends the state to everybody, and tells who has another colour now.
func (r *room) show(before [2]player) {
	data := encode(r.match.view(r.server.now()))
	for c := range r.members {
		c.send("state", data)
		if before[0].Seat != r.match.Players[0].Seat || before[1].Seat != r.match.Players[1].Seat {
			c.send("you", encode(you{"you", r.match.sides(c.token), isToken(c.token, r.match.Owner)}))
		}
	}
}

// broadcast sends a passing message to everybody.
func (r *room) broadcast(kind string, v any) {
	if len(r.members) == 0 {
		return
	}
	data := encode(v)
	for c := range r.members {
		c.send(kind, data)
	}
}

// showPresence tells who is there.
func (r *room) showPresence() {
	p := presence{Type: "present"}
	for c := range r.members {
		sides := r.match.sides(c.token)
		p.Black = p.Black || slices.Contains(sides, game.Black)
		p.White = p.White || slices.Contains(sides, game.White)
		if len(sides) == 0 {
			p.Watchers++
		}
	}
	r.broadcast("present", p)
}

// enter lets a connection follow the game. greet is sent first, and the state unless
// the client has it. A room that is gone takes nobody.
func (r *room) enter(c *conn, greet *reply, have *uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.gone {
		return false
	}
	defer r.server.boards.use(r)
	r.members[c] = struct{}{}
	r.present.Store(int64(len(r.members)))
	greet.Game, greet.Seq = r.match.ID, r.match.Seq
	owner := isToken(c.token, r.match.Owner)
	greet.Sides, greet.Owner = r.match.sides(c.token), &owner
	if len(greet.Sides) > 0 || owner {
		r.flow = c.flow(r.match.ID)
	}
	c.send("", encode(greet))
	if have == nil || *have != r.match.Seq {
		c.send("state", encode(r.match.view(r.server.now())))
	}
	r.showPresence()
	r.drive()
	return true
}

// leave lets a connection go.
func (r *room) leave(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.members, c)
	r.present.Store(int64(len(r.members)))
	r.left = r.server.now()
	r.showPresence()
}

// idle closes the room if nobody is there and nothing runs. It reports whether it did.
func (r *room) idle(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, timed := r.nextFlag()
	_, engines := r.match.engineTurn()
	if len(r.members) > 0 || timed || engines || now.Sub(r.left) < roomLinger {
		return false
	}
	r.closeLocked()
	return true
}

// closeLocked stops all that runs for the room and makes it take nobody.
func (r *room) closeLocked() {
	r.gone = true
	r.stopJob()
	if r.flag != nil {
		r.flag.Stop()
	}
}

func (r *room) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closeLocked()
}

func (r *room) nextFlag() (time.Time, bool) {
	_, at, ok := r.match.flag()
	return at, ok
}

// drive sets the engine and the clock going as the state wants it.
func (r *room) drive() {
	if r.gone {
		return
	}
	if r.flag != nil {
		r.flag.Stop()
		r.flag = nil
	}
	if at, ok := r.nextFlag(); ok {
		r.flag = time.AfterFunc(max(at.Sub(r.server.now()), 0)+time.Millisecond, r.fall)
	}
	if _, ok := r.match.engineTurn(); !ok {
		r.stopJob()
		return
	}
	if r.job != nil && r.jobSeq == r.match.Seq {
		return
	}
	r.stopJob()
	r.startJob()
}

// fall ends the game when the flag of the side to move has fallen.
func (r *room) fall() {
	_ = r.change(func(m *match, now time.Time) error { // what is not kept is tried again with the next look
		side, at, ok := m.flag()
		if !ok || now.Before(at) {
			return errNothing
		}
		m.charge(now)
		m.lose(side, "time")
		return nil
	})
}

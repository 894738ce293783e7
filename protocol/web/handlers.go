package web

import (
	"slices"
	"time"

	"ishi/engine/game"
)

// handlers do what the types of requests want. A reply of nil is sent by the handler
// itself, now or later.
var handlers map[string]func(*conn, *request) (*reply, error)

func init() {
	handlers = map[string]func(*conn, *request) (*reply, error){
		"create":   (*conn).create,
		"join":     (*conn).join,
		"open":     (*conn).open,
		"leave":    (*conn).leave,
		"ping":     (*conn).pong,
		"move":     (*conn).move,
		"choose":   (*conn).choose,
		"undo":     (*conn).undo,
		"redo":     (*conn).redo,
		"resign":   (*conn).resign,
		"pause":    (*conn).pause,
		"offer":    (*conn).offer,
		"answer":   (*conn).answer,
		"hint":     (*conn).hint,
		"analyze":  (*conn).analyze,
		"scores":   (*conn).scores,
		"position": (*conn).position,
		"save":     (*conn).save,
	}
}

var ok = reply{Type: "ok"}

// done makes the reply of a change.
func done(err error) (*reply, error) {
	if err != nil {
		return nil, err
	}
	answer := ok
	return &answer, nil
}

// here returns the room that the connection follows.
func (c *conn) here() (*room, error) {
	if c.room == nil {
		return nil, refuse("game", "you are at no game")
	}
	return c.room, nil
}

// change changes the game that the connection is at, with the sides it plays.
func (c *conn) change(f func(m *match, sides []game.Side, now time.Time) error) (*reply, error) {
	r, err := c.here()
	if err != nil {
		return nil, err
	}
	return done(r.change(func(m *match, now time.Time) error { return f(m, m.sides(c.token), now) }))
}

func (c *conn) create(r *request) (*reply, error) {
	if err := c.server.mayCreate(c.addr); err != nil {
		return nil, err
	}
	m, token, invite, err := c.server.newMatch(r, c.server.now())
	if err != nil {
		return nil, err
	}
	created, err := c.server.addRoom(m)
	if err != nil {
		return nil, err
	}
	c.follow(created, token)
	if !created.enter(c, &reply{Type: "created", Re: r.ID, Token: token, Invite: invite}, nil) {
		c.follow(nil, "")
		return nil, refuse("server", "the server shuts down")
	}
	return nil, nil
}

// enter opens a game and follows it.
func (c *conn) enter(id, token string, greet *reply, have *uint64) error {
	for {
		r, err := c.server.room(id)
		if err != nil {
			return err
		}
		c.follow(r, token)
		if r.enter(c, greet, have) {
			return nil
		}
		c.follow(nil, "")
	}
}

func (c *conn) join(r *request) (*reply, error) {
	token := newToken()
	for {
		found, err := c.server.room(r.Game)
		if err != nil {
			return nil, err
		}
		err = found.change(func(m *match, now time.Time) error { return m.join(r.Invite, token, r.Name, now) })
		if err == errNoGame {
			continue // it was closed just now
		}
		if err != nil {
			return nil, err
		}
		return nil, c.enter(r.Game, token, &reply{Type: "joined", Re: r.ID, Token: token}, nil)
	}
}

// join seats a second player.
func (m *match) join(invite, token, name string, now time.Time) error {
	if !isToken(invite, m.Invite) {
		return refuse("seat", "the invitation is not for this game, or somebody has taken it")
	}
	for side := range m.Players {
		if m.Players[side].Kind == openSeat {
			m.Players[side] = player{Kind: person, Name: cleanName(name), Seat: digest(token)}
		}
	}
	m.Invite = ""
	m.startPlay(now)
	return nil
}

func (c *conn) open(r *request) (*reply, error) {
	found, err := c.server.room(r.Game)
	if err != nil {
		return nil, err
	}
	if r.Token != "" && !found.knows(r.Token) {
		return nil, refuse("seat", "the token is not one of this game")
	}
	return nil, c.enter(r.Game, r.Token, &reply{Type: "joined", Re: r.ID}, r.Seq)
}

// knows reports whether a token gives any right.
func (r *room) knows(token string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return isToken(token, r.match.Owner) || len(r.match.sides(token)) > 0
}

func (c *conn) leave(*request) (*reply, error) {
	c.follow(nil, "")
	return done(nil)
}

func (c *conn) pong(*request) (*reply, error) {
	return &reply{Type: "pong", Time: c.server.now().UnixMilli()}, nil
}

func (c *conn) move(r *request) (*reply, error) {
	return c.change(func(m *match, sides []game.Side, now time.Time) error {
		before := len(m.Moves)
		err := m.play(sides, r.Move, r.Ply, now)
		c.server.metrics.moves.Add(max(len(m.Moves)-before, 0))
		return err
	})
}

func (c *conn) choose(r *request) (*reply, error) {
	return c.change(func(m *match, sides []game.Side, now time.Time) error { return m.choose(sides, r.Choice, now) })
}

func (c *conn) undo(*request) (*reply, error) {
	return c.change(func(m *match, sides []game.Side, now time.Time) error { return m.undo(sides, now) })
}

func (c *conn) redo(*request) (*reply, error) {
	return c.change(func(m *match, sides []game.Side, now time.Time) error { return m.redo(sides, now) })
}

func (c *conn) resign(r *request) (*reply, error) {
	return c.change(func(m *match, sides []game.Side, now time.Time) error {
		m.charge(now)
		return m.resign(sides, r.Side)
	})
}

func (c *conn) pause(r *request) (*reply, error) {
	return c.change(func(m *match, sides []game.Side, now time.Time) error {
		if len(sides) == 0 && !isToken(c.token, m.Owner) {
			return refuse("seat", "you watch this game")
		}
		return m.pause(r.On, now)
	})
}

func (c *conn) offer(r *request) (*reply, error) {
	room, err := c.here()
	if err != nil {
		return nil, err
	}
	accepted := false
	err = room.change(func(m *match, now time.Time) (err error) {
		accepted, err = m.offer(c.offering(m, r.What), r.What, now)
		return err
	})
	if err == nil && accepted && r.What == offerRematch {
		err = c.server.rematch(room)
	}
	if err != nil {
		return nil, err
	}
	return &reply{Type: "ok", Accepted: &accepted}, nil
}

// offering returns the sides for which the connection offers: the owner of a game of
// engines may have it played again.
func (c *conn) offering(m *match, what string) []game.Side {
	sides := m.sides(c.token)
	if len(sides) == 0 && what == offerRematch && isToken(c.token, m.Owner) && len(m.people()) == 0 {
		return []game.Side{game.Black}
	}
	return sides
}

func (c *conn) answer(r *request) (*reply, error) {
	room, err := c.here()
	if err != nil {
		return nil, err
	}
	err = room.change(func(m *match, now time.Time) error {
		return m.answer(m.sides(c.token), r.What, r.Accept, now)
	})
	if err == nil && r.Accept && r.What == offerRematch {
		err = c.server.rematch(room)
	}
	return done(err)
}

// plyOf returns the ply of a request, -1 for none.
func plyOf(r *request) (int, error) {
	if r.Ply == nil {
		return -1, nil
	}
	if *r.Ply < 0 {
		return 0, refuse("syntax", "ply: want 0 or more")
	}
	return *r.Ply, nil
}

func (c *conn) hint(r *request) (*reply, error) {
	room, err := c.here()
	if err != nil {
		return nil, err
	}
	ply, err := plyOf(r)
	if err != nil {
		return nil, err
	}
	return nil, c.helper.askHint(room, r.ID, r.N, ply)
}

func (c *conn) analyze(r *request) (*reply, error) {
	room, err := c.here()
	if err != nil {
		return nil, err
	}
	if !r.On {
		c.helper.stopAnalysis()
		return done(nil)
	}
	ply, err := plyOf(r)
	if err != nil {
		return nil, err
	}
	return done(c.helper.analyze(room, r.N, ply))
}

func (c *conn) scores(r *request) (*reply, error) {
	room, err := c.here()
	if err != nil {
		return nil, err
	}
	return nil, c.helper.askScores(room, r.ID)
}

func (c *conn) position(r *request) (*reply, error) {
	if r.Position == nil {
		return nil, refuse("syntax", "position: want one")
	}
	return c.change(func(m *match, _ []game.Side, now time.Time) error {
		switch {
		case !isToken(c.token, m.Owner):
			return refuse("seat", "only who has made the game can set it up")
		case m.network():
			return refuse("state", "people play each other")
		case m.Phase == opening:
			return refuse("state", "the opening is not over")
		}
		m.Setup.Opening = ""
		if err := c.server.place(m, r.Position); err != nil {
			return err
		}
		m.begin(now)
		return nil
	})
}

func (c *conn) save(r *request) (*reply, error) {
	room, err := c.here()
	if err != nil {
		return nil, err
	}
	ply, err := plyOf(r)
	if err != nil {
		return nil, err
	}
	room.mu.Lock()
	m := room.match.clone()
	room.mu.Unlock()
	if ply < 0 {
		ply = len(m.Moves)
	}
	if ply > len(m.Moves) {
		return nil, refuse("stale", "the game has fewer moves")
	}
	m.Moves = slices.Clone(m.Moves)
	return c.server.write(m, r.Format, ply, c.server.now())
}

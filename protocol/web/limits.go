package web

import (
	"net"
	"slices"
	"time"

	"golang.org/x/time/rate"
)

// New games from one other machine: as many at once, and one more every so often.
const (
	createBurst = 20
	createEvery = 3 * time.Second
)

// unusedTime is how long a game without a move is kept when there is no room for more.
const unusedTime = 10 * time.Minute

// local reports whether an address is this machine's own. Limits for each address do not
// hold for it: all its users look the same.
func local(addr string) bool {
	ip := net.ParseIP(addr)
	return ip != nil && ip.IsLoopback()
}

// enter takes a connection in, unless there are too many.
func (s *Server) enter(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.conns) >= s.config.MaxConns || !local(c.addr) && s.from[c.addr] >= s.config.MaxConnsFrom {
		s.metrics.refused("connection")
		return false
	}
	s.conns[c] = struct{}{}
	s.from[c.addr]++
	s.running.Add(1)
	return true
}

// exit lets a connection go.
func (s *Server) exit(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	if s.from[c.addr]--; s.from[c.addr] <= 0 {
		delete(s.from, c.addr)
	}
	s.running.Done()
}

// mayCreate refuses games to who makes too many.
func (s *Server) mayCreate(addr string) error {
	if local(addr) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.creates[addr]
	if l == nil {
		l = rate.NewLimiter(rate.Every(createEvery), createBurst)
		s.creates[addr] = l
	}
	if !l.Allow() {
		return refuse("busy", "too many new games; wait a little")
	}
	return nil
}

// makeRoom sees to it that one more game can be kept. Where there are too many, games
// in which nobody has moved for a while are given up; finished ones go before that
// anyway, the oldest first.
func (s *Server) makeRoom() error {
	now := s.now()
	s.mu.Lock()
	var done, unused []string
	going := 0
	for id, e := range s.known {
		switch {
		case e.finished:
			done = append(done, id)
		case !e.begun && now.Sub(e.touched) > unusedTime && s.deserted(id):
			unused = append(unused, id)
			going++
		default:
			going++
		}
	}
	oldest := func(a, b string) int { return s.known[a].touched.Compare(s.known[b].touched) }
	slices.SortFunc(done, oldest)
	slices.SortFunc(unused, oldest)
	var drop []string
	if n := len(done) - s.config.MaxGames; n > 0 {
		drop = append(drop, done[:n]...)
	}
	for going >= s.config.MaxGames && len(unused) > 0 {
		drop, unused = append(drop, unused[0]), unused[1:]
		going--
	}
	s.mu.Unlock()
	if going >= s.config.MaxGames {
		return refuse("busy", "too many games are going on")
	}
	return s.drop(drop)
}

// deserted reports whether nobody is at a game; the lock is held.
func (s *Server) deserted(id string) bool {
	r := s.rooms[id]
	return r == nil || r.present.Load() == 0
}

// drop forgets games for good. Who is at one is told with the next request.
func (s *Server) drop(ids []string) error {
	s.mu.Lock()
	var rooms []*room
	for _, id := range ids {
		if r := s.rooms[id]; r != nil {
			rooms = append(rooms, r)
		}
		delete(s.rooms, id)
		delete(s.known, id)
	}
	s.mu.Unlock()
	for _, r := range rooms {
		r.close()
	}
	return s.store.remove(ids...)
}

func (s *Server) sweepNowAndThen() {
	defer s.running.Done()
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			s.sweep()
		}
	}
}

// sweep closes rooms in which nothing goes on, forgets games that have expired, and the
// limits of addresses that have been quiet.
func (s *Server) sweep() {
	now := s.now()
	s.mu.Lock()
	var rooms []*room
	for _, r := range s.rooms {
		rooms = append(rooms, r)
	}
	for addr, l := range s.creates {
		if l.Tokens() >= createBurst {
			delete(s.creates, addr)
		}
	}
	var expired []string
	for id, e := range s.known {
		if now.Sub(e.touched) > s.config.Expire && s.deserted(id) {
			expired = append(expired, id)
		}
	}
	s.mu.Unlock()
	for _, r := range rooms {
		if r.idle(now) {
			s.mu.Lock()
			if s.rooms[r.id] == r {
				delete(s.rooms, r.id)
			}
			s.mu.Unlock()
		}
	}
	if err := s.drop(expired); err != nil {
		s.log("expired games: %v", err)
	}
	s.metrics.expired.Add(len(expired))
}

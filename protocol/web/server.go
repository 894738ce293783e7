package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"ishi/engine"
)

// Config is what an operator chooses.
type Config struct {
	// Games are the games that are played.
	Games []engine.Game
	// Page answers requests for the page; nil serves none.
	Page http.Handler
	// Data is the file that keeps the games; it is made if it does not exist.
	Data string
	// Version is told to clients.
	Version string
	// MaxGames bounds the games that are going on; 0 for 1000. As many finished ones are kept.
	MaxGames int
	// Threads is the number of searches at a time; 0 for half of the processors.
	Threads int
	// MoveTime is the most that an engine with a level thinks about a move; 0 for 2 s.
	MoveTime time.Duration
	// MaxMoveTime bounds the time a move that players may choose; 0 for 10 s.
	MaxMoveTime time.Duration
	// Table is the size of the transposition table of a game on a thread in bytes; 0 for 32 MiB.
	Table int64
	// Expire is how long a game is kept after its last change; 0 for 30 days.
	Expire time.Duration
	// MaxConns bounds the connections, 0 for 5000, and MaxConnsFrom those of one other
	// machine, 0 for 100.
	MaxConns, MaxConnsFrom int
	// Hosts are names besides addresses and "localhost" under which the server is reached,
	// Origins those of pages elsewhere that may connect, such as "https://example.org".
	Hosts, Origins []string
	// Local refuses requests for other hosts than this machine.
	Local bool
	// Proxied takes a client's address from the last X-Forwarded-For.
	Proxied bool
	// Log receives what an operator should know; it may be nil.
	Log func(format string, arguments ...any)
	// Now tells the time; nil for the system's.
	Now func() time.Time

	hint time.Duration // that a hint takes
}

// leastMoveTime is the shortest time a move that players may choose.
const leastMoveTime = 50 * time.Millisecond

func (c Config) withDefaults() Config {
	set := func(n *int, usual int) {
		if *n <= 0 {
			*n = usual
		}
	}
	wait := func(d *time.Duration, usual time.Duration) {
		if *d <= 0 {
			*d = usual
		}
	}
	set(&c.MaxGames, 1000)
	set(&c.Threads, max(runtime.NumCPU()/2, 1))
	set(&c.MaxConns, 5000)
	set(&c.MaxConnsFrom, 100)
	wait(&c.MoveTime, 2*time.Second)
	wait(&c.MaxMoveTime, 10*time.Second)
	c.MaxMoveTime = max(c.MaxMoveTime, c.MoveTime, leastMoveTime)
	wait(&c.Expire, 30*24*time.Hour)
	wait(&c.hint, hintTime)
	if c.Table <= 0 {
		c.Table = 32 << 20
	}
	if c.Log == nil {
		c.Log = func(string, ...any) {}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

// Server is the games, their file and their connections.
type Server struct {
	config   Config
	store    *store
	boards   *boards
	queue    *queue
	metrics  *figures
	greeting []byte
	log      func(format string, arguments ...any)
	now      func() time.Time

	// mu is taken after a room's lock, never before it.
	mu      sync.Mutex
	rooms   map[string]*room
	known   map[string]entry // all games of the file
	conns   map[*conn]struct{}
	from    map[string]int           // connections by address
	creates map[string]*rate.Limiter // new games by address
	closed  bool
	stop    chan struct{}
	running sync.WaitGroup // connections and the sweeper
}

// entry is what is remembered of every game.
type entry struct {
	touched  time.Time
	finished bool
	begun    bool // has moves
}

// roomLinger is how long a room stays after everybody has left.
const roomLinger = time.Minute

// sweepEvery is how often rooms are closed and games expire.
const sweepEvery = time.Minute

// Open opens the file and goes on with its games: engines think and clocks run again.
func Open(c Config) (*Server, error) {
	c = c.withDefaults()
	if len(c.Games) == 0 {
		return nil, errors.New("web: no games")
	}
	st, err := openStore(c.Data)
	if err != nil {
		return nil, err
	}
	s := &Server{
		config: c, store: st, boards: &boards{}, log: c.Log, now: c.Now,
		rooms: map[string]*room{}, known: map[string]entry{}, conns: map[*conn]struct{}{},
		from: map[string]int{}, creates: map[string]*rate.Limiter{}, stop: make(chan struct{}),
	}
	s.greeting = encode(s.welcome())
	memory := int64(512<<20) + int64(c.Threads)*int64(len(c.Games))*(c.Table+levelTable)
	s.queue = newQueue(c.Threads, func() *worker { return newWorker(c.Table, memory) })
	s.metrics = newFigures(s)
	if err := s.resume(); err != nil {
		s.queue.close()
		return nil, errors.Join(err, st.close())
	}
	s.running.Add(1)
	go s.sweepNowAndThen()
	return s, nil
}

// resume takes note of all games and opens those in which something goes on without
// anybody being there.
func (s *Server) resume() error {
	var alive []*match
	err := s.store.each(func(id string, data []byte) error {
		m := &match{}
		if err := json.Unmarshal(data, m); err != nil {
			s.log("game %s cannot be read: %v", id, err)
			return nil
		}
		s.known[id] = entryOf(m)
		if m.Phase == playing || m.Phase == opening {
			alive = append(alive, m)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, m := range alive {
		r, err := s.wake(m)
		if err != nil {
			s.log("game %s cannot go on: %v", m.ID, err)
			continue
		}
		r.mu.Lock()
		_, engines := m.engineTurn()
		_, timed := r.nextFlag()
		if engines || timed {
			s.rooms[m.ID] = r
			r.drive()
		}
		r.mu.Unlock()
	}
	return nil
}

// wake makes a room for a game as it is kept.
func (s *Server) wake(m *match) (*room, error) {
	g, err := s.game(m.Setup.Game)
	if err != nil {
		return nil, err
	}
	if err := m.load(g); err != nil {
		return nil, err
	}
	m.session = nil // until somebody wants to see it
	m.run(s.now())
	return &room{
		server: s, id: m.ID, match: m, members: map[*conn]struct{}{}, flow: "game " + m.ID, left: s.now(),
	}, nil
}

func entryOf(m *match) entry {
	return entry{touched: m.Touched, finished: m.Phase == finished, begun: len(m.Moves) > 0}
}

func (s *Server) noteTouched(m *match) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[m.ID] = entryOf(m)
}

// game returns the game with a name, the first for none.
func (s *Server) game(name string) (engine.Game, error) {
	var names []string
	for _, g := range s.config.Games {
		if name == "" || strings.EqualFold(g.Name(), name) {
			return g, nil
		}
		names = append(names, g.Name())
	}
	return nil, refuse("setup", fmt.Sprintf("game %q: want %s", name, strings.Join(names, " or ")))
}

// room returns the room of a game and opens it if need be.
func (s *Server) room(id string) (*room, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, refuse("server", "the server shuts down")
	}
	if r := s.rooms[id]; r != nil {
		return r, nil
	}
	data, err := s.store.get(id)
	if errors.Is(err, errNoGame) {
		return nil, refuse("game", err.Error())
	}
	m := &match{}
	if err == nil {
		err = json.Unmarshal(data, m)
	}
	var r *room
	if err == nil {
		r, err = s.wake(m)
	}
	if err != nil {
		s.log("game %s: %v", id, err)
		return nil, refuse("server", "the game cannot be read")
	}
	s.rooms[id] = r
	return r, nil
}

// addRoom keeps a new game and opens its room.
func (s *Server) addRoom(m *match) (*room, error) {
	if err := s.makeRoom(); err != nil {
		return nil, err
	}
	r := &room{server: s, id: m.ID, match: m, members: map[*conn]struct{}{}, flow: "game " + m.ID, left: s.now()}
	if err := r.keep(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, refuse("server", "the server shuts down")
	}
	s.rooms[m.ID] = r
	s.metrics.created.Inc()
	return r, nil
}

// rematch begins the next game of a room whose players have agreed to it.
func (s *Server) rematch(r *room) error {
	r.mu.Lock()
	old := r.match.clone()
	r.mu.Unlock()
	if old.Rematch != "" {
		return nil
	}
	next := &match{
		ID: newToken(), Seq: 1, Setup: old.Setup, Owner: old.Owner, Clock: old.Clock, Hints: old.Hints, Pace: old.Pace,
		Players: [2]player{old.Players[1], old.Players[0]}, Stones: old.Stones, First: old.First, Touched: s.now(),
	}
	if err := next.load(old.rules); err != nil {
		return err
	}
	next.begin(s.now())
	made, err := s.addRoom(next)
	if err != nil {
		return err
	}
	err = r.change(func(m *match, _ time.Time) error {
		if m.Rematch != "" {
			return errNothing
		}
		m.Rematch, m.Offers = next.ID, offers{}
		return nil
	})
	if err != nil {
		return err
	}
	made.mu.Lock()
	made.drive()
	made.mu.Unlock()
	return nil
}

// Close stops all searches, tells the clients to come back later, and closes the
// file. It waits for the connections until ctx is done.
func (s *Server) Close(ctx context.Context) error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.stop)
	var rooms []*room
	for _, r := range s.rooms {
		rooms = append(rooms, r)
	}
	for c := range s.conns {
		c.end(errShutdown)
	}
	s.mu.Unlock()
	for _, r := range rooms {
		r.close()
	}
	s.queue.close()
	s.metrics.stop()
	left := make(chan struct{})
	go func() {
		s.running.Wait()
		close(left)
	}()
	select {
	case <-left:
	case <-ctx.Done():
	}
	return s.store.close()
}

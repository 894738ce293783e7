package main

import (
	"fmt"
	"sync"

	"github.com/nats-io/nats.go"

	"ishi/cmd/arena/queue"
)

// connect connects to a NATS server, or to one in this process that keeps its streams in
// a folder.
func (p *program) connect(folder string, access queue.Access) (nc *nats.Conn, closeAll func(), err error) {
	if access.URL != "" {
		access.Name = "ishi arena"
		nc, err = queue.Connect(access)
		if err != nil {
			return nil, nil, &usageError{err}
		}
		return nc, nc.Close, nil
	}
	server, err := queue.StartServer(folder)
	if err != nil {
		return nil, nil, err
	}
	if nc, err = server.Connect(); err != nil {
		server.Close()
		return nil, nil, err
	}
	return nc, func() { nc.Close(); server.Close() }, nil
}

// note tells the user something.
func (p *program) note(format string, args ...any) {
	if p.say != nil {
		p.say(fmt.Sprintf("arena: "+format, args...))
		return
	}
	fmt.Fprintf(p.errs, "arena: "+format+"\n", args...)
}

// maxFailures is how often a game may fail on workers before the run is given up.
const maxFailures = 5

// failures counts the games that workers could not play.
type failures struct {
	*program
	mu    sync.Mutex
	times map[int]int
}

func newFailures(p *program) *failures { return &failures{program: p, times: map[int]int{}} }

// hear tells the user what a worker says, and returns an error for a game that cannot
// be played.
func (f *failures) hear(n queue.Note) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case !n.Failed:
		f.note("%s: %s", n.Worker, n.Text)
		return nil
	case n.Task == 0:
		f.note("%s: refuses to play: %s", n.Worker, n.Text)
		return nil
	}
	f.note("%s: game %d: %s", n.Worker, n.Task, n.Text)
	if f.times[n.Task]++; f.times[n.Task] >= maxFailures {
		return fmt.Errorf("game %d has failed %d times: %s", n.Task, maxFailures, n.Text)
	}
	return nil
}

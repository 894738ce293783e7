package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"ishi/cmd/arena/queue"
	"ishi/cmd/arena/selfplay"
	"ishi/engine/corpus"
)

// kindSelfPlay is the kind of a run that plays data games.
const kindSelfPlay = "selfplay"

const (
	// batchGames is the number of games that a worker plays at a time.
	batchGames = 16
	// batchesAhead is how many batches are in the queue at a time.
	batchesAhead = 64
)

// batch is the games from First to before End.
type batch struct {
	First int `json:"first"`
	End   int `json:"end"`
}

// collector hands out batches of data games and writes them to a file in their order,
// so that the file is the same however they are played.
type collector struct {
	*program
	writer *corpus.Writer
	next   int // the next game of the file
	put    int // the next game to be handed out
	games  int // of the whole file
	ready  map[int]ready
	quiet  bool
	bar    *progressbar.ProgressBar
}

// ready is a batch that waits for the ones before it.
type ready struct {
	games  []*corpus.Game
	result queue.Result
}

// collect plays the games that the file lacks.
func (c *collector) collect(ctx context.Context, nc *nats.Conn, run queue.Run, f selfPlayFlags) (err error) {
	failures := newFailures(c.program)
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	open := func() (*queue.Host, error) {
		return queue.Open(ctx, nc, run, 1, func(n queue.Note) {
			if err := failures.hear(n); err != nil {
				fail(err)
			}
		})
	}
	host, err := open()
	if err != nil {
		return err
	}
	// What an earlier process has left on the server is played again.
	if host.Backlog() > 0 || host.HasQueued() {
		if err := host.Finish(ctx); err != nil {
			return err
		}
		if host, err = open(); err != nil {
			return err
		}
	}
	stop := c.playHere(ctx, nc, run, f)
	began, had := time.Now(), c.next
	err = c.loop(ctx, host)
	c.close()
	stop()
	ending, done := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer done()
	err = errors.Join(c.finish(ctx, err), host.Finish(ending))
	c.note("%d games in %v", c.next-had, time.Since(began).Round(time.Millisecond))
	return err
}

// finish makes of the loop's error the one that the user sees.
func (c *collector) finish(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	if c.drain.Err() != nil && errors.Is(err, context.Canceled) {
		return errResumable
	}
	return err
}

// loop hands out and takes in until the file is complete.
func (c *collector) loop(ctx context.Context, host *queue.Host) error {
	c.put, c.ready = c.next, map[int]ready{}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(c.drain, stop)() // whole batches are in the file; the others are short
	c.show()
	for c.next < c.games {
		for c.put < c.games && c.put < c.next+batchGames*batchesAhead {
			b := batch{c.put, min(c.put+batchGames, c.games)}
			body, err := json.Marshal(b)
			if err != nil {
				return err
			}
			if err := host.Put(ctx, queue.Task{ID: 1 + b.First, Body: body}); err != nil {
				return err
			}
			c.put = b.End
		}
		r, err := host.Next(ctx)
		if err != nil {
			return err
		}
		if err := c.take(r); err != nil {
			return err
		}
	}
	return nil
}

// take takes a batch and writes what is next.
func (c *collector) take(r queue.Result) error {
	first := r.ID - 1
	if _, twice := c.ready[first]; twice || first < c.next {
		return r.Done()
	}
	about := c.writer.About()
	var games []*corpus.Game
	for rest := r.Body; len(rest) > 0; {
		g, behind, err := corpus.DecodeGame(rest, about.Width, about.Height)
		if err != nil {
			return err
		}
		games, rest = append(games, g), behind
	}
	c.ready[first] = ready{games, r}
	for {
		b, ok := c.ready[c.next]
		if !ok {
			return nil
		}
		delete(c.ready, c.next)
		for _, g := range b.games {
			if g.Number != c.next {
				return fmt.Errorf("game %d was played for game %d", g.Number, c.next)
			}
			if err := c.writer.Add(g); err != nil {
				return err
			}
			c.next++
		}
		if err := errors.Join(c.writer.Flush(), b.result.Done()); err != nil {
			return err
		}
		if c.bar != nil {
			c.bar.Set(c.next)
		}
	}
}

func (c *collector) show() {
	if out, ok := c.errs.(*os.File); ok && !c.quiet && term.IsTerminal(int(out.Fd())) {
		c.bar = progressbar.NewOptions(c.games, progressbar.OptionSetDescription("games"), progressbar.OptionSetWriter(out),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionThrottle(time.Second/5))
		c.bar.Set(c.next)
	}
}

func (c *collector) close() {
	if c.bar != nil {
		c.bar.Exit()
		fmt.Fprintln(c.errs)
	}
}

// playHere plays in this process, until the function that it returns is called.
func (c *collector) playHere(ctx context.Context, nc *nats.Conn, run queue.Run, f selfPlayFlags) (stop func()) {
	if f.concurrency == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w := &queue.Worker{Conn: nc, Name: workerName("here"), Slots: f.concurrency}
		if err := c.serveData(ctx, w, run, f.Settings); err != nil && ctx.Err() == nil {
			c.note("%v", err)
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// serveData plays batches for a run.
func (p *program) serveData(ctx context.Context, w *queue.Worker, run queue.Run, s selfplay.Settings) error {
	players := make([]*selfplay.Player, w.Slots)
	for i := range players {
		var err error
		if players[i], err = selfplay.NewPlayer(s, games()); err != nil {
			return err
		}
	}
	w.Play = func(ctx context.Context, slot int, t queue.Task) ([]byte, error) {
		var b batch
		if err := json.Unmarshal(t.Body, &b); err != nil {
			return nil, err
		}
		var body []byte
		for n := b.First; n < b.End; n++ {
			g, err := players[slot].Play(ctx, n)
			if err != nil {
				return nil, err
			}
			body = corpus.AppendGame(body, g, s.Width)
		}
		return body, nil
	}
	return w.Serve(ctx, p.drain, run)
}

// workOnData plays the data games of a run elsewhere.
func (p *program) workOnData(ctx context.Context, flags workerFlags, w *queue.Worker, r queue.Run) error {
	var s selfplay.Settings
	if err := json.Unmarshal(r.Body, &s); err != nil {
		return fmt.Errorf("run %q: %w", r.Name, err)
	}
	have, err := ownHash()
	if err != nil {
		return err
	}
	if have != s.Program && !flags.unchecked {
		return fmt.Errorf("run %q: this program has SHA-256 %s: want %s", r.Name, have, s.Program)
	}
	if err := p.serveData(ctx, w, r, s); ctx.Err() == nil {
		return err
	}
	return nil
}

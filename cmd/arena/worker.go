package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/queue"
	"ishi/cmd/arena/seats"
	"ishi/cmd/arena/settings"
)

// workerFlags are those of arena worker.
type workerFlags struct {
	nats        queue.Access
	folder      string
	name        string
	run         string
	concurrency int
	once        bool
	unchecked   bool
	logs        string
	commands    commands
}

func (p *program) workerCommand() *ffcli.Command {
	fs := newFlagSet("arena worker")
	w := workerFlags{commands: commands{}}
	natsFlags(fs, &w.nats)
	fs.StringVar(&w.folder, "folder", "", "folder of a run on this machine, instead of -nats")
	fs.StringVar(&w.name, "name", "", "name of this worker; the host and the process if empty")
	fs.StringVar(&w.run, "run", "", "take games of the contest of this name alone")
	fs.IntVar(&w.concurrency, "concurrency", 1, "games at a time")
	fs.BoolVar(&w.once, "once", false, "end with the first run instead of waiting for another")
	fs.BoolVar(&w.unchecked, "unchecked", false, "play with programs that are not those of the contest by their hashes")
	fs.StringVar(&w.logs, "logs", "", "folder for a full log of every game, none if empty")
	fs.Var(w.commands, "engine", "where an engine is on this machine: NAME=COMMAND; several times")
	return &ffcli.Command{
		Name:       "worker",
		ShortUsage: "arena worker -nats URL [flags]",
		ShortHelp:  "Play the games of runs elsewhere, data games too.",
		FlagSet:    fs,
		Exec: func(ctx context.Context, args []string) error {
			if len(args) > 0 {
				return &usageError{fmt.Errorf("unexpected argument %q", args[0])}
			}
			return p.work(ctx, w)
		},
	}
}

// errOnce ends a worker after its run.
var errOnce = errors.New("once")

// work plays the games of one run after the other.
func (p *program) work(ctx context.Context, w workerFlags) error {
	if w.concurrency < 1 {
		return &usageError{fmt.Errorf("concurrency %d: want 1 or more", w.concurrency)}
	}
	if w.folder != "" {
		if w.nats.URL != "" {
			return &usageError{errors.New("folder and nats: want one of them")}
		}
		url, err := queue.ServerURL(filepath.Join(w.folder, "queue"))
		if err != nil {
			return &usageError{fmt.Errorf("folder: %w", err)}
		}
		w.nats.URL = url
	}
	if w.name == "" {
		w.name = workerName("worker")
	}
	w.nats.Name = "ishi arena worker " + w.name
	nc, err := queue.Connect(w.nats)
	if err != nil {
		return &usageError{err}
	}
	defer nc.Close()
	p.note("%s waits for games", w.name)
	drain := p.drain
	if drain.Err() != nil {
		return nil
	}
	wanted := func(r queue.Run) bool {
		return (r.Kind == kindContest || r.Kind == kindSelfPlay) && (w.run == "" || r.Name == w.run)
	}
	err = queue.Follow(ctx, drain, nc, wanted, func(ctx context.Context, r queue.Run) error {
		p.note("plays in %q", r.Name)
		worker := &queue.Worker{Conn: nc, Name: w.name, Slots: w.concurrency}
		if err := p.workOn(ctx, w, worker, r); err != nil {
			worker.Say(r, queue.Note{Text: err.Error(), Failed: true})
			return err
		}
		if w.once {
			return errOnce
		}
		return nil
	})
	if errors.Is(err, errOnce) {
		return nil
	}
	return err
}

// workOn plays the games of a run.
func (p *program) workOn(ctx context.Context, w workerFlags, worker *queue.Worker, r queue.Run) error {
	if r.Kind == kindSelfPlay {
		return p.workOnData(ctx, w, worker, r)
	}
	var c contest.Contest
	if err := json.Unmarshal(r.Body, &c); err != nil {
		return fmt.Errorf("run %q: %w", r.Name, err)
	}
	if err := seats.Localize(&c, w.commands, w.unchecked); err != nil {
		return err
	}
	s := seats.New(&c, w.concurrency)
	s.Worker = w.name
	if w.logs != "" {
		s.Logs = filepath.Join(w.logs, r.ID)
	}
	defer s.Close()
	worker.Play = playOn(s)
	err := worker.Serve(ctx, p.drain, r)
	if ctx.Err() != nil {
		return nil // the run has ended, or we have
	}
	return err
}

// commands is a flag that says where engines are.
type commands map[string][]string

func (c commands) String() string { return "" }

func (c commands) Set(text string) error {
	name, command, ok := strings.Cut(text, "=")
	if !ok || name == "" || command == "" {
		return fmt.Errorf("%q: want NAME=COMMAND", text)
	}
	var words settings.Command
	if _, err := os.Stat(command); err == nil {
		words = settings.Command{command}
	} else if err := words.Set(command); err != nil {
		return err
	}
	c[name] = words
	return nil
}

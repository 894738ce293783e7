package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/director"
	"ishi/cmd/arena/plan"
	"ishi/cmd/arena/queue"
	"ishi/cmd/arena/seats"
	"ishi/cmd/arena/settings"
)

// errResumable is the error of a run that was told to stop before its end.
var errResumable = errors.New("stopped before the end; the same command goes on from here")

// kindContest is the kind of a run that plays a contest.
const kindContest = "contest"

// runFlags are those of arena run which say where and how, not what.
type runFlags struct {
	out      string
	nats     queue.Access
	replicas int
	patience time.Duration
	quiet    bool
}

func (r *runFlags) add(fs *flag.FlagSet) {
	fs.StringVar(&r.out, "out", "arena-run", "folder of the run; one that holds a part of it is resumed")
	fs.BoolVar(&r.quiet, "quiet", false, "show neither games nor standings")
	fs.IntVar(&r.replicas, "nats-replicas", 1, "replicas of the streams in a cluster of NATS servers")
	fs.DurationVar(&r.patience, "patience", usualPatience, "a worker that is silent for so long gives its games to others")
	natsFlags(fs, &r.nats)
}

func (p *program) runCommand() *ffcli.Command {
	fs := newFlagSet("arena run")
	var flags runFlags
	s := settings.Default()
	flags.add(fs)
	s.Flags(fs)
	return &ffcli.Command{
		Name:       "run",
		ShortUsage: "arena run [flags] [CONTEST.toml]",
		ShortHelp:  "Play a contest, or resume it.",
		LongHelp: "The contest is told by a file, by flags, or by both: the flags go before the file. With neither\n" +
			"the contest of the folder is resumed. doc/arena.md tells the keys of the file, which are the\n" +
			"names of the flags.",
		FlagSet: fs,
		Exec: func(ctx context.Context, args []string) error {
			if len(args) > 1 {
				return &usageError{fmt.Errorf("unexpected argument %q; flags stand before the contest file", args[1])}
			}
			if len(args) == 1 {
				var err error
				if s, err = overFile(args[0], fs); err != nil {
					return &usageError{err}
				}
			}
			return p.contest(ctx, s, flags)
		},
	}
}

// overFile reads a contest file and puts the flags that were given over it.
func overFile(path string, given *flag.FlagSet) (*settings.Settings, error) {
	s := settings.Default()
	if err := s.ReadFile(path); err != nil {
		return nil, err
	}
	again := newFlagSet("arena run")
	var err error
	s.Flags(again)
	given.Visit(func(f *flag.Flag) {
		if err != nil || again.Lookup(f.Name) == nil {
			return
		}
		if list, ok := f.Value.(settings.Collected); ok {
			for _, text := range list.Given() {
				err = errors.Join(err, again.Set(f.Name, text))
			}
			return
		}
		err = again.Set(f.Name, f.Value.String())
	})
	return s, err
}

// contest plays a contest.
func (p *program) contest(ctx context.Context, s *settings.Settings, flags runFlags) (err error) {
	if flags.patience < time.Second/10 {
		return &usageError{fmt.Errorf("patience %v: want 100ms or more", flags.patience)}
	}
	if flags.nats.URL == "" && s.Concurrency == 0 {
		p.note("nobody plays here: concurrency is 0; workers on this machine take games by arena worker -folder %s", flags.out)
	}
	if flags.nats.URL != "" {
		if err := flags.nats.Check(); err != nil {
			return &usageError{err}
		}
	}
	f, err := openFolder(flags.out)
	if err != nil {
		return err
	}
	defer f.close()
	wanted, err := p.wanted(ctx, f, s)
	if err != nil {
		return err
	}
	rules, err := gameOf(wanted.Contest.Game)
	if err != nil {
		return err
	}
	schedule, err := plan.New(wanted.Contest, rules, wanted.Plan)
	if err != nil {
		return &usageError{err}
	}
	if err := f.settle(wanted); err != nil {
		return err
	}
	j, played, err := f.openJournal(p.note)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	watch, err := p.watch(f, wanted, rules, schedule.Total(), played, flags.quiet)
	if err != nil {
		return err
	}
	d := &director.Director{Schedule: schedule, Journal: j, Listener: watch, Played: played}
	err = p.direct(ctx, f, wanted, d, s, flags)
	return errors.Join(err, watch.finish(f))
}

// wanted returns the contest of the settings, or that of the folder when they name no
// engines.
func (p *program) wanted(ctx context.Context, f *folder, s *settings.Settings) (*stored, error) {
	if len(s.Engines) == 0 {
		old, err := f.stored()
		if err == nil && old == nil {
			err = &usageError{errors.New("no contest: give a contest file or -engine twice or more; see arena help run")}
		}
		if err == nil {
			err = seats.Localize(old.Contest, nil, false)
		}
		return old, err
	}
	rules, err := gameOf(s.Game)
	if err != nil {
		return nil, err
	}
	c, err := s.Contest(rules)
	if err != nil {
		return nil, &usageError{err}
	}
	options, err := s.Plan()
	if err != nil {
		return nil, &usageError{err}
	}
	sprt, err := s.SPRT.Test()
	if err != nil {
		return nil, &usageError{err}
	}
	if sprt != nil && len(c.Participants) != 2 {
		return nil, &usageError{fmt.Errorf("sprt: %d engines: want two", len(c.Participants))}
	}
	switch {
	case s.Openings != "":
		if options.Openings, err = plan.ReadOpenings(s.Openings, rules, c.Setup); err != nil {
			return nil, &usageError{err}
		}
	case s.Generate > 0:
		if options.Openings, err = plan.Generate(ctx, rules, c.Setup, s.Generate, s.Seed); err != nil {
			return nil, &usageError{err}
		}
	}
	if err := seats.Resolve(c.Participants); err != nil {
		return nil, &usageError{err}
	}
	return &stored{Contest: c, Plan: options, SPRT: sprt}, nil
}

// direct opens the queue and runs the contest over it.
func (p *program) direct(ctx context.Context, f *folder, s *stored, d *director.Director, set *settings.Settings, flags runFlags) (err error) {
	nc, closeQueue, err := p.connect(f.file("queue"), flags.nats)
	if err != nil {
		return err
	}
	defer closeQueue()
	body, err := json.Marshal(s.Contest)
	if err != nil {
		return err
	}
	run := queue.Run{ID: s.ID, Name: s.Contest.Name, Kind: kindContest, Body: body, Patience: flags.patience}
	failures := newFailures(p)
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	host, err := queue.Open(ctx, nc, run, flags.replicas, func(n queue.Note) {
		if err := failures.hear(n); err != nil {
			fail(err)
		}
	})
	if err != nil {
		return err
	}
	d.Queue = host
	logs := ""
	if set.Log {
		logs = f.file("logs")
	}
	local := p.playHere(ctx, s.Contest, &queue.Worker{Conn: nc, Name: workerName("here"), Slots: set.Concurrency}, run, logs)
	err = d.Run(ctx, p.drain)
	if cause := context.Cause(ctx); err != nil && cause != nil && !errors.Is(cause, context.Canceled) {
		err = cause
	}
	// The end of a run must not depend on a context that is done.
	ending, done := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer done()
	local()
	if err == nil {
		return host.Finish(ending)
	}
	leave := host.Leave(ending)
	if errors.Is(err, director.ErrInterrupted) || errors.Is(err, context.Canceled) {
		return errResumable
	}
	return errors.Join(err, leave)
}

// playHere plays games in this process, until the function that it returns is called.
func (p *program) playHere(ctx context.Context, c *contest.Contest, w *queue.Worker, run queue.Run, logs string) (stop func()) {
	if w.Slots == 0 {
		return func() {}
	}
	s := seats.New(c, w.Slots)
	s.Worker, s.Logs = w.Name, logs
	w.Play = playOn(s)
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer s.Close()
		if err := w.Serve(ctx, p.drain, run); err != nil && ctx.Err() == nil {
			p.note("%v", err)
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// playOn returns what a worker does with the games of a contest.
func playOn(s *seats.Seats) func(context.Context, int, queue.Task) ([]byte, error) {
	return func(ctx context.Context, slot int, t queue.Task) ([]byte, error) {
		var job contest.Job
		if err := json.Unmarshal(t.Body, &job); err != nil {
			return nil, err
		}
		played, err := s.Play(ctx, slot, job)
		if err != nil {
			return nil, err
		}
		return json.Marshal(played)
	}
}

// workerName tells this worker from others.
func workerName(name string) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s-%d-%s", host, os.Getpid(), name)
}

// Command arena lets engines play each other and says how strong they are.
//
//	arena COMMAND [flags]
//
// Each command has a file of its own here; the work is done in the packages below.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/peterbourgon/ff/v3"
	"github.com/peterbourgon/ff/v3/ffcli"

	"ishi/engine"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
)

// Exit codes.
const (
	success     = 0
	failure     = 1
	misuse      = 2 // of flags, files or commands
	interrupted = 3 // a run that can be resumed
)

// version is that of the program.
const version = "0.1.0"

// envPrefix and "_" begin the names of environment variables, one for each flag.
const envPrefix = "ARENA"

// program is what the commands share.
type program struct {
	out, errs io.Writer
	// drain is done when the user wants an end: what has been begun is finished.
	drain context.Context
	// say, if not nil, writes a line without disturbing what is shown.
	say func(string)
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, errs io.Writer) int {
	ctx, drain, stop := signals(errs)
	defer stop()
	p := &program{out: out, errs: errs, drain: drain}
	root := &ffcli.Command{
		Name:       "arena",
		ShortUsage: "arena COMMAND [flags]",
		ShortHelp:  "Let engines play each other and say how strong they are.",
		LongHelp: "Every flag can also be set by an environment variable: -nats-password by ARENA_NATS_PASSWORD.\n" +
			"doc/arena.md tells all.",
		Subcommands: []*ffcli.Command{
			p.runCommand(),
			p.workerCommand(),
			p.reportCommand(),
			p.selfPlayCommand(),
			{Name: "version", ShortUsage: "arena version", ShortHelp: "Print the version.", Exec: p.version},
		},
	}
	root.Subcommands = append(root.Subcommands, &ffcli.Command{
		Name: "help", ShortUsage: "arena help [COMMAND]", ShortHelp: "Print how a command is used.",
		Exec: func(_ context.Context, args []string) error { return p.help(root, args) },
	})
	root.Exec = func(_ context.Context, args []string) error {
		if len(args) > 0 {
			return &usageError{fmt.Errorf("unknown command %q; see arena help", args[0])}
		}
		return p.help(root, nil)
	}
	for _, c := range append(root.Subcommands, root) {
		if c.FlagSet == nil {
			c.FlagSet = newFlagSet("arena " + c.Name)
		}
		c.Options = append(c.Options, ff.WithEnvVarPrefix(envPrefix))
	}
	err := root.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		if err = nil; len(args) > 0 && slices.ContainsFunc(root.Subcommands, func(c *ffcli.Command) bool { return c.Name == args[0] }) {
			err = p.help(root, args[:1])
		} else {
			err = p.help(root, nil)
		}
	case err != nil:
		err = &usageError{err}
	default:
		err = root.Run(ctx)
	}
	return p.code(err)
}

// code reports an error and returns the exit code.
func (p *program) code(err error) int {
	if err == nil {
		return success
	}
	if errors.Is(err, errResumable) {
		fmt.Fprintf(p.errs, "arena: %v\n", err)
		return interrupted
	}
	fmt.Fprintf(p.errs, "arena: %v\n", err)
	if bad := (*usageError)(nil); errors.As(err, &bad) {
		return misuse
	}
	return failure
}

// usageError is a mistake in flags or in a contest file.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

func newFlagSet(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// signals returns a context that is done at the second interrupt, and one that is done
// at the first.
func signals(errs io.Writer) (ctx, drain context.Context, stop func()) {
	ctx, abort := context.WithCancel(context.Background())
	drain, finish := context.WithCancel(ctx)
	caught := make(chan os.Signal, 4)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-caught
		fmt.Fprintln(errs, "arena: the games that have begun are finished; interrupt again to give them up")
		finish()
		<-caught
		abort()
	}()
	return ctx, drain, func() { signal.Stop(caught); abort(); finish() }
}

// help prints how a command is used.
func (p *program) help(root *ffcli.Command, args []string) error {
	if len(args) == 0 {
		_, err := fmt.Fprint(p.out, ffcli.DefaultUsageFunc(root))
		return err
	}
	for _, c := range root.Subcommands {
		if c.Name == args[0] {
			_, err := fmt.Fprint(p.out, ffcli.DefaultUsageFunc(c))
			return err
		}
	}
	return &usageError{fmt.Errorf("unknown command %q; see arena help", args[0])}
}

func (p *program) version(context.Context, []string) error {
	text := fmt.Sprintf("Ishi arena %s (%s %s/%s", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				text += " " + s.Value
			}
		}
	}
	_, err := fmt.Fprintln(p.out, text+")")
	return err
}

// games are the games that are played.
func games() []engine.Game { return []engine.Game{gomoku.Game(), othello.Game()} }

// gameOf returns a game by its name.
func gameOf(name string) (engine.Game, error) {
	for _, g := range games() {
		if g.Name() == name {
			return g, nil
		}
	}
	return nil, &usageError{fmt.Errorf("game %q: want gomoku or othello", name)}
}

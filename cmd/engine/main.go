package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/term"

	"ishi/engine"
	"ishi/protocol"
	"ishi/protocol/repl"
)

// Exit codes.
const (
	success = 0
	failure = 1
	misuse  = 2 // of flags or commands
)

// command is what the program does instead of playing.
type command struct {
	usage string
	// run is nil for the prompt, which needs the input too.
	run func(args []string, out io.Writer) error
}

// commands holds the commands by name. Those with flags of their own read no
// environment and no file: what they measure must not depend on them.
func commands() map[string]command {
	return map[string]command{
		"analyze":  {"judge positions and games: analyze FILE…", analyze},
		"bench":    {"search fixed positions; the sum of nodes is the signature", bench},
		promptName: {"open the prompt, or carry out a script: repl [-game GAME] [-size SIZE] [-rule RULE] [-e]", nil},
		"perft":    {"count the games of a number of plies", perft},
		"options":  {"list all options, those of the games' searches included", listOptions},
		"version":  {"print the version", printVersion},
		"help":     {"print this text", printHelp},
	}
}

func main() { os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, in, out *os.File, errs io.Writer) int {
	signal.Ignore(syscall.SIGPIPE) // a client that has left is seen by its end of file
	name, args := args[0], args[1:]
	if len(args) > 0 && args[0] == promptName {
		return code(prompt(args[1:], in, out, errs), out, errs)
	}
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		c, ok := commands()[args[0]]
		if !ok {
			fmt.Fprintf(errs, "engine: unknown command %q; see engine -help\n", args[0])
			return misuse
		}
		return code(c.run(args[1:], out), out, errs)
	}
	s := newSettings()
	if _, err := s.read(args); err != nil {
		return code(err, out, errs)
	}
	s.nameDialect(name)
	if s.dialect == protocol.Unknown && term.IsTerminal(int(in.Fd())) {
		return code(s.openPrompt(engine.Setup{}, false, in, out, errs), out, errs)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, s, in, out); err != nil {
		return failure
	}
	return success
}

// code reports the error of a command and returns the exit code.
func code(err error, out, errs io.Writer) int {
	if err == nil {
		return success
	}
	if wanted := (*helpError)(nil); errors.As(err, &wanted) {
		if err := wanted.print(out); err != nil {
			return failure
		}
		return success
	}
	if errors.Is(err, repl.ErrFailed) {
		return failure // it has told
	}
	fmt.Fprintf(errs, "engine: %v\n", err)
	if bad := (*usageError)(nil); errors.As(err, &bad) {
		return misuse
	}
	return failure
}

// usageError is a mistake in the arguments of a command.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

// helpError is the wish for help on a command.
type helpError struct{ flags *flag.FlagSet }

func (e *helpError) Error() string { return "help" }

// newFlagSet returns flags that leave all printing to code.
func newFlagSet(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// parse reads the flags of a command that takes nothing else.
func parse(fs *flag.FlagSet, args []string) error {
	if err := parseFlags(fs, args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return &usageError{fmt.Errorf("unexpected argument %q; see engine -help", fs.Arg(0))}
	}
	return nil
}

// parseFlags reads the flags of a command and leaves other arguments.
func parseFlags(fs *flag.FlagSet, args []string) error {
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return &helpError{fs}
	case err != nil:
		return &usageError{fmt.Errorf("%w; see engine -help", err)}
	}
	return nil
}

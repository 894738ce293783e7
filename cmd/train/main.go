// Command train makes the weights that Ishi evaluates positions with. It is not part of the engine.
//
//	train COMMAND [flags]
//
// Each command has a file of its own here; the work is done in the packages below.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"
	"github.com/schollz/progressbar/v3"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root := &ffcli.Command{
		Name:       "train",
		ShortUsage: "train COMMAND [flags]",
		ShortHelp:  "Make the weights of the evaluations.",
		Subcommands: []*ffcli.Command{
			othelloCommand(),
			selfPlayOthelloCommand(),
			probCutCommand(),
			gomokuCommand(),
			selfPlayGomokuCommand(),
		},
		Exec: func(context.Context, []string) error { return flag.ErrHelp },
	}
	if err := root.ParseAndRun(ctx, os.Args[1:]); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			os.Exit(2)
		}
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// bar returns a function that shows the progress of a step.
func bar(step string) func(done, total int) {
	var b *progressbar.ProgressBar
	return func(done, total int) {
		if b == nil {
			b = progressbar.NewOptions(total, progressbar.OptionSetDescription(step),
				progressbar.OptionSetWriter(os.Stderr), progressbar.OptionShowCount(),
				progressbar.OptionThrottle(time.Second), progressbar.OptionOnCompletion(func() { fmt.Fprintln(os.Stderr) }))
		}
		b.Set(done)
	}
}

// fileList is a flag of file names: given several times, or separated by commas.
type fileList []string

func (l *fileList) String() string { return strings.Join(*l, ",") }

func (l *fileList) Set(text string) error {
	*l = append(*l, strings.Split(text, ",")...)
	return nil
}

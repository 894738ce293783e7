package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ishi/engine"
)

func measureCommands() []*command {
	const topic = "Measuring"
	return []*command{
		{
			name: "perft", args: "DEPTH", topic: topic, run: (*shell).perftCommand,
			help:    "count the games of 1 to DEPTH plies from here",
			example: "perft 5",
		},
		{
			name: "bench", topic: topic, run: (*shell).benchCommand,
			help:    "search the fixed positions of this game; the sum of nodes is the signature",
			example: "bench",
		},
	}
}

// mostPerft is the largest depth that is not a mistake.
const mostPerft = 30

func (s *shell) perftCommand(args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	depth, err := strconv.Atoi(args[0])
	if err != nil || depth < 1 || depth > mostPerft {
		return fmt.Errorf("depth %q: want 1 to %d", args[0], mostPerft)
	}
	pos, err := s.copyPosition()
	if err != nil {
		return err
	}
	s.background("perft", func(ctx context.Context) error {
		for d := 1; d <= depth; d++ {
			start := time.Now()
			n, err := engine.Perft(ctx, pos, d)
			if err != nil {
				return err
			}
			if err := s.tell(ctx, fmt.Sprintf("%2d %20d %10.3f s", d, n, time.Since(start).Seconds())); err != nil {
				return err
			}
		}
		return nil
	})
	return nil
}

// tell prints from the goroutine of a job, as long as that is wanted.
func (s *shell) tell(ctx context.Context, text string) error {
	select {
	case s.told <- text:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *shell) benchCommand(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	if s.choice.Bench == nil {
		return errors.New("there are no fixed positions")
	}
	name := s.session.Game().Name()
	s.background("bench", func(ctx context.Context) error {
		out := &lineWriter{print: func(text string) error { return s.tell(ctx, text) }}
		if err := s.choice.Bench(ctx, name, out); err != nil {
			return err
		}
		return out.flush()
	})
	return nil
}

// lineWriter prints whole lines.
type lineWriter struct {
	print func(string) error
	rest  []byte
}

func (w *lineWriter) Write(b []byte) (int, error) {
	w.rest = append(w.rest, b...)
	i := bytes.LastIndexByte(w.rest, '\n')
	if i < 0 {
		return len(b), nil
	}
	text := strings.TrimRight(string(w.rest[:i]), "\n")
	w.rest = append(w.rest[:0], w.rest[i+1:]...)
	return len(b), w.print(text)
}

// flush prints a last line without an end.
func (w *lineWriter) flush() error {
	if len(w.rest) == 0 {
		return nil
	}
	return w.print(string(w.rest))
}

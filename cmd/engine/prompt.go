package main

import (
	"context"
	"flag"
	"io"
	"os"
	"slices"

	"ishi/engine"
	"ishi/protocol/repl"
)

// promptName is the command that opens the prompt.
const promptName = "repl"

// prompt opens the prompt, or carries out the commands of a script.
func prompt(args []string, in, out *os.File, errs io.Writer) error {
	s := newSettings()
	var strict, chosen bool
	var setup engine.Setup
	s.extra = func(fs *flag.FlagSet) {
		fs.BoolVar(&strict, "e", false, "end a script with the first command that fails")
		fs.Func("size", "board, 15 or 20x15, the game's usual one if not given", func(text string) (err error) {
			setup.Width, setup.Height, err = parseSize(text)
			return err
		})
	}
	fs, err := s.read(args)
	if err != nil {
		return err
	}
	fs.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == "game" })
	if s.firstRule != "" && !chosen { // only that of Gomoku can be chosen
		s.firstGame = "gomoku"
	}
	return s.openPrompt(setup, strict, in, out, errs)
}

// openPrompt runs the prompt with what has been chosen.
func (s *settings) openPrompt(setup engine.Setup, strict bool, in, out *os.File, errs io.Writer) error {
	first, err := s.game(s.firstGame)
	if err != nil {
		return err
	}
	if slices.Contains(first.Rules(), s.firstRule) {
		setup.Rule = s.firstRule
	}
	if _, err := first.New(setup); err != nil {
		return &usageError{err}
	}
	games := []engine.Game{first}
	for _, g := range s.games {
		if g != first {
			games = append(games, g)
		}
	}
	log, file := s.openLog()
	if file != nil {
		defer file.Close()
	}
	log.Note("%s, process %d, the prompt", longVersion(), os.Getpid())
	return repl.Serve(context.Background(), repl.Streams{In: in, Out: out, Err: errs}, repl.Choice{
		Games: games, Setup: setup, Config: s.engine, Strict: strict, Gamelog: s.gamelog, Notices: s.problems,
		Bench: func(ctx context.Context, game string, out io.Writer) error {
			return benchGame(ctx, s, benchChoice{game: game, threads: 1}, out)
		},
	}, repl.About{Name: name, Version: version}, log)
}

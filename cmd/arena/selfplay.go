package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"ishi/cmd/arena/queue"
	"ishi/cmd/arena/seats"
	"ishi/cmd/arena/selfplay"
	"ishi/cmd/arena/settings"
	"ishi/engine/corpus"
)

// selfPlayFlags are those of arena selfplay.
type selfPlayFlags struct {
	selfplay.Settings
	size        settings.Size
	opening     string
	games       int
	concurrency int
	nats        queue.Access
	quiet       bool
}

func (p *program) selfPlayCommand() *ffcli.Command {
	fs := newFlagSet("arena selfplay")
	var f selfPlayFlags
	usual := selfplay.Usual("gomoku")
	fs.StringVar(&f.Game, "game", usual.Game, "game: gomoku or othello")
	fs.StringVar(&f.Rule, "rule", "", "rule of the game, the usual one if empty")
	fs.Var(&f.size, "size", "board size in points each way, or WIDTHxHEIGHT; the game's usual one if empty")
	fs.IntVar(&f.games, "games", 1000, "games in the file at the end")
	fs.Uint64Var(&f.Nodes, "nodes", usual.Nodes, "nodes of each search")
	fs.Uint64Var(&f.Seed, "seed", usual.Seed, "decides everything that is random")
	fs.StringVar(&f.opening, "opening", "", "random plies at the beginning, such as 6-20; the usual ones of the game if empty")
	fs.IntVar(&f.Balance, "balance", -1, "largest score of an opening for either side, 0 for any, -1 for the game's usual one")
	fs.Float64Var(&f.Random, "random", -1, "share of later moves that are drawn, 0 to 1; -1 for the game's usual one")
	fs.IntVar(&f.MaxPlies, "max-moves", -1, "end games as drawn after so many plies, 0 for never, -1 for the game's usual number")
	fs.IntVar(&f.concurrency, "concurrency", 1, "games at a time here; 0 leaves all to workers elsewhere")
	fs.BoolVar(&f.quiet, "quiet", false, "show no progress")
	natsFlags(fs, &f.nats)
	return &ffcli.Command{
		Name:       "selfplay",
		ShortUsage: "arena selfplay [flags] FILE",
		ShortHelp:  "Let Ishi play against itself and write positions with scores and results.",
		LongHelp:   "A file that is there already is continued. arena selfplay stats FILE says what is in one.",
		FlagSet:    fs,
		Subcommands: []*ffcli.Command{{
			Name: "stats", ShortUsage: "arena selfplay stats FILE…", ShortHelp: "Say what is in files.",
			FlagSet: newFlagSet("arena selfplay stats"), Exec: p.statistics,
		}},
		Exec: func(ctx context.Context, args []string) error {
			if len(args) != 1 {
				return &usageError{fmt.Errorf("%d files: want one", len(args))}
			}
			return p.makeData(ctx, f, args[0])
		},
	}
}

// statistics says what is in files.
func (p *program) statistics(_ context.Context, args []string) error {
	if len(args) == 0 {
		return &usageError{errors.New("no file")}
	}
	for i, path := range args {
		s, err := selfplay.Collect(path)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(p.out)
		}
		fmt.Fprintf(p.out, "%s\n", path)
		if err := s.Write(p.out); err != nil {
			return err
		}
	}
	return nil
}

// complete puts in what is usual for the game and checks the rest.
func (f *selfPlayFlags) complete() (err error) {
	rules, err := gameOf(f.Game)
	if err != nil {
		return err
	}
	usual := selfplay.Usual(f.Game)
	if f.opening == "" {
		f.OpeningMin, f.OpeningMax = usual.OpeningMin, usual.OpeningMax
	} else if f.OpeningMin, f.OpeningMax, err = selfplay.ParseRange(f.opening); err != nil {
		return fmt.Errorf("opening: %w", err)
	}
	if f.Balance < 0 {
		f.Balance = usual.Balance
	}
	if f.Random < 0 {
		f.Random = usual.Random
	}
	if f.MaxPlies < 0 {
		f.MaxPlies = usual.MaxPlies
	}
	f.Width, f.Height = f.size.Width, f.size.Height
	position, err := rules.New(f.Setup())
	if err != nil {
		return fmt.Errorf("rule %q, size %q: %w", f.Rule, f.size, err)
	}
	setup := position.Setup()
	f.Width, f.Height, f.Rule = setup.Width, setup.Height, setup.Rule
	switch {
	case f.games < 1:
		return fmt.Errorf("games %d: want 1 or more", f.games)
	case f.concurrency < 0:
		return fmt.Errorf("concurrency %d: want 0 or more", f.concurrency)
	}
	if f.Program, err = ownHash(); err != nil {
		return err
	}
	return f.Check()
}

func ownHash() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	return seats.Hash(path)
}

// makeData writes a file of data games, or goes on with one.
func (p *program) makeData(ctx context.Context, f selfPlayFlags, path string) (err error) {
	if err := f.complete(); err != nil {
		return &usageError{err}
	}
	w, have, err := p.openCorpus(f, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if have >= f.games {
		p.note("%s has %d games already", path, have)
		return nil
	}
	// The streams need not outlive this process: the file says what is played.
	streams, err := os.MkdirTemp(filepath.Dir(path), ".arena-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(streams)
	nc, closeQueue, err := p.connect(streams, f.nats)
	if err != nil {
		return err
	}
	defer closeQueue()
	body, err := json.Marshal(f.Settings)
	if err != nil {
		return err
	}
	run := queue.Run{
		ID: w.About().ID, Name: filepath.Base(path), Kind: kindSelfPlay, Body: body, Patience: usualPatience,
	}
	c := &collector{program: p, writer: w, next: have, games: f.games, quiet: f.quiet}
	return c.collect(ctx, nc, run, f)
}

// openCorpus makes a file, or opens one that was made with the same settings.
func (p *program) openCorpus(f selfPlayFlags, path string) (*corpus.Writer, int, error) {
	about := corpus.About{
		ID: strings.ToLower(rand.Text()[:12]), Game: f.Game, Rule: f.Rule, Width: f.Width, Height: f.Height, Made: f.Made(),
	}
	w, err := corpus.Create(path, about)
	if !errors.Is(err, fs.ErrExist) {
		return w, 0, err
	}
	w, state, err := corpus.Append(path)
	if err != nil {
		return nil, 0, err
	}
	about.ID = w.About().ID
	d, err := differences(w.About(), about)
	if err != nil || len(d) > 0 {
		w.Close()
		return nil, 0, errors.Join(err, &usageError{fmt.Errorf("%s holds games of another kind; choose another file:\n  %s", path, strings.Join(d, "\n  "))})
	}
	if state.Cut > 0 {
		p.note("%s: the last block was not whole; %d bytes are cut off, and its games are played again", path, state.Cut)
	}
	return w, state.Games, nil
}

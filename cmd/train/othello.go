package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"ishi/cmd/train/othello"
	engine "ishi/engine/othello"
)

// othelloFlags are those of train othello.
type othelloFlags struct {
	wthor           string
	exact, selfplay fileList
	label           othello.LabelOptions
	out, cache      string
	seed            uint64
	coarse          float64
	fit             othello.FitOptions
}

func othelloCommand() *ffcli.Command {
	f := othelloFlags{fit: othello.DefaultFit}
	flags := flag.NewFlagSet("train othello", flag.ContinueOnError)
	flags.StringVar(&f.wthor, "wthor", "", "folder with the .wtb files of the WTHOR base")
	flags.Var(&f.exact, "exact", "files of exact scores; may be repeated")
	flags.Var(&f.selfplay, "selfplay", "files of searched scores, as train selfplay-othello makes them; may be repeated")
	flags.IntVar(&f.label.Solve, "solve", 13, "solve the positions of the games with at most so many empty squares")
	flags.IntVar(&f.label.Ahead, "ahead", 2, "take the theoretical score for so many plies before it is exact; 36 for all")
	flags.StringVar(&f.out, "out", "weights.bin", "file of weights to write")
	flags.StringVar(&f.cache, "cache", filepath.Join(os.TempDir(), "ishi-train"), "folder for what a later run can use")
	flags.Uint64Var(&f.seed, "seed", 1, "chooses the games that are held out")
	flags.Float64Var(&f.fit.Ridge, "ridge", f.fit.Ridge, "pull of a parameter towards 0, in samples")
	flags.Float64Var(&f.fit.Smooth, "smooth", f.fit.Smooth, "pull towards the stages before and after, in samples")
	flags.Float64Var(&f.fit.Focus, "focus", f.fit.Focus, "score at which a position counts half, in discs")
	flags.IntVar(&f.fit.Sweeps, "sweeps", f.fit.Sweeps, "passes over all stages")
	flags.Float64Var(&f.coarse, "coarse", 0.3, "round parameters to this share of their standard error")
	flags.IntVar(&f.fit.Iterations, "iterations", f.fit.Iterations, "steps for a stage in a pass")
	return &ffcli.Command{
		Name:       "othello",
		ShortUsage: "train othello -wthor DIR [-exact FILES] [-selfplay FILES] [-out FILE] [flags]",
		ShortHelp:  "Fit the weights of the Othello evaluation.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return f.run(ctx) },
	}
}

func (f *othelloFlags) run(ctx context.Context) error {
	if f.wthor == "" && len(f.selfplay) == 0 {
		return fmt.Errorf("othello: nothing to train with: give -wthor or -selfplay: %w", flag.ErrHelp)
	}
	set, story, err := f.collect(ctx)
	if err != nil {
		return err
	}
	set.Settle(f.fit.Focus)
	f.fit.Checkpoints = f.cache
	w, err := othello.Fit(ctx, set, f.fit, bar("fitting"))
	if err != nil {
		return err
	}
	othello.Coarsen(set, w, f.fit, f.coarse)
	reports := othello.Report(set, w)
	othello.Print(os.Stdout, reports)
	story += fmt.Sprintf("seed %d\nfit ridge %g smooth %g focus %g sweeps %d iterations %d\n", f.seed,
		f.fit.Ridge, f.fit.Smooth, f.fit.Focus, f.fit.Sweeps, f.fit.Iterations)
	var file bytes.Buffer
	if err := engine.WriteWeights(&file, story+othello.Describe(reports), w); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", f.out, file.Len())
	return os.WriteFile(f.out, file.Bytes(), 0o644)
}

// collect reads and labels all positions and says in a few lines what they are.
func (f *othelloFlags) collect(ctx context.Context) (set *othello.Set, _ string, err error) {
	labels, err := othello.OpenLabels(f.cache)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, labels.Close()) }()
	set = othello.NewSet(f.seed)
	var story strings.Builder
	for _, name := range f.exact {
		n := 0
		if err := othello.ReadLabelled(name, othello.Exact, func(p othello.Labelled) { labels.Add(p); n++ }); err != nil {
			return nil, "", err
		}
		fmt.Fprintf(&story, "data %d exact scores (%s)\n", n, filepath.Base(name))
	}
	for _, name := range f.selfplay {
		n := 0
		if err := othello.ReadLabelled(name, othello.Searched, func(p othello.Labelled) { set.Add(p); n++ }); err != nil {
			return nil, "", err
		}
		fmt.Fprintf(&story, "data %d searched scores (%s)\n", n, filepath.Base(name))
	}
	if f.wthor == "" {
		return set, story.String(), nil
	}
	games, damaged, err := othello.ReadGames(f.wthor)
	if err != nil {
		return nil, "", err
	}
	var counts [3]int
	err = labels.Positions(ctx, games, f.label, bar("labels"), func(p othello.Labelled) { set.Add(p); counts[p.Source]++ })
	if err != nil {
		return nil, "", err
	}
	fmt.Fprintf(&story, "data %d WTHOR games, %d of them damaged; positions: %d exact, %d searched, %d theoretical\n",
		len(games), damaged, counts[othello.Exact], counts[othello.Searched], counts[othello.Theoretical])
	return set, story.String(), nil
}

// useWeights makes a file of weights the one to search with; an empty name stands for those of the program.
func useWeights(name string) error {
	if name == "" {
		return engine.CheckWeights()
	}
	file, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	w, err := engine.ParseWeights(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	engine.UseWeights(w)
	return nil
}

package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"ishi/cmd/train/gomoku"
)

func selfPlayGomokuCommand() *ffcli.Command {
	var o gomoku.PlayOptions
	flags := flag.NewFlagSet("train selfplay-gomoku", flag.ContinueOnError)
	out := flags.String("out", "games.txt", "file of games to write or to continue")
	flags.StringVar(&o.Rule, "rule", "freestyle", "rule: freestyle, exact, renju, caro or exact-caro")
	flags.IntVar(&o.Size, "size", 15, "board size in points each way, 5 to 32")
	flags.IntVar(&o.Games, "games", 10000, "number of games in the file at the end")
	flags.IntVar(&o.Nodes, "nodes", 1500, "nodes a move")
	flags.Uint64Var(&o.Seed, "seed", 1, "chooses openings and nodes; the same seed gives the same games")
	return &ffcli.Command{
		Name:       "selfplay-gomoku",
		ShortUsage: "train selfplay-gomoku [-out FILE] [-rule RULE] [-games N] [-nodes N] [flags]",
		ShortHelp:  "Play gomoku from random openings, for train gomoku.",
		FlagSet:    flags,
		Exec: func(ctx context.Context, _ []string) error {
			if o.Games < 1 || o.Nodes < 1 {
				return fmt.Errorf("selfplay-gomoku: %d games of %d nodes a move: %w", o.Games, o.Nodes, flag.ErrHelp)
			}
			return gomoku.PlayFile(ctx, *out, o, bar("games"))
		},
	}
}

func gomokuCommand() *ffcli.Command {
	var o gomoku.FitOptions
	var games fileList
	flags := flag.NewFlagSet("train gomoku", flag.ContinueOnError)
	flags.Var(&games, "games", "files of train selfplay-gomoku, several times or separated by commas")
	out := flags.String("out", "weights.bin", "file of weights to write")
	rules := flags.String("rules", "freestyle,exact,renju,caro,exact-caro", "rules to fit, freestyle first: the others begin with its weights")
	flags.IntVar(&o.Epochs, "epochs", 6, "passes over the positions")
	flags.Float64Var(&o.Rate, "rate", 0.02, "size of a step")
	flags.Float64Var(&o.Decay, "decay", 1e-7, "pull of each weight towards where it began, per step")
	flags.Float64Var(&o.Result, "result", 0.75, "share of the game's result in what is learnt, the rest is the searched score; 0 to 1")
	flags.IntVar(&o.HeldOut, "held-out", 20, "every so many-th game is kept for testing")
	flags.Uint64Var(&o.Seed, "seed", 1, "order of the positions")
	return &ffcli.Command{
		Name:       "gomoku",
		ShortUsage: "train gomoku -games FILE [-out FILE] [-rules RULES] [flags]",
		ShortHelp:  "Fit the weights of the gomoku evaluation and move order to games.",
		FlagSet:    flags,
		Exec: func(_ context.Context, _ []string) error {
			if len(games) == 0 || o.Epochs < 1 || o.HeldOut < 2 || o.Result < 0 || o.Result > 1 {
				return fmt.Errorf("gomoku: games are missing, or the numbers make no sense: %w", flag.ErrHelp)
			}
			return gomoku.FitFiles(games, strings.Split(*rules, ","), *out, o)
		},
	}
}

package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/peterbourgon/ff/v3/ffcli"

	"ishi/cmd/train/othello"
)

func selfPlayOthelloCommand() *ffcli.Command {
	var s othello.SelfPlay
	flags := flag.NewFlagSet("train selfplay-othello", flag.ContinueOnError)
	out := flags.String("out", "selfplay.gz", "file of labelled positions to write or to continue")
	wthor := flags.String("wthor", "", "begin at random places of the games in this folder, not with random moves")
	weights := flags.String("weights", "", "file of weights to search with, instead of those in the program")
	flags.IntVar(&s.Games, "games", 10000, "number of games")
	flags.IntVar(&s.First, "first", 0, "number of the first game: other numbers, other games")
	flags.IntVar(&s.Depth, "depth", 6, "depth of the searches, in plies")
	flags.IntVar(&s.Exact, "solve", 12, "solve positions with at most so many empty squares")
	flags.IntVar(&s.Low, "low", 1, "smallest number of empty squares that is labelled")
	flags.IntVar(&s.High, "high", 54, "largest number of empty squares that is labelled")
	flags.Float64Var(&s.Random, "random", 0.2, "share of random moves, 0 to 1")
	flags.Uint64Var(&s.Seed, "seed", 1, "chooses openings and random moves")
	return &ffcli.Command{
		Name:       "selfplay-othello",
		ShortUsage: "train selfplay-othello [-out FILE] [-games N] [-depth PLIES] [flags]",
		ShortHelp:  "Play Othello and label the positions, for train othello -selfplay.",
		FlagSet:    flags,
		Exec: func(ctx context.Context, _ []string) error {
			if s.Low > s.High || s.Depth < 1 || s.Games < 1 || s.Random < 0 || s.Random > 1 {
				return fmt.Errorf("selfplay-othello: the numbers make no sense: %w", flag.ErrHelp)
			}
			if err := useWeights(*weights); err != nil {
				return err
			}
			if *wthor != "" {
				var err error
				if s.Openings, _, err = othello.ReadGames(*wthor); err != nil {
					return err
				}
			}
			return s.WriteFile(ctx, *out, bar("games"))
		},
	}
}

package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/peterbourgon/ff/v3/ffcli"

	"ishi/cmd/train/othello"
)

func probCutCommand() *ffcli.Command {
	flags := flag.NewFlagSet("train probcut", flag.ContinueOnError)
	o := othello.DefaultProbCut
	wthor := flags.String("wthor", "", "folder with the .wtb files of the WTHOR base")
	samples := flags.String("samples", filepath.Join(os.TempDir(), "ishi-probcut.json"), "file of searched positions; a later run goes on with it")
	out := flags.String("out", "probcut.txt", "file of the model to write")
	flags.IntVar(&o.Positions, "positions", o.Positions, "number of positions to search")
	flags.IntVar(&o.Depth, "depth", o.Depth, "largest depth of a search that does not reach the end, in plies")
	flags.IntVar(&o.Solve, "solve", o.Solve, "solve positions with at most so many empty squares")
	flags.Uint64Var(&o.Seed, "seed", o.Seed, "chooses the positions")
	return &ffcli.Command{
		Name:       "probcut",
		ShortUsage: "train probcut -wthor DIR [-out FILE] [flags]",
		ShortHelp:  "Measure how well shallow Othello searches predict deep ones.",
		FlagSet:    flags,
		Exec: func(ctx context.Context, _ []string) error {
			games, _, err := othello.ReadGames(*wthor)
			if err != nil {
				return err
			}
			m, err := othello.MeasureProbCut(ctx, games, o, *samples, os.Stdout, bar("searching"))
			if err != nil {
				return err
			}
			data := fmt.Sprintf("%d positions of %d WTHOR games, depth %d, solved from %d empty squares, seed %d",
				o.Positions, len(games), o.Depth, o.Solve, o.Seed)
			return os.WriteFile(*out, []byte(m.Format(data)), 0o644)
		},
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/journal"
	"ishi/cmd/arena/plan"
	"ishi/cmd/arena/rating"
	"ishi/cmd/arena/report"
)

// formats are what arena report can write.
var formats = map[string]func(io.Writer, rating.Summary) error{
	"json": report.JSON,
	"csv":  report.CSV,
	"html": report.HTML,
	"text": func(out io.Writer, s rating.Summary) error {
		_, err := fmt.Fprintln(out, report.Table(s, report.LiveOptions{}))
		return err
	},
}

func (p *program) reportCommand() *ffcli.Command {
	fs := newFlagSet("arena report")
	as := fs.String("as", "text", "what to write: "+strings.Join(slices.Sorted(maps.Keys(formats)), ", "))
	return &ffcli.Command{
		Name:       "report",
		ShortUsage: "arena report [-as FORMAT] DIR",
		ShortHelp:  "Say what came of a run, or how it stands.",
		FlagSet:    fs,
		Exec: func(_ context.Context, args []string) error {
			write, ok := formats[*as]
			if !ok {
				return &usageError{fmt.Errorf("as %q: want one of %s", *as, strings.Join(slices.Sorted(maps.Keys(formats)), ", "))}
			}
			if len(args) != 1 {
				return &usageError{fmt.Errorf("%d folders: want one", len(args))}
			}
			s, err := summary(args[0])
			if err != nil {
				return err
			}
			return write(p.out, s)
		},
	}
}

// summary adds up the games of a folder, which another process may be adding to.
func summary(path string) (rating.Summary, error) {
	f := &folder{path: path}
	s, err := f.stored()
	if err != nil {
		return rating.Summary{}, err
	}
	if s == nil {
		return rating.Summary{}, fmt.Errorf("%s: no contest in this folder", path)
	}
	played := map[int]contest.Played{}
	if _, err := journal.Read(filepath.Join(path, "journal"), func(r []byte) error { return addPlayed(played, r) }); err != nil {
		return rating.Summary{}, err
	}
	rules, err := gameOf(s.Contest.Game)
	if err != nil {
		return rating.Summary{}, err
	}
	schedule, err := plan.New(s.Contest, rules, s.Plan)
	if err != nil {
		return rating.Summary{}, err
	}
	for _, g := range played {
		schedule.Add(g)
	}
	for more := true; more; {
		var jobs []contest.Job
		if jobs, more = schedule.Next(); len(jobs) == 0 {
			break
		}
	}
	ledger := rating.NewLedger(s.Contest, schedule.Total())
	for _, id := range slices.Sorted(maps.Keys(played)) {
		job, planned := schedule.Job(id)
		if !planned {
			return rating.Summary{}, errors.New("the journal has games that are not in the schedule")
		}
		ledger.Add(job, played[id])
	}
	return ledger.Summary(s.SPRT), nil
}

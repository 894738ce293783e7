package main

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/rating"
)

// watch shows how a contest goes and says when it is decided.
type watch struct {
	*program
	stored *stored
	ledger *rating.Ledger
	// decided is how a sequential test has ended.
	decided *rating.Verdict
	bar     *progressbar.ProgressBar // nil where nothing is shown
}

func newWatch(p *program, s *stored, total int, quiet bool) (*watch, error) {
	w := &watch{program: p, stored: s, ledger: rating.NewLedger(s.Contest, total)}
	if out, ok := p.errs.(*os.File); ok && !quiet && term.IsTerminal(int(out.Fd())) {
		w.bar = progressbar.NewOptions(total, progressbar.OptionSetDescription("games"), progressbar.OptionSetWriter(out),
			progressbar.OptionShowCount(), progressbar.OptionThrottle(time.Second/10), progressbar.OptionClearOnFinish())
	}
	return w, nil
}

// Played takes a game, in the order of the schedule.
func (w *watch) Played(job contest.Job, g contest.Played) {
	w.ledger.Add(job, g)
	if test := w.stored.SPRT; test != nil && w.decided == nil {
		if v := test.Test(w.ledger.Tally(0, 1)); v.State != rating.Continue {
			w.decided = &v
		}
	}
	if w.bar != nil {
		w.bar.Clear()
	}
	if !g.Reason.Fault() {
		return
	}
	names := w.stored.Contest.Participants
	w.note("game %d, %s (black) against %s: %v, %s: %s", job.ID, names[g.Black].Name, names[g.White].Name,
		g.Result.Outcome, g.Reason, g.Detail)
}

// Progress moves the bar.
func (w *watch) Progress(played int) {
	if w.bar != nil {
		w.bar.Set(played)
	}
}

// Enough reports whether a sequential test is decided.
func (w *watch) Enough() bool { return w.decided != nil }

func (w *watch) close() {
	if w.bar != nil {
		w.bar.Finish()
		fmt.Fprintln(w.errs)
	}
}

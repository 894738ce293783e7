package main

import (
	"errors"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/rating"
	"ishi/cmd/arena/report"
	"ishi/engine"
)

// watch adds up how a contest goes, shows it, writes its games, and says when it is
// decided.
type watch struct {
	stored *stored
	ledger *rating.Ledger
	live   *report.Live // nil where nothing is shown
	games  *report.Games
	known  map[int]bool // games of an earlier process, which are not shown
	// decided is set when a sequential test has ended.
	decided bool
	err     error // of writing games
}

func (p *program) watch(f *folder, s *stored, rules engine.Game, total int, played map[int]contest.Played, quiet bool) (*watch, error) {
	games, err := report.OpenGames(f.file("games"), s.Contest, rules)
	if err != nil {
		return nil, err
	}
	w := &watch{stored: s, ledger: rating.NewLedger(s.Contest, total), games: games, known: map[int]bool{}}
	for id := range played {
		w.known[id] = true
	}
	if !quiet {
		w.live = report.NewLive(p.errs, report.DetectLive(p.errs))
		p.say = w.live.Print
	}
	return w, nil
}

// Played takes a game, in the order of the schedule.
func (w *watch) Played(job contest.Job, g contest.Played) {
	w.ledger.Add(job, g)
	if test := w.stored.SPRT; test != nil && test.Test(w.ledger.Tally(0, 1)).State != rating.Continue {
		w.decided = true
	}
	if err := w.games.Add(job, g); err != nil && w.err == nil {
		w.err = err
	}
	if w.live != nil && !w.known[job.ID] {
		w.live.Game(w.stored.Contest, job, g)
	}
}

// Progress shows how it stands.
func (w *watch) Progress(int) {
	if w.live != nil && w.live.Due() {
		w.live.Update(w.ledger.Summary(w.stored.SPRT))
	}
}

// Enough reports whether a sequential test is decided.
func (w *watch) Enough() bool { return w.decided }

// finish shows and writes the results.
func (w *watch) finish(f *folder) error {
	s := w.ledger.Summary(w.stored.SPRT)
	if w.live != nil && w.ledger.Games() > 0 {
		w.live.Finish(s)
	}
	return errors.Join(w.err, w.games.Close(), report.Write(f.path, s))
}

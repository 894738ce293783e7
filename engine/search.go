package engine

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"ishi/engine/game"
	"ishi/search"
)

// Request says what is to be searched from the current position.
type Request struct {
	// Limits usually come from Session.Limits.
	Limits search.Limits
	// Balance asks for a move that makes the game even instead of the best.
	Balance *Balance
	// Threats, if not empty, names the search for a win by threats alone that is
	// asked for instead; see Threatener.
	Threats string
	// Listener receives every Info on the search's goroutine and must not
	// wait for anything; it may be nil.
	Listener func(search.Info)
}

// Balance is a search for an even game; see Balancer.
type Balance struct {
	Bias game.Score
	Pair bool
}

// Answer is what a search has found.
type Answer struct {
	// Lines are the best lines, best first; none when no legal move exists.
	Lines []search.Info
	// Err is set when the search broke down; Lines then hold what was known
	// before, at least a legal move.
	Err error
}

// Move returns the first move of the best line, NoMove when there is none.
func (a Answer) Move() game.Move {
	if len(a.Lines) == 0 {
		return game.NoMove
	}
	return a.Lines[0].Move()
}

// Search is a search that runs or has run.
type Search struct {
	cancel context.CancelFunc
	done   chan struct{}
	answer Answer
}

// Stop makes the search end with the best move so far. It does not wait, and
// may be called at any time, any number of times, from any goroutine.
func (r *Search) Stop() { r.cancel() }

// Done is closed when the answer is there.
func (r *Search) Done() <-chan struct{} { return r.done }

// Wait waits for the answer.
func (r *Search) Wait() Answer {
	<-r.done
	return r.answer
}

// Search starts a search from the current position and returns at once. A
// search that still runs is stopped first.
func (s *Session) Search(ctx context.Context, request Request) (*Search, error) {
	if s.pos == nil {
		return nil, ErrNoGame
	}
	s.Settle()
	searcher, err := s.searcher(request)
	if err != nil {
		return nil, err
	}
	if request.Limits.Start.IsZero() {
		request.Limits.Start = time.Now()
	}
	s.prepareTable()
	ctx, cancel := context.WithCancel(ctx)
	r := &Search{cancel: cancel, done: make(chan struct{})}
	s.running = r
	setup := search.Setup{Table: s.table, Searcher: searcher}
	go func() {
		defer close(r.done)
		defer cancel()
		r.answer = deepen(ctx, setup, request)
		if len(r.answer.Lines) == 0 {
			r.answer.Lines = s.fallback()
		}
	}()
	return r, nil
}

// searcher chooses what makes the searchers of the threads.
func (s *Session) searcher(r Request) (func(*search.Worker) search.Searcher, error) {
	b := r.Balance
	switch {
	case r.Threats != "":
		return s.threatSearcher(r.Threats)
	case b == nil:
		return s.pos.Searcher, nil
	}
	balancer, ok := s.pos.(Balancer)
	if !ok {
		return nil, fmt.Errorf("engine: %s has no search for an even game", s.game.Name())
	}
	return func(w *search.Worker) search.Searcher { return balancer.Balanced(w, b.Bias, b.Pair) }, nil
}

func (s *Session) threatSearcher(name string) (func(*search.Worker) search.Searcher, error) {
	t, ok := s.pos.(Threatener)
	if !ok || !slices.ContainsFunc(t.ThreatSearches(), func(k ThreatSearch) bool { return k.Name == name }) {
		return nil, fmt.Errorf("engine: %s has no search named %q", s.game.Name(), name)
	}
	return func(w *search.Worker) search.Searcher { return t.ThreatSearcher(name, w) }, nil
}

// prepareTable makes the table fit the configuration; only a size that changed
// costs anything.
func (s *Session) prepareTable() {
	size := s.Config.Table()
	if s.table == nil {
		s.table = search.NewTable(size)
		s.Config.Apply()
	} else if s.table.Bytes() != size/search.BucketBytes*search.BucketBytes {
		s.table.Resize(size)
		s.Config.Apply()
	}
	s.used = true
}

// deepen searches, and survives a panic with what was known before it.
func deepen(ctx context.Context, setup search.Setup, request Request) (answer Answer) {
	var last search.Info
	setup.Report = func(i search.Info) {
		if i.Rank == 0 && len(i.PV) > 0 {
			last = i
		}
		if request.Listener != nil {
			request.Listener(i)
		}
	}
	defer func() {
		if r := recover(); r != nil {
			answer.Err = fmt.Errorf("engine: the search broke down: %v\n%s", r, debug.Stack())
			answer.Lines = nil
			if len(last.PV) > 0 {
				answer.Lines = []search.Info{last}
			}
		}
	}()
	answer.Lines = search.Deepen(ctx, setup, request.Limits)
	return answer
}

// fallback makes a line of any legal move, for a search that came back with
// nothing.
func (s *Session) fallback() (lines []search.Info) {
	defer func() {
		if recover() != nil {
			lines = nil
		}
	}()
	if legal := s.Legal(); len(legal) > 0 {
		lines = []search.Info{{PV: legal[:1]}}
	}
	return lines
}

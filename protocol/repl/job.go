package repl

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"ishi/engine"
	"ishi/search"
)

// job is what runs in the background. One runs at a time.
type job struct {
	name string
	// stop makes it end soon; done is closed when it has ended.
	stop func()
	done <-chan struct{}
	// finish does something with what was found, given whether it was stopped. It is
	// not called for a job that is given up.
	finish func(stopped bool) error
	// cleanup, if not nil, puts back what the start has changed, before finish and
	// also when the job is given up.
	cleanup func()
	// rows, if not nil, shows what is known so far.
	rows func() []string
	// keys says that any key stops it.
	keys bool

	stopped bool
}

// start lets a job run and tells the console which keys to look for.
func (s *shell) start(j *job) {
	s.job = j
	w := watchInterrupt
	if j.keys {
		w = watchAnyKey
	}
	s.console.watch(w)
}

// stopJob makes the running job end with what it has.
func (s *shell) stopJob() {
	if s.job != nil {
		s.job.stopped = true
		s.job.stop()
	}
}

// settle waits for the end of the running job and takes it away.
func (s *shell) settle() *job {
	j := s.job
	j.stop()
	<-j.done
	s.job = nil
	s.console.watch(watchNothing)
	s.console.live(nil)
	s.feed.clear()
	if j.cleanup != nil {
		j.cleanup()
	}
	return j
}

// obeyStops lets what was to stop before a line was entered end with what it has.
func (s *shell) obeyStops() error {
	if s.job == nil {
		return nil
	}
	select {
	case <-s.console.stops():
		s.stopJob()
	default:
	}
	if !s.job.keys && !s.job.stopped {
		return nil
	}
	s.stopJob()
	return s.finishJob()
}

// abandon gives up what runs.
func (s *shell) abandon() {
	s.match = nil
	if s.job != nil {
		j := s.settle()
		s.say("%s: given up", j.name)
	}
}

// finishJob takes the result of the job that has ended.
func (s *shell) finishJob() error {
	j := s.settle()
	err := j.finish(j.stopped)
	s.updateWords()
	if err != nil {
		s.match = nil
		return fmt.Errorf("%s: %w", j.name, err)
	}
	return nil
}

// background runs work that is no search of the session.
func (s *shell) background(name string, work func(context.Context) error) {
	ctx, cancel := context.WithCancel(s.ctx)
	done := make(chan struct{})
	var err error
	go func() {
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("internal error: %v\n%s", r, debug.Stack())
			}
		}()
		err = work(ctx)
	}()
	s.start(&job{
		name: name, stop: cancel, done: done,
		finish: func(stopped bool) error {
			if stopped && ctx.Err() != nil {
				s.say("%s: stopped", name)
				return nil
			}
			return err
		},
	})
}

// search starts a search of the session. The answer has at least one line when finish
// gets it.
func (s *shell) search(name string, r engine.Request, finish func(a engine.Answer, stopped bool) error) (*job, error) {
	r.Listener = s.feed.take
	run, err := s.session.Search(s.ctx, r)
	if err != nil {
		return nil, err
	}
	j := &job{name: name, stop: run.Stop, done: run.Done(), rows: s.liveRows}
	j.finish = func(stopped bool) error {
		a := run.Wait()
		if a.Err != nil {
			s.log.Note("%v", a.Err)
			s.console.fail(s.theme.error(name + ": the search broke down; this is what it knew before"))
		}
		if len(a.Lines) == 0 {
			return fmt.Errorf("no legal move")
		}
		return finish(a, stopped)
	}
	s.start(j)
	return j, nil
}

// feed holds the newest lines of a search until they are shown. Its listener never
// waits.
type feed struct {
	changed chan struct{}

	mu    sync.Mutex
	lines []search.Info // by rank
}

func newFeed() *feed { return &feed{changed: make(chan struct{}, 1)} }

// take keeps a line, on the search's goroutine.
func (f *feed) take(i search.Info) {
	i.PV = append(i.PV[:0:0], i.PV...)
	f.mu.Lock()
	for len(f.lines) <= i.Rank {
		f.lines = append(f.lines, search.Info{})
	}
	f.lines[i.Rank] = i
	f.mu.Unlock()
	wish(f.changed)
}

func (f *feed) get() []search.Info {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]search.Info(nil), f.lines...)
}

func (f *feed) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines = nil
}

// showLive shows what the running search knows.
func (s *shell) showLive() {
	if s.job != nil && s.job.rows != nil && s.console.lively() {
		s.console.live(s.job.rows())
	}
}

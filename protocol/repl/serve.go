package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"ishi/engine"
	"ishi/protocol"
)

// Choice is what the prompt begins with.
type Choice struct {
	// Games can be played; the first one is on the board in the beginning.
	Games []engine.Game
	// Setup is the board of the first game.
	Setup  engine.Setup
	Config engine.Config
	// Bench searches the fixed positions of a game; nil where there are none.
	Bench func(ctx context.Context, game string, out io.Writer) error
	// Strict ends a script with the first command that fails.
	Strict bool
	// Gamelog is the file to which finished games are appended, none if empty.
	Gamelog string
	// Notices are told in the beginning.
	Notices []string
}

// About is what the prompt says of the program.
type About struct{ Name, Version string }

// ErrFailed is the error of a script in which a command failed. What failed has been
// told.
var ErrFailed = errors.New("repl: a command failed")

// shell is the state of the prompt. All of it belongs to the goroutine of loop.
type shell struct {
	ctx     context.Context
	console console
	theme   theme
	log     *protocol.Log
	choice  Choice
	about   About
	now     func() time.Time

	session *engine.Session
	game    gameLine
	auto    [2]bool // sides that the engine plays
	match   *match  // nil unless the engine plays both sides
	clocks  clocks
	job     *job
	feed    *feed
	told    chan string                              // what a job wants to be printed
	collect func(line string) (done bool, err error) // takes the next lines, nil: they are commands
	words   *wordList                                // what can be completed
	logFile *os.File                                 // opened by the command log
	file    string                                   // of this game: loaded from or saved to

	line   entry // being carried out
	failed bool  // a command failed
	ended  bool
}

// Serve runs the prompt until its end, and lets the terminal be as it was. The error is
// ErrFailed when a command of a script failed, and that of the context or of a signal
// when it ended so.
func Serve(ctx context.Context, streams Streams, c Choice, a About, log *protocol.Log) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	release := endBySignals(cancel)
	defer release()
	s := newShell(ctx, c, a, log)
	s.theme = themeOf(streams.Out)
	s.console = streams.open(&history{path: statePath()}, completer{s.words})
	defer s.console.close()
	return s.run()
}

func newShell(ctx context.Context, c Choice, a About, log *protocol.Log) *shell {
	return &shell{
		ctx: ctx, choice: c, about: a, log: log, now: time.Now,
		feed: newFeed(), told: make(chan string), words: &wordList{},
	}
}

// endBySignals ends the prompt in an orderly way when it is told to go.
func endBySignals(cancel context.CancelCauseFunc) (release func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	done := make(chan struct{})
	go func() {
		select {
		case got := <-signals:
			cancel(fmt.Errorf("ended by a signal: %v", got))
		case <-done:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// run begins the first game and carries out commands until the end.
func (s *shell) run() error {
	s.session = engine.NewSession(s.choice.Games[0], s.choice.Config)
	defer func() { s.session.Close() }()
	defer s.closeLog()
	if err := s.newGame(s.choice.Setup); err != nil {
		return err
	}
	if s.console.person() {
		s.say("%s %s. help lists the commands, help COMMAND tells how one is used, quit ends.", s.about.Name, s.about.Version)
	}
	for _, n := range s.choice.Notices {
		s.say("%s", n)
	}
	s.showBoard()
	err := s.loop()
	s.abandon()
	if err == nil && s.failed && !s.console.person() {
		err = ErrFailed
	}
	return err
}

// loop waits for what happens next. A script's next line waits for what runs.
func (s *shell) loop() error {
	s.ask()
	var refresh <-chan time.Time
	for !s.ended && !s.console.broken() {
		lines := s.console.lines()
		if s.job != nil && !s.console.person() {
			lines = nil
		}
		var done <-chan struct{}
		if s.job != nil {
			done = s.job.done
		}
		select {
		case line, ok := <-lines:
			s.console.answered()
			s.take(line, ok)
		case <-done:
			s.guard(s.finishJob)
			if !s.console.lively() { // what was said stands behind the prompt
				s.ask()
			}
		case <-s.console.stops():
			s.interrupt()
		case text := <-s.told:
			s.say("%s", text)
		case <-s.feed.changed:
			if refresh == nil {
				refresh = time.After(refreshTime)
			}
		case <-refresh:
			refresh = nil
			s.showLive()
		case <-s.ctx.Done():
			return context.Cause(s.ctx)
		}
	}
	return nil
}

// refreshTime is how often live rows change.
const refreshTime = 100 * time.Millisecond

// ask asks for the next line.
func (s *shell) ask() {
	s.updateWords()
	prompt := s.session.Game().Name()
	if s.collect != nil {
		prompt = "position"
	}
	s.console.ask(prompt+"> ", s.collect != nil)
}

// take carries out a line, or ends where there is none.
func (s *shell) take(line entry, ok bool) {
	switch {
	case !ok || errors.Is(line.err, io.EOF):
		s.ended = true
		if s.console.person() {
			s.console.print("")
		}
		if s.collect != nil {
			s.guard(func() error { return s.collectLine(endOfLines) })
		}
		return
	case errors.Is(line.err, errCleared):
		if s.collect != nil {
			s.collect = nil
			s.say("nothing was set up")
		}
		s.stopJob()
	case line.err != nil:
		s.line = line
		s.report(line.err)
		s.ended = !errors.Is(line.err, errLongLine)
	default:
		s.line = line
		s.log.Received(protocol.Line{Text: line.text, Read: s.now()})
		s.guard(func() error { return s.execute(line.text) })
	}
	if !s.ended {
		s.ask()
	}
}

// guard carries something out, reports its error, and survives a panic: the position is
// then built anew.
func (s *shell) guard(f func() error) {
	defer func() {
		if r := recover(); r != nil {
			s.log.Note("panic: %v\n%s", r, debug.Stack())
			s.report(fmt.Errorf("internal error: %v", r))
			if err := s.rebuild(); err != nil {
				s.report(err)
			}
		}
	}()
	if err := f(); err != nil {
		s.report(err)
	}
}

// report tells of a failure. A script learns the line.
func (s *shell) report(err error) {
	text := err.Error()
	if !s.console.person() && s.line.number > 0 {
		text = fmt.Sprintf("line %d: %s", s.line.number, text)
	}
	s.log.Note("error: %s", text)
	s.console.fail(s.theme.error(text))
	s.failed = true
	if s.choice.Strict && !s.console.person() {
		s.ended = true
	}
}

// say prints lines.
func (s *shell) say(format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), "\n")
	for _, line := range strings.Split(text, "\n") {
		s.log.Note("%s", line)
	}
	s.console.print(text)
}

// interrupt is Ctrl-C, or a key where keys are watched.
func (s *shell) interrupt() {
	switch {
	case s.job != nil:
		s.stopJob()
	case !s.console.person():
		s.line = entry{}
		s.report(errors.New("interrupted"))
		s.ended = true
	case !s.console.lively():
		s.collect = nil
		s.console.print("")
		s.ask()
	}
}

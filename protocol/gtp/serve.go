package gtp

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol"
)

// About is what the engine says of itself.
type About struct{ Name, Version string }

// Choice is what can be played, and what is played to begin with.
type Choice struct {
	// Games can be chosen by set_game; the first one is chosen.
	Games []engine.Game
	// Rule is the rule of the games that know it; all others, and all games if it is
	// empty, begin with their usual one.
	Rule   string
	Config engine.Config
}

// leaveTimeout bounds the wait for a search that is told to end.
const leaveTimeout = time.Second

// maxPending is the number of lines that may wait for a search to end.
const maxPending = 1 << 16

// server is one conversation.
type server struct {
	ctx     context.Context
	conn    *protocol.Conn
	about   About
	choice  Choice
	session *engine.Session
	rule    string // of new games, the usual one if empty

	// The client writes points in this way. One that chooses a game follows Quarry,
	// unless it has been seen to be GoGui.
	notation notation
	goGui    bool

	// steps are the moves that undo takes back, oldest first: for each the number of
	// plies on the board, which is two where a pass was implied and none after the end
	// of the game.
	steps []int
	base  int // stones that were set up before
	times times

	job     *job            // the running search
	pending []protocol.Line // lines that wait for its end
	current request         // the command that is being obeyed
	owed    bool            // it has not been answered yet
	read    time.Time       // when it was read
	replied time.Time       // when the last one was answered
	eof     bool            // nothing more will come
	ended   bool            // quit was obeyed
}

// Serve answers the commands of conn until quit, the end of the input or of ctx, and
// then stops the search. Closing conn, which sends what is still waiting, is for the
// caller. It returns what broke the input, nil for a regular end.
func Serve(ctx context.Context, conn *protocol.Conn, choice Choice, about About) error {
	s := &server{
		ctx: ctx, conn: conn, about: about, choice: choice,
		session: engine.NewSession(choice.Games[0], choice.Config), notation: withoutI,
	}
	s.rule = s.firstRule(choice.Games[0])
	return s.serve()
}

func (s *server) serve() error {
	for !s.ended && !(s.eof && s.job == nil && len(s.pending) == 0) {
		if s.job == nil && len(s.pending) > 0 {
			line := s.pending[0]
			s.pending = s.pending[1:]
			s.obey(line)
			continue
		}
		s.wait()
	}
	s.leave()
	if s.eof {
		return s.conn.Err()
	}
	return nil
}

// wait waits for whatever comes next: a line, the end of a search, the end.
func (s *server) wait() {
	lines := s.conn.Lines()
	if s.eof || len(s.pending) >= maxPending {
		lines = nil
	}
	var done <-chan struct{}
	if s.job != nil {
		done = s.job.search.Done()
	}
	select {
	case line, ok := <-lines:
		switch {
		case !ok:
			s.eof = true
			s.stop()
		case s.job != nil:
			s.whileThinking(line)
		default:
			s.obey(line)
		}
	case <-done:
		s.finishJob()
	case <-s.ctx.Done():
		s.ended = true
	}
}

// whileThinking handles a line that arrives during a search.
func (s *server) whileThinking(line protocol.Line) {
	if interrupts(line.Text) || quits(line) {
		s.stop()
	}
	s.pending = append(s.pending, line)
}

// quits reports whether a line is the command quit.
func quits(line protocol.Line) bool {
	r, ok := parse(line.Text)
	return ok && r.name == "quit"
}

// hurried reports whether nobody will wait for a search: quit is among the lines that
// wait, or the input has ended.
func (s *server) hurried() bool { return s.eof || slices.ContainsFunc(s.pending, quits) }

// obey handles a line while no search runs.
func (s *server) obey(line protocol.Line) {
	r, ok := parse(line.Text)
	if line.Err != nil {
		r, ok = request{}, true
	}
	if !ok {
		return
	}
	s.current, s.owed, s.read = r, true, line.Read
	if s.read.Before(s.replied) { // it waited for the answer to another one
		s.read = s.replied
	}
	s.guard(func() (string, error) {
		if line.Err != nil {
			return "", line.Err
		}
		c, known := commands[r.name]
		switch {
		case !known:
			return "", errUnknownCommand
		case len(r.args) < c.least || len(r.args) > c.most:
			return "", errSyntax
		}
		if strings.HasPrefix(r.name, "gogui-") {
			s.goGui, s.notation = true, withoutI
		}
		if c.board {
			if err := s.needBoard(); err != nil {
				return "", err
			}
		}
		return c.run(s, r)
	})
}

// guard runs f and sends its answer. It survives a panic: the position is rebuilt, and
// the command fails.
func (s *server) guard(f func() (string, error)) {
	before := len(s.steps)
	defer func() {
		if cause := recover(); cause != nil {
			s.conn.Log.Note("panic: %v\n%s", cause, debug.Stack())
			s.job = nil
			s.steps = s.steps[:min(before, len(s.steps))]
			s.restore()
			if s.owed {
				s.respond("", fmt.Errorf("internal error: %v", cause))
			}
		}
	}()
	if text, err := f(); err != errThinking {
		s.respond(text, err)
	}
}

// restore makes the position what the steps say.
func (s *server) restore() {
	if err := s.session.Restore(); err != nil {
		s.conn.Log.Note("the position is lost: %v", err)
	}
	plies := s.base
	for _, n := range s.steps {
		plies += n
	}
	s.takeBack(len(s.session.Record()) - plies)
}

// respond answers the current command.
func (s *server) respond(text string, err error) {
	s.owed = false
	s.conn.Reply(format(s.current.id, text, err))
	s.replied = time.Now()
}

// stop makes a running search answer at once.
func (s *server) stop() {
	if s.job != nil {
		s.job.search.Stop()
	}
}

// leave ends the running search without an answer.
func (s *server) leave() {
	if s.job == nil {
		s.session.Close()
		return
	}
	s.stop()
	timeout := time.NewTimer(leaveTimeout)
	defer timeout.Stop()
	select {
	case <-s.job.search.Done():
		s.session.Close()
	case <-timeout.C:
	}
}

// needBoard makes the board of the first game: what takes time to prepare is left
// until a command needs it.
func (s *server) needBoard() error {
	if s.session.Position() != nil {
		return nil
	}
	return s.session.NewGame(engine.Setup{Rule: s.rule})
}

// newGame starts a game on an empty board, of the game's usual size for 0.
func (s *server) newGame(size int) error {
	if err := s.session.NewGame(engine.Setup{Width: size, Height: size, Rule: s.rule}); err != nil {
		return err
	}
	s.steps, s.base = nil, 0
	s.times.restart()
	return nil
}

// over reports whether the game has ended.
func (s *server) over() bool { return s.session.Position().Result().Outcome != game.Ongoing }

// game returns the game of a name.
func (s *server) game(name string) (engine.Game, bool) {
	for _, g := range s.choice.Games {
		if strings.EqualFold(g.Name(), name) {
			return g, true
		}
	}
	return nil, false
}

// firstRule returns the rule that a game begins with, empty for its usual one.
func (s *server) firstRule(g engine.Game) string {
	if slices.Contains(g.Rules(), s.choice.Rule) {
		return s.choice.Rule
	}
	return ""
}

// title writes the name of a game as clients know it: Othello.
func title(g engine.Game) string {
	name := g.Name()
	return strings.ToUpper(name[:1]) + name[1:]
}

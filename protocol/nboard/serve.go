package nboard

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
	"ishi/protocol"
)

// leaveTimeout bounds the wait for a search that is told to end.
const leaveTimeout = time.Second

// server is one conversation.
type server struct {
	ctx     context.Context
	conn    *protocol.Conn
	session *engine.Session
	name    string // one word

	version int // of the protocol, that of the client
	depth   int // as set depth gave it, 0 before
	base    int // stones that were set up before the first move
	clocks  [2]record.Clock
	used    [2]time.Duration // of them
	moves   [2]int           // made by either side

	job   *job      // the running search
	read  time.Time // when the command that is obeyed was read
	eof   bool      // the input has ended
	last  bool      // what runs is the last thing to be done
	ended bool      // nothing runs any more
}

// Serve answers the lines of conn until quit, the end of the input or of ctx, and then
// stops the search. The name is what the client shows; blanks in it are left out.
// Closing conn, which sends what is still waiting, is for the caller. It returns what
// broke the input, nil for a regular end.
func Serve(ctx context.Context, conn *protocol.Conn, session *engine.Session, name string) error {
	s := &server{
		ctx: ctx, conn: conn, session: session, version: 2,
		name: strings.Join(strings.Fields(name), ""),
	}
	for !s.ended {
		s.wait()
	}
	s.leave()
	if s.eof {
		return conn.Err()
	}
	return nil
}

// wait waits for whatever comes next: a line, the end of a search, the end.
func (s *server) wait() {
	lines := s.conn.Lines()
	if s.last {
		lines = nil
	}
	var done <-chan struct{}
	if s.job != nil {
		done = s.job.search.Done()
	}
	select {
	case line, ok := <-lines:
		if !ok {
			s.eof = true
			s.finish()
		} else {
			s.obey(line)
		}
	case <-done:
		s.guard(s.finishJob)
		s.ended = s.last && s.job == nil
	case <-s.ctx.Done():
		s.ended = true
	}
}

// finish ends the conversation; what runs gives its answer now.
func (s *server) finish() {
	s.last = true
	if s.job == nil {
		s.ended = true
		return
	}
	s.job.search.Stop()
}

// obey handles a line. What is not known is ignored.
func (s *server) obey(line protocol.Line) {
	if line.Err != nil {
		s.conn.Log.Note("%v", line.Err)
		return
	}
	verb, args := protocol.Cut(line.Text)
	if verb == "set" {
		var what string
		what, args = protocol.Cut(args)
		verb += " " + what
	}
	c, ok := commands[verb]
	if !ok {
		return
	}
	s.read = line.Read
	s.guard(func() {
		if c.position {
			s.abort()
			if err := s.needBoard(); err != nil {
				s.complain("%v", err)
				return
			}
		}
		c.run(s, args)
	})
}

// needBoard begins a game where none has been.
func (s *server) needBoard() error {
	if s.session.Position() != nil {
		return nil
	}
	return s.session.NewGame(engine.Setup{})
}

// guard runs f and survives a panic in it: the position is rebuilt, and a move that is
// owed is some legal one.
func (s *server) guard(f func()) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		s.conn.Log.Note("panic: %v\n%s", cause, debug.Stack())
		owed := s.job != nil && s.job.owesMove
		undone := s.undone()
		s.job = nil
		if err := s.session.Restore(); err != nil {
			s.conn.Log.Note("the position is lost: %v", err)
		}
		s.redo(undone)
		s.complain("internal error: %v", cause)
		if legal := s.session.Legal(); owed && len(legal) > 0 {
			s.say("=== %s", point(legal[0]))
		}
	}()
	f()
}

// abort ends what runs without an answer.
func (s *server) abort() {
	s.session.Settle()
	if s.job == nil {
		return
	}
	undone := s.undone()
	s.job = nil
	s.redo(undone)
	s.status("")
}

// leave ends the running search without an answer.
func (s *server) leave() {
	if s.job == nil {
		s.session.Close()
		return
	}
	s.job.search.Stop()
	timeout := time.NewTimer(leaveTimeout)
	defer timeout.Stop()
	select {
	case <-s.job.search.Done():
		s.session.Close()
	case <-timeout.C:
	}
}

// say sends one line.
func (s *server) say(format string, args ...any) {
	s.conn.Reply(protocol.OneLine(fmt.Sprintf(format, args...)))
}

// status shows a text to people, none if empty.
func (s *server) status(text string) { s.say("status %s", text) }

// complain tells people what is wrong.
func (s *server) complain(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.conn.Log.Note("%s", text)
	s.status(protocol.Shorten(text))
}

// point writes a point in capitals, and a pass.
func point(m game.Move) string {
	if !m.IsPoint() {
		return "PA"
	}
	return strings.ToUpper(m.String())
}

// number writes a score as a decimal number without an exponent.
func number(v float64) string {
	if text := fmt.Sprintf("%.2f", v); text != "-0.00" {
		return text
	}
	return "0.00"
}

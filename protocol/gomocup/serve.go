package gomocup

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol"
)

// About is what the brain says of itself.
type About struct {
	Name, Version, Author, Country string
	// WWW and Email are left out when empty.
	WWW, Email string
}

// leaveTimeout bounds the wait for a search that is told to end at END: the
// judge kills half a second later.
const leaveTimeout = 100 * time.Millisecond

// maxPending is the number of lines that may wait for a search to end.
const maxPending = 1 << 16

// server is one conversation.
type server struct {
	ctx     context.Context
	conn    *protocol.Conn
	session *engine.Session
	about   About
	random  *rand.Rand

	job     *job            // the running search
	data    *dataBlock      // the lines up to DONE that are being read
	pending []protocol.Line // lines that wait for the search to end
	read    time.Time       // when the command that is obeyed was read
	replied time.Time       // when the last move went out
	eof     bool            // nothing more will come
	ended   bool            // END was received

	settings
}

// Serve answers the lines of conn until END, the end of the input or of ctx,
// and then stops the session's search. Closing conn, which sends what is
// still waiting, is for the caller. It returns what broke the input, nil for
// a regular end.
func Serve(ctx context.Context, conn *protocol.Conn, session *engine.Session, about About) error {
	s := &server{
		ctx: ctx, conn: conn, session: session, about: about,
		random:   rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())),
		settings: newSettings(),
	}
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
		s.guard(s.finishJob)
	case <-s.ctx.Done():
		s.ended = true
	}
}

// whileThinking handles a line that arrives during a search.
func (s *server) whileThinking(line protocol.Line) {
	if verb, _ := protocol.Cut(line.Text); verb == "end" {
		s.ended = true
		return
	}
	if movesNow(line) {
		s.stop()
	}
	s.pending = append(s.pending, line)
}

// movesNow reports whether a line asks a thinking brain for its move: the
// three forms that managers use.
func movesNow(line protocol.Line) bool {
	verb, args := protocol.Cut(line.Text)
	switch verb {
	case "stop", "yxstop":
		return true
	case "info":
		key, value := protocol.Cut(args)
		n, err := protocol.Int(value)
		return key == "timeout_turn" && err == nil && n <= 0
	}
	return false
}

// obey handles a line while no search runs.
func (s *server) obey(line protocol.Line) {
	s.read = line.Read
	if s.read.Before(s.replied) { // it waited for the answer to another one
		s.read = s.replied
	}
	s.guard(func() {
		if s.data != nil {
			s.readData(line)
			return
		}
		if line.Err != nil {
			s.say("UNKNOWN %v", line.Err)
			return
		}
		s.command(line.Text)
	})
}

// command looks a command up and runs it.
func (s *server) command(text string) {
	name, args := protocol.Cut(text)
	v, ok := verbs[name]
	if !ok {
		s.say("UNKNOWN command %s", protocol.Shorten(text))
		return
	}
	if v.reply != replyNone && s.complain() && v.reply == replyOK {
		return
	}
	if v.yixin {
		s.yixinSeen()
	}
	if v.board && s.session.Position() == nil {
		s.refuse(name, "no game has been started")
		return
	}
	if v.board {
		s.session.Settle() // it may be pondering
	}
	v.run(s, args)
}

// guard runs f and survives a panic in it: the position is rebuilt, and a
// search that was asked for is answered with some legal move.
func (s *server) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			s.conn.Log.Note("panic: %v\n%s", r, debug.Stack())
			s.mend(r)
		}
	}()
	f()
}

// mend brings the conversation back into a regular state after a panic.
func (s *server) mend(cause any) {
	defer func() {
		if r := recover(); r != nil { // what is damaged cannot be mended
			s.say("ERROR internal error: %v", r)
		}
	}()
	owed := s.owesMove
	s.job, s.data, s.owesMove = nil, nil, false
	if err := s.session.Restore(); err != nil || !owed {
		s.say("ERROR internal error: %v", cause)
		return
	}
	m, err := s.anyMove()
	if err != nil || s.session.Play(m) != nil {
		s.say("ERROR internal error: %v", cause)
		return
	}
	s.say("DEBUG internal error: %v", cause)
	s.say("%s", point(m))
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

// say sends one line.
func (s *server) say(format string, args ...any) {
	s.conn.Reply(protocol.OneLine(fmt.Sprintf(format, args...)))
}

// refuse sends an ERROR about a verb.
func (s *server) refuse(verb, format string, args ...any) {
	s.say("ERROR %s: %s", strings.ToUpper(verb), fmt.Sprintf(format, args...))
}

// point writes a move as the protocol does.
func point(m game.Move) string { return fmt.Sprintf("%d,%d", m.X(), m.Y()) }

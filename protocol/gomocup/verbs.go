package gomocup

import (
	"fmt"
	"strings"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol"
)

// replyKind is what a manager waits for after a command.
type replyKind uint8

const (
	replyNone replyKind = iota // nothing, unless something is wrong
	replyText                  // text for people
	replyOK                    // OK or ERROR, one line
	replyMove                  // a move or ERROR
)

// verb is a command.
type verb struct {
	run   func(s *server, args string)
	reply replyKind
	board bool // needs a board
	yixin bool // belongs to the Yixin-Board extension
}

// verbs holds all commands by their names in lower case.
var verbs map[string]verb

func init() {
	verbs = map[string]verb{
		"start":      {run: (*server).start, reply: replyOK},
		"rectstart":  {run: (*server).rectStart, reply: replyOK},
		"restart":    {run: (*server).restart, reply: replyOK, board: true},
		"begin":      {run: (*server).begin, reply: replyMove, board: true},
		"turn":       {run: (*server).turn, reply: replyMove, board: true},
		"play":       {run: (*server).play, reply: replyMove, board: true},
		"takeback":   {run: (*server).takeBack, reply: replyOK, board: true},
		"board":      {run: (*server).boardVerb, reply: replyMove, board: true},
		"swap2board": {run: (*server).swap2Board, reply: replyMove, board: true},
		"info":       {run: (*server).info},
		"about":      {run: (*server).aboutVerb, reply: replyText},
		"end":        {run: func(s *server, _ string) { s.ended = true }},
		"stop":       {run: func(s *server, _ string) { s.session.Settle() }},
	}
	for name, v := range yixinVerbs {
		v.yixin = true
		verbs[name] = v
	}
}

// start begins a game on a square board, or with two numbers, as the Yixin
// family sends them, on any.
func (s *server) start(args string) {
	n, err := protocol.Ints(args)
	switch {
	case err == nil && len(n) == 1:
		s.newGame("START", n[0], n[0])
	case err == nil && len(n) == 2:
		before := s.yixin
		s.yixin = true // which decides what the rule's number means
		if !s.newGame("START", n[0], n[1]) {
			s.yixin = before
		}
	default:
		s.refuse("START", "%q: want a size", protocol.Shorten(args))
	}
}

func (s *server) rectStart(args string) {
	n, err := protocol.Ints(args)
	if err != nil || len(n) != 2 {
		s.refuse("RECTSTART", "%q: want width,height", protocol.Shorten(args))
		return
	}
	s.newGame("RECTSTART", n[0], n[1])
}

// newGame answers for a command that begins a game; false when it cannot.
func (s *server) newGame(name string, width, height int64) bool {
	if width < 1 || height < 1 || width > game.MaxSize || height > game.MaxSize {
		s.refuse(name, "a board of %dx%d is not possible", width, height)
		return false
	}
	setup := engine.Setup{Width: int(width), Height: int(height), Rule: s.ruleName()}
	if err := s.session.NewGame(setup); err != nil {
		s.refuse(name, "%v", err)
		return false
	}
	s.blocked = nil
	s.resetClock()
	s.say("OK")
	return true
}

func (s *server) restart(string) {
	if err := s.session.NewGame(s.session.Position().Setup()); err != nil {
		s.refuse("RESTART", "%v", err)
		return
	}
	s.resetClock()
	s.say("OK")
}

func (s *server) begin(string) {
	if len(s.session.Record()) > 0 {
		s.refuse("BEGIN", "the board is not empty")
		return
	}
	s.thinkMove()
}

func (s *server) turn(args string) {
	m, err := s.freePoint(args)
	if err == nil {
		err = s.place(m)
	}
	if err != nil {
		s.refuse("TURN", "%v", err)
		return
	}
	s.thinkMove()
}

// play makes the brain's own move the given one.
func (s *server) play(args string) {
	m, err := s.freePoint(args)
	if err == nil {
		err = s.place(m)
	}
	if err != nil {
		s.refuse("PLAY", "%v", err)
		return
	}
	s.say("%s", point(m))
}

// takeBack removes a stone, usually the newest one. After a BOARD that came in
// another order than it was played it is any.
func (s *server) takeBack(args string) {
	m, err := s.boardPoint(args)
	if err != nil {
		s.refuse("TAKEBACK", "%v", err)
		return
	}
	record := s.session.Record()
	i := indexOf(record, m)
	switch {
	case i < 0:
		s.refuse("TAKEBACK", "%s is empty", point(m))
		return
	case record[i].Blocked:
		// The other stones of its line would have to come back to life: the
		// manager sends the whole position after an ERROR.
		s.refuse("TAKEBACK", "%s belongs to a finished line", point(m))
		return
	case i == len(record)-1 && s.session.Undo():
	default:
		stones := append(append([]engine.Stone(nil), record[:i]...), record[i+1:]...)
		if err := s.session.SetUp(stones, record[i].Side); err != nil {
			s.refuse("TAKEBACK", "%v", err)
			return
		}
	}
	s.say("OK")
}

func (s *server) aboutVerb(string) {
	var b strings.Builder
	for i, f := range [...]struct{ key, value string }{
		{"name", s.about.Name}, {"version", s.about.Version},
		{"author", s.about.Author}, {"country", s.about.Country},
		{"www", s.about.WWW}, {"email", s.about.Email},
	} {
		if i >= 4 && f.value == "" {
			continue
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, `%s="%s"`, f.key, strings.ReplaceAll(f.value, `"`, `'`))
	}
	s.say("%s", b.String())
}

package nboard

import (
	"errors"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/record"
	"ishi/protocol"
)

// command is an entry of the command table.
type command struct {
	run func(s *server, args string)
	// position says that it concerns the position: a running search ends first.
	position bool
}

// commands holds all commands by name.
var commands map[string]command

func init() {
	commands = map[string]command{
		"nboard":       {run: (*server).hello},
		"set game":     {run: (*server).setGame, position: true},
		"set depth":    {run: (*server).setDepth},
		"set contempt": {run: (*server).setContempt},
		"move":         {run: (*server).move, position: true},
		"ping":         {run: (*server).ping, position: true},
		"go":           {run: (*server).play, position: true},
		"hint":         {run: (*server).hint, position: true},
		"learn":        {run: (*server).learn, position: true},
		"analyze":      {run: (*server).analyze, position: true},
		"quit":         {run: (*server).quit},
	}
}

// hello begins the conversation with the version of the protocol that the client
// speaks.
func (s *server) hello(args string) {
	n, err := protocol.Int(args)
	if err != nil || n < 1 {
		return
	}
	s.version = int(min(n, 2))
	s.say("set myname %s", s.name)
}

// ping tells that all before it is done.
func (s *server) ping(args string) { s.say("pong %s", args) }

// quit ends the conversation; what runs still gives its answer.
func (s *server) quit(string) { s.finish() }

func (s *server) setDepth(args string) {
	if n, err := protocol.Int(args); err == nil && n > 0 {
		s.depth = int(min(n, 1000))
	}
}

// setContempt is understood and has no effect: the search takes a draw for what it is.
func (s *server) setContempt(args string) {
	if _, err := protocol.Int(args); err != nil {
		s.complain("set contempt %v", err)
	}
}

// learn has nothing to add to: there is no book.
func (s *server) learn(string) { s.say("learned") }

// setGame replaces the game by one in GGF, to its last pass.
func (s *server) setGame(args string) {
	games, err := record.ReadGGF(strings.NewReader(args))
	if err == nil {
		err = s.load(games[0])
	}
	if err != nil {
		s.complain("set game: %v", err)
	}
}

func (s *server) load(g *record.Game) error {
	line := engine.Line{Setup: engine.Setup{Width: g.Width, Height: g.Height}, First: g.First}
	for _, stone := range g.Setup {
		line.Stones = append(line.Stones, engine.Stone{Move: stone.Move, Side: stone.Side})
	}
	if g.FirstTold && len(line.Stones) == 0 {
		return errors.New("a board without stones")
	}
	for _, m := range g.Moves {
		line.Moves = append(line.Moves, engine.Stone{Move: m.Move, Side: m.Side})
	}
	if err := s.session.Load(line); err != nil {
		return err
	}
	s.base = len(line.Stones)
	s.clocks = g.Clocks
	s.used, s.moves = [2]time.Duration{}, [2]int{}
	for _, m := range g.Moves {
		s.spend(m)
	}
	return nil
}

// move plays the next move of the game, the opponent's or the engine's own.
func (s *server) move(args string) {
	m, err := record.ParseGGFMove(args)
	if err == nil {
		m.Side = s.session.Position().Side()
		err = s.session.Play(m.Move)
	}
	if err != nil {
		s.complain("move: %v", err)
		return
	}
	s.spend(m)
}

// spend takes the time of a move from its side's clock.
func (s *server) spend(m record.Move) {
	s.used[m.Side] += m.Time
	s.moves[m.Side]++
}

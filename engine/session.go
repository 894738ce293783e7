package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ishi/engine/game"
	"ishi/search"
)

// ErrNoGame is the error of a request that needs a board when there is none.
var ErrNoGame = errors.New("engine: no game has been started")

// Session is one game with its history, its clock and the table of its
// searches. It belongs to one goroutine, a front end's; what changes the
// position or the table first stops a search that runs.
type Session struct {
	// Config and Clock may be changed between searches.
	Config Config
	Clock  Clock

	game    Game
	pos     Position  // nil before the first game
	setup   Setup     // of the position
	record  []Stone   // stones and passes, oldest first
	base    int       // how many of them were set up, not played
	first   game.Side // to move after those
	table   *search.Table
	used    bool    // the table holds entries of this game
	running *Search // the last search, finished or not
}

// NewSession returns a session without a board. It takes no memory to speak
// of before its first search.
func NewSession(g Game, c Config) *Session {
	s := &Session{Config: c, game: g}
	s.Clock = Clock{Turn: c.MoveTime, Left: Unlimited}
	return s
}

// Game returns the game that is played.
func (s *Session) Game() Game { return s.game }

// Options lists the session's own options and the game's.
func (s *Session) Options() []Option {
	return append(s.Config.Options(), s.game.Options()...)
}

// SetOption sets an option by name, with "_" for "-" and in any case if need
// be; false when there is none of that name. A game's option may have the game's
// name and a dot in front. What was searched with another value of such an option
// is forgotten.
func (s *Session) SetOption(name, value string) (known bool, err error) {
	if of, rest, ok := strings.Cut(name, "."); ok && strings.EqualFold(of, s.game.Name()) {
		return s.setOption(rest, value, s.game.Options(), true)
	}
	if known, err := s.setOption(name, value, s.Config.Options(), false); known {
		return true, err
	}
	return s.setOption(name, value, s.game.Options(), true)
}

// setOption sets one of the given options.
func (s *Session) setOption(name, value string, options []Option, ofGame bool) (known bool, err error) {
	for _, o := range options {
		if !o.Is(name) {
			continue
		}
		s.Settle()
		before := o.Get()
		if err := o.Set(value); err != nil {
			return true, err
		}
		if ofGame && o.Get() != before {
			s.forget()
		}
		return true, nil
	}
	return false, nil
}

// Position returns the current position, nil before the first game. Changes go
// through the session.
func (s *Session) Position() Position { return s.pos }

// Record returns what was put on the board, oldest first: stones, and passes
// with their sides.
func (s *Session) Record() []Stone { return s.record }

// NewGame starts from an empty board. After an error all is as before.
func (s *Session) NewGame(setup Setup) error {
	pos, err := s.game.New(setup)
	if err != nil {
		return err
	}
	s.Settle()
	s.forget()
	s.pos, s.setup = pos, pos.Setup()
	s.keep(nil, pos.Side())
	return nil
}

// Restore builds the position anew from the record of what was put on the board,
// after a panic that may have left it damaged.
func (s *Session) Restore() error {
	if s.pos == nil {
		return nil
	}
	s.Settle()
	pos, err := s.game.New(s.setup)
	if err != nil {
		return err
	}
	if s.base > 0 {
		if err := put(pos, s.record[:s.base], s.first); err != nil {
			return err
		}
	}
	for _, played := range s.record[s.base:] {
		if err := pos.Play(played.Move); err != nil {
			return err
		}
	}
	s.pos = pos
	return nil
}

// keep makes stones that were set up the record.
func (s *Session) keep(stones []Stone, toMove game.Side) {
	s.record, s.base, s.first = slices.Clone(stones), len(stones), toMove
}

// SetRule changes the rule and keeps the stones.
func (s *Session) SetRule(rule string) error {
	if s.pos == nil {
		return ErrNoGame
	}
	setup := s.setup
	setup.Rule = rule
	pos, err := s.game.New(setup)
	if err != nil {
		return err
	}
	if pos.Setup() == s.setup { // perhaps by another name
		return nil
	}
	s.Settle()
	record, toMove := s.record, s.pos.Side()
	if len(record) > 0 {
		if err := put(pos, record, toMove); err != nil {
			return err
		}
	}
	s.pos, s.setup = pos, pos.Setup()
	s.keep(record, toMove)
	return nil
}

// Play plays a move or a pass for the side to move. An illegal one changes
// nothing and returns a *game.IllegalMoveError.
func (s *Session) Play(m game.Move) error {
	if s.pos == nil {
		return ErrNoGame
	}
	s.Settle()
	side := s.pos.Side()
	if err := s.pos.Play(m); err != nil {
		return err
	}
	s.record = append(s.record, Stone{Move: m, Side: side})
	return nil
}

// Undo takes the last move back; false when there is none.
func (s *Session) Undo() bool {
	if s.pos == nil || len(s.record) == 0 {
		return false
	}
	s.Settle()
	last := len(s.record) - 1
	if s.record[last].Blocked { // no move, so the position cannot take it back
		return s.SetUp(s.record[:last], s.pos.Side()) == nil
	}
	if !s.pos.Undo() {
		return false
	}
	if last < s.base {
		s.base, s.first = last, s.record[last].Side
	}
	s.record = s.record[:last]
	return true
}

// SetUp replaces the position by the given stones; see Editor.
func (s *Session) SetUp(stones []Stone, toMove game.Side) error {
	if s.pos == nil {
		return ErrNoGame
	}
	s.Settle()
	if err := put(s.pos, stones, toMove); err != nil {
		return err
	}
	s.keep(stones, toMove)
	return nil
}

// put sets a position up if it can be.
func put(pos Position, stones []Stone, toMove game.Side) error {
	editor, ok := pos.(Editor)
	if !ok {
		return errors.New("engine: this game knows no free positions")
	}
	return editor.SetUp(stones, toMove)
}

// At returns the stone on a point of the current position.
func (s *Session) At(m game.Move) (game.Side, bool) {
	if v, ok := s.pos.(Viewer); ok {
		return v.At(m)
	}
	return game.Black, false
}

// OnBoard reports whether m is a point of the current board.
func (s *Session) OnBoard(m game.Move) bool {
	if s.pos == nil || !m.IsPoint() {
		return false
	}
	setup := s.pos.Setup()
	return m.X() < setup.Width && m.Y() < setup.Height
}

// Limits returns the limits of a search whose command was read at start, from
// the clock and the configuration, whose Reserve counts.
func (s *Session) Limits(start time.Time) search.Limits {
	clock := s.Clock
	clock.Reserve = s.Config.Reserve
	limits := clock.Limits(start, s.MovesExpected(clock.Left))
	limits.Depth = s.Config.Depth
	limits.Nodes = s.Config.Nodes
	limits.Threads = s.Config.Workers()
	if n := StrengthNodes(s.Config.Strength); n != 0 && (limits.Nodes == 0 || n < limits.Nodes) {
		limits.Nodes = n
	}
	return limits
}

// MovesExpected returns how many moves of the side to move still need time, at least
// 1, when so much of it is left for them. Where the position does not tell it is half
// of the empty points, at most longGame.
func (s *Session) MovesExpected(left time.Duration) int {
	const longGame = 40
	if s.pos == nil {
		return longGame
	}
	if p, ok := s.pos.(Planner); ok {
		return max(p.MovesExpected(left), 1)
	}
	setup := s.pos.Setup()
	empty := setup.Width * setup.Height
	for y := range setup.Height {
		for x := range setup.Width {
			if _, ok := s.At(game.At(x, y)); ok {
				empty--
			}
		}
	}
	return min(max((empty+1)/2, 1), longGame)
}

// HashFull returns the use of the table in permille.
func (s *Session) HashFull() int {
	s.Settle()
	if s.table == nil {
		return 0
	}
	return s.table.Full()
}

// ClearHash forgets the table's contents.
func (s *Session) ClearHash() {
	s.Settle()
	s.forget()
}

// forget empties the table if anything is in it.
func (s *Session) forget() {
	if s.used && s.table != nil {
		s.table.Clear()
	}
	s.used = false
}

// Close stops the running search, waits for it and lets the table go.
func (s *Session) Close() {
	s.Settle()
	s.table, s.used = nil, false
}

// Settle stops a running search and waits for it. All methods that look at the
// position or change it do so themselves; what uses Position directly calls it
// first.
func (s *Session) Settle() {
	if s.running != nil {
		s.running.Stop()
		s.running.Wait()
		s.running = nil
	}
}

// Legal returns the legal moves where the position tells them.
func (s *Session) Legal() []game.Move {
	if v, ok := s.pos.(Viewer); ok {
		return v.Legal()
	}
	return nil
}

// String describes the session for a log.
func (s *Session) String() string {
	if s.pos == nil {
		return s.game.Name()
	}
	setup := s.pos.Setup()
	return fmt.Sprintf("%s %dx%d %s, %d moves", s.game.Name(), setup.Width, setup.Height, setup.Rule, len(s.record))
}

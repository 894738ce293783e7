package engine

import (
	"fmt"
	"slices"

	"ishi/engine/game"
)

// Line is a game so far, as a record tells it.
type Line struct {
	// Setup is the board; its zero value is the game's usual one.
	Setup Setup
	// Stones were set up before the first move, with First to move. Without any
	// the game begins as its rules say.
	Stones []Stone
	First  game.Side
	// Moves are moves and passes with their sides.
	Moves []Stone
}

// MoveError is an error in a move of a Line.
type MoveError struct {
	Number int // from 1
	Move   Stone
	Err    error
}

func (e *MoveError) Error() string {
	return fmt.Sprintf("move %d, %v %v: %v", e.Number, e.Move.Side, e.Move.Move, e.Err)
}

// Unwrap returns what is wrong with the move.
func (e *MoveError) Unwrap() error { return e.Err }

// Load replaces the game by the given one. A side that has no move passes even where
// the line leaves that out. After an error all is as before; a *MoveError tells the
// move that cannot be. What the table holds stays as long as board and rule do.
func (s *Session) Load(l Line) error {
	pos, err := s.game.New(l.Setup)
	if err != nil {
		return err
	}
	if len(l.Stones) > 0 {
		if err := put(pos, l.Stones, l.First); err != nil {
			return err
		}
	}
	record := slices.Clone(l.Stones)
	for i, m := range l.Moves {
		if m.Side != pos.Side() && mustPass(pos) {
			record = append(record, Stone{Move: game.Pass, Side: pos.Side()})
			if err := pos.Play(game.Pass); err != nil {
				return err
			}
		}
		err := error(nil)
		if m.Side != pos.Side() {
			err = fmt.Errorf("%v is to move", pos.Side())
		} else {
			err = pos.Play(m.Move)
		}
		if err != nil {
			return &MoveError{Number: i + 1, Move: m, Err: err}
		}
		record = append(record, m)
	}
	s.Settle()
	if s.pos == nil || s.setup != pos.Setup() {
		s.forget()
	}
	s.pos, s.setup = pos, pos.Setup()
	s.record, s.base, s.first = record, len(l.Stones), l.First
	return nil
}

// Line returns the game so far as Load takes it, passes included; the zero value before
// the first game.
func (s *Session) Line() Line {
	if s.pos == nil {
		return Line{}
	}
	return Line{
		Setup: s.setup, Stones: slices.Clone(s.record[:s.base]), First: s.first,
		Moves: slices.Clone(s.record[s.base:]),
	}
}

// MustPass reports whether a pass is all that the side to move can do.
func (s *Session) MustPass() bool { return s.pos != nil && mustPass(s.pos) }

func mustPass(pos Position) bool {
	v, ok := pos.(Viewer)
	if !ok {
		return false
	}
	legal := v.Legal()
	return len(legal) == 1 && legal[0] == game.Pass
}

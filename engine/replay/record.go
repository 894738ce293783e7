package replay

import (
	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
)

// Record returns a line of a game as a record with names of game and rule, board,
// set-up and moves. Players, times, comments and the like are for the caller to add:
// Moves has one element for each move of the line.
func Record(rules engine.Game, l engine.Line) *record.Game {
	g := &record.Game{Name: rules.Name(), Width: l.Setup.Width, Height: l.Setup.Height, Rule: l.Setup.Rule, First: l.First}
	if pos, err := rules.New(l.Setup); err == nil {
		setup := pos.Setup()
		g.Width, g.Height, g.Rule = setup.Width, setup.Height, setup.Rule
		if len(l.Stones) == 0 {
			g.First = pos.Side()
		}
	}
	if len(rules.Rules()) < 2 {
		g.Rule = ""
	}
	for _, s := range l.Stones {
		if !s.Blocked {
			g.Setup = append(g.Setup, record.Stone{Move: s.Move, Side: s.Side})
		}
	}
	g.FirstTold = len(l.Stones) > 0
	for _, m := range l.Moves {
		g.Moves = append(g.Moves, record.Move{Move: m.Move, Side: m.Side})
	}
	return g
}

// Game returns a session's game as a record, with its result if it is over; nil before
// the first game.
func Game(s *engine.Session) *record.Game {
	pos := s.Position()
	if pos == nil {
		return nil
	}
	g := Record(s.Game(), s.Line())
	g.Result = record.FormatResult(pos.Result())
	return g
}

// Position returns the current position of a session as a record without moves: what
// formats of positions hold. It is nil before the first game and where the position
// cannot be looked at.
func Position(s *engine.Session) *record.Game {
	pos := s.Position()
	view, ok := pos.(engine.Viewer)
	if !ok {
		return nil
	}
	setup := pos.Setup()
	g := Record(s.Game(), engine.Line{Setup: setup})
	g.First, g.FirstTold = pos.Side(), true
	for y := range setup.Height {
		for x := range setup.Width {
			m := game.At(x, y)
			if side, ok := view.At(m); ok {
				g.Setup = append(g.Setup, record.Stone{Move: m, Side: side})
			}
		}
	}
	return g
}

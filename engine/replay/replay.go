// Package replay carries games between files and sessions: what record has read becomes
// a line that a session loads, and a session's game becomes a record. It knows neither
// how files are written nor the rules of a game: the games come as engine.Game values.
//
//	*record.Game ──▶ Choose ──▶ Line ──▶ engine.Line ──▶ Session.Load
//	*record.Game ◀──────────── Record ◀── engine.Line ◀── Session.Line
package replay

import (
	"fmt"
	"slices"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
)

// Choose returns the game that a record is of: the one it names, and where it names
// none the one by whose rules it can be played; the first game where that is more than
// one and nothing else tells. A record of a game that is not among them is an error.
func Choose(g *record.Game, games ...engine.Game) (engine.Game, error) {
	if g.Name != "" {
		i := slices.IndexFunc(games, func(e engine.Game) bool { return e.Name() == g.Name })
		if i < 0 {
			return nil, fmt.Errorf("replay: a game of %s", g.Name)
		}
		return games[i], nil
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("replay: no game to choose from")
	}
	best, fewest := games[0], 0
	for _, e := range games {
		if _, err := Line(g, e); err != nil {
			continue
		}
		// A game with few legal moves in which all of the record are legal is no
		// accident. One move or none tells little.
		if n := choices(g, e); fewest == 0 || len(g.Moves) > 1 && n < fewest {
			best, fewest = e, n
		}
	}
	return best, nil
}

// choices returns the number of legal moves at the beginning of a game, at least 1.
func choices(g *record.Game, rules engine.Game) int {
	pos, err := rules.New(engine.Setup{Width: g.Width, Height: g.Height})
	if err != nil {
		return 1
	}
	if v, ok := pos.(engine.Viewer); ok {
		return max(len(v.Legal()), 1)
	}
	return g.Width*g.Height + 1
}

// Line returns a record as a session loads it, by the rules of a game. Passes that the
// record leaves out are in it. Where rows may count from below (see
// record.Game.FromBelow) they are turned if the game is legal that way. A rule that is not
// known by any name becomes the game's usual one; see Rule.
//
// A move that cannot be played is an *engine.MoveError, and the line holds the moves
// before it. A board or stones that cannot be set up are an error with an empty line.
func Line(g *record.Game, rules engine.Game) (engine.Line, error) {
	line, err := straight(g, rules)
	if !g.FromBelow {
		return line, err
	}
	if turned, err := straight(upsideDown(g), rules); err == nil {
		return turned, nil
	}
	return line, err
}

// straight returns the line of a record whose rows count from the top.
func straight(g *record.Game, rules engine.Game) (engine.Line, error) {
	rule, _ := Rule(g.Rule, rules)
	line := engine.Line{Setup: engine.Setup{Width: g.Width, Height: g.Height, Rule: rule}, First: g.First}
	pos, err := rules.New(line.Setup)
	if err != nil {
		return engine.Line{}, err
	}
	line.Setup = pos.Setup()
	if !usual(g, pos) {
		for _, s := range g.Setup {
			line.Stones = append(line.Stones, engine.Stone{Move: s.Move, Side: s.Side})
		}
	}
	if len(line.Stones) == 0 && g.First != pos.Side() {
		// The other side begins on the usual board: that is a pass, where one is possible.
		if first := pos.Side(); pos.Play(game.Pass) == nil {
			line.Moves = append(line.Moves, engine.Stone{Move: game.Pass, Side: first})
		}
	}
	if len(line.Stones) > 0 {
		editor, ok := pos.(engine.Editor)
		if !ok {
			return engine.Line{}, fmt.Errorf("replay: %s knows no free positions", rules.Name())
		}
		if err := editor.SetUp(line.Stones, g.First); err != nil {
			return engine.Line{}, err
		}
	}
	for i, m := range g.Moves {
		if err := play(&line, pos, m, g.SidesGuessed); err != nil {
			return line, &engine.MoveError{Number: i + 1, Move: engine.Stone{Move: m.Move, Side: m.Side}, Err: err}
		}
	}
	return line, nil
}

// usual reports whether the stones that a record sets up are those with which the game
// begins anyway, with the same side to move.
func usual(g *record.Game, start engine.Position) bool {
	view, ok := start.(engine.Viewer)
	if !ok || len(g.Setup) == 0 || g.First != start.Side() {
		return false
	}
	set := map[game.Move]bool{}
	for _, s := range g.Setup {
		set[s.Move] = true
		if side, ok := view.At(s.Move); !ok || side != s.Side {
			return false
		}
	}
	setup, count := start.Setup(), 0
	for y := range setup.Height {
		for x := range setup.Width {
			if _, ok := view.At(game.At(x, y)); ok {
				count++
			}
		}
	}
	return count == len(set)
}

// play plays a move of a record, after a pass where one is implied.
func play(line *engine.Line, pos engine.Position, m record.Move, guessed bool) error {
	if (guessed || m.Side != pos.Side()) && m.Move != game.Pass && mustPass(pos) {
		line.Moves = append(line.Moves, engine.Stone{Move: game.Pass, Side: pos.Side()})
		if err := pos.Play(game.Pass); err != nil {
			return err
		}
	}
	side := pos.Side()
	if m.Side != side && !guessed {
		return fmt.Errorf("%v is to move", side)
	}
	if err := pos.Play(m.Move); err != nil {
		return err
	}
	line.Moves = append(line.Moves, engine.Stone{Move: m.Move, Side: side})
	return nil
}

// mustPass reports whether the side to move can do nothing but pass.
func mustPass(pos engine.Position) bool {
	v, ok := pos.(engine.Viewer)
	if !ok {
		return false
	}
	legal := v.Legal()
	return len(legal) == 1 && legal[0] == game.Pass
}

// upsideDown returns a record with its rows in reverse.
func upsideDown(g *record.Game) *record.Game {
	turned := *g
	point := func(m game.Move) game.Move {
		if !m.IsPoint() || m.Y() >= g.Height {
			return m
		}
		return game.At(m.X(), g.Height-1-m.Y())
	}
	turned.Setup, turned.Moves = slices.Clone(g.Setup), slices.Clone(g.Moves)
	for i := range turned.Setup {
		turned.Setup[i].Move = point(turned.Setup[i].Move)
	}
	for i := range turned.Moves {
		turned.Moves[i].Move = point(turned.Moves[i].Move)
	}
	return &turned
}

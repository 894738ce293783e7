package othello

import (
	"fmt"
	"slices"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// Game returns Othello as the engine sees it.
func Game() engine.Game { return rules{} }

type rules struct{}

// defaultSize is the board when nothing is said.
const defaultSize = 8

// ruleName is the only set of rules.
const ruleName = "othello"

func (rules) Name() string { return "othello" }

func (rules) Rules() []string { return []string{ruleName} }

func (rules) Options() []engine.Option { return nil }

// New returns the opening position on a square board of an even size from MinSize to MaxSize.
func (rules) New(setup engine.Setup) (engine.Position, error) {
	if setup.Width == 0 && setup.Height == 0 {
		setup.Width, setup.Height = defaultSize, defaultSize
	}
	if setup.Rule != "" && setup.Rule != ruleName {
		return nil, fmt.Errorf("othello: rule %q: there is only %q", setup.Rule, ruleName)
	}
	n := setup.Width
	if n != setup.Height || n < MinSize || n > MaxSize || n%2 != 0 {
		return nil, fmt.Errorf("othello: size %dx%d: want a square of an even size from %d to %d",
			setup.Width, setup.Height, MinSize, MaxSize)
	}
	return &position{stack: []Grid{NewGrid(n)}}, nil
}

// position is a board with its history. It implements engine.Position and the engine's optional
// interfaces.
type position struct {
	stack     []Grid    // all positions so far, seen from the side to move; never empty
	first     game.Side // to move in the first one
	searchers []*searcher
}

func (p *position) grid() *Grid { return &p.stack[len(p.stack)-1] }

func (p *position) Setup() engine.Setup {
	size := p.grid().size
	return engine.Setup{Width: size, Height: size, Rule: ruleName}
}

func (p *position) Side() game.Side {
	return p.first ^ game.Side((len(p.stack)-1)&1)
}

// Play accepts a pass also after the end of the game, as the protocols do.
func (p *position) Play(m game.Move) error {
	g := p.grid()
	if m == game.Pass {
		if !g.moves().empty() {
			return &game.IllegalMoveError{Move: m, Reason: "there are moves"}
		}
		p.stack = append(p.stack, g.pass())
		return nil
	}
	if reason := g.illegal(m); reason != "" {
		return &game.IllegalMoveError{Move: m, Reason: reason}
	}
	at := point(m.X(), m.Y())
	p.stack = append(p.stack, g.play(at, g.flips(at)))
	return nil
}

// illegal says why a point cannot be played on, "" when it can.
func (g *Grid) illegal(m game.Move) string {
	if !m.IsPoint() || m.X() >= g.size || m.Y() >= g.size {
		return "off the board"
	}
	at := point(m.X(), m.Y())
	if g.own.has(at) || g.opp.has(at) {
		return "occupied"
	}
	if f := g.flips(at); f.empty() {
		return "turns no disc"
	}
	return ""
}

func (p *position) Undo() bool {
	if len(p.stack) == 1 {
		return false
	}
	p.stack = p.stack[:len(p.stack)-1]
	return true
}

// BoardOf returns a position of Othello on the usual board from its mover's side; false
// for any other position.
func BoardOf(pos engine.Position) (Board, bool) {
	p, ok := pos.(*position)
	if !ok || p.grid().size != defaultSize {
		return Board{}, false
	}
	b, _ := p.grid().board()
	return b, true
}

// Result counts the empty squares for the winner.
func (p *position) Result() game.Result {
	g := p.grid()
	if !g.over() {
		return game.Result{}
	}
	r := game.Result{Outcome: game.Draw, Reason: "no moves left"}
	switch e := g.empties(); {
	case g.own.empty() || g.opp.empty():
		r.Reason = "wipe-out"
	case e.empty():
		r.Reason = "board full"
	}
	switch d := g.final(); {
	case d > 0:
		r.Outcome, r.Margin = game.WonBy(p.Side()), d
	case d < 0:
		r.Outcome, r.Margin = game.WonBy(p.Side().Other()), -d
	}
	return r
}

// At implements engine.Viewer.
func (p *position) At(m game.Move) (game.Side, bool) {
	g := p.grid()
	if !m.IsPoint() || m.X() >= g.size || m.Y() >= g.size {
		return game.Black, false
	}
	switch at := point(m.X(), m.Y()); {
	case g.own.has(at):
		return p.Side(), true
	case g.opp.has(at):
		return p.Side().Other(), true
	}
	return game.Black, false
}

// Legal implements engine.Viewer.
func (p *position) Legal() []game.Move {
	g := p.grid()
	m := g.moves()
	if m.empty() {
		if g.over() {
			return nil
		}
		return []game.Move{game.Pass}
	}
	var legal []game.Move
	for !m.empty() {
		legal = append(legal, gridMoveOf(m.next()))
	}
	return legal
}

// SetUp implements engine.Editor. Undo then takes the discs back one by one.
func (p *position) SetUp(stones []engine.Stone, toMove game.Side) error {
	g := Grid{size: p.grid().size}
	// The side to move changes from each position of the stack to the next, so the first one's follows
	// from their number.
	first := toMove ^ game.Side(len(stones)&1)
	stack := []Grid{g}
	side := first
	for _, s := range stones {
		m := s.Move
		if s.Blocked || !m.IsPoint() || m.X() >= g.size || m.Y() >= g.size {
			return fmt.Errorf("othello: set-up: %w", &game.IllegalMoveError{Move: m, Reason: "off the board"})
		}
		at := point(m.X(), m.Y())
		if g.own.has(at) || g.opp.has(at) {
			return fmt.Errorf("othello: set-up: %w", &game.IllegalMoveError{Move: m, Reason: "occupied"})
		}
		if s.Side == side {
			g.own.add(at)
		} else {
			g.opp.add(at)
		}
		g = g.pass()
		side = side.Other()
		stack = append(stack, g)
	}
	p.stack, p.first = stack, first
	return nil
}

// Searcher implements engine.Position.
func (p *position) Searcher(w *search.Worker) search.Searcher {
	g := p.grid()
	if g.size > 8 {
		return newGridSearcher(w, *g)
	}
	p.searchers = slices.Grow(p.searchers, max(0, w.ID+1-len(p.searchers)))
	for len(p.searchers) <= w.ID {
		p.searchers = append(p.searchers, nil)
	}
	b, area := g.board()
	s := p.searchers[w.ID]
	if s == nil {
		s = newSearcher(w, b, area)
		p.searchers[w.ID] = s
	}
	s.reset(w, b, area)
	return s
}

// Package enginetest is a tiny game for tests of sessions and front ends: five
// or more in a row win, on boards of any size, under any rule. Its search
// looks one ply ahead, takes as long as it is told to, and breaks when it is told
// to.
package enginetest

import (
	"fmt"
	"slices"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// Game is the game. Its fields steer all searches and must not be changed while
// one runs.
type Game struct {
	// NodeTime is how long a searcher sleeps at each node.
	NodeTime time.Duration
	// Node, if not nil, is called at each node.
	Node func(w *search.Worker)
	// Depths is the number of iterations before the search gives up, 0 for none.
	Depths int
	// Score is the value of every position for the side to move.
	Score game.Score
	// PlayHook, if not nil, is called before each Play.
	PlayHook func(game.Move)
	// Tuned is the value of the option "tuned".
	Tuned string
}

// Name returns "row".
func (g *Game) Name() string { return "row" }

// Rules lists those of Gomoku.
func (g *Game) Rules() []string {
	return []string{"freestyle", "standard", "renju", "caro", "exact-caro"}
}

// New returns an empty board of 1x1 to 32x32; 15x15 by default.
func (g *Game) New(s engine.Setup) (engine.Position, error) {
	if s.Width == 0 {
		s.Width, s.Height = 15, 15
	}
	if s.Rule == "" {
		s.Rule = "freestyle"
	}
	if s.Width < 5 || s.Height < 5 || s.Width > game.MaxSize || s.Height > game.MaxSize {
		return nil, fmt.Errorf("row: %dx%d: want 5x5 to 32x32", s.Width, s.Height)
	}
	if !slices.Contains(g.Rules(), s.Rule) {
		return nil, fmt.Errorf("row: no rule %q", s.Rule)
	}
	return &Position{game: g, setup: s}, nil
}

// Options lists the option "tuned".
func (g *Game) Options() []engine.Option {
	return []engine.Option{{
		Name: "tuned", Usage: "any text", Kind: engine.Text,
		Get: func() string { return g.Tuned },
		Set: func(v string) error { g.Tuned = v; return nil },
	}}
}

// Position is a position of the game.
type Position struct {
	game   *Game
	setup  engine.Setup
	stones []engine.Stone
	side   game.Side
	cells  [game.MaxPly + 1]cell // by Move
}

// cell is what stands on a point.
type cell uint8

const (
	empty cell = iota
	black
	white
	blocked
)

func cellOf(s engine.Stone) cell {
	if s.Blocked {
		return blocked
	}
	return black + cell(s.Side)
}

// Setup implements engine.Position.
func (p *Position) Setup() engine.Setup { return p.setup }

// Side implements engine.Position.
func (p *Position) Side() game.Side { return p.side }

// Play implements engine.Position.
func (p *Position) Play(m game.Move) error {
	if p.game.PlayHook != nil {
		p.game.PlayHook(m)
	}
	reason := ""
	switch {
	case !p.contains(m):
		reason = "off the board"
	case p.cells[m] != empty:
		reason = "occupied"
	case p.Result().Outcome != game.Ongoing:
		reason = "the game is over"
	case slices.Contains(p.Forbidden(), m):
		reason = "forbidden"
	default:
		p.put(engine.Stone{Move: m, Side: p.side})
		p.side = p.side.Other()
		return nil
	}
	return &game.IllegalMoveError{Move: m, Reason: reason}
}

// Undo implements engine.Position.
func (p *Position) Undo() bool {
	if len(p.stones) == 0 {
		return false
	}
	last := len(p.stones) - 1
	p.side = p.stones[last].Side
	p.cells[p.stones[last].Move] = empty
	p.stones = p.stones[:last]
	return true
}

// Result implements engine.Position.
func (p *Position) Result() game.Result {
	for _, s := range p.stones {
		if !s.Blocked && p.five(s) {
			return game.Result{Outcome: game.WonBy(s.Side), Reason: "five in a row"}
		}
	}
	if len(p.stones) == p.setup.Width*p.setup.Height {
		return game.Result{Outcome: game.Draw, Reason: "board full"}
	}
	return game.Result{}
}

func (p *Position) five(s engine.Stone) bool {
	for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		n, x, y := 1, s.Move.X()+d[0], s.Move.Y()+d[1]
		for ; x >= 0 && y >= 0 && x < p.setup.Width && y < p.setup.Height; x, y = x+d[0], y+d[1] {
			if p.cells[game.At(x, y)] != cellOf(s) {
				break
			}
			n++
		}
		if n >= 5 {
			return true
		}
	}
	return false
}

// At implements engine.Viewer.
func (p *Position) At(m game.Move) (game.Side, bool) {
	switch p.cells[m] {
	case black:
		return game.Black, true
	case white:
		return game.White, true
	}
	return game.Black, false
}

// Legal implements engine.Viewer: the free points row by row.
func (p *Position) Legal() []game.Move {
	if p.Result().Outcome != game.Ongoing {
		return nil
	}
	var legal []game.Move
	forbidden := p.Forbidden()
	for y := range p.setup.Height {
		for x := range p.setup.Width {
			if m := game.At(x, y); p.cells[m] == empty && !slices.Contains(forbidden, m) {
				legal = append(legal, m)
			}
		}
	}
	return legal
}

// Forbidden implements engine.Forbidder: under renju the corner 0,0 is
// forbidden to Black.
func (p *Position) Forbidden() []game.Move {
	if p.setup.Rule == "renju" && p.side == game.Black && p.cells[game.At(0, 0)] == empty {
		return []game.Move{game.At(0, 0)}
	}
	return nil
}

// SetUp implements engine.Editor.
func (p *Position) SetUp(stones []engine.Stone, toMove game.Side) error {
	seen := map[game.Move]bool{}
	for _, s := range stones {
		if !p.contains(s.Move) || seen[s.Move] {
			return fmt.Errorf("row: stone on %v", s.Move)
		}
		seen[s.Move] = true
	}
	p.cells, p.stones, p.side = [game.MaxPly + 1]cell{}, nil, toMove
	for _, s := range stones {
		p.put(s)
	}
	return nil
}

func (p *Position) put(s engine.Stone) {
	p.stones = append(p.stones, s)
	p.cells[s.Move] = cellOf(s)
}

func (p *Position) contains(m game.Move) bool {
	return m.IsPoint() && m.X() < p.setup.Width && m.Y() < p.setup.Height
}

// Searcher implements engine.Position.
func (p *Position) Searcher(w *search.Worker) search.Searcher {
	return &searcher{game: p.game, worker: w, moves: p.central()}
}

// Balanced implements engine.Balancer.
func (p *Position) Balanced(w *search.Worker, bias game.Score, pair bool) search.Searcher {
	s := &searcher{game: p.game, worker: w, moves: p.central()}
	if pair {
		s.second = true
	}
	return s
}

// central returns the legal moves from the centre outwards.
func (p *Position) central() []game.Move {
	legal := p.Legal()
	distance := func(m game.Move) int {
		dx, dy := 2*m.X()-p.setup.Width+1, 2*m.Y()-p.setup.Height+1
		return dx*dx + dy*dy
	}
	slices.SortStableFunc(legal, func(a, b game.Move) int { return distance(a) - distance(b) })
	return legal
}

// searcher visits one node for each root move and finds them worse and worse.
type searcher struct {
	game   *Game
	worker *search.Worker
	moves  []game.Move
	second bool // lines have two moves
}

func (s *searcher) Moves() []game.Move { return s.moves }

func (s *searcher) Next(prev search.Iteration) (search.Iteration, bool) {
	next := search.Iteration{Depth: prev.Depth + 1}
	return next, s.game.Depths == 0 || next.Depth <= s.game.Depths
}

func (s *searcher) Search(it search.Iteration, alpha, beta game.Score, root *search.Root) game.Score {
	best := -game.Infinite
	for i, c := range root.Candidates() {
		time.Sleep(s.game.NodeTime)
		if s.game.Node != nil {
			s.game.Node(s.worker)
		}
		if s.worker.Visit() {
			return best
		}
		score := -game.Infinite
		var line []game.Move
		if best == -game.Infinite {
			score = s.game.Score
			best = score
			if s.second {
				line = []game.Move{s.moves[(slices.Index(s.moves, c.Move)+1)%len(s.moves)]}
			}
		}
		root.Update(i, score, line, 1, it.Depth)
	}
	return best
}

package gomoku

import (
	"fmt"
	"slices"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// defaultSize is the board when nothing is said, in points each way.
const defaultSize = 15

// Game returns gomoku with all its rules as the engine sees it. Options set on
// it hold for all its positions.
func Game() engine.Game {
	return &rulesOfGame{settings: settings{Tuning: DefaultTuning(), area: DefaultArea}}
}

type rulesOfGame struct{ settings settings }

func (g *rulesOfGame) Name() string { return "gomoku" }

func (g *rulesOfGame) Rules() []string { return slices.Clone(ruleNames[:]) }

func (g *rulesOfGame) Options() []engine.Option { return g.settings.options() }

// New returns an empty board. Sizes are 5 to 32 each way.
func (g *rulesOfGame) New(setup engine.Setup) (engine.Position, error) {
	if setup.Width == 0 && setup.Height == 0 {
		setup.Width, setup.Height = defaultSize, defaultSize
	}
	if setup.Rule == "" {
		setup.Rule = ruleNames[Freestyle]
	}
	rule, err := ParseRule(setup.Rule)
	if err != nil {
		return nil, err
	}
	b, err := NewBoard(setup.Width, setup.Height, rule)
	if err != nil {
		return nil, err
	}
	return &position{game: g, board: b}, nil
}

// position is a board with its history, passes included. It implements
// engine.Position and the engine's optional interfaces.
type position struct {
	game      *rulesOfGame
	board     *Board
	history   []game.Move // moves and passes since the set-up
	fives     int         // number of stones after which a five stood, 0 for none
	searchers []*Searcher // by worker, kept between searches
}

func (p *position) Setup() engine.Setup {
	return engine.Setup{Width: p.board.w, Height: p.board.h, Rule: p.board.rule.String()}
}

func (p *position) Side() game.Side { return p.board.side }

// Play accepts moves after the end of the game: protocols feed positions in
// which a five was overlooked.
func (p *position) Play(m game.Move) error {
	if m == game.Pass {
		p.board.PlayPass()
		p.history = append(p.history, m)
		return nil
	}
	if reason := p.illegal(m); reason != "" {
		return &game.IllegalMoveError{Move: m, Reason: reason}
	}
	c := CellOf(m)
	p.board.Play(c)
	p.history = append(p.history, m)
	if p.fives == 0 && p.board.Won(c) {
		p.fives = p.board.ply
	}
	return nil
}

// illegal says why a point cannot be played on, "" when it can.
func (p *position) illegal(m game.Move) string {
	b := p.board
	switch {
	case !m.IsPoint() || !b.Contains(m.X(), m.Y()):
		return "off the board"
	case !b.Empty(CellOf(m)):
		return "occupied"
	}
	if b.banned(CellOf(m)) {
		return "forbidden: " + b.foulName(CellOf(m))
	}
	return ""
}

// foulName says what makes a forbidden cell forbidden.
func (b *Board) foulName(c Cell) string {
	fours := 0
	for _, l := range b.lineClasses(Black, c) {
		switch l {
		case Overline:
			return "overline"
		case DoubleFour:
			return "double four"
		case Closed4, Open4:
			fours++
		}
	}
	if fours > 1 {
		return "double four"
	}
	return "double three"
}

func (p *position) Undo() bool {
	if len(p.history) == 0 {
		return false
	}
	last := p.history[len(p.history)-1]
	p.history = p.history[:len(p.history)-1]
	if last == game.Pass {
		p.board.UndoPass()
		return true
	}
	p.board.Undo()
	if p.board.ply < p.fives {
		p.fives = 0
	}
	return true
}

func (p *position) Result() game.Result {
	b := p.board
	switch {
	case p.fives > 0:
		s, _ := b.Stone(b.moves[p.fives-1])
		return game.Result{Outcome: game.WonBy(s), Reason: "five in a row"}
	case b.Full():
		return game.Result{Outcome: game.Draw, Reason: "board full"}
	case b.rule.fouls(b.side) && len(p.Legal()) == 0:
		return game.Result{Outcome: game.WhiteWins, Reason: "every point is forbidden to black"}
	}
	return game.Result{}
}

// At implements engine.Viewer.
func (p *position) At(m game.Move) (game.Side, bool) { return p.board.Stone(CellOf(m)) }

// Legal implements engine.Viewer. After the end of the game there are no moves.
func (p *position) Legal() []game.Move {
	b := p.board
	if p.fives > 0 {
		return nil
	}
	var moves []game.Move
	for y := range b.h {
		for x := range b.w {
			if c := CellAt(x, y); b.Empty(c) && !b.banned(c) {
				moves = append(moves, c.Move())
			}
		}
	}
	return moves
}

// Forbidden implements engine.Forbidder.
func (p *position) Forbidden() []game.Move {
	b := p.board
	if !b.rule.fouls(b.side) {
		return nil
	}
	var moves []game.Move
	rowCells(&b.foul, func(c Cell) {
		if b.Forbidden(c) {
			moves = append(moves, c.Move())
		}
	})
	return moves
}

// SetUp implements engine.Editor. A stone of the side not on move comes after
// a pass, so any number of stones of either side is possible.
func (p *position) SetUp(stones []engine.Stone, toMove game.Side) error {
	b := p.board
	fresh, err := NewBoard(b.w, b.h, b.rule)
	if err != nil {
		return err
	}
	next := position{game: p.game, board: fresh, searchers: p.searchers}
	for _, blocked := range []bool{true, false} {
		for _, s := range stones {
			if s.Blocked == blocked {
				if err := next.put(s); err != nil {
					return err
				}
			}
		}
	}
	if fresh.side != toMove {
		fresh.PlayPass()
	}
	*p = next
	return nil
}

// put adds a stone of either side. Forbidden points are no error here: the
// stones are there.
func (p *position) put(s engine.Stone) error {
	b := p.board
	m := s.Move
	if !m.IsPoint() || !b.Contains(m.X(), m.Y()) || !b.Empty(CellOf(m)) {
		return fmt.Errorf("gomoku: set-up: %w", &game.IllegalMoveError{Move: m, Reason: p.illegal(m)})
	}
	if s.Blocked {
		return b.Block(CellOf(m))
	}
	if b.side != s.Side {
		b.PlayPass()
	}
	b.Play(CellOf(m))
	p.history = append(p.history, m)
	if p.fives == 0 && b.Won(CellOf(m)) {
		p.fives = b.ply
	}
	return nil
}

// Searcher implements engine.Position.
func (p *position) Searcher(w *search.Worker) search.Searcher {
	for len(p.searchers) <= w.ID {
		p.searchers = append(p.searchers, newSearcher(p.board))
	}
	s := p.searchers[w.ID]
	s.reset(p.board, w, p.game.settings)
	return s
}

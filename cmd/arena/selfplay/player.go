package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ishi/engine"
	"ishi/engine/corpus"
	"ishi/engine/game"
	"ishi/search"
)

const (
	// tableBytes is the size of the table: enough for searches of this kind, and quick
	// to clear.
	tableBytes = 4 << 20
	// maxTries is how many openings are tried for one that is even.
	maxTries = 1000
	// near is how many points from the next stone a random stone is put, at most.
	near = 2
)

// Player plays games. It belongs to one goroutine.
type Player struct {
	settings Settings
	rules    engine.Game
	table    *search.Table
	random   *rand.Rand
	position engine.Position
	viewer   engine.Viewer
}

// NewPlayer returns a player of one of the games.
func NewPlayer(s Settings, games []engine.Game) (*Player, error) {
	rules, err := s.find(games)
	if err != nil {
		return nil, err
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	p := &Player{settings: s, rules: rules, table: search.NewTable(tableBytes)}
	return p, p.begin()
}

// begin sets up a new board.
func (p *Player) begin() (err error) {
	if p.position, err = p.rules.New(p.settings.Setup()); err != nil {
		return err
	}
	viewer, ok := p.position.(engine.Viewer)
	if !ok {
		return fmt.Errorf("game %q: its moves cannot be listed", p.settings.Game)
	}
	p.viewer = viewer
	return nil
}

// Play plays the game of a number, from 0.
func (p *Player) Play(ctx context.Context, number int) (*corpus.Game, error) {
	p.table.Clear()
	p.random = rand.New(rand.NewPCG(p.settings.Seed, uint64(number)))
	g, err := p.open(ctx, number)
	if err != nil {
		return nil, err
	}
	for p.position.Result().Outcome == game.Ongoing {
		if p.settings.MaxPlies > 0 && len(g.Plies) >= p.settings.MaxPlies {
			g.Outcome = game.Draw
			return g, nil
		}
		ply, err := p.think(ctx)
		if err != nil {
			return nil, err
		}
		g.Plies = append(g.Plies, ply)
		// What is proven need not be played out.
		if ply.Scored && (ply.Score.IsWin() || ply.Score.IsLoss()) {
			g.Outcome = game.WonBy(p.position.Side())
			if ply.Score.IsLoss() {
				g.Outcome = game.WonBy(p.position.Side().Other())
			}
			return g, nil
		}
		if err := p.position.Play(ply.Move); err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", number, len(g.Plies), err)
		}
	}
	result := p.position.Result()
	g.Outcome, g.Margin = result.Outcome, result.Margin
	return g, nil
}

// open plays random moves until the position is even enough.
func (p *Player) open(ctx context.Context, number int) (*corpus.Game, error) {
	for range maxTries {
		if err := p.begin(); err != nil {
			return nil, err
		}
		g := &corpus.Game{Number: number, Plies: []corpus.Ply{}}
		plies := p.settings.OpeningMin + p.random.IntN(p.settings.OpeningMax-p.settings.OpeningMin+1)
		for len(g.Plies) < plies && p.position.Result().Outcome == game.Ongoing {
			m := p.draw()
			if err := p.position.Play(m); err != nil {
				return nil, fmt.Errorf("game %d, opening: %w", number, err)
			}
			g.Plies = append(g.Plies, corpus.Ply{Move: m, Random: true})
		}
		g.Opening = len(g.Plies)
		if p.position.Result().Outcome != game.Ongoing {
			continue
		}
		if p.settings.Balance == 0 {
			return g, nil
		}
		ply, err := p.think(ctx)
		if err != nil {
			return nil, err
		}
		if limit := game.Score(p.settings.Balance); ply.Score <= limit && ply.Score >= -limit {
			return g, nil
		}
	}
	return nil, fmt.Errorf("game %d: none of %d openings is even; raise balance", number, maxTries)
}

// think searches the position and chooses a move.
func (p *Player) think(ctx context.Context) (corpus.Ply, error) {
	if legal := p.viewer.Legal(); len(legal) == 1 && legal[0] == game.Pass {
		return corpus.Ply{Move: game.Pass}, nil
	}
	lines := search.Deepen(ctx, search.Setup{Table: p.table, Searcher: p.position.Searcher}, search.Limits{Nodes: p.settings.Nodes})
	if ctx.Err() != nil {
		return corpus.Ply{}, ctx.Err()
	}
	best := lines[0]
	ply := corpus.Ply{Move: best.Move(), Score: best.Score, Scored: true, Exact: best.Exact || best.Score.IsWin() || best.Score.IsLoss()}
	if best.Iteration.Outcome { // a win, a draw or a loss, and nothing of its height
		ply.Scored, ply.Exact, ply.Score = false, false, 0
	}
	if p.settings.Random > 0 && p.random.Float64() < p.settings.Random && !ply.Score.IsWin() && !ply.Score.IsLoss() {
		ply.Move, ply.Random = p.draw(), true
	}
	return ply, nil
}

// draw returns a random legal move: near a stone where there are any, else in the
// middle of the board.
func (p *Player) draw() game.Move {
	legal := p.viewer.Legal()
	var close []game.Move
	for _, m := range legal {
		if m == game.Pass || p.close(m) {
			close = append(close, m)
		}
	}
	if len(close) == 0 {
		close = legal
	}
	return close[p.random.IntN(len(close))]
}

// close reports whether a stone is near a point, or on an empty board whether the point
// is in the middle half.
func (p *Player) close(m game.Move) bool {
	setup := p.position.Setup()
	for y := max(m.Y()-near, 0); y <= min(m.Y()+near, setup.Height-1); y++ {
		for x := max(m.X()-near, 0); x <= min(m.X()+near, setup.Width-1); x++ {
			if _, stone := p.viewer.At(game.At(x, y)); stone {
				return true
			}
		}
	}
	return p.empty(setup) && 4*m.X() >= setup.Width-4 && 4*m.X() <= 3*setup.Width && 4*m.Y() >= setup.Height-4 && 4*m.Y() <= 3*setup.Height
}

func (p *Player) empty(setup engine.Setup) bool {
	for y := range setup.Height {
		for x := range setup.Width {
			if _, stone := p.viewer.At(game.At(x, y)); stone {
				return false
			}
		}
	}
	return true
}

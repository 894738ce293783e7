package gomoku

import (
	"context"
	"io"
	"math/rand/v2"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/gomoku"
	"ishi/search"
)

// PlayOptions say which games to play.
type PlayOptions struct {
	Rule  string
	Size  int    // points each way
	Games int    // number of the last game
	First int    // games that need not be played
	Nodes int    // nodes a move; each search gets 0.7 to 1.3 times this
	Seed  uint64 // the same seed gives the same games
	// Progress is called after every game; it may be nil.
	Progress func(done int)
}

const (
	playTable      = 8 << 20 // bytes
	openingMax     = 8       // stones
	openingBalance = 220     // largest score of an opening for either side
	drawPlies      = 180     // longer games are drawn
)

// Play plays games from random openings and writes them to w, until ctx is done.
// Every game is written at once and depends on seed and number only.
func Play(ctx context.Context, o PlayOptions, w io.Writer) error {
	p := &player{options: o, game: gomoku.Game(), table: search.NewTable(playTable)}
	for n := o.First; n < o.Games; n++ {
		if ctx.Err() != nil {
			return nil
		}
		p.table.Clear()
		p.random = rand.New(rand.NewPCG(o.Seed, uint64(n)))
		r, err := p.play()
		if err != nil {
			return err
		}
		if err := r.Write(w); err != nil {
			return err
		}
		if o.Progress != nil {
			o.Progress(n + 1)
		}
	}
	return nil
}

type player struct {
	options  PlayOptions
	game     engine.Game
	table    *search.Table
	random   *rand.Rand
	position engine.Position
}

// play plays one game from a random opening that a short search finds even.
func (p *player) play() (*Record, error) {
	var r *Record
	for {
		var err error
		if r, err = p.open(); err != nil {
			return nil, err
		}
		if p.position.Result().Outcome != game.Ongoing {
			continue
		}
		best := p.think(p.options.Nodes)
		if len(best) > 0 && best[0].Score <= openingBalance && best[0].Score >= -openingBalance {
			break
		}
	}
	for p.position.Result().Outcome == game.Ongoing && len(r.Moves) < drawPlies {
		best := p.think(int(float64(p.options.Nodes) * (0.7 + 0.6*p.random.Float64())))[0]
		r.Moves, r.Scores = append(r.Moves, best.Move()), append(r.Scores, best.Score)
		if best.Score.IsWin() || best.Score.IsLoss() {
			winner := p.position.Side()
			if best.Score.IsLoss() {
				winner = winner.Other()
			}
			r.Outcome = game.WonBy(winner)
			return r, nil
		}
		if err := p.position.Play(best.Move()); err != nil {
			return nil, err
		}
	}
	if r.Outcome = p.position.Result().Outcome; r.Outcome == game.Ongoing {
		r.Outcome = game.Draw
	}
	return r, nil
}

// open sets up a new board with random stones close to each other.
func (p *player) open() (*Record, error) {
	o := p.options
	r := &Record{Rule: o.Rule, Width: o.Size, Height: o.Size}
	var err error
	if p.position, err = p.game.New(engine.Setup{Width: o.Size, Height: o.Size, Rule: o.Rule}); err != nil {
		return nil, err
	}
	stones := 1 + p.random.IntN(openingMax)
	box := min(3+p.random.IntN(6), o.Size)
	left, top := p.random.IntN(o.Size-box+1), p.random.IntN(o.Size-box+1)
	if p.random.IntN(3) > 0 {
		left, top = (o.Size-box)/2, (o.Size-box)/2
	}
	for tries := 0; len(r.Moves) < stones && tries < 100; tries++ {
		m := game.At(left+p.random.IntN(box), top+p.random.IntN(box))
		if p.position.Play(m) == nil {
			r.Moves, r.Scores = append(r.Moves, m), append(r.Scores, 0)
		}
	}
	r.Opening = len(r.Moves)
	return r, nil
}

func (p *player) think(nodes int) []search.Info {
	return search.Deepen(context.Background(), search.Setup{
		Table:    p.table,
		Searcher: func(w *search.Worker) search.Searcher { return p.position.Searcher(w) },
	}, search.Limits{Nodes: uint64(max(nodes, 1))})
}

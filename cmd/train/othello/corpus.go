package othello

import (
	"errors"
	"fmt"
	"io"

	"ishi/engine/corpus"
	"ishi/engine/game"
	"ishi/engine/othello"
)

// readCorpus reads the scored positions of a file of arena selfplay. A torn tail is left out.
func readCorpus(in io.Reader, source Source, each func(Labelled)) error {
	r, err := corpus.NewReader(in)
	if err != nil {
		return err
	}
	if a := r.About(); a.Game != "othello" || a.Width != 8 || a.Height != 8 {
		return fmt.Errorf("games of %s on %dx%d: want othello on 8x8", a.Game, a.Width, a.Height)
	}
	for {
		g, err := r.Next()
		damage := (*corpus.DamageError)(nil)
		switch {
		case errors.Is(err, io.EOF), errors.As(err, &damage) && damage.Torn:
			return nil
		case err != nil:
			return err
		}
		if err := labelled(g, source, each); err != nil {
			return err
		}
	}
}

// labelled plays a game and hands out its scored positions.
func labelled(g *corpus.Game, source Source, each func(Labelled)) error {
	b := othello.Start
	for i, p := range g.Plies {
		if p.Scored {
			each(Labelled{Board: b, Score: float32(p.Score), Game: g.Number, Source: source})
		}
		if p.Move == game.Pass {
			b = b.Pass()
			continue
		}
		sq := p.Move.Y()*8 + p.Move.X()
		if b.Moves()>>sq&1 == 0 {
			return fmt.Errorf("game %d, ply %d: %v is no move", g.Number, i+1, p.Move)
		}
		b = b.Play(sq, b.Flips(sq))
	}
	return nil
}

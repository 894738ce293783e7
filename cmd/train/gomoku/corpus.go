package gomoku

import (
	"errors"
	"fmt"
	"io"

	"ishi/engine/corpus"
	"ishi/engine/game"
)

// readCorpus calls f for every game of a file of arena selfplay. A torn tail is left
// out.
func readCorpus(in io.Reader, f func(*Record) error) error {
	r, err := corpus.NewReader(in)
	if err != nil {
		return err
	}
	about := r.About()
	if about.Game != "gomoku" {
		return fmt.Errorf("games of %s: want gomoku", about.Game)
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
		record := &Record{
			Rule: about.Rule, Width: about.Width, Height: about.Height, Outcome: g.Outcome, Opening: g.Opening,
			Moves: make([]game.Move, len(g.Plies)), Scores: make([]game.Score, len(g.Plies)), Random: make([]bool, len(g.Plies)),
		}
		for i, p := range g.Plies {
			record.Moves[i], record.Scores[i], record.Random[i] = p.Move, p.Score, p.Random
		}
		if err := f(record); err != nil {
			return err
		}
	}
}

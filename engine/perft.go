package engine

import (
	"context"
	"errors"
	"fmt"

	"ishi/engine/game"
)

// PerftCounter is a Position that counts games faster than by playing their moves.
type PerftCounter interface {
	// Perft counts the ends of all games of depth plies, 0 or more.
	Perft(depth int) uint64
}

// Perft counts the ends of all games of depth plies from a position, which is as it was
// afterwards. A game that ends earlier counts once; the last ply is counted without
// being played. It ends with the context's error when that is done.
func Perft(ctx context.Context, pos Position, depth int) (uint64, error) {
	if depth <= 0 {
		return 1, nil
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if c, ok := pos.(PerftCounter); ok && depth <= perftStep {
		return c.Perft(depth), nil
	}
	v, ok := pos.(Viewer)
	if !ok {
		return 0, errors.New("engine: this game does not list its moves")
	}
	moves := v.Legal()
	switch {
	case len(moves) == 0:
		return 1, nil
	case depth == 1:
		return uint64(len(moves)), nil
	}
	var n uint64
	for _, m := range moves {
		below, err := perftAfter(ctx, pos, m, depth-1)
		if err != nil {
			return 0, err
		}
		n += below
	}
	return n, nil
}

// perftStep is the depth that a PerftCounter counts without a look at the context: a
// fraction of a second.
const perftStep = 7

func perftAfter(ctx context.Context, pos Position, m game.Move, depth int) (uint64, error) {
	if err := pos.Play(m); err != nil {
		return 0, fmt.Errorf("engine: a listed move cannot be played: %w", err)
	}
	defer pos.Undo()
	return Perft(ctx, pos, depth)
}

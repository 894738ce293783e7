// Package searchtest holds the slow and simple references against which the
// searches of all games are tested: minimax without any pruning, and perft.
//
//	        2            the mover takes the larger value,
//	  ┌─────┴─────┐      the opponent hands back the smaller one
//	 -2          -5      (each value is seen from the side to move)
//	┌─┴─┐       ┌─┴─┐
//	2   7       5   9
//
// It knows no game: a test brings its own as a Game.
package searchtest

import (
	"slices"

	"ishi/engine/game"
)

// Game is a position that can be walked.
type Game interface {
	// Moves lists the legal moves; game.Pass alone when that is all the side
	// to move can do, none when the game is over.
	Moves() []game.Move
	// Play plays one of Moves; Undo takes the last one back.
	Play(game.Move)
	Undo()
	// Value is the score for the side to move, ply plies below the root,
	// where the game is over or the depth is used up.
	Value(ply int) game.Score
}

// Line is a score with the moves that lead to it.
type Line struct {
	Score game.Score
	PV    []game.Move
}

// Minimax returns the value of g for the side to move, depth plies deep (0 or
// more), and the first of the best lines. It visits the whole tree.
func Minimax(g Game, depth int) Line { return minimax(g, depth, 0) }

func minimax(g Game, depth, ply int) Line {
	moves := g.Moves()
	if depth <= 0 || len(moves) == 0 {
		return Line{Score: g.Value(ply)}
	}
	best := Line{Score: -game.Infinite}
	for _, m := range moves {
		g.Play(m)
		below := minimax(g, depth-1, ply+1)
		g.Undo()
		if score := -below.Score; score > best.Score {
			best = Line{Score: score, PV: append([]game.Move{m}, below.PV...)}
		}
	}
	return best
}

// Lines returns the line of every legal move, depth plies deep (1 or more),
// best first; equal ones stand in the order of Moves.
func Lines(g Game, depth int) []Line {
	var lines []Line
	for _, m := range g.Moves() {
		g.Play(m)
		below := minimax(g, depth-1, 1)
		g.Undo()
		lines = append(lines, Line{Score: -below.Score, PV: append([]game.Move{m}, below.PV...)})
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return int(b.Score) - int(a.Score) })
	return lines
}

// Perft counts the ends of all games of depth plies (0 or more). A pass is
// one ply; a game that ends earlier counts once.
func Perft(g Game, depth int) uint64 {
	moves := g.Moves()
	if depth <= 0 || len(moves) == 0 {
		return 1
	}
	var n uint64
	for _, m := range moves {
		g.Play(m)
		n += Perft(g, depth-1)
		g.Undo()
	}
	return n
}

// Walk plays a game of at most plies moves, each the pick-th of the legal ones
// (modulo their number), calls visit before every move and once at the end,
// and takes all of them back.
func Walk(g Game, picks []byte, visit func(ply int)) {
	played := 0
	for _, pick := range picks {
		moves := g.Moves()
		if len(moves) == 0 {
			break
		}
		visit(played)
		g.Play(moves[int(pick)%len(moves)])
		played++
	}
	visit(played)
	for range played {
		g.Undo()
	}
}

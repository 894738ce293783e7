package main

import (
	"cmp"
	"math/bits"
	"slices"

	"ishi/cmd/engine/analysis"
	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/othello"
)

// exactSolver solves positions of Othello on the usual board.
type exactSolver struct{ solver *othello.Solver }

// newExactSolver returns a solver with a table of the given size in bytes.
func newExactSolver(size int64) exactSolver { return exactSolver{othello.NewSolver(size)} }

func (s exactSolver) Forget() { s.solver.Forget() }

// Solve scores the best move, or each move where more than one is wanted.
func (s exactSolver) Solve(pos engine.Position, n int) (analysis.Verdict, bool) {
	b, ok := othello.BoardOf(pos)
	if !ok {
		return analysis.Verdict{}, false
	}
	before := s.solver.Nodes()
	v := analysis.Verdict{Exact: true}
	switch {
	case n == 1 || b.Moves() == 0:
		v.Lines = []analysis.Line{s.best(b)}
	default:
		v.Lines = s.all(b)
		v.Lines = v.Lines[:min(n, len(v.Lines))]
	}
	v.Nodes = s.solver.Nodes() - before
	return v, true
}

func (s exactSolver) best(b othello.Board) analysis.Line {
	score := s.solver.Exact(b)
	line := s.solver.Line()
	if len(line) == 0 {
		line = []game.Move{game.Pass}
	}
	return exactLine(score, line)
}

// all scores every move, best first.
func (s exactSolver) all(b othello.Board) []analysis.Line {
	var lines []analysis.Line
	for moves := b.Moves(); moves != 0; moves &= moves - 1 {
		at := bits.TrailingZeros64(moves)
		score := -s.solver.Exact(b.Play(at, b.Flips(at)))
		lines = append(lines, exactLine(score, append([]game.Move{game.At(at%8, at/8)}, s.solver.Line()...)))
	}
	slices.SortStableFunc(lines, func(x, y analysis.Line) int { return cmp.Compare(y.Value, x.Value) })
	return lines
}

func exactLine(score int, line []game.Move) analysis.Line {
	return analysis.Line{Value: float64(score), Score: game.Score(score), PV: slices.Clone(line)}
}

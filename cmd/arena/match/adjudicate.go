package match

import (
	"fmt"
	"math"
	"sync"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/othello"
)

// MostExactEmpties is the largest number of empty squares that an exact adjudication
// solves: about a second of work at the worst.
const MostExactEmpties = 20

// adjudicate ends a game early if it is to be: exactly, then as a draw or as lost by the
// scores that both sides have told, then by its length.
func adjudicate(a contest.Adjudication, plies []contest.Ply, pos engine.Position) (game.Result, bool) {
	if result, ok := exact(a, pos); ok {
		return result, true
	}
	scored := scoredPlies(plies)
	if drawn(a, len(plies), scored) {
		return game.Result{Outcome: game.Draw, Reason: fmt.Sprintf("both scores within %g for %d plies", a.DrawScore, a.DrawPlies)}, true
	}
	for _, side := range []game.Side{game.Black, game.White} {
		if resigned(a, side, scored) {
			reason := fmt.Sprintf("scores beyond %g for %d moves", a.ResignScore, a.ResignMoves)
			return game.Result{Outcome: game.WonBy(side.Other()), Reason: reason}, true
		}
	}
	if a.MaxPlies > 0 && len(plies) >= a.MaxPlies {
		return game.Result{Outcome: game.Draw, Reason: fmt.Sprintf("%d plies", len(plies))}, true
	}
	return game.Result{}, false
}

// scoredPlies returns the plies that engines have chosen.
func scoredPlies(plies []contest.Ply) []contest.Ply {
	var chosen []contest.Ply
	for _, p := range plies {
		if !p.Opening && p.Move != game.Pass {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// drawn reports whether the last plies of both sides were valued as even.
func drawn(a contest.Adjudication, played int, plies []contest.Ply) bool {
	if a.DrawPlies <= 0 || played < a.DrawFrom || len(plies) < a.DrawPlies {
		return false
	}
	for _, p := range plies[len(plies)-a.DrawPlies:] {
		if p.Score == nil || math.Abs(*p.Score) > a.DrawScore {
			return false
		}
	}
	return true
}

// resigned reports whether a side has seen itself lost in its last moves, and the other
// side itself won in its own.
func resigned(a contest.Adjudication, side game.Side, plies []contest.Ply) bool {
	if a.ResignMoves <= 0 {
		return false
	}
	need := [2]int{a.ResignMoves, a.ResignMoves}
	for i := len(plies) - 1; i >= 0 && (need[0] > 0 || need[1] > 0); i-- {
		p := plies[i]
		if need[p.Side] == 0 {
			continue
		}
		if p.Score == nil || p.Side == side && *p.Score > -a.ResignScore || p.Side != side && *p.Score < a.ResignScore {
			return false
		}
		need[p.Side]--
	}
	return need == [2]int{}
}

// solvers are kept from one game to the next.
var solvers = sync.Pool{New: func() any { return othello.NewSolver(16 << 20) }}

// exact solves the end of a game of Othello.
func exact(a contest.Adjudication, pos engine.Position) (game.Result, bool) {
	if a.ExactEmpties <= 0 {
		return game.Result{}, false
	}
	b, ok := othello.BoardOf(pos)
	if empties := b.Count(); !ok || empties > min(a.ExactEmpties, MostExactEmpties) {
		return game.Result{}, false
	}
	solver := solvers.Get().(*othello.Solver)
	defer solvers.Put(solver)
	discs := solver.Exact(b)
	result := game.Result{Outcome: game.Draw, Reason: "perfect play"}
	switch {
	case discs > 0:
		result.Outcome, result.Margin = game.WonBy(pos.Side()), discs
	case discs < 0:
		result.Outcome, result.Margin = game.WonBy(pos.Side().Other()), -discs
	}
	return result, true
}

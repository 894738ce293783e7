package othello

import (
	"math/bits"

	"ishi/engine/game"
	"ishi/search"
)

// A forced wipe-out is rare, early and deep compared with what happens round it, and ProbCut is blind to
// it. It is looked for before the search, by moves alone.
const (
	wipeoutPlies = 7      // at the most, the mover's first move included
	wipeoutNodes = 20_000 // in all
	wipeoutMoves = 3      // of the victim; with more it escapes
)

// Prove implements search.Prover: it finds a move after which the other side loses all its discs whatever
// it does. Its score is that of the whole board.
func (s *searcher) Prove(root *search.Root) (search.Iteration, bool) {
	b := s.state.Board()
	budget := wipeoutNodes
	for plies := 1; plies <= wipeoutPlies; plies += 2 {
		for i, r := range root.Candidates() {
			if r.Move == game.Pass {
				return search.Iteration{}, false
			}
			sq := s.square(r.Move)
			s.lines.Clear(1)
			if s.wiped(b.Play(sq, b.Flips(sq)), plies-1, 1, &budget) {
				score := game.Score(bits.OnesCount64(s.area))
				root.Update(i, score, s.lines.At(1), uint64(wipeoutNodes-budget), len(s.lines.At(1))+1)
				return search.Iteration{Exact: true}, true
			}
		}
	}
	return search.Iteration{}, false
}

// wiped reports whether the side to move loses all its discs within some plies, and leaves a line.
func (s *searcher) wiped(b Board, plies, ply int, budget *int) bool {
	s.lines.Clear(ply)
	if b.Own == 0 {
		return true
	}
	if *budget--; plies <= 0 || *budget < 0 || s.worker.Visit() {
		return false
	}
	m := b.Moves() & s.area
	if m == 0 {
		return s.wipes(b.Pass(), plies, ply+1, budget) && s.raise(ply, game.Pass)
	}
	if bits.OnesCount64(m) > wipeoutMoves {
		return false
	}
	for ; m != 0; m &= m - 1 {
		sq := first(m)
		if !s.wipes(b.Play(sq, b.Flips(sq)), plies-1, ply+1, budget) {
			return false
		}
		s.raise(ply, s.move(uint8(sq)))
	}
	return true
}

// wipes reports whether the side to move takes all discs of the other one within some plies.
func (s *searcher) wipes(b Board, plies, ply int, budget *int) bool {
	for m := b.Moves() & s.area; m != 0 && plies > 0; m &= m - 1 {
		sq := first(m)
		if s.wiped(b.Play(sq, b.Flips(sq)), plies-1, ply+1, budget) {
			return s.raise(ply, s.move(uint8(sq)))
		}
	}
	return false
}

// raise puts a move before the line of the next ply.
func (s *searcher) raise(ply int, m game.Move) bool {
	s.lines.Raise(ply, m)
	return true
}

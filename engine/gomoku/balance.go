package gomoku

import (
	"ishi/engine/game"
	"ishi/search"
)

// balancer is a searcher that looks for the move, or the two moves in a row,
// after which the value v of the position is nearest to a bias. The score of a
// root move is -|v-bias|, so the best possible is 0.
type balancer struct {
	*Searcher
	bias game.Score
	pair bool
}

// Balanced implements engine.Balancer.
func (p *position) Balanced(w *search.Worker, bias game.Score, pair bool) search.Searcher {
	return &balancer{Searcher: p.Searcher(w).(*Searcher), bias: bias, pair: pair}
}

// Prove hides the searcher's own: a won game is not balanced.
func (*balancer) Prove(*search.Root) (search.Iteration, bool) {
	return search.Iteration{}, false
}

// Moves returns all moves of the candidate area, whatever is threatened.
func (s *balancer) Moves() []game.Move {
	b := s.board
	if b.ply+b.blocked == 0 {
		return s.Searcher.Moves()
	}
	if moves := s.legal(s.generate(0, free)); len(moves) > 1 {
		return moves
	}
	return s.legal(s.generateAll(0))
}

// Next deepens without an aspiration window.
func (s *balancer) Next(prev search.Iteration) (search.Iteration, bool) {
	it, ok := s.Searcher.Next(prev)
	it.Window = 0
	return it, ok
}

// Search scores the candidates; the window is ignored, as a move further from
// the bias than the best one is refuted from both sides.
func (s *balancer) Search(it search.Iteration, _, _ game.Score, root *search.Root) game.Score {
	b := s.board
	best := -game.Infinite
	candidates := root.Candidates()
	for i := range candidates {
		c := CellOf(candidates[i].Move)
		before := s.worker.Nodes()
		if s.worker.Visit() {
			return best
		}
		b.Play(c)
		s.stack[1].previous, s.stack[1].null = c, false
		s.lines.Clear(1)
		score := best
		if s.pair {
			score = s.second(it.Depth, best)
		} else if !b.Won(c) {
			score = s.distance(it.Depth-1, 1, best)
		}
		b.Undo()
		if s.stopped() {
			return best
		}
		if score <= best {
			root.Update(i, -game.Infinite, nil, s.worker.Nodes()-before, 0)
			continue
		}
		best = score
		root.Update(i, score, s.lines.At(1), s.worker.Nodes()-before, s.worker.SelDepth)
	}
	return best
}

// distance returns -|v-bias| for the player who has just moved, or best when
// that is no better.
func (s *balancer) distance(depth, ply int, best game.Score) game.Score {
	alpha, beta := max(s.bias+best, -game.Infinite), min(s.bias-best, game.Infinite)
	if alpha >= beta {
		return best
	}
	v := -s.search(-beta, -alpha, depth, ply, false) - s.bias
	if v <= alpha-s.bias || v >= beta-s.bias {
		return best
	}
	return -max(v, -v)
}

// secondWindow is how far the static evaluation of a pair may be from the bias
// for the pair to be searched.
const secondWindow = 400

// second looks for the best second move of a pair and sets the line of ply 1.
func (s *balancer) second(depth int, best game.Score) game.Score {
	b := s.board
	list := s.generate(1, free)
	moves := append([]candidate(nil), list.moves...)
	for _, m := range moves {
		if b.banned(m.cell) || s.worker.Visit() {
			continue
		}
		b.Play(m.cell)
		s.stack[2].previous, s.stack[2].null = m.cell, false
		s.lines.Clear(2)
		static := -b.evaluate() - s.bias
		if static < secondWindow && static > -secondWindow && !b.Won(m.cell) {
			if score := s.distance(depth-1, 2, best); score > best && !s.stopped() {
				best = score
				s.lines.Raise(1, m.cell.Move())
			}
		}
		b.Undo()
	}
	return best
}

package othello

import (
	"math/bits"

	"ishi/engine/game"
)

// Where one kind of node hands over to the next, in empty squares. Above lateEmpties an exact search
// orders its moves by the evaluation; down to earlyEmpties it then uses the shared table and
// mobility; below that the thread's own cache (tuned on the FFO suite).
const (
	lateEmpties  = 13
	earlyEmpties = 10
)

// leafDepth is the largest depth that is searched without table and sorting.
const leafDepth = 2

// nullWindow searches the position of s.state in the window (alpha, alpha+1) to the given depth, at
// the most to the end of the game, and returns a score on the true side of it (fail-soft).
func (s *searcher) nullWindow(depth, alpha int) int {
	b := s.state.Board()
	n := bits.OnesCount64(s.area &^ (b.Own | b.Opp))
	switch {
	case depth >= n && n <= lateEmpties:
		return s.late(b.Own, b.Opp, alpha, n)
	case depth <= leafDepth && depth < n:
		return s.leaf(b, depth, alpha, alpha+1)
	}
	depth = min(depth, n)
	s.nodes++
	if s.halted() {
		return alpha
	}

	// 1. Discs that can no longer be won. They bound results, not estimates.
	if depth == n {
		if bound := s.stableBound(b.Own, b.Opp, alpha, n); bound <= alpha {
			return bound
		}
	}

	// 2. The table.
	key := hash(b.Own, b.Opp)
	e := s.probe(key)
	if score, ok := e.cut(depth, s.level, alpha, alpha+1); ok {
		return score
	}

	// 3. A side without a move passes; without one on either side the game is over.
	m := b.Moves() & s.area
	if m == 0 {
		if b.Pass().Moves()&s.area == 0 {
			return final(b.Own, b.Opp, n)
		}
		s.state.Pass()
		score := -s.nullWindow(depth, ^alpha)
		s.state.Undo()
		return score
	}

	// 4. Enhanced transposition cutoff: a reply that is known to be bad enough for the other side.
	c := &s.lists[n]
	c.fill(b.Own, b.Opp, m)
	if depth >= etcDepth {
		if score, ok := s.transposition(c, b.Own, b.Opp, depth, s.level, alpha); ok {
			return score
		}
	}

	// 5. ProbCut: a shallow search that is so far off the window that the deep one hardly gets back.
	if score, ok := s.probCut(depth, n, alpha); ok {
		return score
	}

	// 6. The moves, best first.
	s.sort(c, b, e.moves)
	best, move := s.tryAll(c, depth, alpha)
	if s.stopped {
		return alpha
	}
	s.store(key, e, depth, s.level, alpha, alpha+1, best, move)
	return best
}

// tryAll searches the candidates of the position of s.state in a null window until one is above alpha,
// and returns the best score and its move.
func (s *searcher) tryAll(c *candidates, depth, alpha int) (best int, move uint8) {
	best, move = none, noSquare
	for i := range c.n {
		x := c.next(i)
		s.state.Play(int(x.sq), x.flips)
		score := -s.nullWindow(depth-1, ^alpha)
		s.state.Undo()
		if s.stopped {
			break
		}
		if score > best {
			best, move = score, x.sq
			if score > alpha {
				break
			}
		}
	}
	return best, move
}

// late solves a position between lateEmpties and earlyEmpties in a null window: shared table, moves
// sorted fastest first.
func (s *searcher) late(own, opp uint64, alpha, n int) int {
	if n <= earlyEmpties {
		return s.solve(own, opp, alpha)
	}
	s.nodes++
	if s.halted() {
		return alpha
	}
	if bound := s.stableBound(own, opp, alpha, n); bound <= alpha {
		return bound
	}
	key := hash(own, opp)
	e := s.probe(key)
	if score, ok := e.cut(n, levelExact, alpha, alpha+1); ok {
		return score
	}
	m := moves(own, opp) & s.area
	if m == 0 {
		if moves(opp, own)&s.area == 0 {
			return final(own, opp, n)
		}
		return -s.late(opp, own, ^alpha, n)
	}
	c := &s.lists[n]
	c.fill(own, opp, m)
	if n > earlyEmpties+1 {
		if score, ok := s.transposition(c, own, opp, n, levelExact, alpha); ok {
			return score
		}
	}
	s.sortFastest(c, own, opp, oddQuadrants(s.area&^(own|opp)), e.moves[0])
	best, move := none, uint8(noSquare)
	for i := range c.n {
		x := c.next(i)
		score := -s.late(opp^x.flips, own^x.flips|1<<x.sq, ^alpha, n-1)
		if s.stopped {
			return alpha
		}
		if score > best {
			best, move = score, x.sq
			if score > alpha {
				break
			}
		}
	}
	s.store(key, e, n, levelExact, alpha, alpha+1, best, move)
	return best
}

// etcDepth is the smallest depth at which the table is asked for all successors.
const etcDepth = 8

// transposition returns a cutoff that the table holds for one of the successors.
func (s *searcher) transposition(c *candidates, own, opp uint64, depth, level, alpha int) (int, bool) {
	for i := range c.list[:c.n] {
		x := &c.list[i]
		e := s.probe(hash(opp^x.flips, own^x.flips|1<<x.sq))
		if e.depth >= depth-1 && e.level >= level && -e.upper > alpha {
			return -e.upper, true
		}
	}
	return 0, false
}

// leaf searches the last plies, depth 0 to leafDepth, without table and sorting.
func (s *searcher) leaf(b Board, depth, alpha, beta int) int {
	if depth <= 0 {
		s.nodes++
		return s.eval()
	}
	m := b.Moves() & s.area
	if m == 0 {
		if b.Pass().Moves()&s.area == 0 {
			s.nodes++
			return final(b.Own, b.Opp, bits.OnesCount64(s.area&^(b.Own|b.Opp)))
		}
		s.state.Pass()
		score := -s.leaf(b.Pass(), depth, -beta, -alpha)
		s.state.Undo()
		return score
	}
	s.nodes++
	if s.halted() {
		return alpha
	}
	best := none
	for ; m != 0; m &= m - 1 {
		sq := first(m)
		f := flips(sq, b.Own, b.Opp)
		s.state.Play(sq, f)
		score := -s.leaf(s.state.Board(), depth-1, -beta, -max(alpha, best))
		s.state.Undo()
		if score > best {
			best = score
			if score >= beta {
				break
			}
		}
	}
	return best
}

// pv searches the position of s.state in an open window, fail-soft, and leaves its line in s.lines.
func (s *searcher) pv(depth, alpha, beta, ply int) int {
	b := s.state.Board()
	n := bits.OnesCount64(s.area &^ (b.Own | b.Opp))
	depth = min(depth, n)
	s.lines.Clear(ply)
	s.worker.SelDepth = max(s.worker.SelDepth, ply)
	if depth <= 0 && n > 0 {
		return s.leaf(b, 0, alpha, beta)
	}
	s.nodes++
	if s.halted() {
		return alpha
	}
	m := b.Moves() & s.area
	if m == 0 {
		if b.Pass().Moves()&s.area == 0 {
			return final(b.Own, b.Opp, n)
		}
		s.state.Pass()
		score := -s.pv(depth, -beta, -alpha, ply+1)
		s.state.Undo()
		s.lines.Raise(ply, game.Pass)
		return score
	}

	key := hash(b.Own, b.Opp)
	e := s.probe(key)
	c := &s.lists[n]
	c.fill(b.Own, b.Opp, m)
	s.sort(c, b, e.moves)
	best, move, low := none, uint8(noSquare), alpha
	for i := range c.n {
		x := c.next(i)
		s.state.Play(int(x.sq), x.flips)
		score := none
		if i > 0 {
			score = -s.nullWindow(depth-1, ^low)
		}
		if i == 0 || score > low && score < beta && !s.stopped {
			score = -s.pv(depth-1, -beta, -low, ply+1)
		}
		s.state.Undo()
		if s.stopped {
			return alpha
		}
		if score > best {
			best, move = score, x.sq
			if score > low {
				low = score
				s.lines.Raise(ply, s.move(x.sq))
			}
			if score >= beta {
				break
			}
		}
	}
	s.store(key, e, depth, s.level, alpha, beta, best, move)
	return best
}

package othello

import (
	"math/bits"

	"ishi/engine/game"
	"ishi/search"
)

// gridSearcher is one thread's search on the boards of 10x10 and more: alpha-beta with the shared
// table, the rough evaluation and moves sorted by replies.
type gridSearcher struct {
	worker  *search.Worker
	root    Grid
	lines   search.Lines
	lists   [gridPlies][]gridMove
	stopped bool
}

// gridPlies is the largest ply of a search; beyond it positions are evaluated.
const gridPlies = 64

type gridMove struct {
	flips wide
	at    int
	key   int
}

func newGridSearcher(w *search.Worker, g Grid) *gridSearcher {
	return &gridSearcher{worker: w, root: g}
}

func gridMoveOf(at int) game.Move { return game.At(at%rowBits, at/rowBits) }

// Moves implements search.Searcher.
func (s *gridSearcher) Moves() []game.Move {
	if s.root.moves().empty() {
		if s.root.over() {
			return nil
		}
		return []game.Move{game.Pass}
	}
	var moves []game.Move
	for _, m := range s.sorted(&s.root, 0, 0) {
		moves = append(moves, gridMoveOf(m.at))
	}
	return moves
}

// Next deepens by one ply and goes to the end of the game when it is near.
func (s *gridSearcher) Next(prev search.Iteration) (search.Iteration, bool) {
	n := s.root.count()
	if prev.Exact || prev.Depth >= gridPlies-1 {
		return prev, false
	}
	it := search.Iteration{Depth: prev.Depth + 1, Window: 6}
	if n <= gridSolve || it.Depth >= n {
		it = search.Iteration{Depth: n, Window: 2, Exact: true}
	}
	return it, true
}

// gridSolve is the number of empty squares from which the end is searched at once.
const gridSolve = 9

// Search implements search.Searcher.
func (s *gridSearcher) Search(it search.Iteration, alpha, beta game.Score, root *search.Root) game.Score {
	low, high := max(int(alpha), -MaxSize*MaxSize-1), min(int(beta), MaxSize*MaxSize+1)
	best := -MaxSize*MaxSize - 1
	for i, r := range root.Candidates() {
		before := s.worker.Nodes()
		next, depth := s.root.pass(), it.Depth
		if r.Move != game.Pass {
			at := point(r.Move.X(), r.Move.Y())
			next = s.root.play(at, s.root.flips(at))
			depth--
		}
		score := best
		if i > 0 {
			score = -s.search(&next, depth, ^low, -low, 1)
		}
		if i == 0 || score > low && score < high && !s.stopped {
			score = -s.search(&next, depth, -high, -low, 1)
		}
		if s.stopped {
			return alpha
		}
		reported := -game.Infinite
		if score > low {
			reported, low = game.Score(score), score
		}
		root.Update(i, reported, s.lines.At(1), s.worker.Nodes()-before, s.worker.SelDepth)
		best = max(best, score)
		if best >= high {
			break
		}
	}
	return game.Score(best)
}

// search is principal variation search, fail-soft. A pass keeps the depth.
func (s *gridSearcher) search(g *Grid, depth, alpha, beta, ply int) int {
	s.lines.Clear(ply)
	s.worker.SelDepth = max(s.worker.SelDepth, ply)
	if s.stopped = s.worker.Visit(); s.stopped {
		return alpha
	}
	if g.moves().empty() {
		if g.over() {
			return g.final()
		}
		next := g.pass()
		if ply >= gridPlies-1 {
			return g.rough()
		}
		score := -s.search(&next, depth, -beta, -alpha, ply+1)
		s.lines.Raise(ply, game.Pass)
		return score
	}
	if depth <= 0 || ply >= gridPlies-1 {
		return g.rough()
	}
	key := g.hash()
	e, found := s.worker.Table.Probe(key)
	if found && e.Depth >= depth && beta-alpha == 1 {
		score := int(e.Score)
		if e.Bound != search.Upper && score >= beta || e.Bound != search.Lower && score <= alpha {
			return score
		}
	}
	best, move, low := -MaxSize*MaxSize-1, 0, alpha
	for i, m := range s.sorted(g, ply, int(e.Move)-1) {
		next := g.play(m.at, m.flips)
		score := best
		if i > 0 {
			score = -s.search(&next, depth-1, ^low, -low, ply+1)
		}
		if i == 0 || score > low && score < beta && !s.stopped {
			score = -s.search(&next, depth-1, -beta, -low, ply+1)
		}
		if s.stopped {
			return alpha
		}
		if score > best {
			best, move = score, m.at
			if score > low {
				low = score
				s.lines.Raise(ply, gridMoveOf(m.at))
			}
			if score >= beta {
				break
			}
		}
	}
	bound := search.Exact
	switch {
	case best <= alpha:
		bound = search.Upper
	case best >= beta:
		bound = search.Lower
	}
	s.worker.Table.Store(key, search.Entry{
		Move: uint16(move + 1), Score: game.Score(best), Depth: min(depth, 127), Bound: bound,
	})
	return best
}

// sorted returns the moves of a position in the list of a ply: the given one first, then corners, then
// what leaves the other side the fewest replies and no corner.
func (s *gridSearcher) sorted(g *Grid, ply, first int) []gridMove {
	sets := g.sets()
	list := s.lists[ply][:0]
	for m := g.moves(); !m.empty(); {
		at := m.next()
		f := g.flips(at)
		next := g.play(at, f)
		replies := next.moves()
		key := -replies.count() - 8*replies.and(sets.corners).count()
		switch {
		case at == first:
			key += 1000
		case sets.corners.has(at):
			key += 20
		}
		list = append(list, gridMove{flips: f, at: at, key: key})
		for i := len(list) - 1; i > 0 && list[i].key > list[i-1].key; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
	s.lists[ply] = list
	return list
}

// hash mixes the position, its size included, into a key of the table.
func (g *Grid) hash() uint64 {
	h := uint64(g.size) * 0x9E3779B97F4A7C15
	for i := range g.own {
		hi, lo := bits.Mul64(h^g.own[i], 0xD6E8FEB86659FD93^bits.RotateLeft64(g.opp[i], 29))
		h = hi ^ lo ^ g.opp[i]*0xA0761D6478BD642F ^ bits.RotateLeft64(g.own[i], 17)
	}
	return h * 0xE7037ED1A0B428DB
}

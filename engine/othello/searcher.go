package othello

import (
	"ishi/engine/game"
	"ishi/search"
)

// searcher is one thread's search on an area of 8x8.
type searcher struct {
	worker  *search.Worker
	nodes   uint64 // visited so far
	told    uint64 // of these, those the worker knows of
	stopped bool

	state State
	rules *cutTable
	area  uint64
	last1 int // see solve1
	level int // selectivity of the running iteration
	lines search.Lines
	cache cache
	lists *[Squares + 1]candidates // by the number of empty squares
	spare *[Squares + 1]candidates // those of searches inside a node
}

func newSearcher(w *search.Worker, b Board, a Area) *searcher {
	s := &searcher{
		lists: new([Squares + 1]candidates),
		spare: new([Squares + 1]candidates),
	}
	s.reset(w, b, a)
	return s
}

// reset prepares a search from a position. What the cache holds stays true.
func (s *searcher) reset(w *search.Worker, b Board, a Area) {
	if s.area != uint64(a) {
		s.cache = cache{}
	}
	s.worker, s.nodes, s.told, s.stopped = w, 0, 0, false
	s.area, s.last1 = uint64(a), 2-a.Size()*a.Size()
	s.level, s.rules = levelExact, cutRules()
	s.state.Init(b)
}

// halted tells the worker of the nodes visited since the last call and whether to stop.
func (s *searcher) halted() bool {
	if !s.stopped {
		s.stopped = s.worker.Add(s.nodes - s.told)
		s.told = s.nodes
	}
	return s.stopped
}

// units evaluates the position of s.state in 1/DiscUnits disc.
func (s *searcher) units() int {
	if s.area != uint64(Area8) {
		return DiscUnits * roughIn(s.state.Board(), s.area)
	}
	return s.state.Score()
}

// eval evaluates the position of s.state in discs. A side without discs has lost them all.
func (s *searcher) eval() int {
	if b := s.state.Board(); b.Own == 0 {
		return final(0, b.Opp, s.empties())
	}
	return Discs(s.units())
}

// move names a square as a point of the board, which may be smaller than 8x8.
func (s *searcher) move(sq uint8) game.Move {
	margin := Area(s.area).margin()
	return game.At(int(sq&7)-margin, int(sq>>3)-margin)
}

// square is the inverse of move.
func (s *searcher) square(m game.Move) int {
	margin := Area(s.area).margin()
	return (m.Y()+margin)*8 + m.X() + margin
}

// Moves returns the legal root moves, best guess first.
func (s *searcher) Moves() []game.Move {
	b := s.state.Board()
	m := b.Moves() & s.area
	if m == 0 {
		if b.Pass().Moves()&s.area == 0 {
			return nil
		}
		return []game.Move{game.Pass}
	}
	var c candidates
	c.fill(b.Own, b.Opp, m)
	s.sort(&c, b, s.probe(hash(b.Own, b.Opp)).moves)
	moves := make([]game.Move, c.n)
	for i := range moves {
		moves[i] = s.move(c.next(i).sq)
	}
	return moves
}

func (s *searcher) empties() int {
	b := s.state.Board()
	return Board{b.Own, b.Opp | ^s.area}.Count()
}

// setLevel takes the least selective level that is not above a confidence in percent.
func (s *searcher) setLevel(confidence int) {
	s.level = 0
	for s.level < levelExact && levels[s.level].confidence < confidence {
		s.level++
	}
}

// Search searches the candidates of root. For an outcome the window holds the draw alone, and where all
// moves lose the first one, the best by earlier estimates, stands for them.
func (s *searcher) Search(it search.Iteration, alpha, beta game.Score, root *search.Root) game.Score {
	s.setLevel(it.Confidence)
	low, high := max(int(alpha), -65), min(int(beta), 65)
	if it.Outcome {
		low, high = max(low, -1), min(high, 1)
	}
	best := none
	for i, r := range root.Candidates() {
		before := s.nodes
		score, depth := none, it.Depth
		if r.Move == game.Pass {
			s.state.Pass()
		} else {
			sq := s.square(r.Move)
			s.state.Play(sq, s.state.Board().Flips(sq))
			depth--
		}
		if i > 0 {
			score = -s.nullWindow(depth, ^low)
		}
		if i == 0 || score > low && score < high && !s.stopped {
			score = -s.pv(depth, -high, -low, 1)
		}
		s.state.Undo()
		if s.stopped {
			return alpha
		}
		if it.Outcome {
			score = max(-1, min(1, score))
		}
		reported := -game.Infinite
		if score > low || it.Outcome && i == 0 {
			reported = game.Score(score)
			low = score
		}
		root.Update(i, reported, s.lines.At(1), s.nodes-before, s.worker.SelDepth)
		best = max(best, score)
		if best >= high {
			break
		}
	}
	return game.Score(best)
}

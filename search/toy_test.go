package search_test

import (
	"time"

	"ishi/engine/game"
	"ishi/search"
)

// rowGame is a small relative of Gomoku for testing the driver: who first has
// row stones in a row wins. What is not decided is valued by a hash, which is
// as rough a landscape as a driver can meet.
type rowGame struct {
	width, height, row int
	cells              [36]int8 // 0 empty, 1 the first side, -1 the other
	moves              []game.Move
	hash               uint64
	won                bool // by the side that moved last
}

func newRowGame(width, height, row int, moves ...game.Move) *rowGame {
	g := &rowGame{width: width, height: height, row: row, hash: mix(uint64(row))}
	for _, m := range moves {
		g.Play(m)
	}
	return g
}

func (g *rowGame) clone() *rowGame {
	copied := *g
	copied.moves = append(make([]game.Move, 0, len(g.cells)), g.moves...)
	return &copied
}

// mix scrambles a number (the finaliser of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (g *rowGame) side() int8 { return 1 - 2*int8(len(g.moves)&1) }

func (g *rowGame) Moves() []game.Move {
	if g.won {
		return nil
	}
	var list []game.Move
	for i := range g.width * g.height {
		if g.cells[i] == 0 {
			list = append(list, game.At(i%g.width, i/g.width))
		}
	}
	return list
}

func (g *rowGame) toggle(m game.Move, stone int8) {
	i := m.Y()*g.width + m.X()
	if g.cells[i] == 0 {
		g.cells[i] = stone
	} else {
		g.cells[i] = 0
	}
	g.hash ^= mix(uint64(i)<<8|uint64(stone+1)) ^ mix(1<<40)
}

func (g *rowGame) Play(m game.Move) {
	stone := g.side()
	g.toggle(m, stone)
	g.moves = append(g.moves, m)
	g.won = g.inRow(m, stone)
}

func (g *rowGame) Undo() {
	m := g.moves[len(g.moves)-1]
	g.moves = g.moves[:len(g.moves)-1]
	g.toggle(m, g.side())
	g.won = false
}

func (g *rowGame) inRow(m game.Move, stone int8) bool {
	for _, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		n := 1
		for _, sign := range [2]int{1, -1} {
			for k := 1; ; k++ {
				x, y := m.X()+sign*k*d[0], m.Y()+sign*k*d[1]
				if x < 0 || y < 0 || x >= g.width || y >= g.height || g.cells[y*g.width+x] != stone {
					break
				}
				n++
			}
		}
		if n >= g.row {
			return true
		}
	}
	return false
}

func (g *rowGame) Value(ply int) game.Score {
	switch {
	case g.won:
		return game.LossIn(ply)
	case len(g.moves) == g.width*g.height:
		return 0
	}
	return game.Score(mix(g.hash)%401) - 200
}

// alphaBeta is a plain fail-soft principal variation search of a rowGame. It
// uses a table entry only for the very depth it was made for, so that its
// scores are minimax values whatever the table holds.
type alphaBeta struct {
	worker *search.Worker
	pos    *rowGame
	lines  search.Lines
	window game.Score
	pause  time.Duration // slept at every node, for tests with a fake clock
}

// searcher returns a Setup.Searcher for pos.
func searcher(pos *rowGame, window game.Score) func(*search.Worker) search.Searcher {
	return func(w *search.Worker) search.Searcher {
		return &alphaBeta{worker: w, pos: pos.clone(), window: window}
	}
}

func (s *alphaBeta) Moves() []game.Move { return s.pos.Moves() }

func (s *alphaBeta) Next(prev search.Iteration) (search.Iteration, bool) {
	it := search.Iteration{Depth: prev.Depth + 1, Window: s.window}
	return it, it.Depth <= s.pos.width*s.pos.height-len(s.pos.moves)
}

func (s *alphaBeta) Search(it search.Iteration, alpha, beta game.Score, root *search.Root) game.Score {
	best := -game.Infinite
	for i, c := range root.Candidates() {
		before := s.worker.Nodes()
		s.pos.Play(c.Move)
		score := s.child(i == 0, it.Depth-1, alpha, beta, 1)
		s.pos.Undo()
		if s.worker.Stopped() {
			return best
		}
		best = max(best, score)
		reported := -game.Infinite
		if score > alpha {
			alpha, reported = score, score
		}
		root.Update(i, reported, s.lines.At(1), s.worker.Nodes()-before, s.worker.SelDepth)
		if score >= beta {
			break
		}
	}
	return best
}

// child searches the position after a move, with the full window for the
// first move and for those that prove better than expected.
func (s *alphaBeta) child(first bool, depth int, alpha, beta game.Score, ply int) game.Score {
	if !first {
		if score := -s.node(depth, -alpha-1, -alpha, ply); score <= alpha || s.worker.Stopped() {
			return score
		}
	}
	return -s.node(depth, -beta, -alpha, ply)
}

func (s *alphaBeta) node(depth int, alpha, beta game.Score, ply int) game.Score {
	if s.pause > 0 {
		time.Sleep(s.pause)
	}
	if s.worker.Visit() {
		return 0
	}
	s.lines.Clear(ply)
	s.worker.SelDepth = max(s.worker.SelDepth, ply)
	moves := s.pos.Moves()
	if depth == 0 || len(moves) == 0 {
		return s.pos.Value(ply)
	}
	if e, ok := s.worker.Table.Probe(s.pos.hash); ok && e.Depth == depth {
		score := search.FromTable(e.Score, ply)
		if e.Bound == search.Exact || e.Bound == search.Lower && score >= beta || e.Bound == search.Upper && score <= alpha {
			return score
		}
	}
	best, bound := -game.Infinite, search.Upper
	for i, m := range moves {
		s.pos.Play(m)
		score := s.child(i == 0, depth-1, alpha, beta, ply+1)
		s.pos.Undo()
		if s.worker.Stopped() {
			return 0
		}
		best = max(best, score)
		if score > alpha {
			alpha, bound = score, search.Exact
			s.lines.Raise(ply, m)
		}
		if score >= beta {
			bound = search.Lower
			break
		}
	}
	s.worker.Table.Store(s.pos.hash, search.Entry{Score: search.ToTable(best, ply), Depth: depth, Bound: bound})
	return best
}

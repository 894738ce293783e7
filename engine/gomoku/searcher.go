package gomoku

import (
	"ishi/engine/game"
	"ishi/search"
)

// maxPly is the deepest ply of a search.
const maxPly = search.MaxLine - 8

// frame is what the search remembers of a ply of the running line.
type frame struct {
	previous Cell // the move that led here
	excluded Cell // not to be searched, in a singular verification
	eval     game.Score
	null     bool // a pass led here
}

// Searcher is the alpha-beta search of one thread on a board of its own. It
// implements search.Searcher and search.Prover.
type Searcher struct {
	Tuning
	board  *Board
	worker *search.Worker
	lines  search.Lines

	lists   [maxPly + 1]moveList
	stack   [maxPly + 2]frame
	killers [maxPly + 2][2]Cell
	counter [2][cellCount]Cell
	history [2][cellCount]int16
	marked  cellSet

	vcfBudget int  // nodes left to the running threat search
	vcfLocal  bool // whether it keeps near its last stone
	vctBudget int  // nodes left to the running search by threats
	testNodes int  // nodes for the test whether a root move loses to threats
	rootNeed  need
}

// newSearcher returns a searcher with a board for positions like like.
func newSearcher(like *Board) *Searcher {
	s := &Searcher{board: like.Clone()}
	points := like.w * like.h
	arena := make([]candidate, len(s.lists)*points)
	for i := range s.lists {
		s.lists[i].moves = arena[i*points : i*points : (i+1)*points]
	}
	return s
}

// reset prepares the searcher for a search from the given position.
func (s *Searcher) reset(from *Board, w *search.Worker, set settings) {
	from.Copy(s.board)
	s.board.SetArea(set.area)
	s.worker, s.Tuning = w, set.Tuning
	s.testNodes = w.Allowance(unlimitedNodes) / testShare
	s.clearOrder()
	s.stack = [maxPly + 2]frame{}
	s.stack[0].previous = s.board.lastMove(1)
}

// Moves returns the legal moves that meet the opponent's threats, best guess
// first, and all legal moves when no move does.
func (s *Searcher) Moves() []game.Move {
	b := s.board
	if b.ply+b.blocked == 0 {
		return []game.Move{CellAt(b.w/2, b.h/2).Move()}
	}
	s.rootNeed = s.needs()
	moves := s.legal(s.generate(0, s.rootNeed))
	if len(moves) == 0 {
		moves = s.legal(s.generate(0, free))
	}
	if len(moves) == 0 {
		moves = s.legal(s.generateAll(0))
	}
	return moves
}

// Legal implements search.Wider.
func (s *Searcher) Legal() []game.Move { return s.legal(s.generateAll(0)) }

// legal ranks the list and returns its moves without the forbidden ones.
func (s *Searcher) legal(list *moveList) []game.Move {
	var ttMove Cell
	if e, ok := s.worker.Table.Probe(s.board.hash); ok {
		ttMove = Cell(e.Move)
	}
	s.rank(list, 0, ttMove)
	var moves []game.Move
	for c := list.pick(); c != NoCell; c = list.pick() {
		if !s.board.banned(c) {
			moves = append(moves, c.Move())
		}
	}
	return moves
}

// Next deepens by one ply as long as empty points are left.
func (s *Searcher) Next(prev search.Iteration) (search.Iteration, bool) {
	it := search.Iteration{Depth: prev.Depth + 1}
	if it.Depth >= 4 {
		it.Window = aspirationWindow
	}
	empties := s.board.w*s.board.h - s.board.ply - s.board.blocked
	return it, it.Depth <= min(empties, maxDepth)
}

const (
	maxDepth         = 99 // nominal; the table keeps depths up to 127
	aspirationWindow = 50
)

// Limits of the threat searches before the first iteration, and of the one at
// each leaf.
const (
	rootVCTThreats, rootVCTNodes, rootVCTShare = 20, 20000, 16
	testDepth, testShare                       = 4, 100
	rootVCFFours, rootVCFNodes                 = 60, 20000
	leafVCFFours, leafVCFNodes                 = 8, 64
)

// unlimitedNodes stands for the nodes of a search without limits where a share
// of them is wanted.
const unlimitedNodes = 1_000_000

// Prove looks for a win that is on the board, or that fours or threats bring.
func (s *Searcher) Prove(root *search.Root) (search.Iteration, bool) {
	s.lines.Clear(0)
	before := s.worker.Nodes()
	var score game.Score
	if s.RootVCF {
		score = s.shortestVCF()
	}
	if s.RootVCT && score == 0 && !s.stopped() {
		score = s.deepenVCT(0, rootVCTThreats, min(s.worker.Allowance(unlimitedNodes)/rootVCTShare, rootVCTNodes))
	}
	line := s.lines.At(0)
	if score <= 0 || len(line) == 0 {
		return search.Iteration{}, false
	}
	for i, m := range root.Candidates() {
		if m.Move == line[0] {
			root.Update(i, score, line[1:], s.worker.Nodes()-before, len(line))
			return search.Iteration{}, true
		}
	}
	return search.Iteration{}, false
}

// loses reports whether the opponent wins by threats after c, and the score of
// that for the side to move. The line at ply 1 is kept.
func (s *Searcher) loses(c Cell) (game.Score, bool) {
	var kept [search.MaxLine + 1]game.Move
	line := kept[:copy(kept[:], s.lines.At(1))]
	s.board.Play(c)
	score := s.deepenVCT(1, rootVCTThreats, s.testNodes)
	s.board.Undo()
	if score > 0 && !s.stopped() {
		return -score, true
	}
	s.lines.Set(1, line)
	return 0, false
}

// shortestVCF looks for a win with one four, then with two, and so on, until its
// nodes are spent.
func (s *Searcher) shortestVCF() game.Score {
	s.vcfBudget, s.vcfLocal = rootVCFNodes, false
	for fours := 0; fours <= rootVCFFours && s.vcfBudget > 0; fours++ {
		if score := s.vcf(0, fours, NoCell); score > 0 {
			return score
		}
	}
	return 0
}

// Search is the root of the tree; see search.Searcher.
func (s *Searcher) Search(it search.Iteration, alpha, beta game.Score, root *search.Root) game.Score {
	b := s.board
	best, bestMove, oldAlpha := -game.Infinite, NoCell, alpha
	candidates := root.Candidates()
	s.stack[0].eval = b.evaluate()
	for i := range candidates {
		c := CellOf(candidates[i].Move)
		before := s.worker.Nodes()
		s.worker.SelDepth = 0
		s.lines.Clear(1)
		score := s.rootMove(c, i, it.Depth, alpha, beta)
		if s.worker.Stopped() {
			return best
		}
		nodes := s.worker.Nodes() - before
		if i > 0 && score <= alpha {
			root.Update(i, -game.Infinite, nil, nodes, 0)
			best = max(best, score)
			continue
		}
		if score > best {
			best, bestMove = score, c
		}
		if score <= alpha {
			root.Update(i, -game.Infinite, nil, nodes, 0)
			continue
		}
		root.Update(i, score, s.lines.At(1), nodes, s.worker.SelDepth)
		alpha = score
		if score >= beta && s.AlphaBeta {
			break
		}
	}
	if bestMove != NoCell && len(candidates) > 0 && !s.stopped() {
		s.worker.Table.Store(b.hash, search.Entry{
			Move: uint16(bestMove), Score: search.ToTable(best, 0), Depth: it.Depth,
			Bound: boundOf(best, oldAlpha, beta), PV: true,
		})
	}
	return best
}

// rootMove searches the i-th root move.
func (s *Searcher) rootMove(c Cell, i, depth int, alpha, beta game.Score) game.Score {
	b := s.board
	if b.cells[c&cellMask].class[b.side] == ClassFive {
		return game.WinIn(1)
	}
	reduction := 0
	if s.LateMoveReduce && i >= 3 && depth >= 3 && s.rootNeed == free && b.cells[c&cellMask].class[b.side] < ClassThree {
		reduction = reductions[min(depth, 63)][min(i, 63)] / 2 / reductionUnit
	}
	extension := 0
	if s.rootNeed == stopFive && s.FourExtension {
		extension = 1
	}
	b.Play(c)
	s.stack[1].previous, s.stack[1].null = c, false
	score := s.window(i == 0, true, alpha, beta, depth-1+extension, reduction, 1, false)
	b.Undo()
	if s.RootTest && score > alpha && depth >= testDepth && !s.stopped() && !score.IsWin() {
		if loss, ok := s.loses(c); ok {
			return loss
		}
	}
	return score
}

func (s *Searcher) stopped() bool { return s.worker.Stopped() }

// boundOf says how a fail-soft result relates to its window.
func boundOf(score, alpha, beta game.Score) search.Bound {
	switch {
	case score >= beta:
		return search.Lower
	case score > alpha:
		return search.Exact
	}
	return search.Upper
}

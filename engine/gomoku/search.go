package gomoku

import (
	"math"

	"ishi/engine/game"
	"ishi/search"
)

// Margins in units of game.Score, tuned by matches at 0.1 s a move.
const (
	futilityMargin = 45  // a ply, for returning above beta
	skipMargin     = 50  // a ply, for skipping quiet moves below alpha
	razorMargin    = 150 // a ply
	nullMargin     = 100
	failHighMargin = 50
	singularMargin = 6 // a ply
)

// Depths from or up to which a rule works, in plies.
const (
	futilityDepth = 30
	skipDepth     = 12
	razorDepth    = 3
	nullDepth     = 7
	singularDepth = 7
	pruneDepth    = 24
	internalDepth = 3
	raisedDepth   = 3
	shallowEntry  = 4
)

// Late moves, in hundredths: the reduction is base + scale·ln(depth)·ln(number),
// changed by what is known of node and move; quiet moves are left out after
// base + depth^power.
const (
	reductionBase  = 30
	reductionScale = 250
	reduceCut      = 180 // in a node that is expected to fail high
	reducePV       = 100 // less on the principal variation
	reduceWorse    = 50  // where the evaluation is not improving
	reduceThreat   = 100 // less for threats and answers to them
	reduceKiller   = 100 // less for killers
	reduceHistory  = 80  // history points that make a hundredth
	moveLimitBase  = 300
	moveLimitPower = 130
	moveLimitWorse = 60 // of the limit, where the evaluation is not improving
	doubleMargin   = 40 // below the singular margin for two plies
)

// narrowDefence is the number of answers to an open four up to which an answer
// does not count as a ply: 200 games at 10,000 nodes, 58.5 % against none,
// 46.5 % when all answers are extended.
const narrowDefence = 4

// reductionUnit is one ply in the reduction table.
const reductionUnit = 100

// reductions is the reduction by depth and number of the move; moveLimits is
// the number of moves after which quiet ones are left out, by depth.
var (
	reductions [64][64]int
	moveLimits [pruneDepth + 1]int
)

func init() {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			reductions[d][n] = reductionBase + int(reductionScale*math.Log(float64(d))*math.Log(float64(n)))
		}
	}
	for d := range moveLimits {
		moveLimits[d] = moveLimitBase/100 + int(math.Pow(float64(d), moveLimitPower/100.0))
	}
}

// node is what the steps of one call of search hand on to each other.
type node struct {
	alpha, beta game.Score
	depth, ply  int
	pv, cut     bool
	need        need
	improving   bool
	ttMove      Cell
	entry       search.Entry
	known       bool // entry is of this position
	width       int  // number of moves
}

// search returns the fail-soft score of the position for the side to move
// within (alpha, beta). cut says that a score of at least beta is expected.
func (s *Searcher) search(alpha, beta game.Score, depth, ply int, cut bool) game.Score {
	b := s.board
	n := node{alpha: alpha, beta: beta, depth: depth, ply: ply, cut: cut}
	n.pv = beta-alpha > 1
	if n.pv {
		s.lines.Clear(ply)
	}
	if s.worker.Visit() {
		return 0
	}
	if ply > s.worker.SelDepth {
		s.worker.SelDepth = ply
	}

	// 1. The end of the game, and of the tables.
	if b.Full() {
		return 0
	}
	if ply >= maxPly {
		return b.evaluate()
	}

	// 2. What the patterns prove.
	if s.Verdicts {
		if score, ok := b.verdict(ply); ok {
			if n.pv && score > 0 {
				s.verdictLine(ply, score)
			}
			return score
		}
	}

	// 3. No line from here is shorter than a win with this move.
	if s.MateDistance {
		n.alpha = max(n.alpha, game.LossIn(ply))
		n.beta = min(n.beta, game.WinIn(ply+1))
		if n.alpha >= n.beta {
			return n.alpha
		}
	}

	// 4. The leaf, unless a five is pending that must be answered first.
	n.need = s.needs()
	if depth <= 0 && n.need != stopFive {
		return s.leaf(ply)
	}

	// 5. The transposition table.
	frame := &s.stack[ply]
	key := b.hash
	if frame.excluded != NoCell {
		key ^= zobrist[Black][frame.excluded] * 3
	}
	n.entry, n.known = s.worker.Table.Probe(key)
	if n.known {
		n.entry.Score = search.FromTable(n.entry.Score, ply)
		n.ttMove = s.usable(Cell(n.entry.Move))
		if s.TableCuts && !n.pv && n.entry.Depth >= depth && cutsOff(n.entry, n.alpha, n.beta) {
			return n.entry.Score
		}
	}

	// 6. Prunings of the whole node.
	frame.eval = b.evaluate()
	n.improving = ply >= 2 && frame.eval > s.stack[ply-2].eval
	if n.need != stopFive && frame.excluded == NoCell {
		if score, ok := s.pruneNode(&n, frame); ok {
			return score
		}
	}
	if n.depth >= internalDepth && n.need != stopFive && frame.excluded == NoCell {
		n.depth -= s.surplus(&n, frame.eval)
	}

	// 7. The moves.
	best, bestMove := s.moves(&n, frame)
	if s.stopped() {
		return 0
	}
	if frame.excluded == NoCell || best > -game.Infinite {
		s.worker.Table.Store(key, search.Entry{
			Move: uint16(bestMove), Score: search.ToTable(best, ply), Eval: frame.eval,
			Depth: n.depth, Bound: boundOf(best, n.alpha, n.beta), PV: n.pv,
		})
	}
	return best
}

// surplus is by how many plies a node is searched less deep for what is known
// before its first move: no table move, a shallow entry on the principal
// variation, or an evaluation that fails high where that is expected.
func (s *Searcher) surplus(n *node, eval game.Score) int {
	switch {
	case s.InternalReduce && n.ttMove == NoCell:
		return 1 + flagged(n.cut)
	case s.InternalReduce && n.pv && n.entry.Depth < n.depth-shallowEntry:
		return 1
	case s.FailHighReduce && n.cut && eval >= n.beta+failHighMargin && n.beta < game.MinWin:
		return 1
	}
	return 0
}

// cutsOff reports whether a table entry of sufficient depth decides a window.
func cutsOff(e search.Entry, alpha, beta game.Score) bool {
	switch e.Bound {
	case search.Exact:
		return true
	case search.Lower:
		return e.Score >= beta
	case search.Upper:
		return e.Score <= alpha
	}
	return false
}

// usable returns c if it may be played here at all: a table entry of another
// position must do no harm.
func (s *Searcher) usable(c Cell) Cell {
	if c >= cellCount || !s.board.Empty(c) {
		return NoCell
	}
	return c
}

// leaf values a position at the horizon: a win by fours if there is one, else
// the static evaluation.
func (s *Searcher) leaf(ply int) game.Score {
	b := s.board
	if s.LeafVCF && b.canFour(b.side) {
		s.vcfBudget, s.vcfLocal = leafVCFNodes, true
		if score := s.vcf(ply, leafVCFFours, NoCell); score > 0 {
			return score
		}
	}
	return b.evaluate()
}

// pruneNode returns a score and true when the node need not be searched.
func (s *Searcher) pruneNode(n *node, frame *frame) (game.Score, bool) {
	eval := frame.eval
	switch {
	case n.pv:
		return 0, false

	// Far below alpha at low depth: only a threat search could help.
	case s.Razoring && n.depth <= razorDepth && n.need == free && eval+razorMargin*game.Score(n.depth) <= n.alpha:
		if score := s.leaf(n.ply); score <= n.alpha {
			return score, true
		}

	// Far above beta: the opponent has nothing that would change it.
	case s.Futility && n.depth <= futilityDepth && n.need == free && n.beta < game.MinWin && n.beta > -game.MinWin &&
		eval-futilityMargin*game.Score(n.depth-flagged(n.improving)) >= n.beta:
		return eval, true

	// So good that even a pass keeps it above beta.
	case s.NullMove && n.depth >= nullDepth && n.need == free && !frame.null && eval >= n.beta+nullMargin &&
		n.beta < game.MinWin && !s.board.canFour(s.board.side.Other()):
		return s.pass(n)
	}
	return 0, false
}

func flagged(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pass tries whether the opponent can do nothing with two moves in a row.
func (s *Searcher) pass(n *node) (game.Score, bool) {
	next := &s.stack[n.ply+1]
	next.previous, next.null = NoCell, true
	s.board.PlayPass()
	score := -s.search(-n.beta, -n.beta+1, n.depth-4-n.depth/5, n.ply+1, !n.cut)
	s.board.UndoPass()
	if s.stopped() || score < n.beta {
		return 0, false
	}
	return min(score, game.MinWin-1), true
}

// moves searches the moves of a node and returns the best score and move.
func (s *Searcher) moves(n *node, frame *frame) (game.Score, Cell) {
	b := s.board
	me := b.side
	list := s.generate(n.ply, n.need)
	if len(list.moves) == 0 && n.need == free {
		list = s.generateAll(n.ply)
	}
	n.width = len(list.moves)
	s.rank(list, n.ply, n.ttMove)
	best, bestMove, alpha := -game.Infinite, NoCell, n.alpha
	var tried [64]Cell
	count, quiets := 0, 0
	for c := list.pick(); c != NoCell; c = list.pick() {
		if c == frame.excluded || b.banned(c) {
			continue
		}
		quiet := s.quiet(c)
		if quiet && best > -game.MinWin && s.skips(n, frame, count) {
			s.dropQuiet(list)
			continue
		}
		count++
		extension, cutoff := s.extend(n, frame, c, count)
		if s.stopped() {
			return 0, NoCell
		}
		if cutoff > -game.Infinite {
			return cutoff, c
		}
		score := s.try(n, c, count, extension, alpha, quiet)
		if s.stopped() {
			return 0, NoCell
		}
		if score > best {
			best, bestMove = score, c
			if n.pv && score > alpha {
				s.lines.Raise(n.ply, c.Move())
				if s.RaisedReduce && n.depth >= raisedDepth && n.need == free && score < game.MinWin {
					n.depth--
				}
			}
			alpha = max(alpha, score)
		}
		if alpha >= n.beta && s.AlphaBeta {
			if b.cells[c&cellMask].class[me] < ClassFour && n.need != stopFive {
				s.cutoff(n.ply, me, c, n.depth, tried[:quiets])
			}
			break
		}
		if quiets < len(tried) && b.cells[c&cellMask].class[me] < ClassFour {
			tried[quiets] = c
			quiets++
		}
	}
	if count == 0 {
		return s.noMove(n, frame), NoCell
	}
	return best, bestMove
}

// noMove is the score of a node in which no move was left.
func (s *Searcher) noMove(n *node, frame *frame) game.Score {
	switch {
	case frame.excluded != NoCell:
		return n.alpha
	case n.need == stopFive:
		return game.LossIn(n.ply + 2)
	case n.need == stopOpenFour:
		return game.LossIn(n.ply + 4)
	case n.need == stopFourThree:
		return game.LossIn(n.ply + 6)
	}
	return game.LossIn(n.ply) // renju: Black has no legal move
}

// quiet reports whether a move neither makes nor stops a threat.
func (s *Searcher) quiet(c Cell) bool {
	b := s.board
	cell := &b.cells[c&cellMask]
	return cell.class[b.side&1] < ClassThree && cell.class[b.side&1^1] < ClassFourPlus
}

// skips reports whether the quiet moves are left out from here on, after count
// moves of which one is not lost.
func (s *Searcher) skips(n *node, frame *frame, count int) bool {
	if s.LateMovePrune && n.depth <= pruneDepth && n.need != stopFive {
		limit := moveLimits[n.depth]
		if !n.improving {
			limit = limit*moveLimitWorse/100 + 1
		}
		if count >= limit {
			return true
		}
	}
	if !s.Futility || n.pv || n.depth > skipDepth || n.need != free {
		return false
	}
	return count > 0 && frame.eval+skipMargin*game.Score(n.depth+1) <= n.alpha
}

// extend returns by how many plies a move is searched deeper, and a score if
// the move's verification shows that the node fails high anyway.
func (s *Searcher) extend(n *node, frame *frame, c Cell, count int) (int, game.Score) {
	if n.need == stopFive {
		return flagged(s.FourExtension), -game.Infinite
	}
	if n.need == stopOpenFour && n.width <= narrowDefence && s.DefenceExtension {
		return 1, -game.Infinite
	}
	e := &n.entry
	if !s.Singular || c != n.ttMove || count != 1 || n.depth < singularDepth || frame.excluded != NoCell ||
		e.Bound&search.Lower == 0 || e.Depth < n.depth-3 || e.Score >= game.MinWin || e.Score <= -game.MinWin {
		return 0, -game.Infinite
	}
	beta := e.Score - singularMargin*game.Score(n.depth)
	saved := *frame
	frame.excluded = c
	score := s.search(beta-1, beta, (n.depth-1)/2, n.ply, n.cut)
	*frame = saved
	s.restore(n)
	switch {
	case s.stopped():
		return 0, -game.Infinite
	case score < beta:
		if !n.pv && score < beta-doubleMargin {
			return 2, -game.Infinite
		}
		return 1, -game.Infinite
	case beta >= n.beta && !n.pv:
		return 0, beta
	case e.Score >= n.beta:
		return -1, -game.Infinite
	}
	return 0, -game.Infinite
}

// restore makes the list of the ply again after a verification search used its
// memory; the table move was the first.
func (s *Searcher) restore(n *node) {
	fresh := s.generate(n.ply, n.need)
	s.rank(fresh, n.ply, n.ttMove)
	fresh.pick()
}

// try plays a move and searches it with the window that its place asks for.
func (s *Searcher) try(n *node, c Cell, count, extension int, alpha game.Score, quiet bool) game.Score {
	b := s.board
	me := b.side
	cell := &b.cells[c&cellMask]
	if cell.class[me] == ClassFive {
		return game.WinIn(n.ply + 1)
	}
	reduction := 0
	if s.LateMoveReduce && n.depth >= 2 && count > 1+flagged(n.pv) && n.need != stopFive {
		reduction = s.reduction(n, c, count, quiet)
	}
	b.Play(c)
	next := &s.stack[n.ply+1]
	next.previous, next.null = c, false
	score := s.window(count == 1, n.pv, alpha, n.beta, n.depth-1+extension, reduction, n.ply+1, n.cut)
	b.Undo()
	return score
}

// reduction returns by how many plies a late move is searched less deep.
func (s *Searcher) reduction(n *node, c Cell, count int, quiet bool) int {
	b := s.board
	r := reductions[min(n.depth, 63)][min(count, 63)]
	if !n.improving {
		r += reduceWorse
	}
	if n.cut {
		r += reduceCut
	}
	if n.pv {
		r -= reducePV
	}
	if !quiet || n.need != free {
		r -= reduceThreat
	}
	k := &s.killers[n.ply]
	if c == k[0] || c == k[1] {
		r -= reduceKiller
	}
	r -= int(s.history[b.side][c&cellMask]) / reduceHistory
	return min(max(r/reductionUnit, 0), n.depth-1)
}

// window runs the searches of principal variation search behind a move: the
// first move with the full window, the others with a null window, reduced, then
// deeper and wider as long as they are above alpha.
func (s *Searcher) window(first, pv bool, alpha, beta game.Score, depth, reduction, ply int, cut bool) game.Score {
	if !s.AlphaBeta || first {
		return -s.search(-beta, -alpha, depth, ply, !pv && !cut)
	}
	score := -s.search(-alpha-1, -alpha, depth-reduction, ply, true)
	if reduction > 0 && score > alpha && !s.stopped() {
		score = -s.search(-alpha-1, -alpha, depth, ply, !cut)
	}
	if pv && score > alpha && score < beta && !s.stopped() {
		score = -s.search(-beta, -alpha, depth, ply, false)
	}
	return score
}

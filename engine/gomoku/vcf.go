package gomoku

import (
	"math/bits"

	"ishi/engine/game"
	"ishi/search"
)

// vcfKey tells the table's threat search entries from those of the main search.
const vcfKey = 0x9d3f5c2ae1b70864

// vcfWidth bounds the fours tried in one node.
const vcfWidth = 32

// vcf looks for a win of the side to move by fours alone ("victory by continuous
// fours"): every four but the last has one answer, so the tree is thin.
//
//	four ─▶ forced reply ─▶ four ─▶ forced reply ─▶ … open four or five
//
// It returns the score of the win, or 0 when none was found with the given
// number of fours within s.vcfBudget nodes; that is no statement about the position.
// After the attacker's stone on last, plain fours are tried near it only; NoCell
// lifts that.
func (s *Searcher) vcf(ply, fours int, last Cell) game.Score {
	if s.worker.Visit() {
		return 0
	}
	s.vcfBudget--
	b := s.board
	me, foe := b.side, b.side.Other()

	// 1. Wins that the patterns show. With a five of theirs on the board the
	// only move is to stop it, and it must be a four as well.
	s.lines.Clear(ply)
	if score, ok := b.verdict(ply); ok {
		if score > 0 {
			s.verdictLine(ply, score)
			return score
		}
		return 0
	}
	only := NoCell
	if b.count[foe][ClassFive] > 0 {
		only = b.find(foe, ClassFive)
		if b.cells[only&cellMask].class[me] < ClassFour {
			return 0
		}
	}
	if fours <= 0 || s.vcfBudget <= 0 || ply >= maxPly-2 {
		return 0
	}

	// 2. What is known from before, with the same fours left out.
	key := b.hash ^ vcfKey
	if s.vcfLocal {
		key ^= zobrist[White][last] * 5
	}
	if e, ok := s.worker.Table.Probe(key); ok {
		if c := s.usable(Cell(e.Move)); e.Bound == search.Lower && c != NoCell {
			s.lines.Clear(ply + 1)
			s.lines.Raise(ply, c.Move())
			return search.FromTable(e.Score, ply)
		}
		if e.Depth >= fours {
			return 0
		}
	}

	// 3. All fours, the strongest first.
	var list [vcfWidth]Cell
	n := s.fours(&list, only, last)
	for _, c := range list[:n] {
		if score := s.four(c, ply, fours, last != NoCell || s.vcfLocal); score > 0 {
			s.lines.Raise(ply, c.Move())
			s.worker.Table.Store(key, search.Entry{
				Move: uint16(c), Score: search.ToTable(score, ply), Depth: min(fours, 127), Bound: search.Lower,
			})
			return score
		}
		if s.worker.Stopped() || s.vcfBudget <= 0 {
			return 0
		}
	}
	s.worker.Table.Store(key, search.Entry{Depth: min(fours, 127), Bound: search.Upper})
	return 0
}

// four plays the four c and its forced reply, goes on behind them and returns
// the score of a win found there, else 0.
func (s *Searcher) four(c Cell, ply, fours int, local bool) (score game.Score) {
	b := s.board
	me, foe := b.side, b.side.Other()
	b.Play(c)
	defer b.Undo()
	completing := b.count[me][ClassFive]
	if completing == 0 || b.count[foe][ClassFive] > 0 {
		return 0
	}
	reply := b.find(me, ClassFive)
	if b.rule.fouls(foe) && b.Forbidden(reply) {
		s.lines.Set(ply+1, nil)
		return game.WinIn(ply + 3)
	}
	if completing > 1 && b.rule.caro() {
		return 0 // one reply at an end may stop both: the main search looks
	}
	last := NoCell
	if local {
		last = c
	}
	b.Play(reply)
	score = s.vcf(ply+2, fours-1, last)
	b.Undo()
	if score > 0 {
		s.lines.Raise(ply+1, reply.Move())
	}
	return score
}

// fours lists the cells on which the side to move makes a four, strongest
// first; only the cell only, if that is not NoCell; plain fours near last only, if
// that is not NoCell.
func (s *Searcher) fours(list *[vcfWidth]Cell, only, last Cell) int {
	b := s.board
	me := b.side
	n := 0
	if only != NoCell {
		list[0] = only
		return 1
	}
	var class [vcfWidth]Class
	for y := range b.h {
		for row := b.hot[me][y&31]; row != 0 && n < vcfWidth; row &= row - 1 {
			c := CellAt(bits.TrailingZeros32(row), y)
			k := b.cells[c&cellMask].class[me]
			if last != NoCell && k <= ClassFourPlus && !near(c, last) {
				continue
			}
			i := n
			for ; i > 0 && class[i-1] < k; i-- {
				list[i&(vcfWidth-1)], class[i&(vcfWidth-1)] = list[i-1], class[i-1]
			}
			list[i&(vcfWidth-1)], class[i&(vcfWidth-1)] = c, k
			n++
		}
	}
	return n
}

// near reports whether two cells can take part in one five, or touch within two.
func near(c, d Cell) bool {
	dx, dy := abs(c.X()-d.X()), abs(c.Y()-d.Y())
	return max(dx, dy) <= 4 && (dx == dy || dx == 0 || dy == 0) || max(dx, dy) <= 2
}

// verdictLine sets the line that a winning verdict stands for.
func (s *Searcher) verdictLine(ply int, score game.Score) {
	b := s.board
	for class := ClassFive; class >= ClassDoubleThree; class-- {
		if b.count[b.side][class] > 0 && class != ClassFour && class != ClassFourPlus {
			if c := b.findAny(b.side, class); c != NoCell {
				s.lines.Set(ply, []game.Move{c.Move()})
			}
			return
		}
	}
}

package gomoku

import (
	"math/bits"
)

// candidate is a move with its place in the order, highest first.
type candidate struct {
	cell  Cell
	order int32
}

// moveList is the moves of one node; it lives in the searcher's arena.
type moveList struct {
	moves []candidate
	next  int
}

// The need is what the opponent's threats leave to the side to move.
type need uint8

const (
	free          need = iota
	stopFive           // a five: its cell only
	stopOpenFour       // an open four: its defences and own fours
	stopFourThree      // a four-three: its defences and own fours
)

// needs returns what the opponent threatens that must be answered: nothing when
// this move wins.
func (s *Searcher) needs() need {
	b := s.board
	their := &b.count[b.side.Other()]
	switch {
	case b.count[b.side][ClassFive] > 0:
		return free
	case their[ClassFive] > 0 && s.Tuning.ForcedReplies:
		return stopFive
	case their[ClassFive] > 0 || !s.Tuning.ThreatDefence:
		return free
	case their[ClassOpenFour] > 0:
		return stopOpenFour
	case their[ClassFourThree] == 1 && b.rule != Renju:
		return stopFourThree
	}
	return free
}

// generate fills the list of ply with the moves that meet the need, unordered.
// No move means that the threat cannot be met (or that the board is full).
func (s *Searcher) generate(ply int, n need) *moveList {
	list := &s.lists[ply]
	list.moves, list.next = list.moves[:0], 0
	b := s.board
	if n == stopFive {
		s.generateBlocks(list)
		return list
	}
	wanted := s.defences(n)
	hot := &b.hot[b.side]
	for y := range b.h {
		y := y & 31
		row := b.cand[y] &^ b.occupied[y]
		for ; row != 0; row &= row - 1 {
			x := bits.TrailingZeros32(row)
			c := CellAt(x, y)
			if wanted > 0 && s.marked.count(c) < wanted && hot[y]>>x&1 == 0 &&
				b.cells[c&cellMask].class[b.side] != ClassForbidden {
				continue
			}
			list.moves = append(list.moves, candidate{cell: c})
		}
	}
	return list
}

// generateAll fills the list of ply with all empty cells.
func (s *Searcher) generateAll(ply int) *moveList {
	list := &s.lists[ply]
	list.moves, list.next = list.moves[:0], 0
	b := s.board
	for y := range b.h {
		for row := b.rowMask() &^ b.occupied[y&31]; row != 0; row &= row - 1 {
			list.moves = append(list.moves, candidate{cell: CellAt(bits.TrailingZeros32(row), y)})
		}
	}
	return list
}

func (s *Searcher) generateBlocks(list *moveList) {
	b := s.board
	if !b.rule.caro() {
		list.moves = append(list.moves, candidate{cell: b.find(b.side.Other(), ClassFive)})
		return
	}
	var buffer [directions*2*maxReach + 1]Cell
	for _, c := range b.blocks(buffer[:0]) {
		list.moves = append(list.moves, candidate{cell: c})
	}
}

// defences marks the cells that meet the need and returns how many marks a
// cell must have; 0 means that all cells will do.
func (s *Searcher) defences(n need) int {
	b := s.board
	foe := b.side.Other()
	class := ClassOpenFour
	switch n {
	case stopFourThree:
		class = ClassFourThree
	case stopOpenFour:
	default:
		return 0
	}
	s.marked.start()
	threats := 0
	for y := range b.h {
		for row := b.hot[foe][y&31]; row != 0; row &= row - 1 {
			c := CellAt(bits.TrailingZeros32(row), y)
			if b.cells[c&cellMask].class[foe] != class || threats == 200 {
				continue
			}
			threats++
			b.refute(foe, c, class, &s.marked)
			if n == stopFourThree {
				s.followFour(foe, c)
			}
		}
	}
	if b.rule.fouls(foe) {
		return 1
	}
	return threats
}

// followFour marks the moves that make the forced reply to a four-three on c a
// four of the defender.
func (s *Searcher) followFour(foe Side, c Cell) {
	b := s.board
	b.PlayPass()
	b.Play(c)
	if reply := b.find(foe, ClassFive); reply != NoCell {
		b.follow(foe.Other(), reply, &s.marked)
	}
	b.Undo()
	b.UndoPass()
}

// Order bands, far apart: threats are tried before killers, killers before the
// quiet rest. Within a band the patterns and the history decide.
const (
	orderTable   = 1 << 28
	orderFour    = 1 << 22 // own fours, then cells of the opponent's fours
	orderThree   = 1 << 19
	orderKiller  = 1 << 18
	orderCounter = 1 << 17
	orderPattern = 1 << 10 // a unit of the trained order
)

// classOrder is the band of an own class and of the class that the move takes
// from the opponent.
var (
	ownOrder = [ClassCount]int32{
		ClassFive: 8 * orderFour, ClassOpenFour: 6 * orderFour, ClassFourThree: 4 * orderFour,
		ClassFourPlus: orderThree, ClassFour: 0,
		ClassDoubleThree: 3 * orderThree, ClassThreePlus: orderThree + orderKiller, ClassThree: orderThree,
	}
	theirOrder = [ClassCount]int32{
		ClassFive: 7 * orderFour, ClassOpenFour: 5 * orderFour, ClassFourThree: 3 * orderFour,
		ClassFourPlus: orderKiller, ClassDoubleThree: orderThree, ClassThreePlus: orderKiller,
	}
)

// rank gives every move of the list its order.
func (s *Searcher) rank(list *moveList, ply int, ttMove Cell) {
	b := s.board
	me, foe := b.side, b.side.Other()
	killers := &s.killers[ply]
	counter := s.counter[me][s.stack[ply].previous&cellMask]
	attack, defence := &b.tables.order[0][me], &b.tables.order[1][foe]
	near0, near1 := &b.tables.near[0], &b.tables.near[1]
	last0, last1 := b.lastMove(1), b.lastMove(2)
	for i := range list.moves {
		m := &list.moves[i]
		cell := &b.cells[m.cell&cellMask]
		order := ownOrder[cell.class[me]] + theirOrder[cell.class[foe]]
		order += (int32(attack[codeOf[cell.pat[me]]&(codeSlots-1)]) + int32(defence[codeOf[cell.pat[foe]]&(codeSlots-1)]) +
			int32(near0[nearOffset(m.cell, last0)]) + int32(near1[nearOffset(m.cell, last1)])) * orderPattern
		order += int32(s.history[me][m.cell&cellMask])
		switch m.cell {
		case ttMove:
			order += orderTable
		case killers[0], killers[1]:
			order += orderKiller
		case counter:
			order += orderCounter
		}
		m.order = order
	}
}

// pick returns the best move left, NoCell at the end.
func (l *moveList) pick() Cell {
	if l.next >= len(l.moves) {
		return NoCell
	}
	best := l.next
	for i := l.next + 1; i < len(l.moves); i++ {
		if l.moves[i].order > l.moves[best].order {
			best = i
		}
	}
	m := l.moves[best]
	l.moves[best] = l.moves[l.next]
	l.moves[l.next] = m
	l.next++
	return m.cell
}

// dropQuiet removes the quiet moves that are left.
func (s *Searcher) dropQuiet(l *moveList) {
	kept := l.moves[:l.next]
	for _, m := range l.moves[l.next:] {
		if !s.quiet(m.cell) {
			kept = append(kept, m)
		}
	}
	l.moves = kept
}

// historyLimit bounds an entry of the history table, in units of order.
const historyLimit = 16000

// reward moves a history entry towards ±historyLimit, less the nearer it is.
func reward(entry *int16, bonus int32) {
	e := int32(*entry)
	*entry = int16(e + bonus - e*max(bonus, -bonus)/historyLimit)
}

// cutoff learns from a move that refuted the node: it becomes a killer and a
// counter move and rises in the history, the moves tried before it fall.
func (s *Searcher) cutoff(ply int, side Side, c Cell, depth int, tried []Cell) {
	killers := &s.killers[ply]
	if killers[0] != c {
		killers[1], killers[0] = killers[0], c
	}
	s.counter[side][s.stack[ply].previous&cellMask] = c
	bonus := min(int32(depth*depth)*8+64, 2000)
	reward(&s.history[side][c&cellMask], bonus)
	for _, t := range tried {
		if t != c {
			reward(&s.history[side][t&cellMask], -bonus)
		}
	}
}

// clearOrder forgets killers, counter moves and half of the history.
func (s *Searcher) clearOrder() {
	clear(s.killers[:])
	for side := range s.history {
		for i := range s.history[side] {
			s.history[side][i] /= 2
		}
	}
}

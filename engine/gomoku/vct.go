package gomoku

import (
	"ishi/engine/game"
	"ishi/search"
)

// vctKey tells the table's entries of the search by threats from the others.
const vctKey = 0x3c79ac492ba7b653

// Limits of the fours tried behind every threat.
const threatVCFFours, threatVCFNodes = 6, 24

// vct looks for a win of the side to move by threats alone ("victory by continuous
// threats"): each of its moves makes a four or an open three, so the replies are few.
//
//	four  ─▶ the forced reply                        ─▶ next threat
//	three ─▶ every defence, and every four of theirs ─▶ next threat
//
// It returns the score of the win, or 0 when none was found with the given number
// of threats within s.vctBudget nodes; that is no statement about the position.
// All replies that could hold are tried, so a win is proven.
func (s *Searcher) vct(ply, threats int) game.Score {
	if s.worker.Visit() {
		return 0
	}
	s.vctBudget--
	b := s.board

	// 1. Wins by the patterns and by fours.
	s.lines.Clear(ply)
	if score, ok := b.verdict(ply); ok {
		if score > 0 {
			s.verdictLine(ply, score)
		}
		return max(score, 0)
	}
	if ply >= maxPly-4 {
		return 0
	}
	if b.canFour(b.side) {
		s.vcfBudget, s.vcfLocal = threatVCFNodes, true
		if score := s.vcf(ply, threatVCFFours, NoCell); score > 0 {
			return score
		}
		s.lines.Clear(ply)
	}
	if threats <= 0 || s.vctBudget <= 0 {
		return 0
	}

	// 2. What is known from before.
	key := b.hash ^ vctKey
	if e, ok := s.worker.Table.Probe(key); ok {
		if c := s.usable(Cell(e.Move)); e.Bound == search.Lower && c != NoCell {
			s.lines.Clear(ply + 1)
			s.lines.Raise(ply, c.Move())
			return search.FromTable(e.Score, ply)
		}
		if e.Depth >= threats {
			return 0
		}
	}

	// 3. All threats, the strongest first. Stopping a five is no choice: it
	// may be any move, as long as a threat stands behind it.
	need := s.needs()
	list := s.generate(ply, need)
	if need != stopFive {
		s.keepThreats(list)
	}
	s.rank(list, ply, NoCell)
	for c := list.pick(); c != NoCell; c = list.pick() {
		if b.banned(c) {
			continue
		}
		b.Play(c)
		score := s.parry(ply+1, threats-1)
		b.Undo()
		if s.stopped() {
			return 0
		}
		if score > 0 {
			s.lines.Raise(ply, c.Move())
			s.worker.Table.Store(key, search.Entry{
				Move: uint16(c), Score: search.ToTable(score, ply), Depth: threats, Bound: search.Lower,
			})
			return score
		}
		if s.vctBudget <= 0 {
			return 0
		}
	}
	s.worker.Table.Store(key, search.Entry{Depth: threats, Bound: search.Upper})
	return 0
}

// keepThreats removes the moves that make neither a four nor an open three.
func (s *Searcher) keepThreats(l *moveList) {
	b := s.board
	kept := l.moves[:0]
	for _, m := range l.moves {
		if b.cells[m.cell&cellMask].class[b.side] >= ClassThree {
			kept = append(kept, m)
		}
	}
	l.moves = kept
}

// parry is the defender's turn of vct: it returns the attacker's score when every
// reply loses, the longest loss, else 0.
func (s *Searcher) parry(ply, threats int) game.Score {
	if s.worker.Visit() {
		return 0
	}
	s.vctBudget--
	b := s.board
	own, their := &b.count[b.side], &b.count[b.side.Other()]
	s.lines.Clear(ply)
	switch {
	case own[ClassFive] > 0:
		return 0
	case their[ClassFive] > 1 && !b.rule.caro():
		return game.WinIn(ply + 2)
	case their[ClassFive] == 0 && (their[ClassOpenFour] == 0 || own[ClassOpenFour] > 0):
		return 0 // no threat, or a stronger one against it
	case b.Full():
		return 0
	}
	need := stopOpenFour
	if their[ClassFive] > 0 {
		need = stopFive
	}
	list := s.generate(ply, need)
	s.rank(list, ply, NoCell)
	longest, replies := game.Infinite, 0
	for c := list.pick(); c != NoCell; c = list.pick() {
		if b.banned(c) {
			continue
		}
		replies++
		b.Play(c)
		score := s.vct(ply+1, threats)
		b.Undo()
		if score <= 0 || s.stopped() {
			return 0
		}
		if score < longest {
			longest = score
			s.lines.Raise(ply, c.Move())
		}
	}
	if replies == 0 {
		if need == stopFive {
			return game.WinIn(ply + 2)
		}
		return game.WinIn(ply + 4)
	}
	return longest
}

// deepenVCT looks for a win by threats with few threats first, until its nodes
// are spent.
func (s *Searcher) deepenVCT(ply, most, nodes int) game.Score {
	s.vctBudget = nodes
	for threats := 1; threats <= most && s.vctBudget > 0; threats++ {
		before := s.vctBudget
		if score := s.vct(ply, threats); score > 0 || s.stopped() {
			return score
		}
		if before-s.vctBudget <= 2 {
			return 0 // nothing to try
		}
	}
	return 0
}

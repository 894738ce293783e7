package gomoku

import (
	"cmp"
	"slices"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// Threats implements engine.Threatener: all that is a closed three or more, and in
// renju the points on which Black must not play.
func (p *position) Threats(s game.Side) []engine.Threat {
	b := p.board
	var list []engine.Threat
	for y := range b.h {
		for x := range b.w {
			c := CellAt(x, y)
			if !b.Empty(c) {
				continue
			}
			class := b.Class(s, c)
			switch {
			case class == ClassForbidden && !b.Forbidden(c):
				class = ClassDoubleThree // whose threes are not all real
			case class == ClassForbidden:
				list = append(list, engine.Threat{At: c.Move(), Name: "forbidden: " + b.foulName(c)})
				continue
			case class < ClassClosedThree || class == ClassDoubleTwo:
				continue
			}
			list = append(list, engine.Threat{At: c.Move(), Name: class.String(), Rank: int(class)})
		}
	}
	slices.SortStableFunc(list, func(a, b engine.Threat) int { return cmp.Compare(b.Rank, a.Rank) })
	return list
}

// The searches for a win by threats.
const (
	byFours   = "vcf"
	byThreats = "vct"
)

// ThreatSearches implements engine.Threatener.
func (p *position) ThreatSearches() []engine.ThreatSearch {
	return []engine.ThreatSearch{
		{Name: byFours, Usage: "win by continuous fours"},
		{Name: byThreats, Usage: "win by continuous threats, fours and open threes"},
	}
}

// ThreatSearcher implements engine.Threatener.
func (p *position) ThreatSearcher(name string, w *search.Worker) search.Searcher {
	return &threatSearcher{Searcher: p.Searcher(w).(*Searcher), fours: name == byFours, before: -1}
}

// threatSearcher is a searcher that looks for nothing but a win by threats, with one
// threat in its first iteration, then with two, and so on.
//
//	threats      1    2    3    4    4
//	nodes        9   31   52   52          no more to try: there is no such win
//	                           end  exact
type threatSearcher struct {
	*Searcher
	fours  bool // fours alone
	before int  // nodes of the iteration before, -1 for none
	nodes  int  // nodes of this one
	score  game.Score
	sure   bool // the score is final
}

// mostThreats bounds the length of a win by threats.
const mostThreats = 80

// unlimitedThreats stands for the nodes of a search by threats without limits.
const unlimitedThreats = 1 << 40

// Prove hides the searcher's own.
func (*threatSearcher) Prove(*search.Root) (search.Iteration, bool) {
	return search.Iteration{}, false
}

// Moves returns all legal moves.
func (s *threatSearcher) Moves() []game.Move { return s.Legal() }

// Next allows one threat more, until a win is found or more threats make no difference.
func (s *threatSearcher) Next(prev search.Iteration) (search.Iteration, bool) {
	switch {
	case s.sure:
		return prev, false
	case s.score > 0 || prev.Depth > 1 && s.nodes == s.before:
		s.sure = true
		return search.Iteration{Depth: prev.Depth, Exact: true}, true
	}
	return search.Iteration{Depth: prev.Depth + 1}, prev.Depth < mostThreats
}

// Search reports the first move of the win, or a score of 0 for any move.
func (s *threatSearcher) Search(it search.Iteration, _, _ game.Score, root *search.Root) game.Score {
	candidates := root.Candidates()
	if !s.sure {
		s.before, s.nodes = s.nodes, 0
		start := s.worker.Nodes()
		s.score = s.win(it.Depth)
		if s.stopped() {
			return 0
		}
		s.nodes = int(s.worker.Nodes() - start)
	}
	line := s.lines.At(0)
	if s.score > 0 && len(line) == 0 {
		s.score = 0
	}
	for i, c := range candidates {
		switch {
		case s.score > 0 && c.Move == line[0]:
			root.Update(i, s.score, s.complete(line)[1:], uint64(s.nodes), len(line))
		case s.score == 0 && i == 0:
			root.Update(i, 0, nil, uint64(s.nodes), 0)
		default:
			root.Update(i, -game.Infinite, nil, 0, 0)
		}
	}
	return s.score
}

// win returns the score of a win with the given number of threats, 0 for none.
func (s *threatSearcher) win(threats int) game.Score {
	s.lines.Clear(0)
	if s.fours {
		s.vcfBudget, s.vcfLocal = unlimitedThreats, false
		return s.vcf(0, threats-1, NoCell)
	}
	s.vctBudget = unlimitedThreats
	return s.vct(0, threats-1)
}

// complete plays a winning line on to the five: behind its last move the patterns have
// won. The defender stops what can be stopped.
func (s *threatSearcher) complete(line []game.Move) []game.Move {
	b := s.board
	whole := slices.Clone(line)
	for _, m := range line {
		b.Play(CellOf(m))
	}
	me := b.side
	if len(line)%2 == 1 {
		me = me.Other()
	}
	for len(whole) < maxPly && !b.Won(CellOf(whole[len(whole)-1])) {
		c := s.finish(me)
		if c == NoCell {
			break
		}
		b.Play(c)
		whole = append(whole, c.Move())
	}
	for range whole {
		b.Undo()
	}
	return whole
}

// finish returns the next move after a won line, NoCell when it is not plain: what wins
// for the winner, what stops the five for the other side.
func (s *threatSearcher) finish(winner Side) Cell {
	b := s.board
	switch {
	case b.Full():
		return NoCell
	case b.count[b.side][ClassFive] > 0:
		if b.side != winner {
			return NoCell
		}
		return b.find(b.side, ClassFive)
	case b.side != winner:
		return s.resist(winner)
	case b.count[b.side][ClassOpenFour] > 0:
		return b.find(b.side, ClassOpenFour)
	}
	return NoCell
}

// resist returns a move against the winner's threat, NoCell when none is allowed.
func (s *threatSearcher) resist(winner Side) Cell {
	b := s.board
	for _, class := range [...]Class{ClassFive, ClassOpenFour} {
		if b.count[winner][class] == 0 {
			continue
		}
		if c := b.find(winner, class); !b.banned(c) {
			return c
		}
		return NoCell
	}
	return NoCell
}

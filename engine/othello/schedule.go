package othello

import (
	"math"
	"time"

	"ishi/engine/game"
	"ishi/search"
)

const (
	// endStep is how near a depth must come to the end before the next search goes to the end: that
	// costs little more than the searches between.
	endStep = 10
	// exactAtOnce is the largest number of empty squares from which no selective search goes before
	// the exact one.
	exactAtOnce = 14
	// endless stands for the nodes that a search without limits can visit.
	endless = 1 << 50
)

// exactNodes returns about how many nodes it takes to solve n empty squares, the shallow searches
// included: the geometric mean over 82 positions with 14 to 20 each from games of Ishi against itself.
// One position in five takes more than twice as many.
func exactNodes(n int) float64 { return 500_000 * math.Pow(2.07, float64(n-18)) }

// Parts of exactNodes that must be left for a search to the end to be begun. The outcome is found in
// about an eighth of the nodes that the score takes.
const (
	scoreShare   = 2
	outcomeShare = 0.125
)

// nodeRate is the number of nodes that a millisecond is taken for.
const nodeRate = 6000

// affords reports whether the limits leave a share of exactNodes(n).
func (s *searcher) affords(share float64, n int) bool {
	return float64(s.worker.AllowanceAt(nodeRate, endless)) >= share*exactNodes(n)
}

// Next implements the schedule.
//
//	depth 1, 2, 3, …     selective
//	depth = empties      win, draw or loss, selective, then exact: where the limits leave room for no more
//	depth = empties      the score: selective, step by step less so, then exact
func (s *searcher) Next(prev search.Iteration) (search.Iteration, bool) {
	n := s.empties()
	limits := &s.worker.Limits
	switch {
	case s.area != uint64(Area8):
		return s.nextSmall(prev, n, limits.Depth)
	case prev.Depth == n && prev.Outcome && prev.Confidence < 100:
		return outcome(n, 100), true
	case prev.Depth == n && prev.Outcome:
		return search.Iteration{Depth: n, Confidence: 100, Window: 1, Exact: true}, true
	case prev.Depth == n:
		return lessSelective(prev, n), prev.Confidence < 100
	}
	deeper := search.Iteration{Depth: prev.Depth + 1, Confidence: levels[0].confidence, Window: game.Score(max(2, 8-prev.Depth))}
	confidence := levels[0].confidence
	if n <= exactAtOnce {
		confidence = 100
	}
	switch {
	case prev.Depth < n-endStep, prev.Depth < n-1 && limits.Depth > 0 && limits.Depth < n:
		return deeper, true
	case limits.NBest > 1 || limits.Analysis || s.affords(scoreShare, n):
		return search.Iteration{Depth: n, Confidence: confidence, Window: 1, Exact: confidence == 100}, true
	case prev.Depth < n-1 && !s.affords(outcomeShare, n):
		return deeper, true
	}
	return outcome(n, confidence), true
}

// outcome returns the iteration that tells win, draw or loss.
func outcome(n, confidence int) search.Iteration {
	return search.Iteration{Depth: n, Confidence: confidence, Outcome: true, Exact: confidence == 100}
}

// lessSelective returns the search to the end that follows a selective one. The more squares are
// empty, the more steps lead to the exact search.
func lessSelective(prev search.Iteration, n int) search.Iteration {
	next := search.Iteration{Depth: n, Confidence: 100, Window: 1}
	for i, from := range [...]int{21, 24, 27, 30} {
		if prev.Confidence == levels[i].confidence && n >= from {
			next.Confidence = levels[i+1].confidence
		}
	}
	next.Exact = next.Confidence == 100
	return next
}

// smallEnd is endStep on the smaller boards.
const smallEnd = 12

// nextSmall is the schedule of the smaller boards: no ProbCut, and to the end when it is near.
func (s *searcher) nextSmall(prev search.Iteration, n, limit int) (search.Iteration, bool) {
	if prev.Depth < n-smallEnd || prev.Depth < n-1 && limit > 0 && limit < n {
		return search.Iteration{Depth: prev.Depth + 1, Confidence: 100, Window: 6}, true
	}
	return search.Iteration{Depth: n, Confidence: 100, Window: 2, Exact: true}, prev.Depth < n
}

// Scale implements search.Scaler: three discs less take half a soft limit more.
func (s *searcher) Scale() game.Score { return 6 }

// MovesExpected implements engine.Planner: the moves down to the position that can be solved in half of
// the time left, and two for the solution.
func (p *position) MovesExpected(left time.Duration) int {
	n := p.grid().count()
	own := (n + 1) / 2
	if p.grid().size != 8 {
		return own
	}
	nodes := float64(left.Milliseconds()) * nodeRate / 2
	horizon := 0
	for horizon < n && exactNodes(horizon+1) <= nodes {
		horizon++
	}
	return min(own, (n-horizon+1)/2+2)
}

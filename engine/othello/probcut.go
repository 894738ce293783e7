package othello

import "math"

// Selectivity levels: how sure ProbCut must be that a shallow search tells on which side of the
// window a deep one ends, in standard deviations of the error.
const (
	levelExact  = 5
	probCutFrom = 3 // smallest depth
)

var levels = [levelExact]struct {
	confidence int // percent
	t          float64
}{{73, 1.1}, {87, 1.5}, {95, 2.0}, {98, 2.6}, {99, 3.3}}

// probCut tries to tell from a shallow search whether a search to depth of the position of s.state
// ends above alpha or not above it.
func (s *searcher) probCut(depth, n, alpha int) (int, bool) {
	if s.level >= levelExact || depth < probCutFrom {
		return 0, false
	}
	shallow := 2*(depth/4) + depth&1
	if shallow == 0 {
		shallow = depth - 2
	}
	t := levels[s.level].t
	deepError := t * s.sigma(n, depth, shallow)
	evalError := t * s.sigma(n, depth, 0)
	preError := (evalError + deepError) / 2
	eval := s.eval()
	level, lists := s.level, s.lists
	s.level, s.lists = levelExact, s.spare
	defer func() { s.level, s.lists = level, lists }()
	margin := int(math.Ceil(deepError))
	if bound := alpha + 1 + margin; bound <= 64 && float64(eval) >= float64(alpha+1)-preError {
		if score := s.nullWindow(shallow, bound-1); score >= bound && !s.stopped {
			return alpha + 1, true
		}
	}
	if bound := alpha - margin; bound >= -64 && float64(eval) <= float64(alpha)+preError {
		if score := s.nullWindow(shallow, bound); score <= bound && !s.stopped {
			return alpha, true
		}
	}
	return 0, false
}

// sigma is the standard deviation of the difference between searches of two depths.
func (s *searcher) sigma(n, deep, shallow int) float64 {
	x := -0.10*float64(n) + 0.10*float64(deep) - 0.35*float64(shallow) + 5.5
	return max(1, x)
}

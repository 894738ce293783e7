package plan

import (
	"cmp"
	"slices"
)

// standing is a participant before a round of a Swiss contest.
type standing struct {
	index  int
	points float64
	// colours is how many games more it has played with the black stones than with the
	// white ones, by the schedule.
	colours int
	last    int // the side it began its last meeting with: +1 black, -1 white
}

// swissPairings returns who meets whom in the next round, the leaders first, and who
// has a bye, -1 for nobody. All games so far must have their results.
//
//  1. Everybody is ranked by points, those with equal points in the contest's order.
//  2. With an odd number the last one of those with the fewest byes has a bye.
//  3. From the top each meets the first one left whom the rules allow and who
//     leaves the others a complete pairing: of the same points first, of those from the
//     lower half of the group on.
//  4. Nobody meets twice, and nobody gets a third game more with one side than with
//     the other, as long as there is any such pairing of all.
func (s *Schedule) swissPairings() (meetings []meeting, bye int) {
	table := s.swissTable()
	met := s.met()
	for limit := 0; ; limit++ {
		allowed := func(strict bool) func(a, b int) bool {
			return func(a, b int) bool {
				p, q := table[a], table[b]
				if met[meeting{min(p.index, q.index), max(p.index, q.index)}] > limit {
					return false
				}
				return !strict || !s.options.Single || max(abs(p.colours), abs(q.colours)) < 2 || p.colours != q.colours
			}
		}
		for _, strict := range []bool{true, false} {
			if m, b, ok := s.pairAll(table, allowed(strict)); ok {
				return m, b
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

// met returns how many rounds two participants, the smaller index first, have met in.
func (s *Schedule) met() map[meeting]int {
	rounds := map[meeting]int{}
	seen := map[[3]int]bool{}
	for _, j := range s.jobs {
		m := meeting{min(j.Black, j.White), max(j.Black, j.White)}
		if key := [3]int{j.Round, m[0], m[1]}; !seen[key] {
			seen[key] = true
			rounds[m]++
		}
	}
	return rounds
}

// swissTable ranks the participants.
func (s *Schedule) swissTable() []standing {
	table := make([]standing, len(s.contest.Participants))
	for i := range table {
		table[i] = standing{index: i, points: float64(s.byes[i] * s.options.Games)}
	}
	round := 0
	var begun map[int]bool // who has begun a meeting of this round
	for _, j := range s.jobs {
		if j.Round != round {
			round, begun = j.Round, map[int]bool{}
		}
		table[j.Black].colours++
		table[j.White].colours--
		if !begun[j.Black] {
			begun[j.Black], begun[j.White] = true, true
			table[j.Black].last, table[j.White].last = 1, -1
		}
		if r, ok := s.results[j.ID]; ok {
			for side, participant := range r.participants {
				table[participant].points += r.points[side]
			}
		}
	}
	slices.SortStableFunc(table, func(a, b standing) int { return cmp.Compare(b.points, a.points) })
	return table
}

// pairAll pairs the ranked participants, which are told by their places in the table;
// false when the rules do not allow a pairing of all.
func (s *Schedule) pairAll(table []standing, allowed func(a, b int) bool) (meetings []meeting, bye int, ok bool) {
	free := make([]int, len(table))
	for i := range free {
		free[i] = i
	}
	bye = -1
	if len(free)&1 == 1 {
		if free, bye = s.giveBye(table, free, allowed); bye < 0 {
			return nil, -1, false
		}
	} else if !complete(free, allowed) {
		return nil, -1, false
	}
	for len(free) > 0 {
		first := free[0]
		for _, i := range s.preferred(table, free) {
			rest := slices.Clone(free[1:])
			second := free[i]
			rest = slices.Delete(rest, i-1, i)
			if allowed(first, second) && complete(rest, allowed) {
				meetings = append(meetings, colours(table[first], table[second], len(meetings)))
				free = rest
				break
			}
		}
	}
	return meetings, bye, true
}

// giveBye takes the one who has a bye out of an odd number of places and returns it;
// -1 when the others cannot be paired whoever it is.
func (s *Schedule) giveBye(table []standing, free []int, allowed func(a, b int) bool) (rest []int, bye int) {
	order := slices.Clone(free)
	slices.Reverse(order)
	slices.SortStableFunc(order, func(a, b int) int { return s.byes[table[a].index] - s.byes[table[b].index] })
	for _, place := range order {
		rest := slices.DeleteFunc(slices.Clone(free), func(p int) bool { return p == place })
		if complete(rest, allowed) {
			return rest, table[place].index
		}
	}
	return free, -1
}

// preferred returns the indices in free of the opponents of the first one, the best
// first: the lower half of those with the same points, then the upper half from
// below, then the others by rank. Where sides are not changed, those of the same points
// come first who want the other side.
func (s *Schedule) preferred(table []standing, free []int) []int {
	group := 1
	for group < len(free) && table[free[group]].points == table[free[0]].points {
		group++
	}
	half := max((group+1)/2, 1)
	var order []int
	for i := half; i < group; i++ {
		order = append(order, i)
	}
	for i := half - 1; i > 0; i-- {
		order = append(order, i)
	}
	if s.options.Single {
		first := table[free[0]]
		slices.SortStableFunc(order, func(i, j int) int { return clash(first, table[free[i]]) - clash(first, table[free[j]]) })
	}
	for i := group; i < len(free); i++ {
		order = append(order, i)
	}
	return order
}

// clash is 1 when two participants have the same claim on a side, otherwise 0.
func clash(a, b standing) int {
	if a.last != 0 && cmp.Compare(a.colours, 0) == cmp.Compare(b.colours, 0) && a.last == b.last {
		return 1
	}
	return 0
}

// colours decides who begins with the black stones: who has had them less often, then
// who did not have them in the last round, then by turns.
func colours(a, b standing, board int) meeting {
	order := cmp.Or(cmp.Compare(a.colours, b.colours), cmp.Compare(a.last, b.last), cmp.Compare(board&1, 1-board&1))
	if order > 0 {
		return meeting{b.index, a.index}
	}
	return meeting{a.index, b.index}
}

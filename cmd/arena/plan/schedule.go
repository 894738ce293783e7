package plan

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
)

// Schedule hands out the games of a contest. It belongs to one goroutine.
//
// A contest that was interrupted is resumed by a new Schedule of the same contest and
// options: Add all results there are, then go on with Next.
type Schedule struct {
	contest *contest.Contest
	options Options
	source  *source
	// jobs are those planned so far by ID-1. points are what its participants made of
	// each, by the smaller index first, nil where there is no result yet.
	jobs    []contest.Job
	results map[int]result
	rounds  int // planned so far
	pairs   int
	missing int // jobs without a result
	byes    []int
}

// result is what the participants of a game have made of it, in points.
type result struct {
	participants [2]int
	points       [2]float64
}

// meeting is two participants who play; the first has the black stones first.
type meeting [2]int

// New returns the schedule of a contest. It fails on options that do not fit together
// or with the participants.
func New(c *contest.Contest, rules engine.Game, o Options) (*Schedule, error) {
	o, err := o.complete(len(c.Participants))
	if err != nil {
		return nil, err
	}
	source, err := newSource(rules, c.Setup, c.Seed, o)
	if err != nil {
		return nil, err
	}
	return &Schedule{
		contest: c, options: o, source: source,
		results: map[int]result{}, byes: make([]int, len(c.Participants)),
	}, nil
}

// complete puts in the usual values for n participants and checks the options.
func (o Options) complete(n int) (Options, error) {
	if o.Format == "" {
		o.Format = Match
	}
	if _, err := ParseFormat(string(o.Format)); err != nil {
		return o, err
	}
	symmetry, err := ParseSymmetry(string(o.Symmetry))
	if err != nil {
		return o, err
	}
	o.Symmetry = symmetry
	if o.Games == 0 {
		o.Games = 2
	}
	if o.Gauntlet == 0 {
		o.Gauntlet = 1
	}
	if o.Rounds == 0 {
		o.Rounds = bits.Len(uint(max(n-1, 0))) + 1
	}
	if !o.Single && o.Games > 0 {
		o.Games += o.Games & 1
	}
	switch {
	case n < 2:
		return o, fmt.Errorf("plan: %d participants: want at least two", n)
	case o.Format == Match && n != 2:
		return o, fmt.Errorf("plan: %d participants in a match: want two, or another format", n)
	case o.Games < 0 || o.Rounds < 0 || o.Skip < 0:
		return o, fmt.Errorf("plan: games %d, rounds %d, skip %d: want none of them below 0", o.Games, o.Rounds, o.Skip)
	case o.Gauntlet < 0 || o.Gauntlet >= n:
		return o, fmt.Errorf("plan: %d of %d participants run the gauntlet: want 1 to %d", o.Gauntlet, n, n-1)
	case o.Skip > 0 && o.Skip >= len(o.Openings):
		return o, fmt.Errorf("plan: skip %d of %d openings: none is left", o.Skip, len(o.Openings))
	}
	return o, nil
}

// Total returns the number of games of the whole contest.
func (s *Schedule) Total() int {
	n := len(s.contest.Participants)
	if s.options.Format == Swiss {
		return s.options.Rounds * (n / 2) * s.options.Games
	}
	return len(s.everybody(0)) * s.options.Games
}

// Job returns a game that has been planned so far, by its ID; false for others.
func (s *Schedule) Job(id int) (contest.Job, bool) {
	if id < 1 || id > len(s.jobs) {
		return contest.Job{}, false
	}
	return s.jobs[id-1], true
}

// Byes returns for each participant how many rounds of a Swiss contest it had no
// opponent in so far. Each counts in the pairing as if it had won all games of it.
func (s *Schedule) Byes() []int { return append([]int(nil), s.byes...) }

// Add takes the result of a game. The order does not matter; a game that was
// interrupted does not count, and a second result of a game changes nothing.
func (s *Schedule) Add(p contest.Played) {
	if p.Reason == contest.Interrupted {
		return
	}
	if _, known := s.results[p.Job]; known {
		return
	}
	r := result{participants: [2]int{p.Black, p.White}}
	switch p.Result.Outcome {
	case game.BlackWins:
		r.points[0] = 1
	case game.WhiteWins:
		r.points[1] = 1
	default:
		r.points = [2]float64{0.5, 0.5}
	}
	s.results[p.Job] = r
	if p.Job <= len(s.jobs) {
		s.missing--
	}
}

// Next returns the next games that can be handed out, of one round, leaving out those
// that have a result. No games and more set means that a Swiss contest waits for the
// results of games that have been handed out; without more there is nothing to come.
func (s *Schedule) Next() (jobs []contest.Job, more bool) {
	for len(jobs) == 0 {
		if s.over() {
			return nil, false
		}
		if s.options.Format == Swiss {
			if s.missing > 0 {
				return nil, true
			}
			jobs = s.swissRound()
		} else {
			jobs = s.openRound()
		}
		s.rounds++
	}
	return jobs, !s.over()
}

// over reports whether all rounds have been planned.
func (s *Schedule) over() bool {
	if s.options.Format == Swiss {
		return s.rounds >= s.options.Rounds
	}
	return s.rounds >= s.perRound()
}

// perRound returns how many rounds there are where each pairing meets in every round.
func (s *Schedule) perRound() int {
	if s.options.Single {
		return s.options.Games
	}
	return s.options.Games / 2
}

// openRound plans a round in which every pairing of the format plays one opening.
func (s *Schedule) openRound() []contest.Job {
	var jobs []contest.Job
	for _, m := range s.everybody(s.rounds) {
		jobs = s.meet(jobs, m, s.rounds)
	}
	return jobs
}

// swissRound plans a round that depends on the results before it.
func (s *Schedule) swissRound() []contest.Job {
	var jobs []contest.Job
	meetings, bye := s.swissPairings()
	if bye >= 0 {
		s.byes[bye]++
	}
	openings := s.perRound()
	for _, m := range meetings {
		for i := range openings {
			jobs = s.meet(jobs, m, s.rounds*openings+i)
			if s.options.Single {
				m[0], m[1] = m[1], m[0]
			}
		}
	}
	return jobs
}

// meet plans the games of two participants with an opening and appends those that
// have no result yet.
func (s *Schedule) meet(jobs []contest.Job, m meeting, opening int) []contest.Job {
	job := contest.Job{Round: s.rounds + 1, Black: m[0], White: m[1], Opening: s.source.at(opening)}
	if s.options.Single {
		return s.plan(jobs, job)
	}
	s.pairs++
	job.Pair = s.pairs
	jobs = s.plan(jobs, job)
	job.Black, job.White = m[1], m[0]
	return s.plan(jobs, job)
}

// plan gives a job its number and appends it unless it has a result.
func (s *Schedule) plan(jobs []contest.Job, job contest.Job) []contest.Job {
	job.ID = len(s.jobs) + 1
	job.Seed = rand.New(rand.NewPCG(s.contest.Seed, uint64(job.ID))).Uint64()
	s.jobs = append(s.jobs, job)
	if _, played := s.results[job.ID]; played {
		return jobs
	}
	s.missing++
	return append(jobs, job)
}

// everybody returns the pairings of a round of all formats but Swiss. From one round
// to the next the sides change.
func (s *Schedule) everybody(round int) []meeting {
	n := len(s.contest.Participants)
	var all []meeting
	switch s.options.Format {
	case Gauntlet:
		for runner := range s.options.Gauntlet {
			for other := s.options.Gauntlet; other < n; other++ {
				all = append(all, meeting{runner, other})
			}
		}
		for i := range all {
			if i&1 == 1 { // half of the games of a round with each side
				all[i][0], all[i][1] = all[i][1], all[i][0]
			}
		}
	default:
		all = circle(n)
	}
	if round&1 == 1 {
		for i := range all {
			all[i][0], all[i][1] = all[i][1], all[i][0]
		}
	}
	return all
}

// circle returns all pairings of n participants such that nobody waits long: the last
// one (or, where n is odd, a gap) stays, the others walk around.
//
//	0 1 2      4 0 1      3 4 0
//	5 4 3  ─▶  5 3 2  ─▶  5 2 1 …      who stands opposite plays
//
// Everybody has each side equally often, or once more.
func circle(n int) []meeting {
	even := n + n&1
	walking := even - 1
	var all []meeting
	for turn := range walking {
		for i := range even / 2 {
			a, b := (turn+i)%walking, (turn+walking-i)%walking
			if i == 0 {
				b = even - 1
			}
			if b >= n {
				continue
			}
			if i&1 == 1 || i == 0 && turn&1 == 1 {
				a, b = b, a
			}
			all = append(all, meeting{a, b})
		}
	}
	return all
}

package plan

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/gomoku"
)

func newContest(n int, seed uint64) *contest.Contest {
	c := &contest.Contest{Game: "gomoku", Setup: engine.Setup{Width: 15, Height: 15}, Seed: seed}
	for i := range n {
		c.Participants = append(c.Participants, contest.Participant{Name: fmt.Sprintf("p%d", i)})
	}
	return c
}

func newSchedule(t *testing.T, n int, seed uint64, o Options) *Schedule {
	t.Helper()
	s, err := New(newContest(n, seed), gomoku.Game(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// played makes up the result of a job from its number: the same whenever it is asked
// for.
func played(j contest.Job) contest.Played {
	outcomes := []game.Outcome{game.BlackWins, game.WhiteWins, game.Draw}
	random := rand.New(rand.NewPCG(99, uint64(j.ID)))
	return contest.Played{
		Job: j.ID, Black: j.Black, White: j.White, Reason: contest.Regular,
		Result: game.Result{Outcome: outcomes[random.IntN(3)]},
	}
}

// drain plays a schedule to its end and returns all that it handed out.
func drain(t *testing.T, s *Schedule) []contest.Job {
	t.Helper()
	var all []contest.Job
	for {
		jobs, more := s.Next()
		if len(jobs) == 0 {
			if more {
				t.Fatalf("nothing to play after %d games though all have results", len(all))
			}
			return all
		}
		for _, j := range jobs {
			s.Add(played(j))
		}
		all = append(all, jobs...)
	}
}

func line(t *testing.T, text string) contest.Opening {
	t.Helper()
	moves, err := game.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	return contest.Opening{Name: text, Moves: moves}
}

func TestMatch(t *testing.T) {
	o := Options{Games: 5, Openings: []contest.Opening{line(t, "h8"), line(t, "h8i9"), line(t, "a1b2c3")}, Skip: 1}
	s := newSchedule(t, 2, 7, o)
	jobs := drain(t, s)
	if len(jobs) != 6 || s.Total() != 6 {
		t.Fatalf("%d games of %d, want 6: an odd number is rounded up where both sides are played", len(jobs), s.Total())
	}
	for i, j := range jobs {
		want := contest.Job{ID: i + 1, Round: i/2 + 1, Pair: i/2 + 1, Opening: o.Openings[1+i/2%2], Seed: j.Seed}
		want.Black = (i + i/2) % 2
		want.White = 1 - want.Black
		if !reflect.DeepEqual(j, want) {
			t.Errorf("game %d: %+v\nwant %+v", i, j, want)
		}
		if got, ok := s.Job(j.ID); !ok || !reflect.DeepEqual(got, j) {
			t.Errorf("Job(%d) = %v %v", j.ID, got, ok)
		}
	}
	if jobs[0].Seed == jobs[1].Seed || jobs[0].Seed == 0 {
		t.Errorf("seeds %d and %d", jobs[0].Seed, jobs[1].Seed)
	}
	if _, ok := s.Job(7); ok {
		t.Error("a seventh job")
	}
}

// TestPairings counts how often everybody meets and with which side.
func TestPairings(t *testing.T) {
	for _, c := range []struct {
		n    int
		o    Options
		each func(a, b int) int // games of a with Black against b
	}{
		{2, Options{Games: 4, Single: true}, func(a, b int) int { return 2 }},
		{5, Options{Format: RoundRobin, Games: 4}, func(a, b int) int { return 2 }},
		{6, Options{Format: RoundRobin, Games: 2, Single: true}, func(a, b int) int { return 1 }},
		{5, Options{Format: Gauntlet, Games: 6}, func(a, b int) int {
			if a == 0 || b == 0 {
				return 3
			}
			return 0
		}},
		{5, Options{Format: Gauntlet, Gauntlet: 2, Games: 2}, func(a, b int) int {
			if (a < 2) != (b < 2) {
				return 1
			}
			return 0
		}},
	} {
		s := newSchedule(t, c.n, 1, c.o)
		jobs := drain(t, s)
		count := map[meeting]int{}
		for _, j := range jobs {
			count[meeting{j.Black, j.White}]++
		}
		total := 0
		for a := range c.n {
			for b := range c.n {
				want := 0
				if a != b {
					want = c.each(a, b)
				}
				total += want
				if got := count[meeting{a, b}]; got != want {
					t.Errorf("%+v: %d with Black against %d: %d games, want %d", c.o, a, b, got, want)
				}
			}
		}
		if total != s.Total() {
			t.Errorf("%+v: Total %d, want %d", c.o, s.Total(), total)
		}
	}
}

func TestCircle(t *testing.T) {
	for n := 2; n <= 25; n++ {
		met, colours := map[meeting]bool{}, make([]int, n)
		for _, m := range circle(n) {
			if m[0] == m[1] || met[m] || met[meeting{m[1], m[0]}] {
				t.Fatalf("%d participants: %v again", n, m)
			}
			met[m] = true
			colours[m[0]]++
			colours[m[1]]--
		}
		if len(met) != n*(n-1)/2 {
			t.Errorf("%d participants: %d pairings", n, len(met))
		}
		for i, d := range colours {
			if abs(d) > 1 {
				t.Errorf("%d participants: %d has %+d games more with Black", n, i, d)
			}
		}
	}
}

// TestResume stops schedules after any number of games, with results in any order, and
// wants the rest of the games as if nothing had happened.
func TestResume(t *testing.T) {
	openings := []contest.Opening{line(t, "h8"), line(t, "h8i9"), line(t, "a1b2c3"), line(t, "c3d5")}
	for _, o := range []Options{
		{Format: Match, Games: 7, Random: true, Symmetry: RandomSymmetry, Single: true},
		{Format: RoundRobin, Games: 4, Random: true, Symmetry: EverySymmetry},
		{Format: Gauntlet, Games: 4, Symmetry: RandomSymmetry},
		{Format: Swiss, Rounds: 4, Random: true},
		{Format: Swiss, Rounds: 5, Games: 1, Single: true, Symmetry: RandomSymmetry},
	} {
		o.Openings = openings
		n := 5
		if o.Format == Match {
			n = 2
		}
		whole := drain(t, newSchedule(t, n, 3, o))
		for done := range len(whole) + 1 {
			s := newSchedule(t, n, 3, o)
			for _, i := range rand.New(rand.NewPCG(1, uint64(done))).Perm(done) {
				s.Add(played(whole[i]))
				s.Add(played(whole[i]))
			}
			rest := drain(t, s)
			if len(rest) != len(whole)-done {
				t.Fatalf("%+v: %d games after %d of %d", o.Format, len(rest), done, len(whole))
			}
			for i, j := range rest {
				if !reflect.DeepEqual(j, whole[done+i]) {
					t.Fatalf("%v resumed after %d: %+v, want %+v", o.Format, done, j, whole[done+i])
				}
			}
		}
		if other := drain(t, newSchedule(t, n, 4, o)); reflect.DeepEqual(other, whole) {
			t.Errorf("%v: another seed plays the same", o.Format)
		}
	}
}

// TestOpenEnds: what has no results yet is not handed out twice, and a Swiss round
// waits.
func TestOpenEnds(t *testing.T) {
	s := newSchedule(t, 4, 1, Options{Format: Swiss, Rounds: 2})
	first, more := s.Next()
	if len(first) != 4 || !more {
		t.Fatalf("%d games, more %v", len(first), more)
	}
	for _, j := range first[1:] {
		s.Add(played(j))
	}
	s.Add(contest.Played{Job: first[0].ID, Reason: contest.Interrupted})
	if jobs, more := s.Next(); len(jobs) != 0 || !more {
		t.Errorf("a round before the last one has ended: %v, more %v", jobs, more)
	}
	s.Add(played(first[0]))
	if jobs, more := s.Next(); len(jobs) != 4 || more {
		t.Errorf("second round: %v, more %v", jobs, more)
	}
	if jobs, more := s.Next(); len(jobs) != 0 || more {
		t.Errorf("after the last round: %v, more %v", jobs, more)
	}
	r := newSchedule(t, 2, 1, Options{Games: 4})
	a, _ := r.Next()
	b, more := r.Next()
	if len(a) != 2 || len(b) != 2 || a[0].ID == b[0].ID || more {
		t.Errorf("a match waits for results: %v, %v, more %v", a, b, more)
	}
}

func TestOptionErrors(t *testing.T) {
	for _, c := range []struct {
		n int
		o Options
	}{
		{1, Options{}},
		{3, Options{}},
		{3, Options{Format: Match}},
		{3, Options{Format: "cup"}},
		{2, Options{Symmetry: "some"}},
		{2, Options{Games: -1}},
		{4, Options{Format: Swiss, Rounds: -2}},
		{4, Options{Format: Gauntlet, Gauntlet: 4}},
		{2, Options{Skip: -1}},
		{2, Options{Openings: []contest.Opening{{}}, Skip: 1}},
		{2, Options{Openings: []contest.Opening{line(t, "h8h8")}}},
		{2, Options{Openings: []contest.Opening{line(t, "a16")}}},
	} {
		if _, err := New(newContest(c.n, 1), gomoku.Game(), c.o); err == nil {
			t.Errorf("%d participants, %+v: no error", c.n, c.o)
		}
	}
}

func TestParseFormat(t *testing.T) {
	for _, text := range []string{"round-robin", "RoundRobin", "ROUND_ROBIN"} {
		if f, err := ParseFormat(text); f != RoundRobin || err != nil {
			t.Errorf("%s: %v %v", text, f, err)
		}
	}
	if _, err := ParseFormat("cup"); err == nil {
		t.Error("cup: no error")
	}
}

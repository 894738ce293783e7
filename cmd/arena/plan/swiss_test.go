package plan

import (
	"math/rand/v2"
	"testing"

	"ishi/cmd/arena/contest"
	"ishi/engine/game"
)

// TestSwiss plays contests between participants of known strength, the first one the
// best, and checks what every round must keep.
func TestSwiss(t *testing.T) {
	for n := 2; n <= 17; n++ {
		for _, single := range []bool{false, true} {
			o := Options{Format: Swiss, Rounds: n - 1 + n&1, Single: single, Games: 1}
			checkSwiss(t, n, o)
		}
	}
}

func checkSwiss(t *testing.T, n int, o Options) {
	t.Helper()
	s := newSchedule(t, n, uint64(n), o)
	random := rand.New(rand.NewPCG(uint64(n), 5))
	met := map[meeting]int{}
	colours, games := make([]int, n), 0
	for round := 1; round <= o.Rounds; round++ {
		jobs, _ := s.Next()
		games += len(jobs)
		if want := n / 2 * s.options.Games; len(jobs) != want {
			t.Fatalf("%d participants, round %d: %d games, want %d", n, round, len(jobs), want)
		}
		busy := map[int]bool{}
		for _, j := range jobs {
			if j.Round != round {
				t.Fatalf("round %d in round %d", j.Round, round)
			}
			if o.Single || j.ID&1 == 1 {
				if busy[j.Black] || busy[j.White] {
					t.Fatalf("%d participants, round %d: somebody meets two", n, round)
				}
				busy[j.Black], busy[j.White] = true, true
				met[meeting{min(j.Black, j.White), max(j.Black, j.White)}]++
			}
			colours[j.Black]++
			colours[j.White]--
			s.Add(strength(j, random))
		}
	}
	if games != s.Total() {
		t.Errorf("%d participants: %d games, Total %d", n, games, s.Total())
	}
	// As many rounds as a round robin has: a repeated pairing is never forced in the
	// first half of them.
	for m, times := range met {
		if times > 2 {
			t.Errorf("%d participants: %v met %d times in %d rounds", n, m, times, o.Rounds)
		}
	}
	for i, d := range colours {
		if limit := map[bool]int{true: 3, false: 0}[o.Single]; abs(d) > limit {
			t.Errorf("%d participants, single %v: %d has %+d games more with Black", n, o.Single, i, d)
		}
	}
	least, most := o.Rounds, 0
	for _, b := range s.Byes() {
		least, most = min(least, b), max(most, b)
	}
	if most-least > 2 || n&1 == 0 && most > 0 {
		t.Errorf("%d participants: byes %v", n, s.Byes())
	}
}

// strength lets the participant with the smaller number win three games of four.
func strength(j contest.Job, random *rand.Rand) contest.Played {
	p := contest.Played{Job: j.ID, Black: j.Black, White: j.White, Reason: contest.Regular}
	p.Result.Outcome = game.WhiteWins
	if (j.Black < j.White) == (random.IntN(4) > 0) {
		p.Result.Outcome = game.BlackWins
	}
	return p
}

// TestSwissRepeats: in up to half as many rounds as there are participants no two meet
// twice, whatever the results; one round too many and they do.
func TestSwissRepeats(t *testing.T) {
	for _, n := range []int{4, 6, 7, 10, 16, 33} {
		for seed := range uint64(5) {
			for _, single := range []bool{false, true} {
				rounds := (n + 1) / 2
				s := newSchedule(t, n, seed, Options{Format: Swiss, Rounds: rounds, Single: single})
				random := rand.New(rand.NewPCG(seed, uint64(n)))
				met := map[meeting]int{}
				for range rounds {
					jobs, _ := s.Next()
					for _, j := range jobs {
						met[meeting{min(j.Black, j.White), max(j.Black, j.White)}] = j.Round
						s.Add(strength(j, random))
					}
				}
				for i, b := range s.Byes() {
					if b > 1 {
						t.Errorf("%d participants, %d rounds: %d has %d byes", n, rounds, i, b)
					}
				}
				if len(met) != rounds*(n/2) {
					t.Errorf("%d participants: %d pairings in %d rounds", n, len(met), rounds)
				}
			}
		}
	}
}

// TestSwissLeaders: those with the same points meet, the upper half the lower one, and
// the sides change.
func TestSwissLeaders(t *testing.T) {
	s := newSchedule(t, 8, 1, Options{Format: Swiss, Rounds: 2, Games: 1, Single: true})
	jobs, _ := s.Next()
	for i, j := range jobs {
		if m := (meeting{min(j.Black, j.White), max(j.Black, j.White)}); m != (meeting{i, i + 4}) {
			t.Errorf("first round: %v, want %v", m, meeting{i, i + 4})
		}
		p := contest.Played{Job: j.ID, Black: j.Black, White: j.White, Result: game.Result{Outcome: game.BlackWins}}
		if j.Black > j.White {
			p.Result.Outcome = game.WhiteWins
		}
		s.Add(p)
	}
	jobs, _ = s.Next()
	for i, want := range []meeting{{0, 3}, {1, 2}, {4, 7}, {5, 6}} {
		if m := (meeting{min(jobs[i].Black, jobs[i].White), max(jobs[i].Black, jobs[i].White)}); m != want {
			t.Errorf("second round: %v, want %v", m, want)
		}
	}
	for _, j := range jobs {
		for id := 1; id <= 4; id++ {
			if first, _ := s.Job(id); first.Black == j.Black || first.White == j.White {
				t.Errorf("in the second round %v has not changed sides after %v", j, first)
			}
		}
	}
}

// TestComplete compares with trying all pairings.
func TestComplete(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	found := 0
	for range 3000 {
		n := 2 * (1 + random.IntN(5))
		edges := map[meeting]bool{}
		for a := range n {
			for b := range a {
				edges[meeting{b, a}] = random.IntN(n) < 2
			}
		}
		allowed := func(a, b int) bool { return edges[meeting{min(a, b), max(a, b)}] }
		places := random.Perm(n)
		want := tryAll(places, allowed)
		if got := complete(places, allowed); got != want {
			t.Fatalf("complete = %v, want %v: %v", got, want, edges)
		}
		if want {
			found++
		}
	}
	if found < 300 || found > 2700 {
		t.Errorf("%d of 3000 graphs have a pairing: the test shows nothing", found)
	}
}

func tryAll(places []int, allowed func(a, b int) bool) bool {
	if len(places) == 0 {
		return true
	}
	for i := 1; i < len(places); i++ {
		rest := append(append([]int(nil), places[1:i]...), places[i+1:]...)
		if allowed(places[0], places[i]) && tryAll(rest, allowed) {
			return true
		}
	}
	return false
}

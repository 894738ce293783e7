package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLLROfOthers compares with published and recomputed log-likelihood ratios.
func TestLLROfOthers(t *testing.T) {
	for _, c := range []struct {
		source     string
		tally      Tally
		elo0, elo1 float64
		model      Model
		want       float64
		tolerance  float64
	}{
		// Computed by the formulas of fishtest.
		{"fishtest", ofPairs([5]int{10789, 19328, 33806, 19402, 10543}), -3, 1, Logistic, 2.131068, 1e-5},
		{"fishtest", ofPairs([5]int{1187, 7410, 13475, 7378, 1164}), -3, 1, "", 2.861527, 1e-5},
		{"fishtest", ofPairs([5]int{39, 2226, 31451, 2412, 40}), 0.764, 3.439, Normalized, 2.162941, 1e-5},
		{"fishtest", ofPairs([5]int{5, 20, 40, 30, 9}), 0, 20, Normalized, 1.105603, 1e-5},
		{"fishtest, games", Tally{Wins: 4307, Draws: 8620, Losses: 4063}, 0, 3, Logistic, 2.991289, 1e-5},
		{"fishtest, games", Tally{Wins: 4307, Draws: 8620, Losses: 4063}, 0, 3, Normalized, 2.368416, 1e-5},
		// Printed by fastchess.
		{"fastchess", ofPairs([5]int{0, 0, 2, 0, 37}), 0, 20, Normalized, 2.96, 5e-3},
		// Published tests of chess engines, in normalized Elo.
		{"published", ofPairs([5]int{440, 2910, 5170, 2888, 455}), 0, 5, Normalized, -2.27, 5e-3},
		{"published", ofPairs([5]int{142, 620, 1122, 699, 188}), 0, 5, Normalized, 2.99, 5e-3},
		{"published", ofPairs([5]int{349, 1561, 3340, 1604, 359}), -5, 0, Normalized, 2.90, 5e-3},
		{"published", ofPairs([5]int{98, 382, 674, 369, 71}), -5, 0, Normalized, -1.11, 5e-3},
	} {
		s := SPRT{Elo0: c.elo0, Elo1: c.elo1, Alpha: 0.05, Beta: 0.05, Model: c.model}
		if err := s.Check(); err != nil {
			t.Error(err)
		}
		close(t, c.source, s.Test(c.tally).LLR, c.want, c.tolerance)
	}
}

// TestLLRApproximation compares with the approximation that c-gomoku-cli and older tools
// use, (s1-s0)(2s-s0-s1)n/2σ²: for small differences it is the same but for a
// few hundredths of itself.
func TestLLRApproximation(t *testing.T) {
	for _, tally := range []Tally{{Wins: 520, Draws: 60, Losses: 420}, {Wins: 460, Draws: 90, Losses: 450}, {Wins: 400, Draws: 10, Losses: 440}} {
		s0, s1 := scoreOf(0), scoreOf(10)
		s, n := float64(tally.Score()), float64(tally.Games())
		d := float64(tally.deviation())
		want := (s1 - s0) * (2*s - s0 - s1) * n / (2 * d * d)
		got := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}.Test(tally).LLR
		close(t, "LLR", got, want, 0.02*math.Abs(want))
	}
}

func TestVerdict(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.1}
	v := s.Test(Tally{})
	close(t, "lower", v.Lower, math.Log(0.1/0.95), 1e-12)
	close(t, "upper", v.Upper, math.Log(0.9/0.05), 1e-12)
	if v.State != Continue || v.LLR != 0 {
		t.Errorf("without games: %+v", v)
	}
	for _, c := range []struct {
		pairs [5]int
		want  State
	}{
		{[5]int{100, 200, 400, 300, 150}, AcceptH1},
		{[5]int{150, 300, 400, 200, 100}, AcceptH0},
		{[5]int{10, 20, 40, 22, 11}, Continue},
	} {
		for _, m := range []Model{Logistic, Normalized} {
			s.Model = m
			if v := s.Test(ofPairs(c.pairs)); v.State != c.want {
				t.Errorf("%v %s: %+v, want %s", c.pairs, m, v, c.want)
			}
		}
	}
	// What both hypotheses expect equally says nothing.
	s = SPRT{Elo0: -5, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	close(t, "LLR in the middle", s.Test(ofPairs([5]int{7, 20, 30, 20, 7})).LLR, 0, 1e-9)
}

func TestSPRTCheck(t *testing.T) {
	good := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for _, change := range []func(*SPRT){
		func(s *SPRT) { s.Elo1 = 0 }, func(s *SPRT) { s.Elo0 = 6 }, func(s *SPRT) { s.Alpha = 0 }, func(s *SPRT) { s.Beta = 0.5 },
		func(s *SPRT) { s.Alpha = math.NaN() }, func(s *SPRT) { s.Elo1 = math.Inf(1) }, func(s *SPRT) { s.Model = "bayes" }, func(s *SPRT) { s.Elo0 = math.NaN() },
	} {
		bad := good
		change(&bad)
		if bad.Check() == nil {
			t.Errorf("%+v: no error", bad)
		}
	}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
}

// TestLikeliest: what is returned keeps its condition, and none of many other
// distributions that keep it is likelier.
func TestLikeliest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	scores := []float64{0, 0.25, 0.5, 0.75, 1}
	likelihood := func(seen, p []float64) float64 {
		sum := 0.0
		for i := range p {
			sum += seen[i] * math.Log(p[i])
		}
		return sum
	}
	some := func() []float64 {
		p, sum := make([]float64, 5), 0.0
		for i := range p {
			p[i] = 0.05 + random.Float64()
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
		return p
	}
	for range 60 {
		seen := some()
		target := random.Float64()*0.6 - 0.3
		for name, c := range map[string]struct {
			p     []float64
			value func(p []float64) float64
		}{
			"mean": {likeliestMean(scores, seen, 0.5+target/2), func(p []float64) float64 { m, _ := moments(scores, p); return (m - 0.5) * 2 }},
			"lead": {likeliestLead(scores, seen, target), func(p []float64) float64 { m, d := moments(scores, p); return (m - 0.5) / d }},
		} {
			if got := c.value(c.p); math.Abs(got-target) > 1e-7 {
				t.Fatalf("%s: %v, want %v", name, got, target)
			}
			for range 50 {
				if q := along(some(), c.p, target, c.value); q != nil && likelihood(seen, q) > likelihood(seen, c.p)+1e-9 {
					t.Fatalf("%s %v of %v: %v is likelier than %v", name, target, seen, q, c.p)
				}
			}
		}
	}
}

// along mixes a distribution with all wins or all losses until its value is the target.
func along(q, p []float64, target float64, value func([]float64) float64) []float64 {
	end := 4
	if value(q) > target {
		end = 0
	}
	mix := func(w float64) []float64 {
		m := make([]float64, len(q))
		for i := range q {
			m[i] = (1 - w) * (0.1*q[i] + 0.9*p[i])
		}
		m[end] += w
		return m
	}
	start := value(mix(0))
	if (start > target) != (end == 0) {
		end = 4 - end
	}
	low, high := 0.0, 0.9
	if (value(mix(high)) > target) == (start > target) {
		return nil
	}
	for range 100 {
		if w := (low + high) / 2; (value(mix(w)) > target) == (start > target) {
			low = w
		} else {
			high = w
		}
	}
	return mix(low)
}

// TestSPRTErrors plays tests to their end where H0 holds and where H1 holds: wrong verdicts
// must be about as rare as was asked for.
func TestSPRTErrors(t *testing.T) {
	runs := 400
	if testing.Short() {
		runs = 60
	}
	for _, model := range []Model{Logistic, Normalized} {
		s := SPRT{Elo0: 0, Elo1: 40, Alpha: 0.1, Beta: 0.1, Model: model}
		for _, holds := range []State{AcceptH0, AcceptH1} {
			elo := s.Elo0
			if holds == AcceptH1 {
				elo = s.Elo1
			}
			p := withElo(elo, model)
			random := rand.New(rand.NewPCG(7, 8))
			wrong, pairs := 0, 0
			for range runs {
				v, n := playTest(random, s, p)
				pairs += n
				if v != holds {
					wrong++
				}
			}
			share := float64(wrong) / float64(runs)
			if share > 0.15 {
				t.Errorf("%s, %s holds: %.3f wrong verdicts", model, holds, share)
			}
			if mean := pairs / runs; mean < 20 || mean > 400 {
				t.Errorf("%s, %s holds: %d pairs on the average", model, holds, mean)
			}
		}
	}
}

// withElo returns the probabilities of pairs' scores for an Elo difference.
func withElo(elo float64, model Model) [5]float64 {
	scores, usual := []float64{0, 0.25, 0.5, 0.75, 1}, []float64{0.06, 0.2, 0.48, 0.2, 0.06}
	if model == Normalized {
		return [5]float64(likeliestLead(scores, usual, elo/normalizedUnit*math.Sqrt2))
	}
	return [5]float64(likeliestMean(scores, usual, scoreOf(elo)))
}

func playTest(random *rand.Rand, s SPRT, p [5]float64) (State, int) {
	var pairs [5]int
	for n := 1; ; n++ {
		pairs[draw(random, p)]++
		if n%4 > 0 {
			continue
		}
		if v := s.Test(Tally{Pairs: pairs}); v.State != Continue {
			return v.State, n
		}
	}
}

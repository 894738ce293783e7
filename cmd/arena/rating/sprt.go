package rating

import (
	"fmt"
	"math"
	"strings"
)

// Model says what the bounds of a sequential test are measured in.
type Model string

// The models.
const (
	Logistic   Model = "logistic"   // Elo of the score
	Normalized Model = "normalized" // normalized Elo: see Tally.NormalizedElo
)

// SPRT is a sequential probability ratio test: is the first participant Elo0 stronger
// than the second (H0), or Elo1 (H1)? It is the generalised one (GSPRT): nothing is
// assumed about draws and about how the games of a pair depend on each other; what is
// not known is put at its likeliest under either hypothesis.
type SPRT struct {
	Elo0 float64 `json:"elo0"`
	Elo1 float64 `json:"elo1"`
	// Alpha is the probability of taking H1 where H0 holds, Beta that of taking H0 where
	// H1 holds; both above 0 and below ½.
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
	// Model is Logistic where it is empty.
	Model Model `json:"model,omitempty"`
}

// State says how far a test is.
type State string

// The states of a test.
const (
	Continue State = "continue"
	AcceptH0 State = "H0" // it is at most Elo0
	AcceptH1 State = "H1" // it is at least Elo1
)

// Verdict is the state of a test.
type Verdict struct {
	SPRT
	// LLR is the logarithm of the ratio of both hypotheses' likelihoods. The test ends
	// when it leaves the range from Lower to Upper.
	LLR   Number `json:"llr"`
	Lower Number `json:"lower"`
	Upper Number `json:"upper"`
	State State  `json:"state"`
}

// ParseModel finds a model by its name in any case; an empty one is Logistic.
func ParseModel(text string) (Model, error) {
	switch m := Model(strings.ToLower(text)); m {
	case "":
		return Logistic, nil
	case Logistic, Normalized:
		return m, nil
	}
	return "", fmt.Errorf("rating: model %q: want %s or %s", text, Logistic, Normalized)
}

// Check returns an error where the test makes no sense.
func (s SPRT) Check() error {
	if _, err := ParseModel(string(s.Model)); err != nil {
		return err
	}
	for _, p := range []float64{s.Alpha, s.Beta} {
		if !(p > 0 && p < 0.5) {
			return fmt.Errorf("rating: sprt: alpha %v, beta %v: want both above 0 and below 0.5", s.Alpha, s.Beta)
		}
	}
	if !(s.Elo0 < s.Elo1) || math.Abs(s.Elo0) > 1000 || math.Abs(s.Elo1) > 1000 {
		return fmt.Errorf("rating: sprt: elo0 %v, elo1 %v: want elo0 below elo1 and both within ±1000", s.Elo0, s.Elo1)
	}
	return nil
}

// Test returns the verdict on a tally, by its pairs where there are any. The test must be
// one that Check accepts.
func (s SPRT) Test(t Tally) Verdict {
	v := Verdict{
		SPRT: s, State: Continue,
		Lower: Number(math.Log(s.Beta / (1 - s.Alpha))), Upper: Number(math.Log((1 - s.Beta) / s.Alpha)),
	}
	d := t.games()
	perResult := 1.0 // games in a result
	if pairs := t.pairs(); pairs.total() > 0 {
		d, perResult = pairs, 2
	}
	if d.total() == 0 {
		return v
	}
	v.LLR = Number(s.llr(d, perResult))
	switch {
	case v.LLR <= v.Lower:
		v.State = AcceptH0
	case v.LLR >= v.Upper:
		v.State = AcceptH1
	}
	return v
}

// never replaces the count of a result that has not come yet: no result is impossible.
const never = 1e-3

// llr returns the logarithm of the likelihoods' ratio.
func (s SPRT) llr(d distribution, perResult float64) float64 {
	counts := make([]float64, len(d.counts))
	for i, n := range d.counts {
		counts[i] = max(n, never)
	}
	d.counts = counts
	n := d.total()
	seen := make([]float64, len(counts))
	for i := range counts {
		seen[i] = counts[i] / n
	}
	var p0, p1 []float64
	if s.Model == Normalized {
		// The deviation of a pair's score is that of a game's by √2.
		scale := math.Sqrt(perResult) / normalizedUnit
		p0, p1 = likeliestLead(d.scores, seen, s.Elo0*scale), likeliestLead(d.scores, seen, s.Elo1*scale)
	} else {
		p0, p1 = likeliestMean(d.scores, seen, scoreOf(s.Elo0)), likeliestMean(d.scores, seen, scoreOf(s.Elo1))
	}
	sum := 0.0
	for i := range seen {
		sum += seen[i] * math.Log(p1[i]/p0[i])
	}
	return n * sum
}

// likeliestMean returns the likeliest probabilities of the scores after they were seen
// with the given frequencies, among all with that mean: p/(1+λ(a-mean)), with λ such that
// the mean is right (Lagrange).
func likeliestMean(scores, seen []float64, mean float64) []float64 {
	off := make([]float64, len(scores))
	for i, a := range scores {
		off[i] = a - mean
	}
	return tilt(off, seen)
}

// tilt returns p/(1+λ·off) with λ such that the mean of off is 0. Its derivative by λ is
// below 0 everywhere between the poles, so halving finds it.
func tilt(off, p []float64) []float64 {
	least, most := 0.0, 0.0
	for _, a := range off {
		least, most = min(least, a), max(most, a)
	}
	tilted := make([]float64, len(p))
	if least == 0 || most == 0 { // no mean of 0 is possible
		copy(tilted, p)
		return tilted
	}
	low, high := -1/most, -1/least
	for range 200 {
		lambda := low + (high-low)/2
		sum := 0.0
		for i, a := range off {
			tilted[i] = p[i] / (1 + lambda*a)
			sum += tilted[i] * a
		}
		if sum > 0 {
			low = lambda
		} else {
			high = lambda
		}
	}
	return tilted
}

// likeliestLead is likeliestMean among all in which the mean is that many standard
// deviations above ½. With m and σ of a first guess the condition is, but for squares of
// what is missing, that the mean of
//
//	a - ½ - lead·σ·(1 + ((a-m)/σ)²)/2
//
// be 0, which gives a better guess.
func likeliestLead(scores, seen []float64, lead float64) []float64 {
	p := make([]float64, len(seen))
	for i := range p {
		p[i] = 1 / float64(len(p))
	}
	off := make([]float64, len(scores))
	for range 100 {
		mean, deviation := moments(scores, p)
		for i, a := range scores {
			z := (a - mean) / deviation
			off[i] = a - 0.5 - lead*deviation*(1+z*z)/2
		}
		next := tilt(off, seen)
		change := 0.0
		for i := range p {
			change = max(change, math.Abs(next[i]-p[i]))
		}
		p = next
		if change < 1e-12 {
			break
		}
	}
	return p
}

// moments returns the mean and the standard deviation of scores.
func moments(scores, p []float64) (mean, deviation float64) {
	for i, a := range scores {
		mean += p[i] * a
	}
	for i, a := range scores {
		deviation += p[i] * (a - mean) * (a - mean)
	}
	return mean, math.Sqrt(deviation)
}

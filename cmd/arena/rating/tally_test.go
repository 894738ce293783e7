package rating

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

func close(t *testing.T, what string, got Number, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(float64(got)-want) <= tolerance) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// ofPairs returns a tally with those pairs; the games are such that they make the points.
func ofPairs(pairs [5]int) Tally {
	t := Tally{Pairs: pairs}
	for half, n := range pairs {
		t.Wins += n * (half / 2)
		t.Draws += n * (half % 2)
		t.Losses += n * (2 - half/2 - half%2)
	}
	return t
}

// TestEloByHand: 20 wins, 10 draws, 10 losses: the score is 25/40, the variance of a game
// 20/40·0.375² + 10/40·0.125² + 10/40·0.625² = 0.171875.
func TestEloByHand(t *testing.T) {
	tally := Tally{Wins: 20, Draws: 10, Losses: 10}
	close(t, "score", tally.Score(), 0.625, 0)
	close(t, "draw rate", tally.DrawRate(), 0.25, 0)
	e := tally.Elo()
	close(t, "Elo", e.Value, 400*math.Log10(0.625/0.375), 1e-12)
	margin := 1.959963984540054 * math.Sqrt(0.171875/40)
	close(t, "low", e.Low, 400*math.Log10((0.625-margin)/(0.375+margin)), 1e-9)
	close(t, "high", e.High, 400*math.Log10((0.625+margin)/(0.375-margin)), 1e-9)
	n := tally.NormalizedElo()
	close(t, "normalized", n.Value, 0.125/math.Sqrt(0.171875)*347.43558552260146, 1e-9)
	close(t, "normalized ±", n.Margin(), 1.959963984540054/math.Sqrt(40)*347.43558552260146, 1e-9)
	close(t, "LOS", tally.LOS(), 0.5*(1+math.Erf(0.125/math.Sqrt(0.171875/40)/math.Sqrt2)), 1e-12)
	back := tally.Reverse()
	close(t, "reversed Elo", back.Elo().Value, -float64(e.Value), 1e-12)
	close(t, "reversed low", back.Elo().Low, -float64(e.High), 1e-9)
	close(t, "reversed LOS", back.LOS(), 1-float64(tally.LOS()), 1e-12)
}

// TestEloOfOthers compares with what other programs print for the same results.
func TestEloOfOthers(t *testing.T) {
	for _, c := range []struct {
		name                        string
		tally                       Tally
		elo, margin, los, norm, nor float64
		tolerance                   float64
	}{
		// Computed by the formulas of fishtest.
		{"fishtest", ofPairs([5]int{10789, 19328, 33806, 19402, 10543}), -0.773577, 1.277580, 0.117659, -0.951629, 1.571624, 1e-5},
		{"fishtest", ofPairs([5]int{39, 2226, 31451, 2412, 40}), 0.902981, 0.662531, 0.996222, 3.450800, 2.531892, 1e-5},
		{"fishtest", ofPairs([5]int{5, 20, 40, 30, 9}), 30.141935, 33.564289, 0.962017, 42.750374, 47.216166, 1e-5},
		{"fishtest, games", Tally{Wins: 4307, Draws: 8620, Losses: 4063}, 4.990001, 3.666963, 0.996180, 7.110426, 5.224271, 1e-5},
		// Printed by fastchess.
		{"fastchess", ofPairs([5]int{30, 6, 18, 0, 6}), -168.40, 73.37, 0, -170.08, 62.16, 5e-3},
		// Printed by fastchess for 76 wins and 2 losses, which gives no margin of Elo.
		{"fastchess", ofPairs([5]int{0, 0, 2, 0, 37}), 631.91, math.NaN(), 1, 1056.68, 77.10, 5e-3},
	} {
		close(t, c.name+": Elo", c.tally.Elo().Value, c.elo, c.tolerance)
		if !math.IsNaN(c.margin) {
			close(t, c.name+": ±", c.tally.Elo().Margin(), c.margin, c.tolerance)
		}
		close(t, c.name+": LOS", c.tally.LOS(), c.los, c.tolerance)
		close(t, c.name+": normalized", c.tally.NormalizedElo().Value, c.norm, c.tolerance)
		close(t, c.name+": normalized ±", c.tally.NormalizedElo().Margin(), c.nor, c.tolerance)
	}
}

// TestCutechess compares with what cutechess prints, which knows single games only.
func TestCutechess(t *testing.T) {
	for _, c := range []struct {
		tally                   Tally
		elo, margin, los, draws float64
	}{
		{Tally{Wins: 332, Losses: 316, Draws: 352}, 5.6, 17.3, 0.735, 0.352},
		{Tally{Wins: 745, Losses: 678, Draws: 501}, 12.1, 13.3, 0.962, 0.260},
		{Tally{Wins: 1216, Losses: 1199, Draws: 3939}, 0.9, 5.3, 0.635, 0.620},
		{Tally{Wins: 65, Losses: 66, Draws: 69}, -1.7, 39.1, 0.465, 0.345},
	} {
		close(t, "Elo", c.tally.Elo().Value, c.elo, 0.05)
		close(t, "±", c.tally.Elo().Margin(), c.margin, 0.1) // it has the normal law by an approximation
		close(t, "LOS", c.tally.LOS(), c.los, 0.0006)
		close(t, "draws", c.tally.DrawRate(), c.draws, 0.0006)
	}
}

// TestLittleIsKnown: no number is made up where there are no results, or all alike.
func TestLittleIsKnown(t *testing.T) {
	var none Tally
	for what, n := range map[string]Number{
		"score": none.Score(), "Elo": none.Elo().Value, "LOS": none.LOS(), "draw rate": none.DrawRate(), "normalized": none.NormalizedElo().Value,
	} {
		if n.Known() {
			t.Errorf("%s of no games is %v", what, n)
		}
	}
	all := Tally{Wins: 7}
	if e := all.Elo(); !math.IsInf(float64(e.Value), 1) || e.Low.Known() {
		t.Errorf("7 wins: %+v", e)
	}
	sure := 0.5 * (1 + math.Erf(7/math.Sqrt(2*7))) // cutechess: erf((wins-losses)/√(2(wins+losses)))
	close(t, "LOS of 7 wins", all.LOS(), sure, 1e-12)
	close(t, "LOS of 7 losses", all.Reverse().LOS(), 1-sure, 1e-12)
	alike := ofPairs([5]int{3: 2}) // twice a win and a draw: the games differ, the pairs do not
	if e := alike.Elo(); !e.Low.Known() || alike.LOS() > 0.99 {
		t.Errorf("two pairs alike: %+v, LOS %v", e, alike.LOS())
	}
	draws := Tally{Draws: 4}
	if e := draws.Elo(); e.Value != 0 || e.Low.Known() || draws.LOS() != 0.5 {
		t.Errorf("4 draws: %+v, LOS %v", e, draws.LOS())
	}
	wide := Tally{Wins: 2, Losses: 1}
	if e := wide.Elo(); !math.IsInf(float64(e.High), 1) || !e.Low.Known() {
		t.Errorf("2 wins of 3: %+v", e)
	}
}

// TestPairsMatter: openings that one side always wins say nothing about strength; the
// pairs know, the games do not.
func TestPairsMatter(t *testing.T) {
	pairs := ofPairs([5]int{0, 1, 98, 1, 0})
	games := pairs
	games.Pairs = [5]int{}
	games.Wins, games.Losses, games.Draws = 99, 99, 2
	if a, b := pairs.Elo().Margin(), games.Elo().Margin(); !(a*5 < b) {
		t.Errorf("± %v by pairs, ± %v by games", a, b)
	}
}

// TestCoverage: the 95 % interval of 100 pairs holds the truth in about 95 % of cases.
func TestCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	p := [5]float64{0.08, 0.2, 0.34, 0.24, 0.14}
	mean := 0.0
	for i, q := range p {
		mean += q * float64(i) / 4
	}
	truth := eloOf(Number(mean))
	const runs = 4000
	inside := 0
	for range runs {
		var pairs [5]int
		for range 100 {
			pairs[draw(random, p)]++
		}
		if e := ofPairs(pairs).Elo(); e.Low <= truth && truth <= e.High {
			inside++
		}
	}
	if share := float64(inside) / runs; share < 0.935 || share > 0.96 {
		t.Errorf("the truth is in %.3f of the intervals", share)
	}
}

// draw returns an index with those probabilities.
func draw(random *rand.Rand, p [5]float64) int {
	u := random.Float64()
	for i, q := range p {
		if u -= q; u < 0 {
			return i
		}
	}
	return len(p) - 1
}

func TestNumberJSON(t *testing.T) {
	for n, want := range map[Number]string{1.5: "1.5", Number(math.Inf(1)): `"+inf"`, Number(math.Inf(-1)): `"-inf"`} {
		text, err := json.Marshal(n)
		var back Number
		if err != nil || string(text) != want || json.Unmarshal(text, &back) != nil || back != n {
			t.Errorf("%v: %s and back %v, %v", n, text, back, err)
		}
	}
	text, _ := json.Marshal(Unknown())
	back := Number(1)
	if err := json.Unmarshal(text, &back); string(text) != "null" || err != nil || back == back {
		t.Errorf("unknown: %s and back %v, %v", text, back, err)
	}
	if err := json.Unmarshal([]byte(`"much"`), &back); err == nil {
		t.Error("much is a number")
	}
}

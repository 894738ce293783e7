package rating

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// confidence is how many standard deviations the 95 % interval reaches to either side.
var confidence = distuv.UnitNormal.Quantile(0.975)

// normalizedUnit is a normalized Elo of one standard deviation of a game's score:
// 800/ln 10, the slope of the Elo curve at 50 % turned over (M. Van den Bergh,
// Normalized Elo).
const normalizedUnit = 800 / math.Ln10

// Tally counts the games of one against others, from its side.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Pairs counts complete pairs by the half points made in them, 0 to 4. Their games
	// are among those above.
	Pairs [5]int `json:"pairs"`
}

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns the points made: 1 for a win, ½ for a draw.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Score returns the points per game, from 0 to 1, unknown without games.
func (t Tally) Score() Number { return Number(t.Points() / float64(t.Games())) }

// DrawRate returns the share of draws, from 0 to 1, unknown without games.
func (t Tally) DrawRate() Number { return Number(float64(t.Draws) / float64(t.Games())) }

// Reverse returns the tally from the others' side.
func (t Tally) Reverse() Tally {
	r := Tally{Wins: t.Losses, Draws: t.Draws, Losses: t.Wins}
	for i, n := range t.Pairs {
		r.Pairs[len(t.Pairs)-1-i] = n
	}
	return r
}

// Add returns the sum of two tallies.
func (t Tally) Add(o Tally) Tally {
	t.Wins += o.Wins
	t.Draws += o.Draws
	t.Losses += o.Losses
	for i, n := range o.Pairs {
		t.Pairs[i] += n
	}
	return t
}

// distribution is how often which score came.
type distribution struct {
	scores, counts []float64
}

// pairs returns the scores per game of complete pairs, and games those of games.
func (t Tally) pairs() distribution {
	d := distribution{scores: []float64{0, 0.25, 0.5, 0.75, 1}}
	for _, n := range t.Pairs {
		d.counts = append(d.counts, float64(n))
	}
	return d
}

func (t Tally) games() distribution {
	return distribution{scores: []float64{0, 0.5, 1}, counts: []float64{float64(t.Losses), float64(t.Draws), float64(t.Wins)}}
}

func (d distribution) total() float64 {
	sum := 0.0
	for _, n := range d.counts {
		sum += n
	}
	return sum
}

// deviation returns the standard deviation of a game's score, as far as it makes
// itself felt in the sum of many: that of pairs, times √2, where there are pairs that
// differ. It is unknown when all results are the same.
func (t Tally) deviation() Number {
	pairs, games := t.pairs(), t.games()
	if variance := 2 * stat.PopVariance(pairs.scores, pairs.counts); variance > 0 {
		return Number(math.Sqrt(variance))
	}
	if variance := stat.PopVariance(games.scores, games.counts); variance > 0 {
		return Number(math.Sqrt(variance))
	}
	return Unknown()
}

// interval returns the score's 95 % interval.
func (t Tally) interval() Estimate {
	margin := Number(confidence/math.Sqrt(float64(t.Games()))) * t.deviation()
	return Estimate{Value: t.Score(), Low: t.Score() - margin, High: t.Score() + margin}
}

// Elo returns by how many Elo the one is stronger, on the logistic scale:
// 400·log10(s/(1-s)) of the score s and of the ends of its interval.
func (t Tally) Elo() Estimate {
	e := t.interval()
	return Estimate{Value: eloOf(e.Value), Low: eloOf(e.Low), High: eloOf(e.High)}
}

// eloOf returns the Elo of a score; beyond 0 and 1 it is infinite.
func eloOf(score Number) Number {
	s := float64(score)
	if s <= 0 {
		return Number(math.Inf(-1))
	}
	if s >= 1 {
		return Number(math.Inf(1))
	}
	return Number(400 * math.Log10(s/(1-s)))
}

// scoreOf returns the expected score of an Elo difference.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// NormalizedElo returns the lead in standard deviations of a game's score, times 800/ln 10.
// It says how many games it takes to see the difference, whatever the share of draws and
// the openings.
func (t Tally) NormalizedElo() Estimate {
	e, d := t.interval(), t.deviation()
	scale := func(score Number) Number { return (score - 0.5) / d * normalizedUnit }
	return Estimate{Value: scale(e.Value), Low: scale(e.Low), High: scale(e.High)}
}

// LOS returns the likelihood of superiority, from 0 to 1: how sure it is that the one is
// stronger. Unknown without games.
func (t Tally) LOS() Number {
	if t.Games() == 0 {
		return Unknown()
	}
	lead, d := t.Score()-0.5, t.deviation()
	if !d.Known() {
		d = 0.5 // the largest that there is
	}
	return Number(distuv.UnitNormal.CDF(float64(lead/d) * math.Sqrt(float64(t.Games()))))
}

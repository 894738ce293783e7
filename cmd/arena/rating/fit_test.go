package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// table returns a crosstable from the tallies of i against j, i < j.
func table(n int, of map[[2]int]Tally) [][]Tally {
	rows := make([][]Tally, n)
	for i := range rows {
		rows[i] = make([]Tally, n)
	}
	for k, t := range of {
		rows[k[0]][k[1]], rows[k[1]][k[0]] = t, t.Reverse()
	}
	return rows
}

// TestFitOfTwo: for two it is the Elo of their tally, error and all (as far as the curve
// of Elo is straight).
func TestFitOfTwo(t *testing.T) {
	for _, tally := range []Tally{{Wins: 300, Draws: 150, Losses: 200}, ofPairs([5]int{50, 200, 400, 300, 90})} {
		ratings, bounded := fit(table(2, map[[2]int]Tally{{0, 1}: tally}))
		if bounded {
			t.Error("bounded")
		}
		elo := tally.Elo()
		close(t, "difference", ratings[0].Value-ratings[1].Value, float64(elo.Value), 1e-6)
		close(t, "mean", ratings[0].Value+ratings[1].Value, 0, 1e-6)
		close(t, "error", 2*ratings[0].Margin(), float64(elo.Margin()), float64(elo.Margin())/50)
	}
}

// TestFitByHand: A beats B as often as B beats C, and they play no other games: the
// ratings are as far apart as two pairings of their own are.
func TestFitByHand(t *testing.T) {
	three := Tally{Wins: 75, Losses: 25}
	ratings, _ := fit(table(3, map[[2]int]Tally{{0, 1}: three, {1, 2}: three}))
	step := 400 * math.Log10(3)
	for i, want := range []float64{step, 0, -step} {
		close(t, "rating", ratings[i].Value, want, 1e-6)
	}
	if !(ratings[1].Margin() < ratings[0].Margin()) {
		t.Errorf("± %v for the one who played more, ± %v for the other", ratings[1].Margin(), ratings[0].Margin())
	}
}

// TestFitPoints: the ratings promise everybody the points that it made.
func TestFitPoints(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		n := 3 + random.IntN(8)
		of := map[[2]int]Tally{}
		for i := range n {
			for j := i + 1; j < n; j++ {
				of[[2]int{i, j}] = Tally{Wins: 1 + random.IntN(20), Draws: random.IntN(10), Losses: 1 + random.IntN(20)}
			}
		}
		rows := table(n, of)
		ratings, _ := fit(rows)
		sum := Number(0)
		for i := range rows {
			made, promised := 0.0, 0.0
			for j, t := range rows[i] {
				made += t.Points()
				promised += float64(t.Games()) * scoreOf(float64(ratings[i].Value-ratings[j].Value))
			}
			close(t, "points", Number(promised), made, 1e-6)
			sum += ratings[i].Value
		}
		close(t, "mean", sum, 0, 1e-6)
	}
}

// TestFitCoverage: the intervals of simulated round robins hold the true ratings.
func TestFitCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	truth := []float64{90, 40, 0, -50, -80}
	inside, all := 0, 0
	for range 300 {
		of := map[[2]int]Tally{}
		for i := range truth {
			for j := i + 1; j < len(truth); j++ {
				s := scoreOf(truth[i] - truth[j])
				var tally Tally
				for range 40 {
					switch u := random.Float64(); {
					case u < s-0.15:
						tally.Wins++
					case u < s+0.15:
						tally.Draws++
					default:
						tally.Losses++
					}
				}
				of[[2]int{i, j}] = tally
			}
		}
		ratings, _ := fit(table(len(truth), of))
		for i, r := range ratings {
			all++
			if float64(r.Low) <= truth[i] && truth[i] <= float64(r.High) {
				inside++
			}
		}
	}
	if share := float64(inside) / float64(all); share < 0.93 || share > 0.97 {
		t.Errorf("the truth is in %.3f of the intervals", share)
	}
}

func TestFitOddities(t *testing.T) {
	ratings, bounded := fit(table(3, map[[2]int]Tally{{0, 1}: {Wins: 10}, {1, 2}: {Wins: 5, Losses: 5}}))
	if !bounded || !ratings[0].Value.Known() || ratings[0].Value < 200 {
		t.Errorf("one who won everything: %+v, bounded %v", ratings, bounded)
	}
	ratings, bounded = fit(table(5, map[[2]int]Tally{{0, 1}: {Wins: 6, Losses: 4}, {2, 3}: {Wins: 3, Losses: 7}}))
	if bounded || ratings[4].Value.Known() {
		t.Errorf("two groups and one who has not played: %+v, bounded %v", ratings, bounded)
	}
	close(t, "first group", ratings[0].Value+ratings[1].Value, 0, 1e-6)
	close(t, "second group", ratings[2].Value-ratings[3].Value, 400*math.Log10(3.0/7), 1e-6)
	if ratings, _ := fit(table(2, nil)); ratings[0].Value.Known() {
		t.Errorf("no games: %+v", ratings)
	}
	if ratings, _ := fit(nil); len(ratings) != 0 {
		t.Errorf("nobody: %+v", ratings)
	}
}

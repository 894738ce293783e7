package rating

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// eloUnit is the slope of the logistic curve of expected scores: d ln(odds) / d Elo.
const eloUnit = math.Ln10 / 400

// fit returns the ratings under which a crosstable is likeliest, by the model of Bradley
// and Terry with draws as half a win and half a loss: everybody's points are what the
// ratings promise. Those who are connected through games have a mean of 0. results[i][j]
// is the tally of i against j.
//
// Errors come from the curvature of the likelihood, widened or narrowed by how much games
// (pairs, where there are any) really spread about the expected score, as in
// quasi-likelihood: for two participants that is the error of Tally.Elo.
//
// Where somebody has won or lost everything against the others the ratings would be
// infinite. One drawn game is added to every pairing then, and bounded is set.
func fit(results [][]Tally) (ratings []Estimate, bounded bool) {
	n := len(results)
	points, games := mat.NewDense(max(n, 1), max(n, 1), nil), mat.NewDense(max(n, 1), max(n, 1), nil)
	group := groups(n, func(i, j int) bool { return results[i][j].Games() > 0 })
	bounded = !everybodyReached(results, group)
	for i := range n {
		for j := range n {
			p, g := results[i][j].Points(), float64(results[i][j].Games())
			if bounded && g > 0 {
				p, g = p+0.5, g+1
			}
			points.Set(i, j, p)
			games.Set(i, j, g)
		}
	}
	elo := make([]float64, n)
	var covariance *mat.SymDense
	for range 100 {
		var step []float64
		if step, covariance = newton(elo, points, games, group); step == nil {
			break
		}
		largest := 0.0
		for i := range elo {
			// A step of more than one curve's width would overshoot.
			step[i] = min(max(step[i], -400), 400)
			elo[i] += step[i]
			largest = max(largest, math.Abs(step[i]))
		}
		if largest < 1e-9 {
			break
		}
	}
	spread := dispersion(results, elo)
	for i := range elo {
		margin := Unknown()
		if covariance != nil {
			margin = Number(confidence * math.Sqrt(spread*max(covariance.At(i, i), 0)))
		}
		v := Number(elo[i])
		ratings = append(ratings, Estimate{Value: v, Low: v - margin, High: v + margin})
		if !played(results[i]) {
			ratings[i] = Estimate{Value: Unknown(), Low: Unknown(), High: Unknown()}
		}
	}
	return ratings, bounded
}

func played(row []Tally) bool {
	for _, t := range row {
		if t.Games() > 0 {
			return true
		}
	}
	return false
}

// newton returns the step from ratings towards the likeliest ones and the inverse of
// the curvature there; nil when it cannot be inverted.
func newton(elo []float64, points, games *mat.Dense, group []int) ([]float64, *mat.SymDense) {
	n := len(elo)
	if n == 0 {
		return nil, nil
	}
	size := map[int]float64{}
	for _, g := range group {
		size[g]++
	}
	gradient, curvature := mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		for j := range n {
			if group[i] == group[j] {
				// Only differences count: 1/size in every place fixes the mean.
				curvature.SetSym(i, j, curvature.At(i, j)+eloUnit*eloUnit/size[group[i]]*half(i, j))
			}
			if i == j || games.At(i, j) == 0 {
				continue
			}
			expected := scoreOf(elo[i] - elo[j])
			gradient.SetVec(i, gradient.AtVec(i)+eloUnit*(points.At(i, j)-games.At(i, j)*expected))
			weight := eloUnit * eloUnit * games.At(i, j) * expected * (1 - expected)
			curvature.SetSym(i, i, curvature.At(i, i)+weight)
			if i < j {
				curvature.SetSym(i, j, curvature.At(i, j)-weight)
			}
		}
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(curvature) {
		return nil, nil
	}
	var step mat.VecDense
	var inverse mat.SymDense
	if cholesky.SolveVecTo(&step, gradient) != nil || cholesky.InverseTo(&inverse) != nil {
		return nil, nil
	}
	for i := range n { // what fixed the mean is taken out again
		for j := i; j < n; j++ {
			if group[i] == group[j] {
				inverse.SetSym(i, j, inverse.At(i, j)-1/(eloUnit*eloUnit*size[group[i]]))
			}
		}
	}
	return step.RawVector().Data, &inverse
}

// half is 1 on the diagonal and ½ beside it: a symmetric place is added to twice.
func half(i, j int) float64 {
	if i == j {
		return 1
	}
	return 0.5
}

// dispersion returns by how much games spread more (above 1) or less than single games
// without draws would with the expected scores.
func dispersion(results [][]Tally, elo []float64) float64 {
	seen, expected := 0.0, 0.0
	for i := range results {
		for j := range i {
			t := results[i][j]
			if t.Games() == 0 {
				continue
			}
			e := scoreOf(elo[i] - elo[j])
			d, scale := t.games(), 1.0
			if pairs := t.pairs(); stat.PopVariance(pairs.scores, pairs.counts) > 0 {
				d, scale = pairs, 2
			}
			square := 0.0
			for k, a := range d.scores {
				square += d.counts[k] * (a - e) * (a - e)
			}
			seen += float64(t.Games()) * scale * square / d.total()
			expected += float64(t.Games()) * e * (1 - e)
		}
	}
	if seen == 0 || expected == 0 {
		return math.NaN()
	}
	return seen / expected
}

// groups numbers the participants by the group that is connected by edges.
func groups(n int, edge func(i, j int) bool) []int {
	group := make([]int, n)
	for i := range group {
		group[i] = -1
	}
	for i := range n {
		if group[i] >= 0 {
			continue
		}
		group[i] = i
		for todo := []int{i}; len(todo) > 0; {
			a := todo[0]
			todo = todo[1:]
			for b := range n {
				if group[b] < 0 && edge(a, b) {
					group[b] = i
					todo = append(todo, b)
				}
			}
		}
	}
	return group
}

// everybodyReached reports whether in every group each has made points against somebody
// who has made points against … each other: then the likeliest ratings are finite (L. R.
// Ford, Solution of a ranking problem from binary comparisons, 1957).
func everybodyReached(results [][]Tally, group []int) bool {
	reach := func(from int, edge func(i, j int) bool) int {
		seen := map[int]bool{from: true}
		for todo := []int{from}; len(todo) > 0; {
			a := todo[0]
			todo = todo[1:]
			for b := range results {
				if !seen[b] && edge(a, b) {
					seen[b] = true
					todo = append(todo, b)
				}
			}
		}
		return len(seen)
	}
	size := map[int]int{}
	for _, g := range group {
		size[g]++
	}
	for first, n := range size {
		if reach(first, func(i, j int) bool { return results[i][j].Points() > 0 }) < n ||
			reach(first, func(i, j int) bool { return results[j][i].Points() > 0 }) < n {
			return false
		}
	}
	return true
}

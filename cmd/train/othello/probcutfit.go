package othello

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"ishi/engine/othello"
)

// probCutPair is a kind of difference: between the score of a deep search, or the exact one where deep
// is the number of empty squares, and the score of a shallow search.
type probCutPair struct{ empties, deep, shallow int }

func (p probCutPair) end() bool { return p.deep == p.empties }

// minPairs is the number of differences from which on their deviation counts.
const minPairs = 20

// fitProbCut fits the logarithm of the standard deviations by least squares, each weighted by the number
// of differences behind it.
func fitProbCut(differences map[probCutPair][]float64, report io.Writer) (*othello.ProbCutModel, error) {
	m := new(othello.ProbCutModel)
	var middle, end [2][]float64 // by parity of the shallow depth
	for p, d := range differences {
		if p.end() {
			end[p.shallow&1] = append(end[p.shallow&1], d...)
		} else {
			middle[p.shallow&1] = append(middle[p.shallow&1], d...)
		}
	}
	for parity := range 2 {
		m.MiddleMean[parity], m.EndMean[parity] = mean(middle[parity]), mean(end[parity])
	}

	pairs := make([]probCutPair, 0, len(differences))
	for p, d := range differences {
		if len(d) >= minPairs {
			pairs = append(pairs, p)
		}
	}
	slices.SortFunc(pairs, func(a, b probCutPair) int {
		return cmp.Or(a.empties-b.empties, a.deep-b.deep, a.shallow-b.shallow)
	})
	var middleFit, endFit leastSquares
	for _, p := range pairs {
		d := differences[p]
		x := [4]float64{1, float64(p.empties), math.Log(float64(p.deep)), math.Log(float64(p.shallow + 1))}
		if p.end() {
			x[2] = 0
			endFit.add(x, math.Log(deviation(d, m.EndMean[p.shallow&1])), float64(len(d)))
		} else {
			middleFit.add(x, math.Log(deviation(d, m.MiddleMean[p.shallow&1])), float64(len(d)))
		}
	}
	var err error
	if m.Middle, err = middleFit.solve(); err != nil {
		return nil, fmt.Errorf("probcut: middle game: %w", err)
	}
	if m.End, err = endFit.solve(); err != nil {
		return nil, fmt.Errorf("probcut: end: %w", err)
	}
	for _, p := range pairs {
		d := differences[p]
		sigma, mu := m.Sigma(p.empties, p.deep, p.shallow)
		fmt.Fprintf(report, "%2d empty, depth %2d after %2d: %5d differences, mean %+5.2f (model %+5.2f), deviation %5.2f (model %5.2f)\n",
			p.empties, p.deep, p.shallow, len(d), mean(d), mu, deviation(d, mu), sigma)
	}
	return m, nil
}

// probCutDifferences collects deep minus shallow of all pairs of depths that ProbCut may use: those of
// the same parity, and the exact score with any.
func probCutDifferences(list []probCutSample) map[probCutPair][]float64 {
	differences := make(map[probCutPair][]float64)
	for _, s := range list {
		for shallow, score := range s.Scores {
			for deep := shallow + 2; deep < len(s.Scores); deep += 2 {
				p := probCutPair{s.Empties, deep, shallow}
				differences[p] = append(differences[p], float64(s.Scores[deep]-score))
			}
			if s.Exact != nil {
				p := probCutPair{s.Empties, s.Empties, shallow}
				differences[p] = append(differences[p], float64(*s.Exact-score))
			}
		}
	}
	return differences
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(1, len(values)))
}

// deviation is the root of the mean square distance from mu, at least a tenth of a disc.
func deviation(values []float64, mu float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += (v - mu) * (v - mu)
	}
	return max(0.1, math.Sqrt(sum/float64(max(1, len(values)))))
}

// leastSquares fits y = w·x to weighted samples by the normal equations.
type leastSquares struct {
	matrix [4][5]float64
}

func (l *leastSquares) add(x [4]float64, y, weight float64) {
	for i := range x {
		for j := range x {
			l.matrix[i][j] += weight * x[i] * x[j]
		}
		l.matrix[i][4] += weight * x[i] * y
	}
}

// solve returns w. Where all samples have x[i] = 0, so has w.
func (l *leastSquares) solve() (w [4]float64, err error) {
	a := l.matrix
	few := errors.New("too few different samples")
	if a[0][0] == 0 {
		return w, few
	}
	for i := range a {
		if a[i][i] == 0 {
			a[i][i] = 1
		}
	}
	for i := range a {
		pivot := i
		for k := i + 1; k < len(a); k++ {
			if math.Abs(a[k][i]) > math.Abs(a[pivot][i]) {
				pivot = k
			}
		}
		a[i], a[pivot] = a[pivot], a[i]
		if math.Abs(a[i][i]) < 1e-9 {
			return w, few
		}
		for k := range a {
			if k == i {
				continue
			}
			f := a[k][i] / a[i][i]
			for j := i; j < len(a[k]); j++ {
				a[k][j] -= f * a[i][j]
			}
		}
	}
	for i := range w {
		w[i] = a[i][4] / a[i][i]
	}
	return w, nil
}

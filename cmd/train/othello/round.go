package othello

import (
	"math"

	"ishi/engine/othello"
)

// errorOf is about the error of an evaluation of one position, in discs; a parameter that n samples
// decide is known to errorOf/√n.
const errorOf = 8

// Coarsen rounds the parameters of all stages to what the data can tell, so that the file of weights
// packs well: each to a multiple of the largest power of two of an evaluation unit that is at most share
// of its standard error. A parameter seen in a thousand samples keeps quarters of a disc at share 1,
// one seen in ten keeps two discs.
func Coarsen(set *Set, w [][]float32, o FitOptions, share float64) {
	counts := make([][]float32, len(w))
	for stage := range w {
		counts[stage] = newProblem(set.Train[stage]).diag
	}
	for stage := range w {
		for id := range w[stage] {
			n := o.Ridge + float64(counts[stage][id])
			for _, s := range []int{stage - 1, stage + 1} {
				if s >= 0 && s < len(w) {
					n += min(o.Smooth, float64(counts[s][id]))
				}
			}
			step := max(1, math.Exp2(math.Floor(math.Log2(share*errorOf*othello.DiscUnits/math.Sqrt(n)))))
			units := math.Round(float64(w[stage][id])*othello.DiscUnits/step) * step
			w[stage][id] = float32(units / othello.DiscUnits)
		}
	}
}

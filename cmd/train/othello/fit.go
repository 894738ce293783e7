package othello

import (
	"math"

	"ishi/engine/othello"
)

// problem is the least-squares problem of one stage: the parameters w that minimise
//
//	Σ weight·(score - Σ w[row])² + ridge·Σ (w - prior)²
type problem struct {
	rows   []int32 // othello.ParametersPerBoard for each sample
	scores []float32
	weight []float32
	diag   []float32 // the weight of the samples in which a parameter occurs
}

func newProblem(samples []Sample) *problem {
	p := &problem{
		rows:   make([]int32, 0, len(samples)*othello.ParametersPerBoard),
		scores: make([]float32, len(samples)),
		weight: make([]float32, len(samples)),
		diag:   make([]float32, othello.ParameterCount()),
	}
	for i := range samples {
		s := &samples[i]
		p.rows = othello.AppendParameters(p.rows, s.Board)
		p.scores[i], p.weight[i] = s.Score, s.Weight
	}
	for i := range p.scores {
		for _, id := range p.row(i) {
			p.diag[id] += p.weight[i]
		}
	}
	return p
}

func (p *problem) row(i int) []int32 {
	return p.rows[i*othello.ParametersPerBoard:][:othello.ParametersPerBoard]
}

// normal sets q to XᵀWX·d + ridge·d, X being the matrix of the rows.
func (p *problem) normal(q, d []float32, ridge float32) {
	for id := range q {
		q[id] = ridge * d[id]
	}
	for i, weight := range p.weight {
		row := p.row(i)
		sum := float32(0)
		for _, id := range row {
			sum += d[id]
		}
		sum *= weight
		for _, id := range row {
			q[id] += sum
		}
	}
}

// gradient sets r to XᵀW(scores - X·w) + ridge·(prior - w).
func (p *problem) gradient(r, w, prior []float32, ridge float32) {
	for id := range r {
		r[id] = ridge * (prior[id] - w[id])
	}
	for i, weight := range p.weight {
		row := p.row(i)
		rest := p.scores[i]
		for _, id := range row {
			rest -= w[id]
		}
		rest *= weight
		for _, id := range row {
			r[id] += rest
		}
	}
}

// minimise improves w by conjugate gradients. Each parameter's step is scaled by how often the
// parameter occurs, so that rare ones keep up.
func (p *problem) minimise(w, prior []float32, ridge float32, iterations int) {
	n := len(w)
	r, z, d, q := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	p.gradient(r, w, prior, ridge)
	scale := func() (rz float64) {
		for id := range z {
			z[id] = r[id] / (p.diag[id] + ridge)
			rz += float64(r[id]) * float64(z[id])
		}
		return rz
	}
	rz := scale()
	copy(d, z)
	for range iterations {
		if rz == 0 {
			return
		}
		p.normal(q, d, ridge)
		dq := 0.0
		for id := range d {
			dq += float64(d[id]) * float64(q[id])
		}
		step := float32(rz / dq)
		for id := range w {
			w[id] += step * d[id]
			r[id] -= step * q[id]
		}
		before := rz
		rz = scale()
		turn := float32(rz / before)
		for id := range d {
			d[id] = z[id] + turn*d[id]
		}
	}
}

// Errors are those of an evaluation on a number of positions, in discs.
type Errors struct {
	Positions int
	Mean      float64 // absolute error
	RMS       float64
}

// measure returns the errors of parameters on the samples from a source, or from all with sources.
func measure(samples []Sample, w []float32, source Source) (e Errors) {
	var ids []int32
	for i := range samples {
		s := &samples[i]
		if source != sources && s.Source != source {
			continue
		}
		ids = othello.AppendParameters(ids[:0], s.Board)
		sum := float32(0)
		for _, id := range ids {
			sum += w[id]
		}
		miss := float64(max(-othello.MaxEval/othello.DiscUnits, min(othello.MaxEval/othello.DiscUnits, sum)) - s.Score)
		e.Positions++
		e.Mean += math.Abs(miss)
		e.RMS += miss * miss
	}
	if e.Positions > 0 {
		e.Mean /= float64(e.Positions)
		e.RMS = math.Sqrt(e.RMS / float64(e.Positions))
	}
	return e
}

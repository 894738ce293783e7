package gomoku

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"

	"ishi/engine/game"
	"ishi/engine/gomoku"
)

// FitOptions steer the fit.
type FitOptions struct {
	Rule    string
	Epochs  int     // passes over the data
	Rate    float64 // step size of AdaGrad
	Decay   float64 // pull of every weight towards its start, per step
	Result  float64 // share of the game's result in the target, the rest is the searched score
	HeldOut int     // every HeldOut-th game is kept for testing
	Seed    uint64
	// Report receives the mean loss after every epoch.
	Report func(epoch int, train, test float64)
}

// scale is the score at which the expected result is e/(1+e), 73 %.
const scale = 200

// position is a sample with its target.
type position struct {
	features []feature
	threat   uint16 // side and mask
	target   float32
}

type feature struct {
	index uint16
	count int16
}

// Model is the fitted evaluation in units of score: the worth of a cell by
// role (0 side to move, 1 opponent), by colour and code; the worth of the
// move by colour and threat mask.
type Model struct {
	Cell  [2][2][gomoku.NumCodes]float32
	Tempo [2][gomoku.NumThreats]float32
}

// Data is what is learnt from, or tested on.
type Data struct {
	positions []position
	decisions []decision
}

// Load reads a games file into samples.
func Load(r io.Reader, o FitOptions, train, test *Data) error {
	n := 0
	var choices []gomoku.Choice
	var sample gomoku.Sample
	rule, err := gomoku.ParseRule(o.Rule)
	if err != nil {
		return err
	}
	return Read(r, func(record *Record) error {
		if record.Rule != o.Rule {
			return nil
		}
		n++
		into := train
		if n%o.HeldOut == 0 {
			into = test
		}
		b, err := gomoku.NewBoard(record.Width, record.Height, rule)
		if err != nil {
			return err
		}
		for i, m := range record.Moves {
			s := record.Scores[i]
			if i >= record.Opening && !s.IsWin() && !s.IsLoss() && b.Sample(&sample) {
				into.positions = append(into.positions, makePosition(&sample, o.target(record, b.Side(), s), b.Rule() == gomoku.Renju))
			}
			if i >= record.Opening && !s.IsLoss() && (record.Random == nil || !record.Random[i]) {
				into.decisions, choices = decide(into.decisions, b, gomoku.CellOf(m), choices)
			}
			if !b.Empty(gomoku.CellOf(m)) {
				return fmt.Errorf("game %d: %v is occupied", n, m)
			}
			b.Play(gomoku.CellOf(m))
		}
		return nil
	})
}

// target mixes result and score of a position.
func (o FitOptions) target(r *Record, side game.Side, score game.Score) float64 {
	result := 0.5
	if r.Outcome == game.BlackWins || r.Outcome == game.WhiteWins {
		result = 0
		if r.Outcome == game.WonBy(side) {
			result = 1
		}
	}
	return o.Result*result + (1-o.Result)*sigmoid(float64(score)/scale)
}

// makePosition counts the codes: features are numbered by code, the opponent's
// from NumCodes on. Where colours differ (renju), the threat word tells that
// of the side to move.
func makePosition(s *gomoku.Sample, target float64, colours bool) position {
	var counts [2 * gomoku.NumCodes]int16
	for _, c := range s.Own {
		counts[c]++
	}
	for _, c := range s.Their {
		counts[gomoku.NumCodes+int(c)]++
	}
	p := position{target: float32(target), threat: uint16(s.Threat)}
	if colours && s.Side == game.White {
		p.threat |= gomoku.NumThreats
	}
	for i, n := range counts {
		if n != 0 {
			p.features = append(p.features, feature{uint16(i), n})
		}
	}
	return p
}

// fitter is stochastic gradient descent with AdaGrad's steps over a model.
type fitter struct {
	o       FitOptions
	weights []weight
}

type weight struct{ value, start, square float64 }

// index of a feature: colour of the owner, role, code.
func (f *fitter) cell(p *position, i uint16) int {
	role, code := int(i)/gomoku.NumCodes, int(i)%gomoku.NumCodes
	colour := int(p.threat) / gomoku.NumThreats // of the side to move
	if role == 1 && f.o.Rule == "renju" {
		colour ^= 1
	}
	return (colour*2+role)*gomoku.NumCodes + code
}

const cellWeights = 4 * gomoku.NumCodes

// Fit fits a model, starting from start.
func Fit(o FitOptions, trainData, testData *Data, start *Model) *Model {
	train, test := trainData.positions, testData.positions
	f := &fitter{o: o, weights: make([]weight, cellWeights+2*gomoku.NumThreats)}
	f.load(start)
	random := rand.New(rand.NewPCG(o.Seed, 1))
	order := make([]int, len(train))
	for i := range order {
		order[i] = i
	}
	for epoch := range o.Epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		rate := o.Rate * (1 - 0.9*float64(epoch)/float64(o.Epochs))
		loss := 0.0
		for _, i := range order {
			loss += f.learn(&train[i], rate)
		}
		tested := 0.0
		for i := range test {
			tested += f.loss(&test[i])
		}
		if o.Report != nil {
			o.Report(epoch+1, loss/float64(len(train)), tested/float64(max(1, len(test))))
		}
	}
	return f.model()
}

func (f *fitter) value(p *position) float64 {
	v := f.weights[cellWeights+int(p.threat)].value
	for _, x := range p.features {
		w := f.weights[f.cell(p, x.index)].value * float64(x.count)
		if x.index >= gomoku.NumCodes {
			w = -w
		}
		v += w
	}
	return v
}

func (f *fitter) loss(p *position) float64 {
	return crossEntropy(float64(p.target), sigmoid(f.value(p)))
}

// learn takes one step of stochastic gradient descent with AdaGrad step sizes.
func (f *fitter) learn(p *position, rate float64) float64 {
	predicted := sigmoid(f.value(p))
	slope := predicted - float64(p.target)
	f.adjust(cellWeights+int(p.threat), slope, rate)
	for _, x := range p.features {
		g := slope * float64(x.count)
		if x.index >= gomoku.NumCodes {
			g = -g
		}
		f.adjust(f.cell(p, x.index), g, rate)
	}
	return crossEntropy(float64(p.target), predicted)
}

func (f *fitter) adjust(i int, gradient, rate float64) {
	w := &f.weights[i]
	w.square += gradient * gradient
	w.value -= rate * (gradient/math.Sqrt(w.square+1) + f.o.Decay*(w.value-w.start))
}

func (f *fitter) load(m *Model) {
	for colour := range 2 {
		for role := range 2 {
			for code := range gomoku.NumCodes {
				i := (colour*2+role)*gomoku.NumCodes + code
				f.weights[i].value = float64(m.Cell[role][colour][code]) / scale
				f.weights[i].start = f.weights[i].value
			}
		}
		for mask := range gomoku.NumThreats {
			w := &f.weights[cellWeights+colour*gomoku.NumThreats+mask]
			w.value = float64(m.Tempo[colour][mask]) / scale
			w.start = w.value
		}
	}
}

func (f *fitter) model() *Model {
	m := &Model{}
	both := func(colour int) int {
		if f.o.Rule == "renju" {
			return colour
		}
		return 0
	}
	for colour := range 2 {
		for role := range 2 {
			for code := range gomoku.NumCodes {
				i := (both(colour)*2+role)*gomoku.NumCodes + code
				m.Cell[role][colour][code] = float32(f.weights[i].value * scale)
			}
		}
		for mask := range gomoku.NumThreats {
			m.Tempo[colour][mask] = float32(f.weights[cellWeights+both(colour)*gomoku.NumThreats+mask].value * scale)
		}
	}
	return m
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func crossEntropy(target, predicted float64) float64 {
	p := min(max(predicted, 1e-6), 1-1e-6)
	return -target*math.Log(p) - (1-target)*math.Log(1-p)
}

// LoadFiles reads games files into samples for training and for testing.
func LoadFiles(names []string, o FitOptions) (train, test *Data, err error) {
	train, test = &Data{}, &Data{}
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		err = Load(file, o, train, test)
		file.Close()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return train, test, nil
}

package gomoku

import (
	"math"
	"math/rand/v2"

	"ishi/engine/gomoku"
)

// A decision is a position of self-play with the move that was chosen.
type decision struct {
	colour  uint8 // of the side to move
	chosen  int
	choices []choice
}

type choice struct {
	own, their uint16
	near       [2]uint8
}

// Order is the fitted attraction of a cell in natural logarithms of odds, by
// role (0 own move, 1 the opponent's code), colour and code.
type Order struct {
	Code [2][2][gomoku.NumCodes]float32
	// Near is the same by how the cell lies to the last two moves.
	Near [2][gomoku.NumNear]float32
}

// decide appends the position's choices when the move is among them.
func decide(list []decision, b *gomoku.Board, move gomoku.Cell, buffer []gomoku.Choice) ([]decision, []gomoku.Choice) {
	buffer = b.Choices(buffer[:0])
	d := decision{colour: uint8(b.Side()), chosen: -1}
	for i, c := range buffer {
		if c.Cell == move {
			d.chosen = i
		}
	}
	if d.chosen < 0 {
		return list, buffer
	}
	for _, c := range buffer {
		d.choices = append(d.choices, choice{c.Own, c.Their, c.Near})
	}
	return append(list, d), buffer
}

// FitOrder fits the order of moves by softmax regression on the moves chosen:
// the odds of a cell are the product of what it is to both sides.
func FitOrder(o FitOptions, trainData, testData *Data) *Order {
	train, test := trainData.decisions, testData.decisions
	f := &orderFitter{colours: o.Rule == "renju"}
	f.weights = make([]weight, 4*gomoku.NumCodes+2*gomoku.NumNear)
	random := rand.New(rand.NewPCG(o.Seed, 2))
	order := random.Perm(len(train))
	for epoch := range o.Epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		rate := o.Rate * 5 * (1 - 0.9*float64(epoch)/float64(o.Epochs))
		loss, tested := 0.0, 0.0
		for _, i := range order {
			loss += f.learn(&train[i], rate)
		}
		for i := range test {
			tested += f.learn(&test[i], 0)
		}
		if o.Report != nil {
			o.Report(epoch+1, loss/float64(max(1, len(train))), tested/float64(max(1, len(test))))
		}
	}
	return f.order()
}

type orderFitter struct {
	colours bool
	weights []weight
	odds    []float64
}

func (f *orderFitter) index(role int, colour uint8, code uint16) int {
	if !f.colours {
		colour = 0
	}
	return (role*2+int(colour))*gomoku.NumCodes + int(code)
}

// features returns the weights that make up the odds of a choice.
func (f *orderFitter) features(d *decision, c choice) [4]int {
	const near = 4 * gomoku.NumCodes
	return [4]int{
		f.index(0, d.colour, c.own), f.index(1, d.colour^1, c.their),
		near + int(c.near[0]), near + gomoku.NumNear + int(c.near[1]),
	}
}

// learn takes a step of AdaGrad and returns the cross entropy before it.
func (f *orderFitter) learn(d *decision, rate float64) float64 {
	f.odds = f.odds[:0]
	sum := 0.0
	for _, c := range d.choices {
		x := 0.0
		for _, i := range f.features(d, c) {
			x += f.weights[i].value
		}
		x = math.Exp(x)
		f.odds = append(f.odds, x)
		sum += x
	}
	if rate > 0 {
		for i, c := range d.choices {
			slope := f.odds[i] / sum
			if i == d.chosen {
				slope--
			}
			for _, j := range f.features(d, c) {
				f.adjust(j, slope, rate)
			}
		}
	}
	return -math.Log(f.odds[d.chosen] / sum)
}

func (f *orderFitter) adjust(i int, gradient, rate float64) {
	w := &f.weights[i]
	w.square += gradient * gradient
	w.value = min(max(w.value-rate*(gradient/math.Sqrt(w.square+1)+1e-7*w.value), -10), 10)
}

func (f *orderFitter) order() *Order {
	o := &Order{}
	for i := range o.Near {
		for kind := range o.Near[i] {
			o.Near[i][kind] = float32(f.weights[4*gomoku.NumCodes+i*gomoku.NumNear+kind].value)
		}
	}
	for role := range o.Code {
		for colour := range o.Code[role] {
			for code := range o.Code[role][colour] {
				o.Code[role][colour][code] = float32(f.weights[f.index(role, uint8(colour), uint16(code))].value)
			}
		}
	}
	return o
}

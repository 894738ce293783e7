package report

import (
	"fmt"
	"math"
	"strings"

	"ishi/cmd/arena/rating"
)

// The size of the plot in units of its picture, and the margins around the curves.
const (
	plotWidth, plotHeight                         = 900, 360
	marginLeft, marginRight, marginTop, marginEnd = 60, 20, 16, 40
	// plotLimit is the largest Elo that is drawn, in either direction.
	plotLimit = 800
)

// plot is the picture of Elo over games, ready for the page's template:
//
//	+50 |    ____
//	    |  _/    \__/‾‾
//	  0 |-/------------
//	    +--------------
//	     0    100   200
type plot struct {
	Width, Height int
	Left, Right   float64 // ends of the lines of the grid
	Top, Bottom   float64
	X, Y          []tick
	Curves        []drawn
}

// tick is a line of the grid with its label.
type tick struct {
	At    float64
	Label string
	Zero  bool
}

// drawn is a curve. Line and Band are the points of a polyline and a polygon; Band is
// empty where the error is not drawn.
type drawn struct {
	Name       string
	Line, Band string
	// Colour is a number from 0, for the page's style.
	Colour         int
	LegendX, TextX float64
	LegendY        float64
}

// colours is how many the page's style has.
const colours = 8

// newPlot returns the picture of a summary's curves, nil where there is none to draw.
// names are those of the participants.
func newPlot(curves []rating.Curve, names map[int]string) *plot {
	most, low, high := 0, math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for i, p := range c.Points {
			most = max(most, p.Games)
			values := []rating.Number{p.Elo.Value}
			// The first games' errors would make everything else flat.
			if len(curves) == 1 && (4*i >= len(c.Points) || len(c.Points) < 8) {
				values = append(values, p.Elo.Low, p.Elo.High)
			}
			for _, n := range values {
				if v := float64(n); math.Abs(v) <= plotLimit {
					low, high = min(low, v), max(high, v)
				}
			}
		}
	}
	if most < 2 || low > high {
		return nil
	}
	low, high = min(low, -10), max(high, 10)
	space := (high - low) / 20
	low, high = low-space, high+space
	x := func(games int) float64 {
		return marginLeft + float64(games)/float64(most)*(plotWidth-marginLeft-marginRight)
	}
	y := func(elo rating.Number) float64 {
		v := min(max(float64(elo), low), high)
		return marginTop + (high-v)/(high-low)*(plotHeight-marginTop-marginEnd)
	}
	p := &plot{
		Width: plotWidth, Height: plotHeight,
		Left: marginLeft, Right: plotWidth - marginRight, Top: marginTop, Bottom: plotHeight - marginEnd,
	}
	step := niceStep(high - low)
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		p.Y = append(p.Y, tick{At: round(y(rating.Number(v))), Label: eloLabel(v), Zero: v == 0})
	}
	across := max(1, niceStep(float64(most)))
	for v := 0.0; v <= float64(most); v += across {
		p.X = append(p.X, tick{At: round(x(int(v))), Label: fmt.Sprintf("%.0f", v)})
	}
	for i, c := range curves {
		d := drawn{Name: names[c.Participant], Colour: i % colours, LegendX: marginLeft + 14, TextX: marginLeft + 26, LegendY: marginTop + 16 + 18*float64(i)}
		d.Line, d.Band = paths(c.Points, x, y, len(curves) == 1)
		p.Curves = append(p.Curves, d)
	}
	return p
}

// eloLabel writes a line's Elo.
func eloLabel(v float64) string {
	if v == 0 {
		return "0"
	}
	return fmt.Sprintf("%+.0f", v)
}

// paths returns the points of a curve's line and, if wanted, of the band of its error.
func paths(curve []rating.Point, x func(int) float64, y func(rating.Number) float64, band bool) (line, area string) {
	var middle, upper, lower []string
	at := func(games int, elo rating.Number) string { return fmt.Sprintf("%.1f,%.1f", x(games), y(elo)) }
	for _, p := range curve {
		if !math.IsNaN(float64(p.Elo.Value)) {
			middle = append(middle, at(p.Games, p.Elo.Value))
		}
		if band && !math.IsNaN(float64(p.Elo.Low)) && !math.IsNaN(float64(p.Elo.High)) {
			upper = append(upper, at(p.Games, p.Elo.High))
			lower = append([]string{at(p.Games, p.Elo.Low)}, lower...)
		}
	}
	return strings.Join(middle, " "), strings.Join(append(upper, lower...), " ")
}

// niceStep returns 1, 2 or 5 times a power of ten such that a range has four to ten of
// them.
func niceStep(size float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(size/4)))
	for _, f := range []float64{5, 2} {
		if f*power <= size/4 {
			return f * power
		}
	}
	return power
}

func round(f float64) float64 { return math.Round(f*10) / 10 }

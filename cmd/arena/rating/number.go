package rating

import (
	"encoding/json"
	"math"
	"strconv"
)

// Number is a number that may be infinite or unknown (NaN), as a rating without a
// single loss is. In JSON these are "+inf", "-inf" and null.
type Number float64

// Unknown is the Number that is none.
func Unknown() Number { return Number(math.NaN()) }

// Known reports whether n is a finite number.
func (n Number) Known() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// digits is how many digits of a number are written: what lies behind them differs from
// one processor to the other.
const digits = 9

// MarshalJSON writes a number with nine digits, "+inf", "-inf" or null.
func (n Number) MarshalJSON() ([]byte, error) {
	switch f := float64(n); {
	case math.IsNaN(f):
		return []byte("null"), nil
	case math.IsInf(f, 1):
		return []byte(`"+inf"`), nil
	case math.IsInf(f, -1):
		return []byte(`"-inf"`), nil
	default:
		return strconv.AppendFloat(nil, shortened(f), 'g', -1, 64), nil
	}
}

// shortened returns a number without the digits that are not written, and without what is
// as good as nothing.
func shortened(f float64) float64 {
	if math.Abs(f) < 1e-9 {
		return 0
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'g', digits, 64), 64)
	return short
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (n *Number) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "null":
		*n = Unknown()
		return nil
	case `"+inf"`:
		*n = Number(math.Inf(1))
		return nil
	case `"-inf"`:
		*n = Number(math.Inf(-1))
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

// Estimate is a value with its 95 % interval, whose ends are unknown when too little
// is known.
type Estimate struct {
	Value Number `json:"value"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
}

// Margin is half the width of the interval: the number behind ±.
func (e Estimate) Margin() Number { return (e.High - e.Low) / 2 }

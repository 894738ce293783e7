package report

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"

	"ishi/cmd/arena/rating"
)

// unknown stands for a number that is not known.
const unknown = "–"

// printable returns text without what would move a terminal's cursor or break a file:
// control characters other than line feeds become blanks.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "�"))
}

// oneLine is printable without line feeds.
func oneLine(text string) string { return strings.ReplaceAll(printable(text), "\n", " ") }

// signed writes a number with its sign: "+12.3", "+∞", or – where it is not known.
func signed(n rating.Number) string {
	switch f := float64(n); {
	case math.IsNaN(f):
		return unknown
	case math.IsInf(f, 1):
		return "+∞"
	case math.IsInf(f, -1):
		return "−∞"
	default:
		return fmt.Sprintf("%+.1f", math.Round(f*10)/10+0) // not -0.0
	}
}

// estimate writes "+12.3 ± 4.5", with both ends where one of them is infinite.
func estimate(e rating.Estimate) string {
	switch {
	case e.Margin().Known():
		return fmt.Sprintf("%s ± %.1f", signed(e.Value), float64(e.Margin()))
	case !math.IsNaN(float64(e.Low)) && !math.IsNaN(float64(e.High)):
		return fmt.Sprintf("%s (%s to %s)", signed(e.Value), signed(e.Low), signed(e.High))
	}
	return signed(e.Value)
}

// percent writes a share.
func percent(n rating.Number) string {
	if !n.Known() {
		return unknown
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n))
}

// wdl writes wins, draws and losses.
func wdl(t rating.Tally) string { return fmt.Sprintf("%d-%d-%d", t.Wins, t.Draws, t.Losses) }

// points writes points without a needless fraction.
func points(p float64) string { return fmt.Sprintf("%g", p) }

// brief writes a time so that its first three digits are told: "1.23 s", "12.3 ms".
func brief(d time.Duration) string {
	switch a := d.Abs(); {
	case a >= time.Hour:
		return d.Round(time.Second).String()
	case a >= time.Second:
		return fmt.Sprintf("%.3g s", d.Seconds())
	case a >= time.Millisecond:
		return fmt.Sprintf("%.3g ms", float64(d)/float64(time.Millisecond))
	case a == 0:
		return "0 s"
	}
	return fmt.Sprintf("%.3g µs", float64(d)/float64(time.Microsecond))
}

// count writes a large number with a unit: 1234567 as "1.23M".
func count(n float64) string {
	switch {
	case n == 0:
		return unknown
	case n >= 1e9:
		return fmt.Sprintf("%.3gG", n/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.3gM", n/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.3gk", n/1e3)
	}
	return fmt.Sprintf("%.0f", n)
}

package othello

import (
	"fmt"
	"io"

	"ishi/engine/othello"
)

// StageReport is how well a stage was fitted.
type StageReport struct {
	// Stage and the discs on the board that it covers.
	Stage, From, To int
	Train           Errors
	// Test has the errors on held-out positions by the source of their scores.
	Test [sources]Errors
}

// Report measures parameters on both halves of a set.
func Report(set *Set, w [][]float32) []StageReport {
	reports := make([]StageReport, othello.Stages)
	for stage := range reports {
		r := &reports[stage]
		r.Stage, r.From, r.To = stage, othello.Squares, 0
		for discs := 4; discs < othello.Squares; discs++ {
			if othello.Stage(discs) == stage {
				r.From, r.To = min(r.From, discs), max(r.To, discs)
			}
		}
		r.Train = measure(set.Train[stage], w[stage], sources)
		for source := range sources {
			r.Test[source] = measure(set.Test[stage], w[stage], source)
		}
	}
	return reports
}

// Print writes a table of mean absolute errors in discs, and below it root mean squares.
func Print(out io.Writer, reports []StageReport) {
	fmt.Fprintf(out, "%-6s %9s %6s", "discs", "trained", "error")
	for source := range sources {
		fmt.Fprintf(out, " | %8s %-11s rms", "held out", source)
	}
	fmt.Fprintln(out)
	for _, r := range reports {
		fmt.Fprintf(out, "%2d-%2d  %9d %6.2f", r.From, r.To, r.Train.Positions, r.Train.Mean)
		for _, e := range r.Test {
			if e.Positions == 0 {
				fmt.Fprintf(out, " | %24s", "")
				continue
			}
			fmt.Fprintf(out, " | %8d %6.2f    %5.2f", e.Positions, e.Mean, e.RMS)
		}
		fmt.Fprintln(out)
	}
}

// Describe returns the lines of a file of weights that tell of the held-out errors.
func Describe(reports []StageReport) (text string) {
	for _, r := range reports {
		text += fmt.Sprintf("held-out discs %d-%d", r.From, r.To)
		for source, e := range r.Test {
			if e.Positions > 0 {
				text += fmt.Sprintf(" %s %.2f (%d)", Source(source), e.Mean, e.Positions)
			}
		}
		text += "\n"
	}
	return text
}

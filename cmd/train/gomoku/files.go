package gomoku

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"ishi/engine/gomoku"
)

// PlayFile writes games to a file. A file that holds some of them already is
// continued: each game depends on the seed and its number only. A line that was
// cut off is removed first.
func PlayFile(ctx context.Context, name string, o PlayOptions, progress func(done, total int)) error {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if err := file.Truncate(int64(whole)); err != nil {
		return err
	}
	if _, err := file.Seek(int64(whole), io.SeekStart); err != nil {
		return err
	}
	o.First = bytes.Count(data[:whole], []byte{'\n'})
	o.Progress = func(done int) { progress(done, o.Games) }
	if err := Play(ctx, o, file); err != nil {
		return err
	}
	return file.Close()
}

// FitFiles fits the weights of the given rules to games files and writes them to
// a weights file. Rules that are not named get the weights of the first.
func FitFiles(games, rules []string, out string, o FitOptions) error {
	weights := &gomoku.WeightsFile{}
	base := &Model{}
	var story strings.Builder
	fmt.Fprintf(&story, "seed %d, %d epochs, rate %g, decay %g, share of results %g\n", o.Seed, o.Epochs, o.Rate, o.Decay, o.Result)
	for i, name := range rules {
		rule, err := gomoku.ParseRule(name)
		if err != nil {
			return err
		}
		o.Rule = rule.String()
		train, test, err := LoadFiles(games, o)
		if err != nil {
			return err
		}
		if len(train.positions) == 0 || len(test.positions) == 0 {
			return fmt.Errorf("no positions of rule %v in %s", rule, strings.Join(games, ", "))
		}
		var value, order float64
		o.Report = reporter(&value, o.Rule+" value")
		model := Fit(o, train, test, base)
		o.Report = reporter(&order, o.Rule+" order")
		fitted := round(model, FitOrder(o, train, test))
		fmt.Fprintf(&story, "%v: %d positions, %d moves; held-out cross entropy %.4f (value), %.4f (order)\n",
			rule, len(train.positions), len(train.decisions), value, order)
		if i == 0 {
			base = model
			for r := range weights.Rules {
				weights.Rules[r] = *fitted
			}
		}
		weights.Rules[rule] = *fitted
	}
	weights.Story = story.String()
	fmt.Print(weights.Story)
	var data bytes.Buffer
	if err := weights.Write(&data); err != nil {
		return err
	}
	return os.WriteFile(out, data.Bytes(), 0o644)
}

// reporter prints the losses of an epoch and keeps the last one on test data.
func reporter(last *float64, what string) func(epoch int, train, test float64) {
	return func(epoch int, train, test float64) {
		*last = test
		fmt.Fprintf(os.Stderr, "%s: epoch %d, cross entropy %.5f, held out %.5f\n", what, epoch, train, test)
	}
}

// maxWeight bounds the weights of cells and tempo, in units of score.
const maxWeight = 8000

// round makes the weights of the engine from the fitted ones.
func round(m *Model, o *Order) *gomoku.Weights {
	w := &gomoku.Weights{}
	for role := range 2 {
		for colour := range 2 {
			for code := range gomoku.NumCodes {
				w.Cell[role][colour][code] = int16(bounded(float64(m.Cell[role][colour][code]), maxWeight))
				w.Order[role][colour][code] = int8(bounded(float64(o.Code[role][colour][code])*gomoku.OrderUnit, 127))
			}
		}
		for kind := range gomoku.NumNear {
			w.Near[role][kind] = int8(bounded(float64(o.Near[role][kind])*gomoku.OrderUnit, 127))
		}
	}
	for colour := range 2 {
		for mask := range gomoku.NumThreats {
			w.Tempo[colour][mask] = int16(bounded(float64(m.Tempo[colour][mask]), maxWeight))
		}
	}
	return w
}

// bounded rounds x and cuts it off at ±limit.
func bounded(x, limit float64) float64 { return math.Round(min(max(x, -limit), limit)) }

package othello

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"

	"ishi/engine/othello"
)

// FitOptions steer a fit. The zero value of a field is not replaced: DefaultFit has the usual ones.
type FitOptions struct {
	// Ridge pulls every parameter towards 0, Smooth towards the same parameter in the stages before
	// and after, both with the force of so many samples. Rare contents thereby take what
	// other stages know of them.
	Ridge, Smooth float64
	// Sweeps is how often all stages are fitted, Iterations the steps for a stage each time.
	Sweeps, Iterations int
	// Focus is the score in discs at which a position counts half of what a drawn one does.
	Focus float64
	// Checkpoints is the folder that keeps finished stages; empty for none.
	Checkpoints string
}

// DefaultFit holds values that did best on positions held out (see the weights' description).
var DefaultFit = FitOptions{Ridge: 4, Smooth: 12, Sweeps: 3, Iterations: 16, Focus: 40}

// Fit returns the parameters of all stages. Together they minimise
//
//	Σ stages ( Σ samples weight·error² + ridge·|w|² ) + smooth · Σ neighbours |w - w'|²
//
// which is done stage by stage: from the last, where scores are exact, to the first, and back, each time
// with the neighbours' parameters held fast. The same set and options give the same parameters; a
// fit that was interrupted takes up its checkpoints.
func Fit(ctx context.Context, set *Set, o FitOptions, progress Progress) ([][]float32, error) {
	folder := ""
	if o.Checkpoints != "" {
		h := fnv.New64a()
		fmt.Fprint(h, set.fingerprint(), o.Ridge, o.Smooth, o.Iterations, o.Focus, othello.ParameterCount())
		folder = filepath.Join(o.Checkpoints, fmt.Sprintf("fit-%016x", h.Sum64()))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
	}
	w := make([][]float32, othello.Stages)
	done, total := 0, o.Sweeps*othello.Stages
	for sweep := range o.Sweeps {
		for i := range othello.Stages {
			stage := i
			if sweep%2 == 0 {
				stage = othello.Stages - 1 - i
			}
			progress.tell(done, total)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			done++
			name := filepath.Join(folder, fmt.Sprintf("sweep-%d-stage-%02d", sweep, stage))
			if folder != "" {
				if saved, err := readCheckpoint(name); err == nil {
					w[stage] = saved
					continue
				}
			}
			w[stage] = fitStage(set.Train[stage], w, stage, o)
			if folder != "" {
				if err := writeCheckpoint(name, w[stage]); err != nil {
					return nil, err
				}
			}
		}
	}
	progress.tell(total, total)
	return w, nil
}

// fitStage returns new parameters of a stage, given those of its neighbours as far as there are any.
func fitStage(samples []Sample, w [][]float32, stage int, o FitOptions) []float32 {
	prior := make([]float32, othello.ParameterCount())
	neighbours := 0
	for _, s := range []int{stage - 1, stage + 1} {
		if s >= 0 && s < len(w) && w[s] != nil {
			neighbours++
			for id, v := range w[s] {
				prior[id] += v
			}
		}
	}
	ridge := o.Ridge + o.Smooth*float64(neighbours)
	for id := range prior {
		prior[id] *= float32(o.Smooth / ridge)
	}
	now := w[stage]
	if now == nil {
		now = prior
	}
	now = append([]float32(nil), now...)
	newProblem(samples).minimise(now, prior, float32(ridge), o.Iterations)
	return now
}

func writeCheckpoint(name string, w []float32) error {
	file, err := os.Create(name + ".part")
	if err != nil {
		return err
	}
	if err := errors.Join(binary.Write(file, binary.LittleEndian, w), file.Close()); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}

func readCheckpoint(name string) ([]float32, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	w := make([]float32, othello.ParameterCount())
	return w, binary.Read(file, binary.LittleEndian, w)
}

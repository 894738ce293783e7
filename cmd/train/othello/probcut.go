package othello

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"

	"ishi/engine/othello"
)

// ProbCutOptions say what is measured for ProbCut.
type ProbCutOptions struct {
	// Positions is the number of positions.
	Positions int
	// Depth is the largest depth of a search that does not reach the end, in plies.
	Depth int
	// Solve is the number of empty squares up to which positions are solved.
	Solve int
	// From and To bound the number of empty squares.
	From, To int
	// Seed chooses the positions.
	Seed uint64
}

// DefaultProbCut takes about half a second a position.
var DefaultProbCut = ProbCutOptions{Positions: 5000, Depth: 10, Solve: 20, From: 12, To: 54, Seed: 1}

// probCutSample holds what searches without ProbCut say of a position.
type probCutSample struct {
	Empties int
	Scores  []int // by depth, 0 first
	Exact   *int  // nil when it was not solved
}

// MeasureProbCut searches positions of the games to all depths, without ProbCut, and fits the model of
// the differences. The samples are kept in a file, from which a later run with the same options goes on.
// A table of what was measured goes to report.
func MeasureProbCut(ctx context.Context, games []Line, o ProbCutOptions, samples string, report io.Writer, progress Progress) (*othello.ProbCutModel, error) {
	file, err := os.OpenFile(samples, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	list, err := resumeProbCut(file, o.Positions)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	out := bufio.NewWriter(file)
	encoder := json.NewEncoder(out)
	solver := othello.NewSolver(64 << 20)
	for i := len(list); i < o.Positions && ctx.Err() == nil && err == nil; i++ {
		progress.tell(i, o.Positions)
		list = append(list, measureProbCut(solver, pickPosition(games, o, i), o))
		err = encoder.Encode(list[i])
	}
	progress.tell(len(list), o.Positions)
	if err := errors.Join(err, out.Flush(), file.Close(), ctx.Err()); err != nil {
		return nil, err
	}
	return fitProbCut(probCutDifferences(list), report)
}

// resumeProbCut reads the samples of a file, cuts off what is incomplete and leaves the file at its end.
func resumeProbCut(file *os.File, most int) (list []probCutSample, err error) {
	decoder := json.NewDecoder(file)
	end := int64(0)
	for len(list) < most {
		var s probCutSample
		if decoder.Decode(&s) != nil {
			break
		}
		list = append(list, s)
		end = decoder.InputOffset() + 1
	}
	if err := file.Truncate(end); err != nil {
		return nil, err
	}
	_, err = file.Seek(end, io.SeekStart)
	return list, err
}

// pickPosition returns the i-th position: a random one of the games, all numbers of empty squares being
// equally likely.
func pickPosition(games []Line, o ProbCutOptions, i int) othello.Board {
	r := rand.New(rand.NewPCG(o.Seed, uint64(i)))
	empties := o.From + r.IntN(o.To-o.From+1)
	for {
		for _, b := range games[r.IntN(len(games))].Boards {
			if b.Count() == empties {
				return b
			}
		}
	}
}

func measureProbCut(v *othello.Solver, b othello.Board, o ProbCutOptions) probCutSample {
	v.Forget()
	s := probCutSample{Empties: b.Count(), Scores: []int{othello.Discs(othello.Eval(b))}}
	for d := 1; d <= o.Depth && d < s.Empties; d++ {
		s.Scores = append(s.Scores, v.Score(b, d, 100))
	}
	if s.Empties <= o.Solve {
		exact := v.Exact(b)
		s.Exact = &exact
	}
	return s
}

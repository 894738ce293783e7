package othello

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ishi/engine/othello"
)

// TestFitProbCut draws differences from a known model and fits it again.
func TestFitProbCut(t *testing.T) {
	want := othello.ProbCutModel{
		Middle: [4]float64{0.8, -0.01, 0.4, -0.3}, End: [4]float64{1.6, 0.02, 0, -0.4},
		EndMean: [2]float64{0.6, -1.4},
	}
	r := rand.New(rand.NewPCG(1, 2))
	differences := make(map[probCutPair][]float64)
	for range 60000 {
		p := probCutPair{empties: 12 + r.IntN(8), shallow: r.IntN(4)}
		p.deep = min(p.empties, p.shallow+2+2*r.IntN(6))
		sigma, mu := want.Sigma(p.empties, p.deep, p.shallow)
		differences[p] = append(differences[p], mu+sigma*r.NormFloat64())
	}
	var report bytes.Buffer
	got, err := fitProbCut(differences, &report)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range [][3]int{{12, 8, 2}, {18, 5, 1}, {15, 15, 3}, {13, 13, 1}} {
		a, ma := want.Sigma(at[0], at[1], at[2])
		b, mb := got.Sigma(at[0], at[1], at[2])
		if math.Abs(a-b) > 0.1*a || math.Abs(ma-mb) > 0.1 {
			t.Errorf("%v: fitted %.2f ± %.2f, want %.2f ± %.2f", at, mb, b, ma, a)
		}
	}
	if report.Len() == 0 {
		t.Error("nothing is reported")
	}
	if _, err := fitProbCut(nil, io.Discard); err == nil {
		t.Error("nothing can be fitted to nothing")
	}
}

// TestMeasureProbCutResumes stops a measurement after some samples, damages the last one and goes on.
func TestMeasureProbCutResumes(t *testing.T) {
	games := []Line{randomGame(1), randomGame(2), randomGame(3)}
	o := ProbCutOptions{Positions: 12, Depth: 3, Solve: 9, From: 6, To: 12, Seed: 5}
	name := filepath.Join(t.TempDir(), "samples")
	measure := func() {
		t.Helper()
		// There are too few samples for a fit.
		if _, err := MeasureProbCut(t.Context(), games, o, name, io.Discard, nil); err == nil {
			t.Error("a fit to 12 samples")
		}
	}
	measure()
	whole, err := os.ReadFile(name)
	if err != nil || len(whole) == 0 {
		t.Fatalf("%d bytes, %v", len(whole), err)
	}
	if err := os.WriteFile(name, whole[:len(whole)*2/3], 0o644); err != nil {
		t.Fatal(err)
	}
	measure()
	if again, err := os.ReadFile(name); err != nil || !bytes.Equal(again, whole) {
		t.Errorf("the resumed samples differ: %v\n%s\n%s", err, again, whole)
	}
}

func randomGame(seed uint64) (l Line) {
	r := rand.New(rand.NewPCG(seed, 3))
	for b := othello.Start; !b.Over(); {
		m := b.Moves()
		if m == 0 {
			b = b.Pass()
			continue
		}
		l.Boards = append(l.Boards, b)
		sq := r.IntN(othello.Squares)
		for m>>sq&1 == 0 {
			sq = (sq + 1) % othello.Squares
		}
		b = b.Play(sq, b.Flips(sq))
	}
	return l
}

package gomoku

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ishi/engine/gomoku"
)

var few = PlayOptions{Rule: "freestyle", Size: 9, Games: 6, Nodes: 60, Seed: 3}

func played(t *testing.T, o PlayOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := Play(context.Background(), o, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPlayFile: a file that was cut off in the middle of a line ends up as if
// nothing had happened.
func TestPlayFile(t *testing.T) {
	whole := played(t, few)
	if n := strings.Count(whole, "\n"); n != few.Games {
		t.Fatalf("%d games, want %d", n, few.Games)
	}
	name := filepath.Join(t.TempDir(), "games.txt")
	if err := os.WriteFile(name, []byte(whole[:len(whole)/2]), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := PlayFile(context.Background(), name, few, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != whole {
		t.Errorf("continued file differs (%v):\n%s\nwant\n%s", err, got, whole)
	}
}

// TestRecord: what is written is read again.
func TestRecord(t *testing.T) {
	text := played(t, few)
	var again bytes.Buffer
	if err := Read(strings.NewReader(text), func(r *Record) error { return r.Write(&again) }); err != nil {
		t.Fatal(err)
	}
	if again.String() != text {
		t.Errorf("read and written:\n%s\nwant\n%s", again.String(), text)
	}
}

func TestReadErrors(t *testing.T) {
	for _, line := range []string{
		"freestyle 15 15 b 1 h8", "freestyle x 15 b 1 h8 0", "freestyle 15 15 x 1 h8 0",
		"freestyle 15 15 b 1 h8i9 0", "freestyle 15 15 b 1 h8 x", "freestyle 15 15 b 1 88 0",
	} {
		if err := Read(strings.NewReader(line+"\n"), func(*Record) error { return nil }); err == nil {
			t.Errorf("%q was read", line)
		}
	}
}

// TestFit: the fit lowers the loss, gives the same weights again, and writes a
// file that the engine reads.
func TestFit(t *testing.T) {
	o := few
	o.Games = 150
	folder := t.TempDir()
	games, out := filepath.Join(folder, "games.txt"), filepath.Join(folder, "weights.bin")
	if err := os.WriteFile(games, []byte(played(t, o)), 0o644); err != nil {
		t.Fatal(err)
	}
	fit := FitOptions{Epochs: 4, Rate: 0.02, Decay: 1e-7, Result: 1, HeldOut: 5, Seed: 1}
	var files [2][]byte
	for i := range files {
		if err := FitFiles([]string{games}, []string{"freestyle"}, out, fit); err != nil {
			t.Fatal(err)
		}
		files[i], _ = os.ReadFile(out)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("two fits differ")
	}
	w, err := gomoku.ReadWeights(bytes.NewReader(files[0]))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(w.Story, "freestyle: ") || w.Rules[gomoku.Renju] != w.Rules[gomoku.Freestyle] {
		t.Errorf("story %q, or a rule without games has weights of its own", w.Story)
	}
	fit.Rule = "freestyle"
	train, test, err := LoadFiles([]string{games}, fit)
	if err != nil {
		t.Fatal(err)
	}
	var losses []float64
	fit.Report = func(_ int, loss, _ float64) { losses = append(losses, loss) }
	Fit(fit, train, test, &Model{})
	if losses[len(losses)-1] >= losses[0] {
		t.Errorf("losses by epoch: %v", losses)
	}
}

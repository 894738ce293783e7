package othello

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ishi/engine/othello"
)

func playFile(t *testing.T, ctx context.Context, s SelfPlay, name string) []Labelled {
	t.Helper()
	if err := s.WriteFile(ctx, name, nil); err != nil {
		t.Fatal(err)
	}
	var all []Labelled
	if err := ReadLabelled(name, Searched, func(p Labelled) { all = append(all, p) }); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestSelfPlayLabels(t *testing.T) {
	games := readGames(t, 20)
	v := othello.NewSolver(solverTable)
	for name, s := range map[string]SelfPlay{
		"random openings": {Games: 6, Depth: 2, Exact: 8, Low: 4, High: 50, Random: 0.3, Seed: 3},
		"games":           {Games: 20, Depth: 2, Exact: 6, Low: 5, High: 9, Random: 0.3, Seed: 3, Openings: games},
	} {
		all := playFile(t, context.Background(), s, filepath.Join(t.TempDir(), "x.gz"))
		if len(all) < 2*s.Games {
			t.Errorf("%s: %d positions", name, len(all))
		}
		for _, p := range all {
			n := p.Board.Count()
			if n < s.Low || n > s.High || p.Board.Moves() == 0 {
				t.Fatalf("%s: %+v with %d empty", name, p, n)
			}
			even, _ := search(v, p.Board, 2)
			odd, _ := search(v, p.Board, 1)
			want := float32(even+odd) / 2
			if n <= s.Exact {
				want = float32(v.Exact(p.Board))
			}
			if want != p.Score {
				t.Fatalf("%s: %+v, want %v", name, p, want)
			}
		}
	}
}

func TestSelfPlayGoesOnWhereItStopped(t *testing.T) {
	s := SelfPlay{Games: batch + 40, Depth: 1, Exact: 2, Low: 40, High: 41, Random: 0.5, Seed: 4}
	folder := t.TempDir()
	whole := playFile(t, context.Background(), s, filepath.Join(folder, "whole.gz"))

	name := filepath.Join(folder, "parts.gz")
	ctx, cancel := context.WithCancel(context.Background())
	err := s.WriteFile(ctx, name, func(done, _ int) {
		if done >= batch+10 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	parts := playFile(t, context.Background(), s, name)
	if len(whole) < batch || !reflect.DeepEqual(whole, parts) {
		t.Errorf("%d positions in one go, %d in two", len(whole), len(parts))
	}
	if _, err := os.Stat(name + ".done"); !os.IsNotExist(err) {
		t.Errorf("the state is still there: %v", err)
	}
}

// TestSelfPlayKeepsFiles: what is no self-play is not replaced, and what was begun with other choices is
// not continued.
func TestSelfPlayKeepsFiles(t *testing.T) {
	s := SelfPlay{Games: 1, Depth: 1, Exact: 4, Low: 2, High: 6, Seed: 1}
	name := filepath.Join(t.TempDir(), "x.gz")
	if err := os.WriteFile(name, []byte("a letter"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteFile(context.Background(), name, nil); err == nil || !strings.Contains(err.Error(), "something else") {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "a letter" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	other := s
	other.Seed = 2
	if err := os.WriteFile(name+".done", fmt.Appendln(nil, 0, 0, other.choices()), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteFile(context.Background(), name, nil); err == nil || !strings.Contains(err.Error(), "other choices") {
		t.Errorf("error %v", err)
	}
	if err := other.WriteFile(context.Background(), name, nil); err != nil {
		t.Error(err)
	}
}

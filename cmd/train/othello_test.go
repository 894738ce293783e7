package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ishi/engine/othello"
)

// wthorFile writes random games in the WTHOR format.
func wthorFile(t *testing.T, folder string, games int) {
	t.Helper()
	r := rand.New(rand.NewPCG(6, 6))
	file := make([]byte, 16)
	binary.LittleEndian.PutUint32(file[4:], uint32(games))
	file[14] = 24
	for range games {
		record := make([]byte, 68)
		record[7] = byte(r.IntN(65))
		b := othello.Start
		for n := 8; !b.Over(); n++ {
			if b.Moves() == 0 {
				b = b.Pass()
			}
			m := b.Moves()
			for range r.IntN(bits.OnesCount64(m)) {
				m &= m - 1
			}
			sq := bits.TrailingZeros64(m)
			record[n] = byte(10*(sq/8+1) + sq%8 + 1)
			b = b.Play(sq, b.Flips(sq))
		}
		file = append(file, record...)
	}
	if err := os.WriteFile(filepath.Join(folder, "WTH_2001.wtb"), file, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTrainOthello goes the whole way, from games over self-play to weights that can be searched with.
func TestTrainOthello(t *testing.T) {
	folder := t.TempDir()
	wthorFile(t, folder, 12)
	in := func(name string) string { return filepath.Join(folder, name) }
	t.Cleanup(func() { othello.UseWeights(nil) })
	ctx := context.Background()
	if err := selfPlayOthelloCommand().ParseAndRun(ctx, []string{"-out", in("self.gz"), "-wthor", folder,
		"-games", "12", "-depth", "1", "-solve", "6", "-low", "5", "-high", "20"}); err != nil {
		t.Fatal(err)
	}
	train := func(out string, more ...string) []byte {
		args := append([]string{"-wthor", folder, "-selfplay", in("self.gz"), "-solve", "5", "-out", in(out),
			"-cache", in("cache"), "-sweeps", "1", "-iterations", "2"}, more...)
		if err := othelloCommand().ParseAndRun(ctx, args); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(in(out))
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	first := train("a.bin")
	w, err := othello.ParseWeights(first)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"data 12 WTHOR games, 0 of them damaged", "searched scores (self.gz)", "seed 1\n", "held-out discs 58-63"} {
		if !strings.Contains(w.Description(), want) {
			t.Errorf("the description lacks %q:\n%s", want, w.Description())
		}
	}
	if !bytes.Equal(first, train("b.bin", "-cache", in("other"))) {
		t.Error("a second run with an empty cache gives other weights")
	}
	if bytes.Equal(first, train("c.bin", "-seed", "2")) {
		t.Error("another seed gives the same weights")
	}
	if err := useWeights(in("a.bin")); err != nil {
		t.Error(err)
	}
	if err := useWeights(in("self.gz")); err == nil {
		t.Error("positions are accepted as weights")
	}
}

func TestMisuse(t *testing.T) {
	for _, args := range [][]string{{}, {"-nonsense"}} {
		if err := othelloCommand().ParseAndRun(context.Background(), args); err == nil {
			t.Errorf("train othello %q is accepted", args)
		}
	}
	for _, args := range [][]string{{"-low", "9", "-high", "8"}, {"-depth", "0"}, {"-random", "1.5"}, {"-games", "0"}} {
		if err := selfPlayOthelloCommand().ParseAndRun(context.Background(), args); !errors.Is(err, flag.ErrHelp) {
			t.Errorf("train selfplay-othello %q: %v", args, err)
		}
	}
}

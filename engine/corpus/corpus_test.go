package corpus

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"ishi/engine/game"
)

var testAbout = About{ID: "x", Game: "gomoku", Rule: "freestyle", Width: 20, Height: 15, Made: map[string]string{"nodes": "100"}}

// sample returns random games.
func sample(n int) []*Game {
	r := rand.New(rand.NewPCG(1, 2))
	var all []*Game
	for number := range n {
		g := &Game{Number: number, Outcome: game.Outcome(1 + r.IntN(3)), Margin: r.IntN(65), Plies: []Ply{}}
		for range r.IntN(60) {
			p := Ply{Move: game.At(r.IntN(20), r.IntN(15)), Scored: r.IntN(4) > 0, Random: r.IntN(9) == 0, Exact: r.IntN(9) == 0}
			if r.IntN(20) == 0 {
				p.Move = game.Pass
			}
			if p.Scored {
				p.Score = game.Score(r.IntN(2000) - 1000)
				if r.IntN(10) == 0 {
					p.Score = game.LossIn(r.IntN(40))
				}
			}
			g.Plies = append(g.Plies, p)
		}
		g.Opening = min(len(g.Plies), 3)
		all = append(all, g)
	}
	return all
}

func write(t *testing.T, w *Writer, games []*Game) {
	t.Helper()
	for i, g := range games {
		if err := w.Add(g); err != nil {
			t.Fatal(err)
		}
		if i%7 == 6 {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) (games []*Game) {
	t.Helper()
	about, err := ReadFile(path, func(g *Game) error { games = append(games, g); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(about, testAbout) {
		t.Errorf("about %+v", about)
	}
	return games
}

func TestGamesComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	all := sample(60)
	w, err := Create(path, testAbout)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w, all[:40])
	if _, err := Create(path, testAbout); err == nil {
		t.Error("a file was made where one is")
	}
	w, state, err := Append(path)
	if err != nil || state.Games != 40 || state.Cut != 0 {
		t.Fatal(state, err)
	}
	write(t, w, all[40:])
	if got := read(t, path); !reflect.DeepEqual(got, all) {
		t.Errorf("%d games came back, and they differ", len(got))
	}
}

// TestEveryTornTail cuts a file at every byte behind the first block.
func TestEveryTornTail(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games")
	all := sample(21)
	w, err := Create(path, testAbout)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := os.ReadFile(path)
	write(t, w, all)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	torn := filepath.Join(dir, "torn")
	for size := len(first); size < len(data); size += 3 {
		if err := os.WriteFile(torn, data[:size], 0o644); err != nil {
			t.Fatal(err)
		}
		n := len(read(t, torn))
		w, state, err := Append(torn)
		if err != nil || state.Games != n || n%7 != 0 {
			t.Fatalf("cut at %d: %d games read, state %+v, error %v", size, n, state, err)
		}
		write(t, w, all[n:])
		if got := read(t, torn); !reflect.DeepEqual(got, all) {
			t.Fatalf("cut at %d: continued, the games differ", size)
		}
	}
}

func TestDamageIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	w, err := Create(path, testAbout)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w, sample(21))
	data, _ := os.ReadFile(path)
	for at := range data {
		data[at] ^= 4
		r, err := NewReader(bytes.NewReader(data))
		for err == nil {
			_, err = r.Next()
		}
		if errors.Is(err, io.EOF) {
			t.Fatalf("byte %d was changed, and nobody noticed", at)
		}
		data[at] ^= 4
	}
}

func TestOffTheBoard(t *testing.T) {
	w, err := Create(filepath.Join(t.TempDir(), "games"), testAbout)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Add(&Game{Plies: []Ply{{Move: game.At(20, 0)}}}); err == nil {
		t.Error("a move off the board was taken")
	}
	if _, err := Create(filepath.Join(t.TempDir(), "x"), About{Width: 33, Height: 1}); err == nil {
		t.Error("a board of 33 columns was taken")
	}
}

func FuzzDecodeGame(f *testing.F) {
	for _, g := range sample(5) {
		f.Add(AppendGame(nil, g, 20))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, rest, err := DecodeGame(data, 20, 15)
		if err != nil {
			return
		}
		if len(rest) > len(data) {
			t.Fatal("more is left than there was")
		}
		again, _, err := DecodeGame(AppendGame(nil, g, 20), 20, 15)
		if err != nil || !reflect.DeepEqual(again, g) {
			t.Fatalf("%+v came back as %+v, error %v", g, again, err)
		}
	})
}

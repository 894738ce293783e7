package othello

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"ishi/engine/corpus"
	"ishi/engine/game"
	"ishi/engine/othello"
)

func TestReadCorpus(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	w, err := corpus.Create(path, corpus.About{Game: "othello", Rule: "othello", Width: 8, Height: 8})
	if err != nil {
		t.Fatal(err)
	}
	f5, f6 := game.At(5, 4), game.At(5, 5)
	g := &corpus.Game{Opening: 1, Plies: []corpus.Ply{{Move: f5, Random: true}, {Move: f6, Scored: true, Score: -3}}}
	if err := errors.Join(w.Add(g), w.Close()); err != nil {
		t.Fatal(err)
	}
	var got []Labelled
	if err := ReadLabelled(path, Searched, func(p Labelled) { got = append(got, p) }); err != nil {
		t.Fatal(err)
	}
	board := othello.Start.Play(37, othello.Start.Flips(37))
	if want := []Labelled{{Board: board, Score: -3, Source: Searched}}; !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
	g.Plies[1].Move = game.At(0, 0)
	w, _, err = corpus.Append(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Add(g), w.Close()); err != nil {
		t.Fatal(err)
	}
	if err := ReadLabelled(path, Searched, func(Labelled) {}); err == nil {
		t.Error("a game with a move that is none was read")
	}
}

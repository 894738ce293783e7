package gomoku

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"ishi/engine/corpus"
	"ishi/engine/game"
)

func TestReadCorpus(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	w, err := corpus.Create(path, corpus.About{Game: "gomoku", Rule: "renju", Width: 15, Height: 15})
	if err != nil {
		t.Fatal(err)
	}
	g := &corpus.Game{Outcome: game.BlackWins, Opening: 1, Plies: []corpus.Ply{
		{Move: game.At(7, 7), Random: true}, {Move: game.At(8, 8), Scored: true, Score: -12}, {Move: game.At(1, 2), Scored: true, Score: 30, Random: true},
	}}
	if err := errors.Join(w.Add(g), w.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var got []*Record
	if err := Read(file, func(r *Record) error { got = append(got, r); return nil }); err != nil {
		t.Fatal(err)
	}
	want := []*Record{{
		Rule: "renju", Width: 15, Height: 15, Outcome: game.BlackWins, Opening: 1,
		Moves: []game.Move{game.At(7, 7), game.At(8, 8), game.At(1, 2)}, Scores: []game.Score{0, -12, 30}, Random: []bool{true, false, true},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
}

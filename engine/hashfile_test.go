package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/engine/game"
	"ishi/search"
)

// TestHashFile: what one session saves another one finds.
func TestHashFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table")
	key, entry := uint64(0x123456789abcdef0), search.Entry{Move: 77, Score: 5, Depth: 9, Bound: search.Exact}
	store := true
	var found search.Entry
	var ok bool
	g := &enginetest.Game{Depths: 1, Node: func(w *search.Worker) {
		if store {
			w.Table.Store(key, entry)
		}
		found, ok = w.Table.Probe(key)
	}}
	one := func(s *engine.Session) { start(t, s, engine.Request{}).Wait() }

	s := newSession(t, g)
	if err := s.SaveHash(path); err == nil {
		t.Error("an empty table was saved")
	}
	one(s)
	for range 2 { // the second time it replaces its own file
		if err := s.SaveHash(path); err != nil {
			t.Fatal(err)
		}
	}
	store = false
	s = newSession(t, g)
	one(s)
	if ok {
		t.Fatal("a new session knows the entry already")
	}
	if err := s.LoadHash(path); err != nil {
		t.Fatal(err)
	}
	one(s)
	if !ok || found != entry {
		t.Errorf("found %+v, %v", found, ok)
	}
	s.ClearHash()
	one(s)
	if ok {
		t.Error("the entry outlives ClearHash")
	}

	other := newSession(t, g)
	other.Config.Hash = 2 << 20
	if other.LoadHash(path) == nil {
		t.Error("a table of another size was loaded")
	}
	foreign := filepath.Join(t.TempDir(), "foreign")
	if err := os.WriteFile(foreign, []byte("something of the user's"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s.SaveHash(foreign) == nil || s.LoadHash(foreign) == nil {
		t.Error("a foreign file was taken for a table")
	}
	whole, _ := os.ReadFile(path)
	if err := os.WriteFile(foreign, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if s.LoadHash(foreign) == nil {
		t.Error("half a table was loaded")
	}
	for _, bad := range []string{"", filepath.Join(path, "below")} {
		if s.SaveHash(bad) == nil || s.LoadHash(bad) == nil {
			t.Errorf("%q was taken for a file", bad)
		}
	}
}

// TestNewGameForgets: the table does not reach from one game into the next.
func TestNewGameForgets(t *testing.T) {
	store, ok := true, false
	s := newSession(t, &enginetest.Game{Depths: 1, Node: func(w *search.Worker) {
		if store {
			w.Table.Store(1<<40, search.Entry{Move: 1, Bound: search.Exact})
		}
		_, ok = w.Table.Probe(1 << 40)
	}})
	start(t, s, engine.Request{}).Wait()
	store = false
	if err := s.Play(game.At(7, 7)); err != nil {
		t.Fatal(err)
	}
	start(t, s, engine.Request{}).Wait()
	if !ok {
		t.Error("the table is lost between the moves of a game")
	}
	if err := s.NewGame(engine.Setup{}); err != nil {
		t.Fatal(err)
	}
	start(t, s, engine.Request{}).Wait()
	if ok {
		t.Error("the table outlives the game")
	}
}

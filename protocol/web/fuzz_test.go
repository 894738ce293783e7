package web

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"golang.org/x/time/rate"

	"ishi/engine"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
)

// FuzzHandle gives requests to a connection that is at a game. Each must get a reply,
// at once or, for searches, later.
func FuzzHandle(f *testing.F) {
	for _, text := range []string{
		`{"type":"create","setup":{"game":"gomoku","opening":"swap2"},"black":{"kind":"person"},"white":{"kind":"person"}}`,
		`{"type":"create","setup":{"game":"othello","width":6,"height":6},"black":{"kind":"person"},"white":{"kind":"open"},"clock":{"main":5000}}`,
		`{"type":"move","move":"h8","ply":0}`, `{"type":"move","move":"pass"}`, `{"type":"choose","choice":"two"}`,
		`{"type":"undo"}`, `{"type":"redo"}`, `{"type":"resign","side":"white"}`, `{"type":"pause","on":true}`,
		`{"type":"offer","what":"rematch"}`, `{"type":"answer","what":"draw","accept":true}`,
		`{"type":"position","position":{"stones":[{"point":"c3","side":"black"},{"point":"c3","side":"white"}],"toMove":"white","moves":"d4"}}`,
		`{"type":"position","position":{"text":"(;GM[4]SZ[15];B[hh];W[tt];B[ii])"}}`,
		`{"type":"position","position":{"text":"f5d6c3","format":"moves"}}`,
		`{"type":"save","format":"sgf","ply":1}`, `{"type":"open","game":"x"}`, `{"type":"join","game":"x","invite":"y"}`, `{"type":"ping"}`,
		`{"type":"hint","n":2}`, `{"type":"analyze","on":true}`, `{"type":"scores"}`, `{"type":"leave"}`,
	} {
		f.Add([]byte(text))
	}
	s, err := Open(Config{
		Games: []engine.Game{gomoku.Game(), othello.Game()}, Data: filepath.Join(f.TempDir(), "board.db"),
		Threads: 1, Table: 1 << 20, MaxGames: 1 << 20, MoveTime: leastMoveTime, hint: leastThinking,
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close(f.Context()) })
	f.Fuzz(func(t *testing.T, data []byte) {
		var r request
		if json.Unmarshal(data, &r) != nil {
			return
		}
		c := &conn{server: s, addr: "127.0.0.1", out: newOutbox(), rate: rate.NewLimiter(rate.Inf, 1)}
		c.helper = &helper{conn: c}
		c.handle(&request{
			Type: "create", Setup: boardSetup{Game: "othello", Width: 6, Height: 6},
			Black: &player{Kind: person}, White: &player{Kind: person}, Position: &positionText{Moves: "e4"},
		})
		if len(c.out.take()) == 0 {
			t.Fatal("no game")
		}
		c.handle(&r)
		late := r.Type == "hint" || r.Type == "scores" || r.Type == "analyze"
		if len(c.out.take()) == 0 && !late {
			t.Errorf("%s: no reply", data)
		}
		if c.room != nil {
			id := c.room.id
			c.follow(nil, "")
			if err := s.drop([]string{id}); err != nil {
				t.Error(err)
			}
		}
	})
}

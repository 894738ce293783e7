package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"ishi/engine/game"
)

// loadTest plays games against the engine of a server, all at the same time, a person's
// moves at random, and reports how long the engine's moves took from the person's side.
func loadTest(ctx context.Context, o *options, out io.Writer) error {
	players := make([]*loadPlayer, o.loadGames)
	var all sync.WaitGroup
	start := time.Now()
	for i := range players {
		p := &loadPlayer{level: o.loadLevel, gomoku: i%2 == 0}
		players[i] = p
		all.Go(func() { p.err = p.play(ctx, o.load) })
	}
	all.Wait()
	var waits []time.Duration
	lost := 0
	var first error
	for _, p := range players {
		waits = append(waits, p.waits...)
		if p.err != nil {
			lost++
			first = errors.Join(first, p.err)
		}
	}
	slices.Sort(waits)
	fmt.Fprintf(out, "%d games at level %d in %v, %d not played to the end; %d engine moves",
		len(players), o.loadLevel, time.Since(start).Round(time.Millisecond), lost, len(waits))
	if n := len(waits); n > 0 {
		fmt.Fprintf(out, ": median %v, 99 %% within %v, the latest %v", waits[n/2], waits[n*99/100], waits[n-1])
	}
	fmt.Fprintln(out)
	return first
}

// loadPlayer is one person of the load test.
type loadPlayer struct {
	level  int
	gomoku bool
	id     string
	token  string
	seen   int             // moves in the newest state
	waits  []time.Duration // from a move to the engine's
	err    error
}

// loadState is what a person looks at in a state.
type loadState struct {
	Type    string      `json:"type"`
	Message string      `json:"message"`
	Game    string      `json:"game"`
	Token   string      `json:"token"`
	Phase   string      `json:"phase"`
	Board   []string    `json:"board"`
	ToMove  string      `json:"toMove"`
	Legal   []game.Move `json:"legal"`
	Moves   []struct {
		Side string `json:"side"`
	} `json:"moves"`
}

// reconnects is how often a lost connection is made again, half a second apart.
const reconnects = 120

// play plays a game to its end, through lost connections.
func (p *loadPlayer) play(ctx context.Context, url string) error {
	kind := "othello"
	if p.gomoku {
		kind = "gomoku"
	}
	opening := map[string]any{
		"type": "create", "setup": map[string]any{"game": kind},
		"black": map[string]any{"kind": "person"}, "white": map[string]any{"kind": "engine", "level": p.level},
	}
	for try := 0; ; try++ {
		over, err := p.follow(ctx, url, opening)
		if over || ctx.Err() != nil {
			return err
		}
		if try == reconnects || p.id == "" && try > 3 {
			return fmt.Errorf("game %s: %w", p.id, err)
		}
		if p.id != "" {
			opening = map[string]any{"type": "open", "game": p.id, "token": p.token}
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// follow plays over one connection; true when the game is over.
func (p *loadPlayer) follow(ctx context.Context, url string, opening any) (bool, error) {
	socket, _, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = socket.CloseNow() }()
	socket.SetReadLimit(1 << 20)
	if err := send(ctx, socket, opening); err != nil {
		return false, err
	}
	var asked time.Time
	for {
		_, data, err := socket.Read(ctx)
		if err != nil {
			return false, err
		}
		var s loadState
		if err := json.Unmarshal(data, &s); err != nil {
			return true, err
		}
		switch s.Type {
		case "error":
			return true, fmt.Errorf("game %s: %s", p.id, s.Message)
		case "created":
			p.id, p.token = s.Game, s.Token
		case "state":
			if len(s.Moves) < p.seen {
				return true, fmt.Errorf("game %s: %d moves after %d", p.id, len(s.Moves), p.seen)
			}
			p.seen = len(s.Moves)
			if s.Phase == "finished" {
				return true, nil
			}
			if s.ToMove != "black" {
				continue
			}
			if !asked.IsZero() {
				p.waits = append(p.waits, time.Since(asked))
			}
			move := map[string]any{"type": "move", "move": s.random(), "ply": len(s.Moves)}
			asked = time.Now()
			if err := send(ctx, socket, move); err != nil {
				return false, err
			}
		}
	}
}

// random returns a random legal point.
func (s *loadState) random() game.Move {
	if len(s.Legal) > 0 {
		return s.Legal[rand.IntN(len(s.Legal))]
	}
	for {
		y := rand.IntN(len(s.Board))
		x := rand.IntN(len(s.Board[y]))
		if s.Board[y][x] == '.' {
			return game.At(x, y)
		}
	}
}

func send(ctx context.Context, socket *websocket.Conn, message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return socket.Write(ctx, websocket.MessageText, data)
}

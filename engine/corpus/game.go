package corpus

import (
	"encoding/binary"
	"errors"
	"fmt"

	"ishi/engine/game"
)

// About says what a file holds.
type About struct {
	// ID tells the file from others.
	ID string `json:"id"`
	// Game, Rule, Width and Height are those of all games.
	Game   string `json:"game"`
	Rule   string `json:"rule"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Made says how the games were made, by the names of the choices.
	Made map[string]string `json:"made,omitempty"`
}

// Game is a game with its scores. It begins with Black and an empty board, or whatever
// the rules put on it.
type Game struct {
	Number  int
	Outcome game.Outcome
	// Margin is the winner's lead in the game's points, 0 where there are none.
	Margin int
	// Opening is the number of plies before the first that an engine chose.
	Opening int
	Plies   []Ply
}

// Ply is a move and what was thought before it.
type Ply struct {
	Move game.Move
	// Score is that of the best move of the position before Move, from the side to
	// move, where Scored.
	Score  game.Score
	Scored bool
	// Random marks a move that was drawn, not the best one.
	Random bool
	// Exact marks a score that is no estimate.
	Exact bool
}

// The flags of a ply.
const (
	scored = 1 << iota
	random
	exact
)

func (p Ply) flags() (f byte) {
	if p.Scored {
		f |= scored
	}
	if p.Random {
		f |= random
	}
	if p.Exact {
		f |= exact
	}
	return f
}

// maxPlies bounds the length of a game; a board has no more points, and passes come
// singly.
const maxPlies = 2 * game.MaxPly

// AppendGame appends a game as the package comment tells it. Moves must lie on a board
// of the width.
func AppendGame(b []byte, g *Game, width int) []byte {
	b = binary.AppendUvarint(b, uint64(g.Number))
	b = append(b, byte(g.Outcome))
	b = binary.AppendVarint(b, int64(g.Margin))
	b = binary.AppendUvarint(b, uint64(g.Opening))
	b = binary.AppendUvarint(b, uint64(len(g.Plies)))
	for _, p := range g.Plies {
		n := 0
		if p.Move.IsPoint() {
			n = 1 + p.Move.X() + width*p.Move.Y()
		}
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, p := range g.Plies {
		b = append(b, p.flags())
	}
	for _, p := range g.Plies {
		if p.Scored {
			b = binary.AppendVarint(b, int64(p.Score))
		}
	}
	return b
}

// errGame is the error of bytes that are no game.
var errGame = errors.New("corpus: a game is damaged")

// decoder reads what AppendGame has written.
type decoder struct {
	data []byte
	bad  bool
}

func (d *decoder) uvarint(most uint64) int {
	v, n := binary.Uvarint(d.data)
	if n <= 0 || v > most {
		d.bad, d.data = true, nil
		return 0
	}
	d.data = d.data[n:]
	return int(v)
}

func (d *decoder) varint(most int64) int {
	v, n := binary.Varint(d.data)
	if n <= 0 || v > most || v < -most {
		d.bad, d.data = true, nil
		return 0
	}
	d.data = d.data[n:]
	return int(v)
}

func (d *decoder) byte(most byte) byte {
	if len(d.data) == 0 || d.data[0] > most {
		d.bad, d.data = true, nil
		return 0
	}
	b := d.data[0]
	d.data = d.data[1:]
	return b
}

// DecodeGame reads a game from the front of b, on a board of the given size, and
// returns what is behind it.
func DecodeGame(b []byte, width, height int) (g *Game, rest []byte, err error) {
	d := decoder{data: b}
	g = &Game{Number: d.uvarint(1 << 50), Outcome: game.Outcome(d.byte(byte(game.Draw)))}
	g.Margin = d.varint(game.MaxPly)
	g.Opening = d.uvarint(maxPlies)
	plies := d.uvarint(maxPlies)
	if d.bad || plies > len(d.data) || g.Opening > plies {
		return nil, nil, errGame
	}
	g.Plies = make([]Ply, plies)
	for i := range g.Plies {
		g.Plies[i].Move = game.Pass
		if n := d.uvarint(uint64(width * height)); n > 0 {
			g.Plies[i].Move = game.At((n-1)%width, (n-1)/width)
		}
	}
	for i := range g.Plies {
		f := d.byte(scored | random | exact)
		g.Plies[i].Scored, g.Plies[i].Random, g.Plies[i].Exact = f&scored != 0, f&random != 0, f&exact != 0
	}
	for i := range g.Plies {
		if g.Plies[i].Scored {
			g.Plies[i].Score = game.Score(d.varint(int64(game.Infinite)))
		}
	}
	if d.bad {
		return nil, nil, errGame
	}
	return g, d.data, nil
}

// check returns an error for a board that cannot be.
func (a About) check() error {
	if a.Width < 1 || a.Height < 1 || a.Width > game.MaxSize || a.Height > game.MaxSize {
		return fmt.Errorf("corpus: board of %dx%d: want 1 to %d points each way", a.Width, a.Height, game.MaxSize)
	}
	return nil
}

package client

import (
	"context"
	"fmt"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol"
)

// Engine is a program that plays, behind one of the protocols. All methods return when
// their context is done, with its error, and return a *Fault when the program breaks the
// protocol. After any error but a Fault of the kind Illegal the program's state is not
// known; it is to be ended.
type Engine interface {
	// NewGame begins a game.
	NewGame(ctx context.Context, g Game) error
	// Move asks for a move. The turns of a game come in order; what the program does not
	// know yet of Turn.Plies it is told first.
	Move(ctx context.Context, t Turn) (Answer, error)
	// Choose asks for a step of the opening swap2, with 0, 3 or 5 stones on the board.
	Choose(ctx context.Context, t Turn) (Choice, error)
	// Check reports what the program has written since its last answer, of which it
	// should have written nothing.
	Check() error
	// Goodbye is the word that ends the program.
	Goodbye() string
}

// Game is what a program is told when a game begins.
type Game struct {
	// Name is "gomoku" or "othello"; Setup has the actual size and rule.
	Name  string
	Setup engine.Setup
	// Stones were set up before the first ply, with First to move.
	Stones []engine.Stone
	First  game.Side
	Limits Limits
	// Seed is for what is random in the game.
	Seed uint64
}

// Limits are those of one side; zero values mean none.
type Limits struct {
	Turn, Match, Increment time.Duration
	Depth                  int    // in plies
	Nodes                  uint64 // of one move
	Memory                 int64  // in bytes
}

// Ply is a move or a pass that was played, with the time that it took.
type Ply struct {
	Side game.Side
	Move game.Move
	Time time.Duration
}

// Turn asks for a move.
type Turn struct {
	Side game.Side
	// Plies are all of the game so far.
	Plies []Ply
	// Left is what the match leaves, where Limits.Match is set.
	Left time.Duration
}

// Answer is a move, which may break the rules of the game, or Resigned.
type Answer struct {
	Move     game.Move
	Resigned bool
	// Time is from handing the request over to reading the answer.
	Time   time.Duration
	Report Report
}

// Choice is a step of the opening swap2: the moves to be played, or Swap to change
// sides.
type Choice struct {
	Swap  bool
	Moves []game.Move
	Time  time.Duration
}

// Report is what a program said of a position while it thought, from its own side and
// in its own unit; zero where it said nothing.
type Report struct {
	// Score of a win with the n-th ply from here is game.WinIn(n), of a loss likewise.
	Score *float64
	Depth int
	Nodes uint64
	PV    string
}

// Kind is a kind of Fault.
type Kind uint8

// The kinds.
const (
	NotStarted Kind = iota // it could not be started
	Crashed                // it ended, or closed its output
	Flooded                // it wrote more than anyone reads
	Exceeded               // it took more memory than it may
	Malformed              // a reply that is none
	Refused                // an error reply to a command that it must obey
	Illegal                // a move that no board of this size has
)

// Fault is the program's doing.
type Fault struct {
	Kind Kind
	Text string
}

func (f *Fault) Error() string { return f.Text }

func fault(kind Kind, format string, args ...any) *Fault {
	return &Fault{Kind: kind, Text: fmt.Sprintf(format, args...)}
}

// Option is sent before the first game, in the protocol's way.
type Option struct{ Name, Value string }

// Connect speaks a protocol with a program that has just been started.
func Connect(p *Process, dialect protocol.Dialect, options []Option) (Engine, error) {
	switch dialect {
	case protocol.Gomocup:
		return &gomocup{p: p, options: options}, nil
	case protocol.GTP:
		return &gtp{p: p, options: options}, nil
	case protocol.NBoard:
		return &nboard{p: p, options: options}, nil
	}
	return nil, fmt.Errorf("client: no protocol %v", dialect)
}

// Time returns the time for a move when left remains of the match; false when there is
// no limit. It is never less than nothing.
func (l Limits) Time(left time.Duration) (time.Duration, bool) {
	switch {
	case l.Match == 0:
		return l.Turn, l.Turn > 0
	case l.Turn == 0:
		return max(left, 0), true
	}
	return max(min(l.Turn, left), 0), true
}

package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine/game"
	"ishi/protocol"
	"ishi/protocol/client"
)

// Player is a participant through many games: its process is started when the first
// game begins, kept from one game to the next, and started anew after a fault. It
// plays one game at a time and belongs to one goroutine.
type Player struct {
	participant contest.Participant
	waits       Waits
	dialect     protocol.Dialect // Unknown until it is found out

	process *client.Process // nil while nothing runs, and for Ishi in process
	engine  client.Engine   // nil before the first game and after a fault
	conduct contest.Conduct // in the running game
}

// NewPlayer returns a player. It starts nothing yet.
func NewPlayer(p contest.Participant, w Waits) *Player {
	return &Player{participant: p, waits: w.orDefault()}
}

// Close ends the player's processes, all of them, in bounded time. The player may be
// used again: the next game starts it anew.
func (p *Player) Close() {
	if p.process != nil {
		goodbye := ""
		if p.engine != nil {
			goodbye = p.engine.Goodbye()
		}
		p.end(goodbye)
	}
	p.release()
}

// discard ends the player without a word, after a fault.
func (p *Player) discard() {
	if p.process != nil {
		p.conduct.Restarted = true
		p.end("")
	}
	p.release()
}

// end ends the process and notes what is left to be said of it.
func (p *Player) end(goodbye string) {
	p.process.Close(goodbye, p.waits.Exit)
	p.observe()
	p.process = nil
}

// release lets the engine go.
func (p *Player) release() {
	if own, ok := p.engine.(*ishi); ok {
		own.close()
	}
	p.engine = nil
}

// observe notes memory and error output of the process.
func (p *Player) observe() {
	if p.process == nil {
		return
	}
	p.conduct.Resident = max(p.conduct.Resident, p.process.Resident())
	if text := p.conduct.Stderr + p.process.Stderr(); text != "" {
		const most = 4 << 10
		p.conduct.Stderr = text[max(0, len(text)-most):]
	}
}

// limits are the participant's as clients know them.
func (p *Player) limits() client.Limits {
	l := p.participant.Limits
	return client.Limits{
		Turn: l.Turn, Match: l.Match, Increment: l.Increment, Depth: l.Depth, Nodes: l.Nodes, Memory: l.Memory,
	}
}

// begin gets the player ready for a game. A program that is still there from the last
// game but does not begin another one is started anew.
func (p *Player) begin(ctx context.Context, g client.Game, log *client.Log) error {
	p.conduct = contest.Conduct{}
	g.Limits = p.limits()
	if p.process != nil {
		p.process.Resident()
		p.process.Stderr()
		p.process.SetLog(log)
		if p.process.Alive() && within(ctx, p.waits.Reply, func(ctx context.Context) error { return p.engine.NewGame(ctx, g) }) == nil {
			return nil
		}
		if ctx.Err() != nil {
			p.discard()
			return ctx.Err()
		}
		p.discard()
	}
	err := within(ctx, p.waits.Start, func(ctx context.Context) error {
		if err := p.start(ctx, g, log); err != nil {
			return err
		}
		return p.engine.NewGame(ctx, g)
	})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = &client.Fault{Kind: client.NotStarted, Text: fmt.Sprintf("not ready for a game within %v: %v", p.waits.Start, err)}
	}
	if err != nil {
		p.discard()
	}
	return err
}

// within calls f with a context that ends after wait.
func within(ctx context.Context, wait time.Duration, f func(context.Context) error) error {
	ctx, done := context.WithTimeout(ctx, wait)
	defer done()
	return f(ctx)
}

// start makes the engine.
func (p *Player) start(ctx context.Context, g client.Game, log *client.Log) error {
	options := make([]client.Option, len(p.participant.Options))
	for i, o := range p.participant.Options {
		options[i] = client.Option{Name: o.Name, Value: o.Value}
	}
	if len(p.participant.Command) == 0 {
		if p.engine == nil {
			p.engine = &ishi{options: options}
		}
		return nil
	}
	if err := p.findDialect(ctx, g.Name, log); err != nil {
		return err
	}
	process, err := client.Start(p.command(log))
	if err != nil {
		return err
	}
	p.process = process
	p.engine, err = client.Connect(process, p.dialect, options)
	return err
}

func (p *Player) command(log *client.Log) client.Command {
	return client.Command{
		Name: p.participant.Name, Args: p.participant.Command, Dir: p.participant.Dir,
		Memory: p.participant.Limits.Memory, Log: log,
	}
}

// findDialect finds out what the program speaks, once.
func (p *Player) findDialect(ctx context.Context, of string, log *client.Log) error {
	if p.dialect != protocol.Unknown {
		return nil
	}
	if name := p.participant.Protocol; name != "" {
		d, ok := protocol.ParseDialect(name)
		if !ok {
			return &client.Fault{Kind: client.NotStarted, Text: fmt.Sprintf("no protocol %q: want gomocup, gtp or nboard", name)}
		}
		p.dialect = d
		return nil
	}
	if d, ok := client.Named(p.participant.Command); ok {
		p.dialect = d
		return nil
	}
	process, err := client.Start(p.command(log))
	if err != nil {
		return err
	}
	p.process = process
	p.dialect, err = client.Detect(ctx, process, of)
	p.end("")
	return err
}

// move asks for a move and waits for it at most so long.
func (p *Player) move(ctx context.Context, t client.Turn, wait time.Duration) (a client.Answer, err error) {
	err = within(ctx, wait, func(ctx context.Context) (err error) {
		a, err = p.engine.Move(ctx, t)
		return err
	})
	if err == nil && p.process != nil {
		err = p.process.Sample()
	}
	return a, err
}

// choose asks for a step of swap2 and waits for it at most so long.
func (p *Player) choose(ctx context.Context, t client.Turn, wait time.Duration) (c client.Choice, err error) {
	err = within(ctx, wait, func(ctx context.Context) (err error) {
		c, err = p.engine.Choose(ctx, t)
		return err
	})
	return c, err
}

// finish ends the player's part in a game and returns how it behaved.
func (p *Player) finish() contest.Conduct {
	if p.process != nil {
		p.process.Sample()
		p.observe()
		p.process.SetLog(nil)
	}
	if p.participant.Fresh {
		p.Close()
	}
	return p.conduct
}

// budget is what a player has used of its time in a game.
type budget struct {
	used  time.Duration
	moves int
}

// left returns what remains of a match.
func (b budget) left(l contest.Limits) time.Duration {
	return l.Match + time.Duration(b.moves)*l.Increment - b.used
}

// turn makes the request of a side's next move.
func turn(side game.Side, plies []client.Ply, left time.Duration) client.Turn {
	return client.Turn{Side: side, Plies: plies, Left: left}
}

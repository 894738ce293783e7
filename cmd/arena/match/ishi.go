package match

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol/client"
	"ishi/search"
)

// ishi is Ishi in process, with the manners of a program behind a protocol. With a limit
// in nodes it plays the same on every machine.
type ishi struct {
	options []client.Option
	session *engine.Session
	limits  client.Limits
	told    int // plies that the session has
	random  *rand.Rand
}

func (i *ishi) Goodbye() string { return "" }

func (i *ishi) Check() error { return nil }

// close lets the session's memory go.
func (i *ishi) close() {
	if i.session != nil {
		i.session.Close()
		i.session = nil
	}
}

// guard calls f; a panic in it is a fault like the end of a program.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &client.Fault{Kind: client.Crashed, Text: fmt.Sprintf("panic: %v", r)}
		}
	}()
	return f()
}

func (i *ishi) NewGame(_ context.Context, g client.Game) error {
	return guard(func() error {
		if i.session == nil || i.session.Game().Name() != g.Name {
			if err := i.open(g); err != nil {
				return err
			}
		}
		i.limits, i.told = g.Limits, 0
		i.random = rand.New(rand.NewPCG(g.Seed, g.Seed))
		if err := i.session.NewGame(g.Setup); err != nil {
			return err
		}
		if len(g.Stones) > 0 {
			return i.session.SetUp(g.Stones, g.First)
		}
		return nil
	})
}

// open makes a session with the options and limits.
func (i *ishi) open(g client.Game) error {
	of, ok := Game(g.Name)
	if !ok {
		return &client.Fault{Kind: client.NotStarted, Text: "no game " + g.Name}
	}
	i.close()
	config := engine.DefaultConfig()
	config.Limit = g.Limits.Memory
	config.Depth, config.Nodes = g.Limits.Depth, g.Limits.Nodes
	session := engine.NewSession(of, config)
	for _, o := range i.options {
		known, err := session.SetOption(o.Name, o.Value)
		if err == nil && !known {
			err = fmt.Errorf("no option %q", o.Name)
		}
		if err != nil {
			return &client.Fault{Kind: client.NotStarted, Text: err.Error()}
		}
	}
	if err := session.Config.Check(); err != nil {
		return &client.Fault{Kind: client.NotStarted, Text: err.Error()}
	}
	i.session = session
	return warm(session, g.Setup)
}

// warm makes what a first search makes, the tables of the game and that of the search, so
// that no move pays for it: programs do so before their first answer too.
func warm(session *engine.Session, setup engine.Setup) error {
	if err := session.NewGame(setup); err != nil {
		return err
	}
	run, err := session.Search(context.Background(), engine.Request{Limits: search.Limits{Nodes: 1}})
	if err != nil {
		return err
	}
	run.Wait()
	session.ClearHash()
	return nil
}

func (i *ishi) Move(ctx context.Context, t client.Turn) (a client.Answer, err error) {
	began := time.Now()
	err = guard(func() error {
		if err := i.follow(t.Plies); err != nil {
			return err
		}
		best, err := i.search(ctx, engine.Request{Limits: i.searchLimits(began, t)})
		if err != nil {
			return err
		}
		a.Move, a.Report = best.Move(), report(best)
		if err := i.session.Play(a.Move); err != nil {
			return &client.Fault{Kind: client.Illegal, Text: err.Error()}
		}
		i.told++
		return nil
	})
	a.Time = time.Since(began)
	return a, err
}

// follow plays the plies that the session does not have yet.
func (i *ishi) follow(plies []client.Ply) error {
	for ; i.told < len(plies); i.told++ {
		if err := i.session.Play(plies[i.told].Move); err != nil {
			return err
		}
	}
	return nil
}

// searchLimits returns the limits of a turn's search.
func (i *ishi) searchLimits(began time.Time, t client.Turn) search.Limits {
	clock, config := engine.NewClock(), i.session.Config
	if i.limits.Turn > 0 {
		clock.Turn = i.limits.Turn
	}
	if i.limits.Match > 0 {
		clock.Left, clock.Increment = t.Left, i.limits.Increment
	}
	if i.limits.Turn == 0 && i.limits.Match == 0 && config.Depth == 0 && config.Nodes == 0 {
		clock.Turn = config.MoveTime
	}
	i.session.Clock = clock
	return i.session.Limits(began)
}

// search runs a search to its end or that of ctx.
func (i *ishi) search(ctx context.Context, request engine.Request) (engine.Answer, error) {
	run, err := i.session.Search(ctx, request)
	if err != nil {
		return engine.Answer{}, err
	}
	answer := run.Wait()
	switch {
	case ctx.Err() != nil:
		return answer, ctx.Err()
	case answer.Err != nil:
		return answer, &client.Fault{Kind: client.Crashed, Text: answer.Err.Error()}
	}
	return answer, nil
}

// report says what an answer's best line tells.
func report(a engine.Answer) client.Report {
	if len(a.Lines) == 0 {
		return client.Report{}
	}
	best := a.Lines[0]
	r := client.Report{Depth: best.Depth, Nodes: best.Nodes}
	words := make([]string, len(best.PV))
	for n, m := range best.PV {
		words[n] = m.String()
	}
	r.PV = strings.Join(words, " ")
	if best.Bound != search.None && !best.Outcome {
		score := float64(best.Score)
		r.Score = &score
	}
	return r
}

// Choose takes a step of swap2.
func (i *ishi) Choose(ctx context.Context, t client.Turn) (c client.Choice, err error) {
	began := time.Now()
	err = guard(func() error {
		limits := i.searchLimits(began, t)
		if len(t.Plies) == 0 {
			c.Moves, err = i.threeStones(ctx, limits)
			return err
		}
		if err := i.follow(t.Plies); err != nil {
			return err
		}
		c, err = i.chooseSide(ctx, limits, len(t.Plies) == 3)
		return err
	})
	c.Time = time.Since(began)
	return c, err
}

// even is the score, in the unit of Gomoku, within which neither side is worth taking:
// the side to move wins 45 to 55 % of such games.
const even = 40

// threeStones puts two stones near the middle at random, and the third where the game is
// the most even.
func (i *ishi) threeStones(ctx context.Context, limits search.Limits) ([]game.Move, error) {
	setup := i.session.Position().Setup()
	black := i.near(setup, setup.Width/2, setup.Height/2, game.NoMove)
	white := i.near(setup, black.X(), black.Y(), black)
	for _, m := range []game.Move{black, white} {
		if err := i.session.Play(m); err != nil {
			return nil, err
		}
	}
	a, err := i.search(ctx, engine.Request{Limits: limits, Balance: &engine.Balance{}})
	i.session.Undo()
	i.session.Undo()
	return []game.Move{black, white, a.Move()}, err
}

// near returns a random point within two of x,y, other than taken.
func (i *ishi) near(setup engine.Setup, x, y int, taken game.Move) game.Move {
	for {
		px, py := x-2+i.random.IntN(5), y-2+i.random.IntN(5)
		if px >= 0 && py >= 0 && px < setup.Width && py < setup.Height && game.At(px, py) != taken {
			return game.At(px, py)
		}
	}
}

// chooseSide takes the better side, or puts two stones more where neither is and that
// may be done.
func (i *ishi) chooseSide(ctx context.Context, limits search.Limits, mayPut bool) (client.Choice, error) {
	if mayPut { // half of the time for each of the two searches
		limits.Soft, limits.Hard = limits.Soft/2, limits.Hard/2
	}
	a, err := i.search(ctx, engine.Request{Limits: limits})
	if err != nil || len(a.Lines) == 0 {
		return client.Choice{}, err
	}
	score := a.Lines[0].Score
	if mayPut && score >= -even && score <= even {
		if !limits.Start.IsZero() && limits.Timed() {
			limits.Start = time.Now()
		}
		b, err := i.search(ctx, engine.Request{Limits: limits, Balance: &engine.Balance{Pair: true}})
		if err != nil {
			return client.Choice{}, err
		}
		if len(b.Lines) > 0 && len(b.Lines[0].PV) >= 2 {
			return client.Choice{Moves: b.Lines[0].PV[:2]}, nil
		}
	}
	if score < 0 {
		return client.Choice{Swap: true}, nil
	}
	return client.Choice{Moves: []game.Move{a.Move()}}, nil
}

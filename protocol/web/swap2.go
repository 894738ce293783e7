package web

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// The steps of the opening swap2; doc/web.md says who does what in each.
const (
	swapThree  = "three"
	swapChoose = "choose"
	swapTwo    = "two"
	swapLast   = "last"
)

const swap2 = "swap2"

// afterStone moves the opening on after a stone.
func (m *match) afterStone() {
	switch len(m.Moves) {
	case 3:
		m.Swap = swapChoose
	case 5:
		m.Swap = swapLast
	}
	m.Fixed = len(m.Moves)
	m.Times.Used = 0
}

// choose settles the colours, or has two stones put first.
func (m *match) choose(sides []game.Side, choice string, now time.Time) error {
	if m.Phase != opening || m.placing() {
		return refuse("state", "there is nothing to choose")
	}
	if err := m.mayAct(sides); err != nil {
		return err
	}
	switch choice {
	case "two":
		if m.Swap != swapChoose {
			return refuse("state", "two stones have been put already")
		}
		m.Swap = swapTwo
		return nil
	case "black", "white":
	default:
		return refuse("syntax", `choice: want "black", "white" or "two"`)
	}
	chooser, _ := m.acting()
	if choice != chooser.String() {
		m.Players[game.Black], m.Players[game.White] = m.Players[game.White], m.Players[game.Black]
	}
	m.Phase, m.Swap = playing, ""
	m.finish()
	m.run(now)
	return nil
}

// opener plays swap2 for an engine.
type opener struct {
	ctx     context.Context
	session *engine.Session
	limits  search.Limits
}

// evenMargin is the score, in points, up to which a position after three stones is
// even: an expectation of 45 to 55 %. Then the engine puts two stones and lets the other
// one choose. evenEnough ends the looking for three stones.
const (
	evenMargin = 40
	evenEnough = -20
	triples    = 3
)

// decide returns what an engine does in a step: stones to put or a colour.
func (o *opener) decide(step string) (stones []game.Move, choice string, err error) {
	switch step {
	case swapThree:
		stones, err = o.three()
		return stones, "", err
	case swapTwo:
		stones, err = o.two()
		return stones, "", err
	}
	a, err := find(o.ctx, o.session, engine.Request{Limits: o.limits})
	if err != nil || len(a.Lines) == 0 {
		return nil, "", fmt.Errorf("swap2: no value: %w", err)
	}
	white := a.Lines[0].Score
	switch {
	case step == swapChoose && white > -evenMargin && white < evenMargin:
		return nil, "two", nil
	case white < 0:
		return nil, "black", nil
	}
	return nil, "white", nil
}

// three puts two stones near each other at random and looks for the third that makes
// the game even, several times.
func (o *opener) three() ([]game.Move, error) {
	setup := o.session.Position().Setup()
	part := o.limits
	part.Soft, part.Hard, part.Nodes = part.Soft/triples, part.Hard/triples, part.Nodes/triples
	var best []game.Move
	bestScore := -game.Infinite
	for range triples {
		black := near(setup, setup.Width/2, setup.Height/2, game.NoMove)
		white := near(setup, black.X(), black.Y(), black)
		put := []engine.Stone{{Move: black, Side: game.Black}, {Move: white, Side: game.White}}
		if err := o.session.Load(engine.Line{Setup: setup, Moves: put}); err != nil {
			continue // the rule forbids it
		}
		part.Start = time.Now()
		a, err := find(o.ctx, o.session, engine.Request{Limits: part, Balance: &engine.Balance{}})
		if err != nil {
			return nil, err
		}
		if len(a.Lines) > 0 && a.Lines[0].Score > bestScore {
			best, bestScore = []game.Move{black, white, a.Move()}, a.Lines[0].Score
		}
		if bestScore >= evenEnough {
			break
		}
	}
	if best == nil {
		return nil, fmt.Errorf("swap2: no three stones found")
	}
	return best, nil
}

// two looks for two stones that make the game even.
func (o *opener) two() ([]game.Move, error) {
	a, err := find(o.ctx, o.session, engine.Request{Limits: o.limits, Balance: &engine.Balance{Pair: true}})
	if err != nil {
		return nil, err
	}
	if len(a.Lines) > 0 && len(a.Lines[0].PV) > 1 {
		return a.Lines[0].PV[:2], nil
	}
	legal := o.session.Legal()
	if len(legal) < 2 {
		return nil, fmt.Errorf("swap2: no room for two stones")
	}
	return slices.Clone(legal[:2]), nil
}

// near returns a random point other than taken in the 5x5 square round x,y.
func near(setup engine.Setup, x, y int, taken game.Move) game.Move {
	for {
		px, py := x-2+rand.IntN(5), y-2+rand.IntN(5)
		if px >= 0 && py >= 0 && px < setup.Width && py < setup.Height && game.At(px, py) != taken {
			return game.At(px, py)
		}
	}
}

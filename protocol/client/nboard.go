package client

import (
	"context"
	"fmt"
	"strings"

	"ishi/engine/game"
	"ishi/engine/record"
	"ishi/protocol"
)

// nboard speaks with a program that knows NBoard's engine protocol. Such a program does
// not apply the move that it answers with: it is told it like all others.
//
//	nboard 2, set depth 8, set game (;GM[Othello]…;), ping 1      a game begins
//	move D6//0.5, ping 2, go
type nboard struct {
	p       *Process
	options []Option
	begun   bool
	pings   int
	game    Game
	told    int // plies that it knows
}

func (n *nboard) Goodbye() string { return "quit" }

func (n *nboard) NewGame(ctx context.Context, of Game) error {
	switch {
	case of.Name != "othello":
		return fault(NotStarted, "NBoard's protocol is not for %s", of.Name)
	case of.Limits.Nodes > 0:
		return fault(NotStarted, "NBoard's protocol has no words for a limit in nodes; give a depth")
	}
	n.p.Drain()
	n.game, n.told = of, 0
	if !n.begun {
		n.begun = true
		n.p.Send("nboard 2")
		for _, o := range n.options {
			n.p.Send(protocol.OneLine("set " + o.Name + " " + o.Value))
		}
		if of.Limits.Depth > 0 {
			n.p.Send(fmt.Sprintf("set depth %d", of.Limits.Depth))
		}
	}
	text, err := n.gameText()
	if err != nil {
		return fault(NotStarted, "%v", err)
	}
	n.p.Send("set game " + text)
	return n.ping(ctx)
}

// gameText writes the start of the game in one line. The protocol tells the time for a
// game by it; it knows none for a move.
func (n *nboard) gameText() (string, error) {
	setup := n.game.Setup
	g := &record.Game{
		Name: "othello", Width: setup.Width, Height: setup.Height, Black: "Black", White: "White",
		First: n.game.First, FirstTold: true,
	}
	for _, s := range n.game.Stones {
		g.Setup = append(g.Setup, record.Stone{Move: s.Move, Side: s.Side})
	}
	clock := record.Clock{Main: n.game.Limits.Match, Increment: n.game.Limits.Increment}
	g.Clocks = [2]record.Clock{clock, clock}
	var b strings.Builder
	if err := record.Write(&b, record.GGF, g); err != nil {
		return "", err
	}
	return strings.Join(strings.Fields(b.String()), " "), nil
}

// ping waits until the program has done all that it was told.
func (n *nboard) ping(ctx context.Context) error {
	n.pings++
	n.p.Send(fmt.Sprintf("ping %d", n.pings))
	want := fmt.Sprintf("pong %d", n.pings)
	for {
		text, _, err := n.p.Next(ctx)
		if err != nil {
			return err
		}
		switch text = strings.TrimSpace(text); {
		case strings.EqualFold(text, want):
			return nil
		case strings.HasPrefix(text, "==="):
			return fault(Malformed, "%q that was not asked for", protocol.Shorten(text))
		}
	}
}

func (n *nboard) Move(ctx context.Context, t Turn) (Answer, error) {
	if err := n.Check(); err != nil {
		return Answer{}, err
	}
	for ; n.told < len(t.Plies); n.told++ {
		p := t.Plies[n.told]
		word := square(p.Move)
		if p.Time > 0 {
			word += fmt.Sprintf("//%.2f", p.Time.Seconds())
		}
		n.p.Send("move " + word)
	}
	if err := n.ping(ctx); err != nil {
		return Answer{}, err
	}
	began := n.p.Send("go")
	var a Answer
	for {
		text, at, err := n.p.Next(ctx)
		if err != nil {
			return a, err
		}
		text = strings.TrimSpace(text)
		if rest, ok := strings.CutPrefix(text, "==="); ok {
			a.Time = at.Sub(began)
			a.Move, err = n.answer(strings.TrimSpace(rest), &a.Report)
			return a, err
		}
		a.Report.hearNBoard(text)
	}
}

// answer reads MOVE/eval/time, with or without the last two.
func (n *nboard) answer(text string, report *Report) (game.Move, error) {
	fields := strings.Split(text, "/")
	m, err := game.ParseMove(fields[0])
	if err != nil && isNumber(strings.TrimLeft(strings.ToUpper(fields[0]), "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
		return game.NoMove, fault(Illegal, "%s is off the board", protocol.Shorten(fields[0]))
	}
	if err != nil || len(fields) > 3 {
		return game.NoMove, fault(Malformed, "%q where === MOVE/eval/time is wanted", protocol.Shorten("=== "+text))
	}
	if len(fields) > 1 {
		if s, ok := score(strings.TrimSpace(fields[1])); ok {
			report.Score = &s
		}
	}
	if m.IsPoint() && (m.X() >= n.game.Setup.Width || m.Y() >= n.game.Setup.Height) {
		return game.NoMove, fault(Illegal, "%s is off the board", fields[0])
	}
	return m, nil
}

// square writes a move as the protocol does.
func square(m game.Move) string {
	if m == game.Pass {
		return "PA"
	}
	return strings.ToUpper(m.String())
}

// hearNBoard takes what a program shows of its search:
//
//	search F4D6 -0.86 0 12
//	status F4 +3 at depth 12
//	nodestats 104733 0.04
func (r *Report) hearNBoard(text string) {
	words := strings.Fields(text)
	if len(words) < 3 {
		return
	}
	depth := func(word string) {
		var n int
		if _, err := fmt.Sscanf(word, "%d", &n); err == nil && !strings.Contains(word, "%") && n > 0 {
			r.Depth = n
		}
	}
	switch words[0] {
	case "search":
		if len(words) != 5 {
			return
		}
		s, ok := score(words[2])
		if !ok {
			return
		}
		r.Score, r.PV = &s, words[1]
		depth(words[4])
	case "nodestats":
		if nodes, ok := count(words[1]); ok {
			r.Nodes = nodes
		}
	case "status":
		if n := len(words); n >= 4 && words[n-2] == "depth" {
			depth(words[n-1])
		}
	}
}

// Choose is not in this protocol.
func (n *nboard) Choose(context.Context, Turn) (Choice, error) {
	return Choice{}, fault(NotStarted, "NBoard's protocol has no words for swap2")
}

// Check finds a move that was not asked for. Other lines are shown to people and may
// come at any time.
func (n *nboard) Check() error {
	for _, text := range n.p.Drain() {
		if strings.HasPrefix(strings.TrimSpace(text), "===") {
			return fault(Malformed, "%q that was not asked for", protocol.Shorten(text))
		}
	}
	return nil
}

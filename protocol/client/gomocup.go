package client

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol"
)

// gomocup speaks with a brain.
//
//	ABOUT                                  once
//	START 15, INFO …                       a game begins, the first one and all others
//	INFO time_left, BEGIN                  the first move of all
//	                BOARD … DONE           stones are on the board that it does not know
//	                TURN x,y               the opponent has moved
type gomocup struct {
	p       *Process
	options []Option
	about   string    // what the brain says of itself
	heard   time.Time // the last line
	game    Game
	told    int // plies that the brain knows
}

// rules are the numbers of INFO rule.
var rules = map[string]int{"freestyle": 0, "exact": 1, "renju": 4, "caro": 8, "exact-caro": 9}

// Numbers that stand for no limit, in ms: of the time left, and of the time for a move
// in the manner of the Yixin family, for brains that calculate with it.
const (
	endless     = 1<<31 - 1
	longestTurn = 2000000
)

func (g *gomocup) Goodbye() string { return "END" }

func (g *gomocup) NewGame(ctx context.Context, of Game) error {
	if of.Name != "gomoku" {
		return fault(NotStarted, "the Gomocup protocol is not for %s", of.Name)
	}
	rule, ok := rules[of.Setup.Rule]
	if !ok {
		return fault(NotStarted, "the Gomocup protocol has no number for the rule %s", of.Setup.Rule)
	}
	g.game, g.told = of, 0
	g.p.Drain()
	if err := g.introduce(ctx); err != nil {
		return err
	}
	start := fmt.Sprintf("START %d", of.Setup.Width)
	if of.Setup.Width != of.Setup.Height {
		start = fmt.Sprintf("RECTSTART %d,%d", of.Setup.Width, of.Setup.Height)
	}
	g.send(start)
	text, _, err := g.reply(ctx, nil)
	switch {
	case err != nil:
		return err
	case text != "OK":
		return fault(Malformed, "%q in answer to %s, want OK", protocol.Shorten(text), start)
	}
	g.p.Send(g.infos(rule))
	return nil
}

// introduce asks the brain for its name. Not all have one.
func (g *gomocup) introduce(ctx context.Context) error {
	if g.about != "" {
		return nil
	}
	g.p.Send("ABOUT")
	text, _, err := g.reply(ctx, nil)
	if broken := (*Fault)(nil); errors.As(err, &broken) && broken.Kind == Refused {
		text, err = broken.Text, nil
	}
	g.about = text
	return err
}

// tellsOnRequest reports whether the brain tells of its search only when it is asked to.
// To others the same word means something else.
func (g *gomocup) tellsOnRequest() bool { return strings.Contains(g.about, `name="Ishi"`) }

// gatherWait is how long Rapfi is left alone after a move: for a moment it still takes
// itself to be thinking and drops the first word of what it is told. Measured: a
// millisecond on a busy machine.
const gatherWait = 5 * time.Millisecond

// send sends a request when the brain is ready to read it.
func (g *gomocup) send(text string) time.Time {
	if rest := gatherWait - time.Since(g.heard); rest > 0 && strings.Contains(g.about, `name="Rapfi"`) {
		time.Sleep(rest)
	}
	return g.p.Send(text)
}

// infos tells rule, limits and options.
func (g *gomocup) infos(rule int) string {
	l := g.game.Limits
	turn := l.Turn
	if turn == 0 {
		turn = l.Match
	}
	lines := []string{
		fmt.Sprintf("INFO rule %d", rule),
		fmt.Sprintf("INFO timeout_turn %d", milliseconds(turn, longestTurn)),
		fmt.Sprintf("INFO timeout_match %d", milliseconds(l.Match, 0)),
	}
	add := func(wanted bool, format string, value any) {
		if wanted {
			lines = append(lines, fmt.Sprintf("INFO "+format, value))
		}
	}
	add(l.Increment > 0, "time_increment %d", l.Increment.Milliseconds())
	add(l.Depth > 0, "max_depth %d", l.Depth)
	add(l.Nodes > 0, "max_node %d", l.Nodes)
	add(l.Memory > 0, "max_memory %d", l.Memory)
	add(true, "game_type %d", 1)
	add(g.tellsOnRequest(), "show_detail %d", 2)
	for _, o := range g.options {
		lines = append(lines, protocol.OneLine("INFO "+o.Name+" "+o.Value))
	}
	return strings.Join(lines, "\n")
}

// milliseconds returns a time as the protocol counts it, rounded down but not to
// nothing; none is the number for no limit.
func milliseconds(d time.Duration, none int64) int64 {
	if d <= 0 {
		return none
	}
	return max(d.Milliseconds(), 1)
}

// timeLeft is sent before every request.
func (g *gomocup) timeLeft(t Turn) string {
	left := int64(endless)
	if g.game.Limits.Match > 0 {
		left = t.Left.Milliseconds()
	}
	return fmt.Sprintf("INFO time_left %d\n", left)
}

func (g *gomocup) Move(ctx context.Context, t Turn) (Answer, error) {
	if err := g.Check(); err != nil {
		return Answer{}, err
	}
	began := g.send(g.timeLeft(t) + g.request(t))
	var a Answer
	text, at, err := g.reply(ctx, &a.Report)
	if err != nil {
		return a, err
	}
	a.Time = at.Sub(began)
	a.Move, err = g.point(text)
	g.told = len(t.Plies) + 1
	return a, err
}

// request writes what asks for a move.
func (g *gomocup) request(t Turn) string {
	stones := slices.Clone(g.game.Stones)
	for _, p := range t.Plies {
		stones = append(stones, engine.Stone{Move: p.Move, Side: p.Side})
	}
	fresh := t.Plies[min(g.told, len(t.Plies)):]
	switch {
	case len(stones) == 0:
		return "BEGIN"
	case len(fresh) == 1 && fresh[0].Side != t.Side && (g.told > 0 || len(stones) == 1):
		return fmt.Sprintf("TURN %d,%d", fresh[0].Move.X(), fresh[0].Move.Y())
	}
	var b strings.Builder
	b.WriteString("BOARD\n")
	for _, s := range stones {
		fmt.Fprintf(&b, "%d,%d,%d\n", s.Move.X(), s.Move.Y(), whose(s.Side, t.Side))
	}
	b.WriteString("DONE")
	return b.String()
}

// whose is 1 for a stone of the brain and 2 for one of its opponent.
func whose(stone, brain game.Side) int {
	if stone == brain {
		return 1
	}
	return 2
}

// Choose asks by SWAP2BOARD. The stones are those of the plies. Some brains want to be
// told whose they are, as in BOARD; the others do not look at it.
func (g *gomocup) Choose(ctx context.Context, t Turn) (Choice, error) {
	if err := g.Check(); err != nil {
		return Choice{}, err
	}
	var b strings.Builder
	b.WriteString(g.timeLeft(t) + "SWAP2BOARD\n")
	for _, p := range t.Plies {
		fmt.Fprintf(&b, "%d,%d,%d\n", p.Move.X(), p.Move.Y(), whose(p.Side, t.Side))
	}
	b.WriteString("DONE")
	began := g.send(b.String())
	g.told = 0
	text, at, err := g.reply(ctx, nil)
	if err != nil {
		return Choice{}, err
	}
	c := Choice{Time: at.Sub(began)}
	if text == "SWAP" {
		c.Swap = true
		return c, nil
	}
	for _, word := range strings.Fields(text) {
		m, err := g.point(word)
		if err != nil {
			return c, err
		}
		c.Moves = append(c.Moves, m)
	}
	return c, nil
}

// reply waits for a line that is no message; report takes what the messages tell, if it
// is not nil. A brain that suggests a move is told to play it.
func (g *gomocup) reply(ctx context.Context, report *Report) (string, time.Time, error) {
	for {
		text, at, err := g.p.Next(ctx)
		if err != nil {
			return "", at, err
		}
		g.heard = at
		text = strings.TrimSpace(text)
		verb, args, _ := strings.Cut(text, " ")
		switch verb {
		case "", "DEBUG":
		case "MESSAGE":
			if report != nil {
				report.hear(args)
			}
		case "ERROR", "UNKNOWN":
			return "", at, fault(Refused, "%s", protocol.Shorten(text))
		case "SUGGEST":
			m, err := g.point(args)
			if err != nil {
				return "", at, err
			}
			g.p.Send(fmt.Sprintf("PLAY %d,%d", m.X(), m.Y()))
		default:
			return text, at, nil
		}
	}
}

// Check finds what is neither a message nor was asked for.
func (g *gomocup) Check() error {
	for _, text := range g.p.Drain() {
		verb, _, _ := strings.Cut(strings.TrimSpace(text), " ")
		if verb != "" && verb != "MESSAGE" && verb != "DEBUG" {
			return fault(Malformed, "%q that was not asked for", protocol.Shorten(text))
		}
	}
	return nil
}

// point reads x,y: two decimal numbers and a comma.
func (g *gomocup) point(text string) (game.Move, error) {
	x, y, ok := strings.Cut(text, ",")
	if !ok || !isNumber(x) || !isNumber(y) {
		return game.NoMove, fault(Malformed, "%q where x,y is wanted", protocol.Shorten(text))
	}
	column, _ := protocol.Int(x)
	row, _ := protocol.Int(y)
	if column < 0 || row < 0 || column >= int64(g.game.Setup.Width) || row >= int64(g.game.Setup.Height) {
		return game.NoMove, fault(Illegal, "%s is off the board", protocol.Shorten(text))
	}
	return game.At(int(column), int(row)), nil
}

// isNumber reports whether a text is a decimal integer, with a sign or without.
func isNumber(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return text != "" && strings.Trim(text, "0123456789") == ""
}

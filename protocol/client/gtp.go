package client

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol"
)

// gtp speaks with a program that knows the Go Text Protocol.
//
//	set_game Othello, boardsize 8, clear_board, time_settings 0 5 1
//	play black F5, time_left white 5 1, genmove white
type gtp struct {
	p       *Process
	options []Option
	known   []string // commands; empty before the first game
	game    Game
	told    int // plies that it knows
	// implicit is set when it has refused to be told of a pass: it sees by itself that a
	// side has no move.
	implicit bool
	// refusesTime is set when it does not want to hear of clocks.
	refusesTime bool
}

func (g *gtp) Goodbye() string { return "quit" }

// errRefused is what command returns for a failure response.
var errRefused = errors.New("refused")

// command sends a command and returns the response without its mark. With errRefused
// that is the reason.
func (g *gtp) command(ctx context.Context, format string, args ...any) (text string, took time.Duration, err error) {
	sent := protocol.OneLine(fmt.Sprintf(format, args...))
	began := g.p.Send(sent)
	var lines []string
	for {
		text, at, err := g.p.Next(ctx)
		switch text = strings.TrimSpace(text); {
		case err != nil:
			return "", 0, err
		case text != "":
			if len(lines) == 0 && text[0] != '=' && text[0] != '?' {
				return "", 0, fault(Malformed, "%q outside of a response", protocol.Shorten(text))
			}
			lines = append(lines, text)
			continue
		case len(lines) == 0:
			continue
		}
		body := strings.TrimSpace(strings.Join(lines, "\n")[1:])
		if lines[0][0] == '?' {
			return body, at.Sub(began), errRefused
		}
		return body, at.Sub(began), nil
	}
}

// must sends a command that the program has to obey.
func (g *gtp) must(ctx context.Context, kind Kind, format string, args ...any) (string, time.Duration, error) {
	text, took, err := g.command(ctx, format, args...)
	if errors.Is(err, errRefused) {
		err = fault(kind, "%q in answer to %s", "? "+protocol.Shorten(text), fmt.Sprintf(format, args...))
	}
	return text, took, err
}

func (g *gtp) knows(command string) bool { return slices.Contains(g.known, command) }

func (g *gtp) NewGame(ctx context.Context, of Game) error {
	if of.Setup.Width != of.Setup.Height {
		return fault(NotStarted, "GTP knows square boards only")
	}
	g.p.Drain()
	g.game, g.told = of, 0
	if g.known == nil {
		if err := g.introduce(ctx); err != nil {
			return err
		}
	}
	if _, _, err := g.must(ctx, NotStarted, "boardsize %d", of.Setup.Width); err != nil {
		return err
	}
	if _, _, err := g.must(ctx, NotStarted, "clear_board"); err != nil {
		return err
	}
	if g.knows("ishi-rule") {
		if _, _, err := g.must(ctx, NotStarted, "ishi-rule %s", of.Setup.Rule); err != nil {
			return err
		}
	}
	if err := g.setUp(ctx); err != nil {
		return err
	}
	return g.timeSettings(ctx)
}

// introduce learns what the program knows, chooses the game and sets the options.
func (g *gtp) introduce(ctx context.Context) error {
	text, _, err := g.command(ctx, "list_commands")
	if err != nil && !errors.Is(err, errRefused) {
		return err
	}
	g.known = append(strings.Fields(text), "list_commands")
	if g.knows("set_game") {
		if err := g.chooseGame(ctx); err != nil {
			return err
		}
	}
	for _, o := range g.options {
		if err := g.set(ctx, o.Name, o.Value); err != nil {
			return err
		}
	}
	if n := g.game.Limits.Depth; n > 0 {
		if err := g.set(ctx, "depth", strconv.Itoa(n)); err != nil {
			return err
		}
	}
	if n := g.game.Limits.Nodes; n > 0 {
		return g.set(ctx, "nodes", strconv.FormatUint(n, 10))
	}
	return nil
}

// chooseGame finds the name under which the program knows the game.
func (g *gtp) chooseGame(ctx context.Context) error {
	names := map[string][]string{"othello": {"othello", "reversi"}, "gomoku": {"gomoku", "five in a row"}}[g.game.Name]
	text, _, err := g.command(ctx, "list_games")
	if err != nil && !errors.Is(err, errRefused) {
		return err
	}
	chosen := ""
	for listed := range strings.SplitSeq(text, "\n") {
		if slices.Contains(names, strings.ToLower(strings.TrimSpace(listed))) {
			chosen = strings.TrimSpace(listed)
		}
	}
	if chosen == "" {
		return fault(NotStarted, "it plays %q, not %s", protocol.Shorten(protocol.OneLine(text)), g.game.Name)
	}
	_, _, err = g.must(ctx, NotStarted, "set_game %s", chosen)
	return err
}

// set sets an option: by a command of that name, or in Ishi's way.
func (g *gtp) set(ctx context.Context, name, value string) error {
	if !g.knows(name) && g.knows("ishi-param") {
		name = "ishi-param " + name
	}
	_, _, err := g.must(ctx, NotStarted, "%s %s", name, value)
	return err
}

// setUp puts the stones of the game on the board.
func (g *gtp) setUp(ctx context.Context) error {
	stones := g.game.Stones
	if len(stones) == 0 {
		return nil
	}
	if order, ok := inTurn(stones, g.game.First); ok && g.game.Name == "gomoku" {
		for _, s := range order {
			if _, _, err := g.must(ctx, NotStarted, "play %v %s", s.Side, g.vertex(s.Move)); err != nil {
				return err
			}
		}
		return nil
	}
	if !g.knows("gogui-setup") || !g.knows("gogui-setup_player") {
		return fault(NotStarted, "it cannot set up positions: it does not know gogui-setup")
	}
	var b strings.Builder
	for _, s := range stones {
		fmt.Fprintf(&b, " %s %s", s.Side.String()[:1], g.vertex(s.Move))
	}
	if _, _, err := g.must(ctx, NotStarted, "gogui-setup%s", b.String()); err != nil {
		return err
	}
	_, _, err := g.must(ctx, NotStarted, "gogui-setup_player %s", g.game.First.String()[:1])
	return err
}

// inTurn orders stones so that black and white ones take turns and first is to move
// then; false where that cannot be.
func inTurn(stones []engine.Stone, first game.Side) ([]engine.Stone, bool) {
	var of [2][]engine.Stone
	for _, s := range stones {
		of[s.Side] = append(of[s.Side], s)
	}
	if len(of[game.Black])-len(of[game.White]) != int(first) {
		return nil, false
	}
	var order []engine.Stone
	for i, s := range of[game.Black] {
		order = append(order, s)
		if i < len(of[game.White]) {
			order = append(order, of[game.White][i])
		}
	}
	return order, true
}

// timeSettings tells the clock. A program may know none.
//
//	turn                 0 5 1        5 s for each move
//	match                600 0 0      and time_left before each move
//	match and turn       0 5 1        and time_left with less when the match runs short
func (g *gtp) timeSettings(ctx context.Context) error {
	l := g.game.Limits
	words := "0 0 0"
	switch {
	case l.Turn > 0:
		words = fmt.Sprintf("0 %s 1", seconds(l.Turn))
	case l.Match > 0:
		words = seconds(l.Match) + " 0 0"
	}
	_, _, err := g.command(ctx, "time_settings %s", words)
	g.refusesTime = errors.Is(err, errRefused)
	if g.refusesTime {
		err = nil
	}
	return err
}

// seconds writes a time in seconds, with a fraction where there is one.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Truncate(time.Millisecond).Seconds(), 'f', -1, 64)
}

// shareOfMatch is the part of what is left of a match that a move may take where there
// is a limit for each move besides.
const shareOfMatch = 12

// timeLeft tells the clock before a move.
func (g *gtp) timeLeft(ctx context.Context, t Turn) error {
	l := g.game.Limits
	if g.refusesTime || l.Match == 0 {
		return nil
	}
	words := seconds(max(t.Left, 0)) + " 0"
	if l.Turn > 0 {
		words = seconds(max(min(l.Turn, t.Left/shareOfMatch), 0)) + " 1"
	}
	_, _, err := g.command(ctx, "time_left %v %s", t.Side, words)
	if errors.Is(err, errRefused) {
		g.refusesTime, err = true, nil
	}
	return err
}

func (g *gtp) Move(ctx context.Context, t Turn) (Answer, error) {
	if err := g.Check(); err != nil {
		return Answer{}, err
	}
	for ; g.told < len(t.Plies); g.told++ {
		if err := g.tell(ctx, t.Plies[g.told]); err != nil {
			return Answer{}, err
		}
	}
	if err := g.timeLeft(ctx, t); err != nil {
		return Answer{}, err
	}
	text, took, err := g.must(ctx, Refused, "genmove %v", t.Side)
	if err != nil {
		return Answer{}, err
	}
	g.told++ // it has played the move itself
	a := Answer{Time: took}
	switch strings.ToLower(text) {
	case "resign":
		a.Resigned = true
	case "pass":
		a.Move = game.Pass
	default:
		a.Move, err = g.parse(text)
	}
	return a, err
}

// tell tells a ply.
func (g *gtp) tell(ctx context.Context, p Ply) error {
	if p.Move != game.Pass {
		_, _, err := g.must(ctx, Refused, "play %v %s", p.Side, g.vertex(p.Move))
		return err
	}
	if g.implicit {
		return nil
	}
	_, _, err := g.command(ctx, "play %v pass", p.Side)
	if errors.Is(err, errRefused) {
		g.implicit, err = true, nil
	}
	return err
}

// Choose is not in this protocol.
func (g *gtp) Choose(context.Context, Turn) (Choice, error) {
	return Choice{}, fault(NotStarted, "GTP has no words for swap2")
}

// Check finds what was not asked for.
func (g *gtp) Check() error {
	for _, text := range g.p.Drain() {
		if strings.TrimSpace(text) != "" {
			return fault(Malformed, "%q outside of a response", protocol.Shorten(text))
		}
	}
	return nil
}

// columns are the letters of the columns: games other than Go that were chosen by name
// have an I, the protocol itself has none.
func (g *gtp) columns() string {
	if g.knows("set_game") {
		return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	}
	return "ABCDEFGHJKLMNOPQRSTUVWXYZ"
}

// vertex writes a point, rows counted from the top. Where the program counts them from
// the bottom it sees the board upside down, which is the same to it in Gomoku; programs
// for Othello count from the top.
func (g *gtp) vertex(m game.Move) string {
	if m == game.Pass {
		return "pass"
	}
	letters := g.columns()
	if x := m.X() - len(letters); x >= 0 {
		return fmt.Sprintf("A%c%d", letters[x], m.Y()+1)
	}
	return fmt.Sprintf("%c%d", letters[m.X()], m.Y()+1)
}

// parse reads a point: letters and a number, nothing else.
func (g *gtp) parse(text string) (game.Move, error) {
	upper, letters := strings.ToUpper(text), g.columns()
	word := strings.TrimRight(upper, "0123456789")
	x := -1
	switch {
	case len(word) == 1:
		x = strings.Index(letters, word)
	case len(word) == 2 && word[0] == 'A':
		if second := strings.Index(letters, word[1:]); second >= 0 {
			x = len(letters) + second
		}
	}
	row := upper[len(word):]
	if x < 0 || row == "" {
		return game.NoMove, fault(Malformed, "%q where a point is wanted", protocol.Shorten(text))
	}
	y, _ := protocol.Int(row)
	if x >= g.game.Setup.Width || y < 1 || y > int64(g.game.Setup.Height) {
		return game.NoMove, fault(Illegal, "%s is off the board", protocol.Shorten(text))
	}
	return game.At(x, int(y)-1), nil
}

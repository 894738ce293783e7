package record

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ishi/engine/game"
)

// writeGGF writes a game as one line. Passes that were left out are put in where one
// side moves twice.
func writeGGF(g *Game) (string, error) {
	if g.Name != "othello" && g.Name != "" {
		return "", &LossError{GGF, "a game of " + g.Name}
	}
	size, setup := g.Width, g.Setup
	if size == 0 {
		size = 8
	}
	if size != g.Height && g.Height != 0 {
		return "", &LossError{GGF, fmt.Sprintf("a board of %dx%d", g.Width, g.Height)}
	}
	if len(setup) == 0 {
		setup = othelloStart(size)
	}
	if g.Name == "" {
		named := *g
		named.Name = "othello"
		g = &named
	}
	g = g.withSides()
	var b strings.Builder
	b.WriteString("(;GM[Othello]")
	for _, p := range []struct{ name, value string }{
		{"PC", g.Event}, {"DT", g.Date}, {"PB", g.Black}, {"PW", g.White}, {"RB", g.Ratings[0]}, {"RW", g.Ratings[1]},
		{"RE", ggfResult(g.Result)}, {"CO", g.Comment},
	} {
		ggfProperty(&b, p.name, p.value)
	}
	if black, white := ggfClockOf(g.Clocks[game.Black]), ggfClockOf(g.Clocks[game.White]); black == white {
		ggfProperty(&b, "TI", black)
	} else {
		ggfProperty(&b, "TB", black)
		ggfProperty(&b, "TW", white)
	}
	kind := strconv.Itoa(size)
	if g.Format == GGF && ggfTypeDigits(g.Rule) == kind { // such as s8r20
		kind = g.Rule
	}
	ggfProperty(&b, "TY", kind)
	fmt.Fprintf(&b, "BO[%d %s %c]", size, squares(setup, size, size, "*O-", " "), "*O"[g.First])
	side := g.First
	for _, m := range g.Moves {
		if m.Side != side && m.Move != game.Pass {
			b.WriteString(sgfSide(side) + "[PA]")
		}
		fmt.Fprintf(&b, "%s[%s]", sgfSide(m.Side), ggfMoveOf(m))
		side = m.Side.Other()
	}
	b.WriteString(";)\n")
	return b.String(), nil
}

// ggfProperty writes a property that is not empty. The format knows no escapes.
func ggfProperty(b *strings.Builder, name, value string) {
	if value = strings.ReplaceAll(oneLine(value), "]", ")"); value != "" {
		b.WriteString(name + "[" + value + "]")
	}
}

// ggfMoveOf writes a move, its value and its time.
func ggfMoveOf(m Move) string {
	text := strings.ToUpper(m.Move.String())
	if m.Move == game.Pass {
		text = "PA"
	}
	score := ""
	if m.Scored {
		score = strconv.FormatFloat(m.Score, 'f', -1, 64)
	}
	switch {
	case m.Time > 0:
		return text + "/" + score + "/" + seconds(m.Time)
	case m.Scored:
		return text + "/" + score
	}
	return text
}

// ggfResult writes Black's lead, ? where the result is not known.
func ggfResult(text string) string {
	if lead, ok := ggfNumber(text); ok && strings.ContainsAny(text, "+-.") {
		return fmt.Sprintf("%+.3f", lead)
	}
	r, ok := ParseResult(text)
	switch {
	case !ok || r.Margin == 0 && r.Outcome != game.Draw:
		return "?"
	case r.Outcome == game.WhiteWins:
		r.Margin = -r.Margin
	}
	return fmt.Sprintf("%+.3f", float64(r.Margin))
}

// ggfClockOf writes a time such as 05:00/00:10.
func ggfClockOf(c Clock) string {
	if c.Main == 0 && c.Increment == 0 {
		return ""
	}
	text := minutes(c.Main)
	if c.Increment > 0 {
		text += "/" + minutes(c.Increment)
	}
	return text
}

// minutes writes a time as hours:minutes:seconds.
func minutes(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}

// seconds writes a time in seconds.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

package record

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"ishi/engine/game"
)

// SGFStyle chooses between the ways in which programs write SGF. The zero value is
// what the standard and most programs know: B[fe], and B[] for a pass.
type SGFStyle struct {
	// Numbers writes points as B[f5], column letter and row number from the top, and
	// passes as B[PA], as Edax does.
	Numbers bool
	// NoPasses leaves passes of Othello out, as Quarry does: they follow from the
	// moves.
	NoPasses bool
}

// Write writes games as SGF in this style; see the function Write.
func (s SGFStyle) Write(w io.Writer, games ...*Game) error {
	out := bufio.NewWriter(w)
	for _, g := range games {
		text, err := s.text(g)
		if err != nil {
			out.Flush()
			return err
		}
		out.WriteString(text)
	}
	return out.Flush()
}

// sgfPerLine is the number of moves in a line of text.
const sgfPerLine = 10

// text returns a game as a tree.
func (s SGFStyle) text(g *Game) (string, error) {
	if g.Name == "" && !g.FromBelow {
		return "", &LossError{SGF, "a game without a name"}
	}
	if s.NoPasses && g.Name != "othello" {
		for _, m := range g.Moves {
			if m.Move == game.Pass {
				return "", &LossError{SGF, "a game of " + g.Name + " whose passes are left out"}
			}
		}
	}
	g = g.withSides()
	w := sgfWriter{style: s}
	w.WriteString("(;FF[4]CA[UTF-8]AP[Ishi]")
	w.root(g)
	w.line(g.Moves)
	w.WriteString(")\n")
	return w.String(), nil
}

type sgfWriter struct {
	strings.Builder
	style SGFStyle
}

// property writes a property with a value that is not empty.
func (w *sgfWriter) property(name, value string) {
	if value != "" {
		w.WriteString(name + "[" + sgfEscape.Replace(value) + "]")
	}
}

var sgfEscape = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// root writes what holds for the whole game.
func (w *sgfWriter) root(g *Game) {
	w.property("GM", map[string]string{"othello": "2", "gomoku": "4"}[g.Name])
	if g.Width > 0 {
		size := strconv.Itoa(g.Width)
		if g.Height != g.Width {
			size += ":" + strconv.Itoa(g.Height)
		}
		w.WriteString("SZ[" + size + "]")
	}
	for _, p := range []struct{ name, value string }{
		{"RU", g.Rule}, {"EV", g.Event}, {"DT", g.Date}, {"PB", g.Black}, {"PW", g.White},
		{"BR", g.Ratings[0]}, {"WR", g.Ratings[1]}, {"RE", sgfResult(g.Result)}, {"TE", g.End},
	} {
		w.property(p.name, oneLine(p.value))
	}
	if c := g.Clocks[game.Black]; c == g.Clocks[game.White] && c.Main > 0 {
		w.property("TM", seconds(c.Main))
		if c.Increment > 0 {
			w.property("OT", seconds(c.Increment)+" fischer")
		}
	}
	w.WriteString("\n")
	w.stones("AB", g.Setup, game.Black)
	w.stones("AW", g.Setup, game.White)
	if g.FirstTold || len(g.Setup) > 0 {
		w.WriteString("PL[" + sgfSide(g.First) + "]")
	}
	w.property("C", g.Comment)
}

// sgfResult returns a result as SGF has it, on one line; what is not understood stays as
// it is. The line is what is understood: readers see no more of it.
func sgfResult(text string) string {
	text = oneLine(text)
	if r, ok := ParseResult(text); ok {
		return FormatResult(r)
	}
	return text
}

// oneLine returns text without line ends.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text))
}

func sgfSide(s game.Side) string {
	if s == game.White {
		return "W"
	}
	return "B"
}

func (w *sgfWriter) stones(name string, stones []Stone, side game.Side) {
	begun := false
	for _, s := range stones {
		if s.Side == side {
			if !begun {
				w.WriteString(name)
			}
			begun = true
			w.WriteString("[" + w.point(s.Move) + "]")
		}
	}
}

func (w *sgfWriter) point(m game.Move) string {
	switch {
	case w.style.Numbers && m == game.Pass:
		return "PA"
	case w.style.Numbers:
		return m.String()
	case m == game.Pass:
		return ""
	}
	return sgfLetterOf(m.X()) + sgfLetterOf(m.Y())
}

// sgfLetterOf returns the letter for a number: a to z, then A to Z.
func sgfLetterOf(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return string(rune('A' + n - 26))
}

// line writes moves, and behind them the variations on each, the last move's first, so
// that the main line is always the first child:
//
//	;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee])
func (w *sgfWriter) line(moves []Move) {
	var open []int
	for i, m := range moves {
		if len(m.Variations) > 0 {
			w.WriteString("\n(")
			open = append(open, i)
		} else if i%sgfPerLine == 0 {
			w.WriteString("\n")
		}
		if m.Move != game.Pass || !w.style.NoPasses || len(m.Variations) > 0 {
			w.node(m)
		} else if m.Comment != "" {
			w.WriteString(";")
			w.property("C", m.Comment)
		}
	}
	for n := len(open) - 1; n >= 0; n-- {
		w.WriteString(")")
		w.variations(moves[open[n]].Variations)
	}
}

// variations writes lines that begin instead of a move. Those on the first move of one
// stand beside it: a parenthesis must not follow another.
func (w *sgfWriter) variations(lines [][]Move) {
	for _, v := range lines {
		if len(v) == 0 {
			continue
		}
		first := v[0]
		first.Variations = nil
		w.WriteString("\n(")
		w.node(first)
		w.line(v[1:])
		w.WriteString(")")
		w.variations(v[0].Variations)
	}
}

// node writes a move. The value of a position, V, is Black's, as the standard wants it;
// for the time of a move it has no property: ET is ours. Names of more than two letters
// would make Edax stop reading.
func (w *sgfWriter) node(m Move) {
	w.WriteString(";" + sgfSide(m.Side) + "[" + w.point(m.Move) + "]")
	if m.Scored {
		score := m.Score
		if m.Side == game.White {
			score = -score
		}
		w.property("V", strconv.FormatFloat(score, 'f', -1, 64))
	}
	if m.Time > 0 {
		w.property("ET", seconds(m.Time))
	}
	w.property("C", m.Comment)
}

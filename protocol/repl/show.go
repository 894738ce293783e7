package repl

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"ishi/engine"
	"ishi/engine/game"
)

func (s *shell) boardCommand(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	pos, err := s.look()
	if err != nil {
		return err
	}
	s.console.print(s.drawBoard(pos))
	return nil
}

func (s *shell) movesCommand(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	g := &s.game
	if len(g.plies) == 0 {
		s.say("no moves yet")
		return nil
	}
	moves := make([]game.Move, len(g.plies))
	for i, p := range g.plies {
		moves[i] = p.Move
	}
	text := movesText(moves[:g.at])
	if g.at < len(moves) {
		text += " (taken back: " + movesText(moves[g.at:]) + ")"
	}
	s.say("%s", text)
	return nil
}

func (s *shell) historyCommand(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	if len(s.game.plies) == 0 {
		s.say("no moves yet")
		return nil
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  \tside\tmove\tscore\tdepth\ttime\t")
	for i, p := range s.game.plies {
		depth, used, note := "", "", p.comment
		if p.depth > 0 {
			depth = strconv.Itoa(p.depth)
		}
		if p.used >= 10*time.Millisecond {
			used = fmt.Sprint(p.used.Round(10 * time.Millisecond))
		}
		if i >= s.game.at {
			note = strings.TrimSpace("(taken back) " + note)
		}
		fmt.Fprintf(w, "%d\t%v\t%v\t%s\t%s\t%s\t%s\n", i+1, p.Side, p.Move, p.score, depth, used, note)
	}
	w.Flush()
	s.say("%s", trimLines(b.String()))
	return nil
}

// trimLines takes the blanks from the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func (s *shell) legalCommand(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	pos, err := s.look()
	if err != nil {
		return err
	}
	v, ok := pos.(engine.Viewer)
	switch {
	case !ok:
		return errors.New("this game does not list its moves")
	case pos.Result().Outcome != game.Ongoing:
		return fmt.Errorf("%w: %s", errOver, resultText(pos.Result()))
	}
	legal := v.Legal()
	s.say("%d: %s", len(legal), movesText(legal))
	return nil
}

// lineIndent is the indent of what follows a line of moves that was broken.
const lineIndent = 5

// fold breaks the lines that are wider than a person's console between two words, and
// indents what follows.
func (s *shell) fold(text string, indent int) string {
	width := s.console.columns() - 1
	if !s.console.person() || width < usualColumns/2 {
		return text
	}
	var folded []string
	for _, line := range strings.Split(text, "\n") {
		for utf8.RuneCountInString(line) > width {
			start := string([]rune(line)[:width])
			end := strings.LastIndexByte(start, ' ')
			if end <= indent {
				break
			}
			folded = append(folded, strings.TrimRight(line[:end], " "))
			line = strings.Repeat(" ", indent) + strings.TrimLeft(line[end:], " ")
		}
		folded = append(folded, line)
	}
	return strings.Join(folded, "\n")
}

package report

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"ishi/cmd/arena/rating"
)

// Table returns the standings as a table for a terminal, and below it what is known of
// the first of two.
func Table(s rating.Summary, o LiveOptions) string {
	t := table.NewWriter()
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	style.Options = table.Options{SeparateHeader: true, SeparateColumns: false}
	if !o.Color {
		style.Color = table.ColorOptions{}
	} else {
		style.Color.Header = text.Colors{text.Bold}
	}
	t.SetStyle(style)
	t.AppendHeader(table.Row{"#", "Name", "Rating", "Games", "Points", "Score", "W-D-L", "Black", "White", "Time", "Depth", "Late", "Faults"})
	var right []table.ColumnConfig
	for i := range 13 {
		if i != 1 {
			right = append(right, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
	}
	right[len(right)-1].Align, right[len(right)-1].AlignHeader = text.AlignLeft, text.AlignLeft
	right = append(right, table.ColumnConfig{Number: 2, WidthMax: 32, WidthMaxEnforcer: text.Trim})
	for i, st := range s.Standings {
		bad := faults(st.Faults)
		if o.Color && bad != "" {
			bad = text.FgYellow.Sprint(bad)
		}
		depth := unknown
		if st.Play.Depth > 0 {
			depth = fmt.Sprintf("%.1f", st.Play.Depth)
		}
		t.AppendRow(table.Row{
			i + 1, oneLine(st.Name), estimate(st.Rating), st.Games(), points(st.Points), percent(st.Score),
			wdl(st.Tally), wdl(st.Black), wdl(st.White), brief(st.Play.Time), depth, st.Play.Late, bad,
		})
	}
	t.SetColumnConfigs(right)
	rendered := t.Render()
	for _, number := range leastNeeded {
		if o.Width == 0 || text.LongestLineLen(rendered) < o.Width {
			break
		}
		for i := range right {
			right[i].Hidden = right[i].Hidden || right[i].Number == number
		}
		t.SetColumnConfigs(right)
		rendered = t.Render()
	}
	lines := strings.Split(rendered, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(append(lines, headline(s)), "\n") + "\n"
}

// leastNeeded are the columns, from 1, that are left out where there is no room, the first
// one first: depth, time, sides, lateness.
var leastNeeded = []int{11, 10, 8, 9, 12}

// headline says in one line how it stands: of two the first one's Elo and test, of more
// who leads.
func headline(s rating.Summary) string {
	if s.First == nil {
		if len(s.Standings) == 0 || s.Games == 0 {
			return "no games yet"
		}
		first := s.Standings[0]
		return fmt.Sprintf("%s leads with %s of %d points", oneLine(first.Name), points(first.Points), first.Games())
	}
	h := s.First
	if h.Games() == 0 {
		return "no games yet"
	}
	line := fmt.Sprintf("%s: %s, Elo %s, LOS %s, draws %s", firstName(s), wdl(h.Tally), estimate(h.Elo), percent(h.LOS), percent(h.DrawRate))
	if h.Pairs != [5]int{} {
		line += fmt.Sprintf(", pairs %v", h.Pairs)
	}
	if v := h.SPRT; v != nil {
		line += fmt.Sprintf("; LLR %.2f (%.2f to %.2f) for %g against %g Elo", v.LLR, v.Lower, v.Upper, v.Elo0, v.Elo1)
		if v.State != rating.Continue {
			line += fmt.Sprintf(": %s accepted", v.State)
		}
	}
	return line
}

// firstName is the name of participant 0.
func firstName(s rating.Summary) string {
	for _, st := range s.Standings {
		if st.Participant == 0 {
			return oneLine(st.Name)
		}
	}
	return "?"
}

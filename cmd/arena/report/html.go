package report

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/rating"
)

//go:embed report.html.tmpl
var pageText string

var pageTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"estimate": estimate, "percent": percent, "wdl": wdl, "points": points, "brief": brief, "count": count,
	"signed": signed, "faults": faults, "line": oneLine, "mebibytes": func(n int64) int64 { return (n + 1<<19) >> 20 },
	"add": func(a, b int) int { return a + b },
}).Parse(pageText))

// page is what the template shows.
type page struct {
	rating.Summary
	Title   string
	Plot    *plot
	Palette []int
	Cross   []crossRow
	Reasons []reasonRow
	// FirstName and SecondName are those of both participants of a contest of two.
	FirstName, SecondName string
}

// crossRow is a participant's line of the crosstable; its cells go by the same order.
type crossRow struct {
	Rank  int
	Name  string
	Cells []crossCell
	Total float64
}

// crossCell is a pairing seen from the row's side.
type crossCell struct {
	Same bool // the participant itself
	rating.Tally
	Points float64
	Elo    rating.Estimate
	// Grade is from 0 (all lost) to 4 (all won), for the page's style.
	Grade int
}

// reasonRow says how often games ended so.
type reasonRow struct {
	Reason contest.Reason
	Fault  bool
	Count  int
	Share  rating.Number
}

// HTML writes a summary as a page that needs nothing but itself: no script, no file, no
// network.
func HTML(w io.Writer, s rating.Summary) error {
	p := page{Summary: s, Title: cmp.Or(oneLine(s.Name), "Arena"), Cross: crosstable(s), Reasons: reasons(s)}
	for i := range colours {
		p.Palette = append(p.Palette, i)
	}
	names := map[int]string{}
	for _, st := range s.Standings {
		names[st.Participant] = oneLine(st.Name)
	}
	p.FirstName, p.SecondName = names[0], names[1]
	p.Plot = newPlot(s.Curves, names)
	return pageTemplate.Execute(w, p)
}

// crosstable returns the crosstable in the order of the standings.
func crosstable(s rating.Summary) []crossRow {
	var rows []crossRow
	for rank, a := range s.Standings {
		row := crossRow{Rank: rank + 1, Name: oneLine(a.Name), Total: a.Points}
		for _, b := range s.Standings {
			cell := crossCell{Same: a.Participant == b.Participant}
			if !cell.Same {
				cell.Tally = s.Crosstable[a.Participant][b.Participant]
				cell.Points, cell.Elo = cell.Tally.Points(), cell.Tally.Elo()
				if score := cell.Score(); score.Known() {
					cell.Grade = int(float64(score)*4 + 0.5)
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

// reasons returns how games ended, the most frequent first.
func reasons(s rating.Summary) []reasonRow {
	var rows []reasonRow
	for r, n := range s.Reasons {
		rows = append(rows, reasonRow{Reason: r, Fault: r.Fault(), Count: n, Share: rating.Number(float64(n) / float64(s.Games))})
	}
	slices.SortFunc(rows, func(a, b reasonRow) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Reason, b.Reason))
	})
	return rows
}

// faults writes how often which fault came: "late 3, crashed 1".
func faults(m map[contest.Reason]int) string {
	var all []contest.Reason
	for r := range m {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b contest.Reason) int { return cmp.Or(m[b]-m[a], cmp.Compare(a, b)) })
	text := ""
	for i, r := range all {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%s %d", r, m[r])
	}
	return text
}

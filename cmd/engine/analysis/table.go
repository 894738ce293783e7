package analysis

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"ishi/engine/game"
)

// table prints for people: positions as rows of one table, games as a table each.
type table struct {
	out       io.Writer
	rows      *tabwriter.Writer // of positions, nil until there is one
	colour    bool
	file      string // of the last position
	positions int
}

// NewTable returns a Printer of text tables. With colour mistakes stand out.
func NewTable(out io.Writer, colour bool) Printer { return &table{out: out, colour: colour} }

func newRows(out io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
}

// rowsAtOnce is the number of positions whose columns are made equally wide. What is
// found is shown after as many, so that memory stays flat.
const rowsAtOnce = 50

func (t *table) Position(p Position) error {
	if t.rows == nil {
		t.rows = newRows(t.out)
	}
	if t.file != p.File {
		if err := t.rows.Flush(); err != nil {
			return err
		}
		t.file, t.positions = p.File, 0
		fmt.Fprintf(t.out, "%s\n", p.File)
	}
	if t.positions%rowsAtOnce == 0 {
		fmt.Fprintln(t.rows, "line\tempty\tside\tscore\tmove\tdepth\tnodes\tms\tnodes/s\t\t")
	}
	t.positions++
	note := ""
	if p.Exact && len(p.Known) > 0 && !p.Agrees {
		note = fmt.Sprintf("the file says %v %+d", p.Known[0].Move, p.Known[0].Score)
	}
	best := Line{}
	if len(p.Lines) > 0 {
		best = p.Lines[0]
	}
	where := p.Line
	if where == 0 {
		where = p.Number
	}
	fmt.Fprintf(t.rows, "%d\t%d\t%v\t%s\t%v\t%s\t%s\t\t%s\n", where, p.Empty, p.Side, best.Text(), best.Move(),
		depthText(p.Verdict), effort(p.Nodes, p.Took), strings.TrimSpace(note+" "+moves(rest(best.PV))))
	for _, l := range p.Lines[min(1, len(p.Lines)):] {
		fmt.Fprintf(t.rows, "\t\t\t%s\t%v\t\t\t\t\t\t%s\n", l.Text(), l.Move(), moves(rest(l.PV)))
	}
	if t.positions%rowsAtOnce == 0 {
		return t.rows.Flush()
	}
	return nil
}

// depthText writes how deep a verdict looked.
func depthText(v Verdict) string {
	if v.Exact {
		return "exact"
	}
	return fmt.Sprint(v.Depth)
}

// effort writes nodes, milliseconds and nodes a second, as three cells.
func effort(nodes uint64, took time.Duration) string {
	return fmt.Sprintf("%d\t%.0f\t%d", nodes, took.Seconds()*1000, rate(nodes, took))
}

func rate(nodes uint64, took time.Duration) uint64 {
	return uint64(float64(nodes) / max(took.Seconds(), 1e-9))
}

func rest(line []game.Move) []game.Move { return line[min(1, len(line)):] }

// moves writes the beginning of a line.
func moves(line []game.Move) string {
	const shown = 10
	var text []string
	for _, m := range line[:min(shown, len(line))] {
		text = append(text, m.String())
	}
	return strings.Join(text, " ")
}

func (t *table) Game(g Game) error {
	if err := t.flush(); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "%s %d: %s, %s\n", g.File, g.Number, players(g.Subject), kind(g.Board))
	rows := newRows(t.out)
	lossUnit := "loss"
	if g.Unit != discs {
		lossUnit = "loss %"
	}
	fmt.Fprintf(rows, "ply\tside\tmove\tscore\tbest\tscore\t%s\t\t\t\n", lossUnit)
	for _, m := range g.Moves {
		fmt.Fprintf(rows, "%d\t%v\t%v\t%s\t%s\t\n", m.Ply, m.Side, m.Move, m.Played.Text(), t.better(m))
	}
	if err := rows.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "%s  (above the middle: black is better)\n", Graph(g))
	for _, side := range []game.Side{game.Black, game.White} {
		fmt.Fprintf(t.out, "%v: %s\n", side, sumText(g.Sum(side), g.Unit))
	}
	if g.Final.Outcome != game.Ongoing {
		fmt.Fprintf(t.out, "result: %v\n", g.Final)
	}
	_, err := fmt.Fprintln(t.out)
	return err
}

// better writes the best move where another was played: its cells, the loss, the mark.
func (t *table) better(m Move) string {
	if m.Forced {
		return "\t\t\t\tforced"
	}
	best := m.Before.Lines[0]
	if best.Move() == m.Move {
		return "\t\t\t\t"
	}
	mark := string(m.Mark)
	if t.colour && mark != "" {
		mark = "\x1b[31m" + mark + "\x1b[0m"
	}
	return fmt.Sprintf("%v\t%s\t%.0f\t%s\t%s", best.Move(), best.Text(), m.Loss, mark, moves(rest(best.PV)))
}

func players(s Subject) string {
	name := func(n string) string {
		if n == "" {
			return "?"
		}
		return n
	}
	text := name(s.Black) + " - " + name(s.White)
	if s.Result != "" {
		text += ", " + s.Result
	}
	return text
}

func kind(b Board) string {
	text := b.Game + " " + size(b.Width, b.Height)
	if b.Rule != "" && b.Rule != b.Game {
		text += " " + b.Rule
	}
	return text
}

func sumText(s Sum, unit string) string {
	if s.Moves == 0 {
		return "no choice"
	}
	if unit != discs {
		unit = "%"
	}
	return fmt.Sprintf("%d moves, loss %.1f %s a move, %d blunders (??), %d mistakes (?), %d dubious (?!)",
		s.Moves, s.Loss/float64(s.Moves), unit, s.Blunders, s.Mistakes, s.Dubious)
}

// flush shows the rows of positions that wait.
func (t *table) flush() error {
	if t.rows == nil {
		return nil
	}
	return t.rows.Flush()
}

func (t *table) Total(sum Total) error {
	if err := t.flush(); err != nil {
		return err
	}
	var what []string
	if sum.Positions > 0 {
		what = append(what, count(sum.Positions, "position"))
	}
	if sum.Games > 0 {
		what = append(what, count(sum.Games, "game"), count(sum.Moves, "move"))
	}
	if len(what) == 0 {
		what = []string{"nothing"}
	}
	text := fmt.Sprintf("all: %s, %d nodes, %.2f s, %d nodes/s", strings.Join(what, ", "), sum.Nodes, sum.Took.Seconds(), rate(sum.Nodes, sum.Took))
	if sum.Known > 0 {
		text += fmt.Sprintf(", %d of %d as the file says", sum.Right, sum.Known)
	}
	_, err := fmt.Fprintln(t.out, text)
	return err
}

// count writes a number and its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

package repl

import (
	"fmt"
	"slices"
	"strings"

	"ishi/engine"
	"ishi/engine/game"
)

// showBoard shows the board to a person.
func (s *shell) showBoard() {
	if s.console.person() {
		s.console.print(s.drawBoard(s.position()))
	}
}

// drawing is a board as it is drawn.
type drawing struct {
	theme  theme
	glyphs glyphs
	setup  engine.Setup
	view   engine.Viewer
	last   game.Move
	won    map[game.Move]bool
	marks  map[game.Move]string // on empty points
	ground string
}

// drawBoard draws a board with what there is to say of it at its side:
//
//	  a b c d
//	1 . * . .   othello 4x4
//	2 * O X .   move 1: black d3
//	3 . X X(X)  black X 4, white O 1
//	4 . * . .   white to move
func (s *shell) drawBoard(pos engine.Position) string {
	v, ok := pos.(engine.Viewer)
	if !ok {
		return s.session.Game().Name() + " cannot be drawn"
	}
	d := &drawing{theme: s.theme, glyphs: s.theme.glyphs(), setup: pos.Setup(), view: v}
	if s.game.at > 0 {
		for i := s.game.at - 1; i >= 0 && !d.last.IsPoint(); i-- {
			d.last = s.game.plies[i].Move
		}
	}
	d.mark(pos)
	notes := s.notes(pos, v)
	var b strings.Builder
	b.WriteString("   " + d.header())
	for y := range d.setup.Height {
		row := fmt.Sprintf("%3d%s", y+1, d.row(y))
		if y < len(notes) {
			row += "  " + notes[y]
		}
		b.WriteString("\n" + strings.TrimRight(row, " "))
	}
	for y := d.setup.Height; y < len(notes); y++ {
		b.WriteString("\n" + notes[y])
	}
	return b.String()
}

// mark notes what is marked: legal moves where the rules leave few, else the points on
// which one must not play, and what has won.
func (d *drawing) mark(pos engine.Position) {
	d.marks, d.won, d.ground = map[game.Move]string{}, map[game.Move]bool{}, groundGreen
	if w, ok := pos.(engine.Winner); ok {
		for _, m := range w.WinningStones() {
			d.won[m] = true
		}
	}
	if f, ok := pos.(engine.Forbidder); ok {
		d.ground = groundWood
		for _, m := range f.Forbidden() {
			d.marks[m] = d.glyphs.forbidden
		}
		return
	}
	for _, m := range d.view.Legal() {
		if m.IsPoint() {
			d.marks[m] = d.glyphs.legal
		}
	}
}

// header names the columns.
func (d *drawing) header() string {
	var b strings.Builder
	for x := range d.setup.Width {
		fmt.Fprintf(&b, "%2s", strings.TrimRight(game.At(x, 0).String(), "0123456789"))
	}
	return b.String()
}

// row draws a row. Without colours the last move stands in parentheses and a winning
// line in brackets.
func (d *drawing) row(y int) string {
	var b strings.Builder
	gap := " "
	for x := range d.setup.Width {
		m := game.At(x, y)
		before, after := gap, " "
		if !d.theme.color {
			switch d.look(m) {
			case lastLook:
				before, after = "(", ")"
			case wonLook:
				before, after = "[", "]"
				if gap == "]" {
					before = " "
				}
			}
		}
		b.WriteString(d.paintGround(before) + d.point(m))
		gap = after
	}
	b.WriteString(d.paintGround(gap))
	return b.String()
}

func (d *drawing) look(m game.Move) look {
	switch {
	case d.won[m]:
		return wonLook
	case m == d.last:
		return lastLook
	}
	return plainLook
}

func (d *drawing) paintGround(text string) string { return d.theme.paint(text, d.ground) }

// point draws a point.
func (d *drawing) point(m game.Move) string {
	ground := map[look]string{plainLook: d.ground, lastLook: groundLast, wonLook: groundWon}[d.look(m)]
	side, ok := d.view.At(m)
	switch {
	case ok && side == game.Black:
		return d.theme.paint(d.glyphs.black, inkBlack+";"+ground)
	case ok:
		return d.theme.paint(d.glyphs.white, inkWhite+";"+ground)
	}
	faint := inkFaint
	if d.ground == groundGreen {
		faint = inkOnGreen
	}
	if mark, ok := d.marks[m]; ok {
		return d.theme.paint(mark, inkWhite+";"+d.ground)
	}
	return d.theme.paint(d.glyphs.empty, faint+";"+d.ground)
}

// notes says what there is to say of a position.
func (s *shell) notes(pos engine.Position, v engine.Viewer) []string {
	setup := pos.Setup()
	head := fmt.Sprintf("%s %dx%d", s.session.Game().Name(), setup.Width, setup.Height)
	if len(s.session.Game().Rules()) > 1 {
		head += ", " + setup.Rule
	}
	var counts [2]int
	for y := range setup.Height {
		for x := range setup.Width {
			if side, ok := v.At(game.At(x, y)); ok {
				counts[side]++
			}
		}
	}
	glyphs := theme{unicode: s.theme.unicode}.glyphs()
	if s.theme.color && s.theme.unicode {
		glyphs.black = s.theme.paint(" ● ", inkBlack+";"+groundWood)
		glyphs.white = s.theme.paint(" ● ", inkWhite+";"+groundWood)
	}
	notes := []string{
		s.theme.strong(head),
		s.lastNote(),
		fmt.Sprintf("black %s %d, white %s %d", glyphs.black, counts[game.Black], glyphs.white, counts[game.White]),
	}
	notes = append(notes, s.clocks.notes(s.now(), pos.Side())...)
	for _, side := range []game.Side{game.Black, game.White} {
		if s.auto[side] {
			notes = append(notes, fmt.Sprintf("the engine plays %v", side))
		}
	}
	notes = append(notes, s.theme.strong(turnNote(pos, v)))
	return notes
}

// lastNote tells the last move.
func (s *shell) lastNote() string {
	if s.game.at == 0 {
		if len(s.game.stones) > 0 {
			return "set up"
		}
		return "no moves yet"
	}
	last := s.game.plies[s.game.at-1]
	note := fmt.Sprintf("move %d: %v %v", s.game.at, last.Side, last.Move)
	if more := len(s.game.plies) - s.game.at; more > 0 {
		note += fmt.Sprintf(" (%d taken back)", more)
	}
	return note
}

// turnNote tells whose turn it is, or the result.
func turnNote(pos engine.Position, v engine.Viewer) string {
	if r := pos.Result(); r.Outcome != game.Ongoing {
		return resultText(r)
	}
	if slices.Equal(v.Legal(), []game.Move{game.Pass}) {
		return fmt.Sprintf("%v must pass", pos.Side())
	}
	return fmt.Sprintf("%v to move", pos.Side())
}

package gomoku

import (
	"strings"
	"testing"
)

// A lineOracle knows the game from its rules alone. It plays stones into whole
// lines written as text and looks what happens; it shares no code with the line
// tables. In a line the side's own stones are o, the opponent's x, empty
// cells are dots, and # is beyond the edge or closed.
type lineOracle struct {
	rule  Rule
	side  Side
	known map[string]LineClass
}

// lineOracles are the oracles by rule and side; what they found is kept.
var lineOracles = func() (all [ruleCount][2]*lineOracle) {
	for rule := range all {
		for side := range all[rule] {
			all[rule][side] = &lineOracle{rule: Rule(rule), side: Side(side), known: map[string]LineClass{}}
		}
	}
	return all
}()

// span is how much of a line the oracle sees on either side of a cell:
// more than can matter.
const span = 6

// lineText writes the line through c in direction d as s sees it, with c in the
// middle.
func lineText(b *Board, s Side, c Cell, d int) string {
	dx, dy := []int{1, 0, 1, 1}[d], []int{0, 1, 1, -1}[d]
	var text strings.Builder
	for i := -span; i <= span; i++ {
		x, y := c.X()+i*dx, c.Y()+i*dy
		if !b.Contains(x, y) {
			text.WriteByte('#')
			continue
		}
		switch b.cells[CellAt(x, y)].stone {
		case empty:
			text.WriteByte('.')
		case wall:
			text.WriteByte('#')
		case stoneOf(s):
			text.WriteByte('o')
		default:
			text.WriteByte('x')
		}
	}
	return text.String()
}

// put returns the line with another character at i.
func put(line string, i int, c byte) string {
	return line[:i] + string(c) + line[i+1:]
}

// row returns where the row of o through i begins and ends (exclusive).
func row(line string, i int) (from, to int) {
	for from = i; from > 0 && line[from-1] == 'o'; from-- {
	}
	for to = i; to < len(line) && line[to] == 'o'; to++ {
	}
	return from, to
}

// wins reports whether the row of o through i wins.
func (o *lineOracle) wins(line string, i int) bool {
	from, to := row(line, i)
	closed := from > 0 && to < len(line) && line[from-1] == 'x' && line[to] == 'x'
	switch n := to - from; {
	case n < 5:
		return false
	case n > 5:
		return o.rule == Freestyle || o.rule == Caro || o.rule == Renju && o.side == White
	default:
		return !closed || o.rule == Freestyle || o.rule == Exact || o.rule == Renju
	}
}

// class returns what the o in the middle of line makes. No row crosses an x or
// a #, so what is behind them is walled off first.
func (o *lineOracle) class(line string) LineClass {
	if i := strings.LastIndexAny(line[:span], "x#"); i >= 0 {
		line = strings.Repeat("#", i) + line[i:]
	}
	if i := strings.IndexAny(line[span:], "x#"); i >= 0 {
		line = line[:span+i+1] + strings.Repeat("#", span-i)
	}
	class, ok := o.known[line]
	if !ok {
		class = o.find(line)
		o.known[line] = class
	}
	return class
}

// completions lists the cells on which another o wins in a row with the middle.
func (o *lineOracle) completions(line string) (at []int) {
	for i := range line {
		if line[i] == '.' && o.wins(put(line, i, 'o'), span) {
			at = append(at, i)
		}
	}
	return at
}

func (o *lineOracle) find(line string) LineClass {
	if o.wins(line, span) {
		return Five
	}
	from, to := row(line, span)
	switch {
	case to-from > 5:
		return Overline
	case to-from == 5:
		return Dead
	}
	if at := o.completions(line); len(at) > 0 {
		return o.findFour(line, at)
	}
	n := map[LineClass]int{}
	for i := range line {
		if line[i] == '.' {
			n[o.class(put(line, i, 'o'))]++
		}
	}
	for _, kind := range []struct {
		count, least int
		class        LineClass
	}{
		{n[Open4], 2, Open3s}, {n[Open4], 1, Open3}, {n[Closed4], 1, Closed3},
		{n[Open3] + n[Open3s], 4, Open2b}, {n[Open3] + n[Open3s], 3, Open2a}, {n[Open3] + n[Open3s], 1, Open2},
		{n[Closed3], 1, Closed2}, {n[Open2] + n[Open2a] + n[Open2b], 1, Open1}, {n[Closed2], 1, Closed1},
	} {
		if kind.count >= kind.least {
			return kind.class
		}
	}
	return Dead
}

func (o *lineOracle) findFour(line string, at []int) LineClass {
	if o.rule == Renju && o.side == Black {
		switch {
		case len(at) == 1:
			return Closed4
		case len(at) == 2 && at[1]-at[0] == 5 && line[at[0]+1:at[1]] == "oooo":
			return Open4
		}
		return DoubleFour
	}
	for i := range line {
		if line[i] == '.' && len(o.completions(put(line, i, 'x'))) == 0 {
			return Closed4
		}
	}
	return Open4
}

// naiveLine returns what a stone of s on the empty cell c makes in direction d.
func naiveLine(b *Board, s Side, c Cell, d int) LineClass {
	return lineOracles[b.rule][s].class(put(lineText(b, s, c, d), span, 'o'))
}

// naiveClass follows the definitions of the classes word by word.
func naiveClass(lines []LineClass, fouls bool) Class {
	has := func(n int, classes ...LineClass) bool {
		for _, l := range lines {
			for _, c := range classes {
				if l == c {
					n--
				}
			}
		}
		return n <= 0
	}
	three := has(1, Open3, Open3s)
	extra := has(1, Closed3, Open2, Open2a, Open2b)
	switch {
	case has(1, Five):
		return ClassFive
	case fouls && has(1, Overline), fouls && has(1, DoubleFour),
		fouls && has(2, Closed4, Open4), fouls && has(2, Open3, Open3s):
		return ClassForbidden
	case has(1, Open4), has(2, Closed4):
		return ClassOpenFour
	case has(1, Closed4) && three:
		return ClassFourThree
	case has(1, Closed4) && extra:
		return ClassFourPlus
	case has(1, Closed4):
		return ClassFour
	case has(2, Open3, Open3s):
		return ClassDoubleThree
	case three && extra:
		return ClassThreePlus
	case three:
		return ClassThree
	case has(2, Closed3), has(1, Closed3) && has(1, Open2, Open2a, Open2b):
		return ClassClosedThreePlus
	case has(2, Open2, Open2a, Open2b):
		return ClassDoubleTwo
	case has(1, Closed3):
		return ClassClosedThree
	case has(1, Open2, Open2a, Open2b):
		return ClassTwo
	}
	return ClassNone
}

// naiveBoard is what a board says of its cells as a whole.
type naiveBoard struct {
	value          [2]int32
	count          [2][16]uint16
	occupied, foul [MaxSize]uint32
	hot, warm      [2][MaxSize]uint32
	stones         int
}

// checkBoard compares all that the board keeps up to date with what the oracle
// finds by looking at every cell.
func checkBoard(tb testing.TB, b *Board) {
	tb.Helper()
	var n naiveBoard
	for y := range b.h {
		for x := range b.w {
			n.add(tb, b, CellAt(x, y))
		}
	}
	if b.count != n.count {
		tb.Fatalf("%v: counts %v, want %v", b.rule, b.count, n.count)
	}
	if b.occupied != n.occupied || b.hot != n.hot || b.warm != n.warm || b.foul != n.foul {
		tb.Fatalf("%v: sets differ", b.rule)
	}
	if b.value != n.value || b.ply != n.stones {
		tb.Fatalf("%v: value %d, ply %d, want %d, %d", b.rule, b.value, b.ply, n.value, n.stones)
	}
	checkHash(tb, b)
	checkCandidates(tb, b)
}

// add looks at one cell, compares what the board knows of it, and counts it.
func (n *naiveBoard) add(tb testing.TB, b *Board, c Cell) {
	tb.Helper()
	y, bit := c.Y(), uint32(1)<<c.X()
	q := &b.cells[c]
	if q.stone != empty {
		n.occupied[y] |= bit
		if q.stone != wall {
			n.stones++
		}
		return
	}
	var worths [2]pattern
	for _, s := range []Side{Black, White} {
		lines := make([]LineClass, directions)
		pat := uint16(0)
		for d := range lines {
			lines[d] = naiveLine(b, s, c, d)
			if got := LineClass(q.lines[d] >> (4 * s) & 15); got != lines[d] {
				tb.Fatalf("%v %v %v direction %d (%s): %v, want %v", b.rule, s, c, d, lineText(b, s, c, d), got, lines[d])
			}
			pat |= uint16(lines[d]) << (4 * d)
		}
		class := naiveClass(lines, b.rule == Renju && s == Black)
		if q.pat[s] != pat || q.class[s] != class || b.Class(s, c) != class {
			tb.Fatalf("%v %v %v: pattern %x, class %v, want %x, %v", b.rule, s, c, q.pat[s], q.class[s], pat, class)
		}
		worths[s] = b.pattern(s, pat)
		n.count[s][class]++
		if class >= ClassFour {
			n.hot[s][y] |= bit
		}
		if class >= ClassThree {
			n.warm[s][y] |= bit
		}
		if class == ClassForbidden {
			n.foul[y] |= bit
		}
	}
	n.value[Black] += int32(worths[Black].moving()) - int32(worths[White].waiting())
	n.value[White] += int32(worths[White].moving()) - int32(worths[Black].waiting())
}

// checkHash compares the hash with that of the stones.
func checkHash(tb testing.TB, b *Board) {
	tb.Helper()
	hash := emptyHash(b.w, b.h, b.rule)
	if b.side == White {
		hash ^= whiteToMove
	}
	for y := range b.h {
		for x := range b.w {
			c := CellAt(x, y)
			if s, ok := b.Stone(c); ok {
				hash ^= zobrist[s][c]
			} else if !b.Empty(c) {
				hash ^= blockedWord(c)
			}
		}
	}
	if b.hash != hash {
		tb.Fatalf("hash %x, want %x", b.hash, hash)
	}
}

// checkCandidates finds the candidates from the stones' distances.
func checkCandidates(tb testing.TB, b *Board) {
	tb.Helper()
	box := []int{2, 2, 3, 3, 4, MaxSize}[b.area]
	lines := []int{2, 3, 3, 4, 4, MaxSize}[b.area]
	var want [MaxSize]uint32
	for y := range b.h {
		for x := range b.w {
			near := b.area == AreaFull
			for _, c := range b.Moves() {
				dx, dy := abs(c.X()-x), abs(c.Y()-y)
				far := max(dx, dy)
				near = near || far <= box || far <= lines && (dx == 0 || dy == 0 || dx == dy)
			}
			if near {
				want[y] |= 1 << x
			}
		}
	}
	if b.cand != want {
		tb.Fatalf("area %d: candidates %x, want %x", b.area, b.cand, want)
	}
}

// winsNaively reports whether a stone of s on c makes a winning row.
func winsNaively(b *Board, s Side, c Cell) bool {
	for d := range directions {
		if lineOracles[b.rule][s].wins(put(lineText(b, s, c, d), span, 'o'), span) {
			return true
		}
	}
	return false
}

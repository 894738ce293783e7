package gomoku

import "math/bits"

// LineClass is what a stone on a cell makes in one direction. Closed means
// that one reply stops it, open that it takes more: a closed four has one
// completing cell, an open four is no longer stopped; a three is one
// stone away from a four of its kind, and so on down. Only fives through the
// cell count.
type LineClass uint8

// The line classes, from weak to strong. A cell keeps one in four bits.
const (
	Dead       LineClass = iota // no five can come of it
	Overline                    // six or more that do not win
	DoubleFour                  // renju, Black: two fours in one line, as in O_OO*_O
	Closed1
	Open1
	Closed2
	Open2  // one or two cells make an open three of it
	Open2a // three cells
	Open2b // four cells or more
	Closed3
	Open3  // one cell makes an open four of it
	Open3s // two cells or more
	Closed4
	Open4
	Five
	lineClasses = 15
)

var lineClassNames = [lineClasses]string{
	"dead", "overline", "double four", "closed one", "open one", "closed two", "open two",
	"open two (3)", "open two (4)", "closed three", "open three", "open three (2)",
	"closed four", "open four", "five",
}

// String returns the class in words, for diagnostics.
func (l LineClass) String() string {
	if l < lineClasses {
		return lineClassNames[l]
	}
	return "invalid"
}

// maxReach is the largest Rule.reach.
const maxReach = 5

// An arm is one half of a line as its middle stone sees it: own stones and
// empty cells outward from the middle, up to the first cell that is
// neither, or up to the reach. What lies behind a stopper cannot matter.
type arm struct {
	length int    // cells before the stopper, 0 to the reach
	own    uint32 // bit i: an own stone at distance i+1
	stop   uint8  // stopNone at full length, else what ends the arm
}

const (
	stopNone = iota
	stopStone
	stopEdge
)

// armCount bounds arm.index: 32 arms of full length and 31 per stopper.
const armCount = 1<<maxReach + 2*(1<<maxReach-1)

// index numbers the arms from 0 to armCount-1.
func (a arm) index() int {
	if a.stop == stopNone {
		return int(a.own)
	}
	return 1<<maxReach + int(a.stop-stopStone)*(1<<maxReach-1) + 1<<a.length - 1 + int(a.own)
}

// run counts the own stones next to the middle.
func (a arm) run() int { return bits.TrailingZeros32(^a.own) }

// empty reports whether the cell at distance i+1 is empty.
func (a arm) empty(i int) bool { return i < a.length && a.own>>i&1 == 0 }

// with returns the arm with an own stone at distance i+1.
func (a arm) with(i int) arm {
	a.own |= 1 << i
	return a
}

// cut returns the arm with an opponent's stone at distance i+1.
func (a arm) cut(i int) arm {
	return arm{length: i, own: a.own & (1<<i - 1), stop: stopStone}
}

// line is a whole line: an own stone in the middle and the arms at its sides.
type line [2]arm

func (l line) with(side, i int) line {
	l[side] = l[side].with(i)
	return l
}

func (l line) cut(side, i int) line {
	l[side] = l[side].cut(i)
	return l
}

// run is the length of the unbroken row of own stones through the middle.
func (l line) run() int { return l[0].run() + 1 + l[1].run() }

// blocked reports whether an opponent's stone is next to both ends of the run.
func (l line) blocked() bool {
	for _, a := range l {
		if a.stop != stopStone || a.run() != a.length {
			return false
		}
	}
	return true
}

// A lineDeriver finds the class of a line from what further stones would make
// of it. It remembers what it found.
type lineDeriver struct {
	rule  Rule
	side  Side
	known [armCount][armCount]LineClass
	done  [armCount][armCount]bool
}

// wins reports whether the run through the middle of l wins by the rule.
func (d *lineDeriver) wins(l line) bool {
	n := l.run()
	switch d.rule {
	case Exact:
		return n == 5
	case Renju:
		return n == 5 || n > 5 && d.side == White
	case Caro:
		return n > 5 || n == 5 && !l.blocked()
	case ExactCaro:
		return n == 5 && !l.blocked()
	}
	return n >= 5
}

// class returns the class of l.
func (d *lineDeriver) class(l line) LineClass {
	i, j := l[0].index(), l[1].index()
	if !d.done[i][j] {
		d.known[i][j] = d.derive(l)
		d.done[i][j] = true
	}
	return d.known[i][j]
}

// derive works l out, from the strongest class down.
func (d *lineDeriver) derive(l line) LineClass {
	if d.wins(l) {
		return Five
	}
	switch n := l.run(); {
	case n > 5:
		return Overline
	case n == 5: // blocked at both ends, it will never be more
		return Dead
	}
	var next [lineClasses]int // classes that one more own stone makes
	for side := range l {
		for i := range l[side].length {
			if l[side].empty(i) {
				next[d.class(l.with(side, i))]++
			}
		}
	}
	threes := next[Open3] + next[Open3s]
	switch {
	case next[Five] > 0:
		return d.four(l, next[Five])
	case next[Open4] > 1:
		return Open3s
	case next[Open4] > 0:
		return Open3
	case next[Closed4] > 0:
		return Closed3
	case threes > 3:
		return Open2b
	case threes > 2:
		return Open2a
	case threes > 0:
		return Open2
	case next[Closed3] > 0:
		return Closed2
	case next[Open2]+next[Open2a]+next[Open2b] > 0:
		return Open1
	case next[Closed2] > 0:
		return Closed1
	}
	return Dead
}

// four tells the fours apart; fives cells complete one in l. Two completing
// cells are not always enough for an open four: in Caro, a reply on one of them may
// block the end of the five on the other, as in X_OOOO_X. For Black in
// renju only an unbroken four is open, others are two fours in one line.
func (d *lineDeriver) four(l line, fives int) LineClass {
	switch {
	case fives < 2:
		return Closed4
	case d.rule.fouls(d.side):
		if l.run() == 4 {
			return Open4
		}
		return DoubleFour
	}
	for side := range l {
		for i := range l[side].length {
			if l[side].empty(i) && !d.completes(l.cut(side, i)) {
				return Closed4
			}
		}
	}
	return Open4
}

// completes reports whether one more own stone wins in l.
func (d *lineDeriver) completes(l line) bool {
	for side := range l {
		for i := range l[side].length {
			if l[side].empty(i) && d.wins(l.with(side, i)) {
				return true
			}
		}
	}
	return false
}

package gomoku

import (
	"strings"
	"testing"
)

// TestLineClasses looks at examples from the literature. In a line o is the
// side's stone, x the opponent's, # the edge, * the cell that is looked
// at; dots are added on both sides.
func TestLineClasses(t *testing.T) {
	for _, test := range []struct {
		rule Rule
		side Side
		line string
		want LineClass
	}{
		{Freestyle, Black, "..ooo*..", Open4},
		{Freestyle, Black, ".xooo*..", Closed4},
		{Freestyle, Black, ".xooo*x.", Dead},
		{Freestyle, Black, "..oo.*o..", Closed4},
		{Freestyle, Black, "oo*.ooo", Closed4},
		{Exact, Black, "oo*.ooo", Closed3}, // two more stones on the left
		{Exact, Black, "xoo*.ooox", Dead},  // the gap makes seven
		{Freestyle, Black, "o.oo*.o", Open4},
		{Renju, Black, "o.oo*.o", DoubleFour},
		{Renju, White, "o.oo*.o", Open4},
		{Renju, Black, "ooo.*.ooo", DoubleFour},
		{Renju, Black, "..ooo*..", Open4},
		{Renju, Black, "o.ooo*..", Closed4}, // the gap would make six
		{Renju, Black, "ooo*oo", Overline},
		{Renju, White, "ooo*oo", Five},
		{Exact, White, "ooo*oo", Overline},
		{Caro, Black, "xooo*oox", Five},
		{ExactCaro, Black, "xooo*oox", Overline},
		{Caro, Black, "xooo*ox", Dead},
		{Caro, Black, "xooo*o#", Five},
		{Caro, Black, "x.ooo*.x", Closed4}, // a reply at one end blocks the other five
		{Caro, Black, "#.ooo*.#", Open4},
		{Caro, Black, "x.ooo*..", Closed4}, // so does one on the other end here
		{Caro, Black, "..ooo*..", Open4},
		{Freestyle, Black, "x.ooo*.x", Open4},
		{Freestyle, Black, "...oo*...", Open3s},
		{Freestyle, Black, ".x.oo*..", Open3},
		{Freestyle, Black, ".x.oo*.x.", Closed3},
		{Freestyle, Black, "..o.o*..", Open3},
		{Freestyle, Black, ".xoo*...", Closed3},
		{Freestyle, Black, "..o*..", Open2b},
		{Freestyle, Black, ".x.o*.x", Dead},
		{Freestyle, Black, ".xo*...", Closed2},
		{Freestyle, Black, "....*....", Open1},
		{Freestyle, Black, "x*....", Closed1},
		{Freestyle, Black, "x*...x", Dead},
		{Freestyle, Black, "x....*x", Closed1},
	} {
		key := lineKey(test.line, test.rule.reach(), test.side)
		entry := uint8(0)
		if tables := test.rule.tables(); tables.lines4 != nil {
			entry = tables.lines4[key]
		} else {
			entry = tables.lines5[key]
		}
		if got := LineClass(entry >> (4 * test.side) & 15); got != test.want {
			t.Errorf("%v %v %s: %v, want %v", test.rule, test.side, test.line, got, test.want)
		}
	}
}

// lineKey writes a line as its key by the definition.
func lineKey(line string, reach int, s Side) (key uint32) {
	middle := strings.IndexByte(line, '*')
	place := 0
	for i := middle - reach; i <= middle+reach; i++ {
		if i == middle {
			continue
		}
		cell := uint32(empty)
		if i >= 0 && i < len(line) {
			switch line[i] {
			case 'o':
				cell = uint32(stoneOf(s))
			case 'x':
				cell = uint32(stoneOf(s.Other()))
			case '#':
				cell = wall
			}
		} else if strings.HasPrefix(line, "#") && i < 0 || strings.HasSuffix(line, "#") && i >= len(line) {
			cell = wall
		}
		key |= cell << (2 * place)
		place++
	}
	return key
}

// TestKey compares the keys of a board with the cells round a cell.
func TestKey(t *testing.T) {
	for rule := range ruleCount {
		b := boardOf(t, 15, 12, rule, "a1b2o12c3h8i9g7a12o1b1b11n11n2e5f6")
		for y := range b.h {
			for x := range b.w {
				for d := range directions {
					c := CellAt(x, y)
					want, place := uint32(0), 0
					for i := -rule.reach(); i <= rule.reach(); i++ {
						if i != 0 {
							want |= uint32(b.cells[int(c)+i*step[d]].stone) << (2 * place)
							place++
						}
					}
					if got := b.key(c, d); got != want {
						t.Fatalf("%v %v direction %d: key %x, want %x", rule, c, d, got, want)
					}
				}
			}
		}
	}
}

// TestCodes looks whether codes are one to one with multisets of line classes.
func TestCodes(t *testing.T) {
	Freestyle.tables()
	seen := map[uint16]bool{}
	for code, lines := range codeLines {
		for _, order := range [][directions]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}} {
			pat := uint16(0)
			for i, at := range order {
				pat |= uint16(lines[at]) << (4 * i)
			}
			if int(codeOf[pat]) != code {
				t.Fatalf("code of %x is %d, want %d", pat, codeOf[pat], code)
			}
			if order[0] == 0 {
				seen[pat] = true
			}
		}
	}
	if len(seen) != numCodes {
		t.Errorf("%d multisets, want %d", len(seen), numCodes)
	}
}

// TestClasses compares the classes of all codes with their definitions.
func TestClasses(t *testing.T) {
	Freestyle.tables()
	for _, lines := range codeLines {
		for _, fouls := range []bool{false, true} {
			if got, want := classify(lines, fouls), naiveClass(lines[:], fouls); got != want {
				t.Errorf("%v, fouls %v: %v, want %v", lines, fouls, got, want)
			}
		}
	}
}

func BenchmarkTables(b *testing.B) {
	for rule := range ruleCount {
		b.Run(rule.String(), func(b *testing.B) {
			for b.Loop() {
				new(ruleTables).make(rule)
			}
		})
	}
}

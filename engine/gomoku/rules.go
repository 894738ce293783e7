package gomoku

import "sync"

// numCodes is how many multisets of four line classes there are: the
// directions of a cell are equal, so its class and its value depend on the code only.
const numCodes = 3060 // (15+3 choose 4)

// codeSlots is the length of tables by code: a power of two, so that
// code&(codeSlots-1) needs no bounds check.
const codeSlots = 4096

// codeOf maps four line classes, four bits each in any order, to their code.
// codeLines is one ordering of each code, ascending.
var (
	codeOf    [1 << 16]uint16
	codeLines [numCodes][directions]LineClass
	codesOnce sync.Once
)

// makeCodes numbers the multisets in lexical order.
func makeCodes() {
	n := uint16(0)
	for a := range LineClass(lineClasses) {
		for b := a; b < lineClasses; b++ {
			for c := b; c < lineClasses; c++ {
				for d := c; d < lineClasses; d++ {
					codeLines[n] = [directions]LineClass{a, b, c, d}
					n++
				}
			}
		}
	}
	for n, l := range codeLines {
		permute(l, 0, func(p uint16) { codeOf[p] = uint16(n) })
	}
}

// permute calls f with every order of l[at:], packed.
func permute(l [directions]LineClass, at int, f func(uint16)) {
	if at == directions {
		f(uint16(l[0]) | uint16(l[1])<<4 | uint16(l[2])<<8 | uint16(l[3])<<12)
		return
	}
	for i := at; i < directions; i++ {
		l[at], l[i] = l[i], l[at]
		permute(l, at+1, f)
	}
}

// A pattern is what four line classes mean for a side, in one word so that one
// load gives all: what the cell is worth to the side when it is to move in bits
// 0-15, and when the opponent is in bits 16-31, the class in bits 32-39.
type pattern uint64

func (p pattern) moving() int16  { return int16(p) }
func (p pattern) waiting() int16 { return int16(p >> 16) }
func (p pattern) class() Class   { return Class(p >> 32) }

func makePattern(moving, waiting int16, class Class) pattern {
	return pattern(uint16(moving)) | pattern(uint16(waiting))<<16 | pattern(class)<<32
}

// ruleTables is what all boards of one rule share.
type ruleTables struct {
	once   sync.Once
	lines4 *[1 << 16]uint8       // line classes by key where the reach is 4
	lines5 *[1 << 20]uint8       // where it is 5
	codes  [2][codeSlots]pattern // by side and code
	parts  [2][codeSlots]worth   // by side and code: the side's part of a cell's worth
	tempo  [2][threatMasks]int16 // by side to move and threat mask: what the move is worth

	// order is how much a cell attracts a move, by role (0 own code, 1 the
	// opponent's), colour and code, in OrderUnit.
	order [2][2][codeSlots]int8

	// near is how much a cell attracts a move by its offset from the last move (0)
	// and from the one before (1), see nearOffset.
	near [2][2 * cellCount]int8
}

var rules [ruleCount]ruleTables

// tables returns the tables of a rule and makes them when they are first
// asked for.
func (r Rule) tables() *ruleTables {
	t := &rules[r]
	t.once.Do(func() { t.make(r) })
	return t
}

// make fills t for rule r.
func (t *ruleTables) make(r Rule) {
	codesOnce.Do(makeCodes)
	lines := makeLineTable(r)
	if r.reach() == 4 {
		t.lines4 = (*[1 << 16]uint8)(lines)
	} else {
		t.lines5 = (*[1 << 20]uint8)(lines)
	}
	t.use(r, &DefaultWeights().Rules[r])
}

// line returns the line classes of both sides for a key.
func (t *ruleTables) line(key uint32) uint8 {
	if t.lines4 != nil {
		return t.lines4[key&(1<<16-1)]
	}
	return t.lines5[key&(1<<20-1)]
}

// setWeights sets what a cell is worth to side s under rule r when s is to move
// and when it waits, by code (numCodes entries each, cut off at ±maxWeight).
// Boards made earlier must be refreshed; none may be in use meanwhile.
func setWeights(r Rule, s Side, moving, waiting []int16) {
	r.tables().fill(r, s, moving, waiting)
}

func (t *ruleTables) fill(r Rule, s Side, moving, waiting []int16) {
	for code, lines := range codeLines {
		m, w := limitWeight(moving[code]), limitWeight(waiting[code])
		class := classify(lines, r.fouls(s))
		t.codes[s][code] = makePattern(m, w, class)
		t.parts[s][code] = makePart(s, m, w, class)
	}
}

// pattern returns what the line classes pat mean for side s.
func (b *Board) pattern(s Side, pat uint16) pattern {
	return b.tables.codes[s&1][codeOf[pat]&(codeSlots-1)]
}

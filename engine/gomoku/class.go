package gomoku

// Class is what an empty cell is worth as a whole to one side: what a stone
// of that side there would make in its four directions together. The order is
// from weak to strong. The letters are those of the literature.
type Class uint8

// The classes of an empty cell. "Two" is an open two, one more stone
// away from an open three.
const (
	ClassNone            Class = iota
	ClassForbidden             // renju, Black: overline, two fours or two threes; Forbidden decides
	ClassTwo                   // L: an open two
	ClassClosedThree           // K: a closed three
	ClassDoubleTwo             // J: two open twos
	ClassClosedThreePlus       // I: a closed three with another or with an open two
	ClassThree                 // H: an open three
	ClassThreePlus             // G: an open three with a closed three or an open two
	ClassDoubleThree           // F: two open threes
	ClassFour                  // E: a closed four
	ClassFourPlus              // D: a closed four with a closed three or an open two
	ClassFourThree             // C: a closed four with an open three
	ClassOpenFour              // B: an open four or two closed fours
	ClassFive                  // A: five, the game is won
	ClassCount           = 14
)

var classNames = [ClassCount]string{
	"none", "forbidden", "two", "closed three", "two twos", "closed three+", "three",
	"three+", "two threes", "four", "four+", "four-three", "open four", "five",
}

// String returns the class in words, for diagnostics.
func (c Class) String() string {
	if c < ClassCount {
		return classNames[c]
	}
	return "invalid"
}

// classify returns the class of a cell whose four directions are lines.
// fouls is whether renju's forbidden moves bind the side. A forbidden class is
// final but for the double three, whose threes may turn out not to be real.
func classify(lines [directions]LineClass, fouls bool) Class {
	var n [lineClasses]int
	for _, l := range lines {
		n[l]++
	}
	fours := n[Closed4] + n[Open4]
	threes := n[Open3] + n[Open3s]
	twos := n[Open2] + n[Open2a] + n[Open2b]
	three, two := n[Closed3], twos
	switch {
	case n[Five] > 0:
		return ClassFive
	case fouls && (n[Overline]+n[DoubleFour] > 0 || fours > 1 || threes > 1):
		return ClassForbidden
	case n[Open4] > 0 || fours > 1:
		return ClassOpenFour
	case fours > 0 && threes > 0:
		return ClassFourThree
	case fours > 0 && three+two > 0:
		return ClassFourPlus
	case fours > 0:
		return ClassFour
	case threes > 1:
		return ClassDoubleThree
	case threes > 0 && three+two > 0:
		return ClassThreePlus
	case threes > 0:
		return ClassThree
	case three > 1 || three > 0 && two > 0:
		return ClassClosedThreePlus
	case two > 1:
		return ClassDoubleTwo
	case three > 0:
		return ClassClosedThree
	case two > 0:
		return ClassTwo
	}
	return ClassNone
}

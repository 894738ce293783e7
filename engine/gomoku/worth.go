package gomoku

import "unsafe"

// A cell holds what the board knows of one cell. For an occupied one all
// but stone is what it was when the stone was put there.
//
// Play handles a cell as two words of 64 bits, of which the first field is the
// lowest part, as on all little-endian machines: lines are the first word's upper
// half, and the second word is a worth.
type cell struct {
	pat   [2]uint16         // by side: line classes, four bits per direction
	lines [directions]uint8 // the same by direction: Black's, White's << 4
	value [2]uint16         // by side to move: what it adds to the board's value, plus valueBias
	class [2]Class          // by side
	stone uint8             // empty, black, white, wall
	sets  uint8             // sets it is in, Black's, White's << 4
}

// words returns the cell as two words.
func (c *cell) words() *[2]uint64 { return (*[2]uint64)(unsafe.Pointer(c)) }

// A worth is the second word of an empty cell. Either side's part of it follows
// from that side's line classes alone, and the whole is the sum of the parts:
//
//	bits  0-15  value when Black is to move: Black's moving - White's waiting, plus valueBias
//	bits 16-31  value when White is to move: White's moving - Black's waiting, plus valueBias
//	bits 32-39  Black's class
//	bits 40-47  White's class
//	bits 48-55  the stone, none
//	bits 56-63  sets, Black's, White's << 4
type worth uint64

const (
	// maxWeight bounds weights either way, so that values never carry over.
	maxWeight = 1<<13 - 1

	// partBias is added to the values of a part to make them positive.
	partBias  = 1 << 14
	valueBias = 2 * partBias
)

func limitWeight(w int16) int16 { return min(max(w, -maxWeight), maxWeight) }

// makePart returns side s's part of a worth.
func makePart(s Side, moving, waiting int16, class Class) worth {
	return worth(partBias+moving)<<(16*s) | worth(partBias-waiting)<<(16*s.Other()) |
		worth(class)<<(32+8*s) | worth(setsOf(class))<<(56+4*s)
}

// The sets of cells that a board keeps as bits, Black's here, White's four bits
// higher.
const (
	inHot  = 1 << iota // ClassFour and up
	inWarm             // ClassThree and up
	inFoul             // ClassForbidden
)

func setsOf(class Class) uint8 {
	switch {
	case class >= ClassFour:
		return inHot | inWarm
	case class >= ClassThree:
		return inWarm
	case class == ClassForbidden:
		return inFoul
	}
	return 0
}

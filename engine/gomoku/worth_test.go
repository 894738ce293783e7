package gomoku

import "testing"

// TestCellWords looks whether the fields of a cell lie where its words have
// them.
func TestCellWords(t *testing.T) {
	c := cell{
		pat: [2]uint16{0x1234, 0x5678}, lines: [directions]uint8{0x9a, 0xbc, 0xde, 0xf0},
		value: [2]uint16{0x1122, 0x3344}, class: [2]Class{5, 6}, stone: 7, sets: 8,
	}
	if got, want := *c.words(), [2]uint64{0xf0debc9a_5678_1234, 0x08_07_06_05_3344_1122}; got != want {
		t.Errorf("words %x, want %x", got, want)
	}
}

// TestPartsAddUp adds the parts of both sides for all classes and for weights up to
// the bounds and reads the fields of the sum.
func TestPartsAddUp(t *testing.T) {
	weights := []int16{-maxWeight, -1000, -1, 0, 1, 1000, maxWeight}
	for i := range ClassCount * ClassCount {
		black, white := Class(i%ClassCount), Class(i/ClassCount)
		for _, moving := range weights {
			for _, waiting := range weights {
				var c cell
				c.words()[1] = uint64(makePart(Black, moving, waiting, black) + makePart(White, waiting, moving, white))
				got := [2]int{int(c.value[Black]) - valueBias, int(c.value[White]) - valueBias}
				if got != [2]int{} || // what one side gains the other loses
					c.class != [2]Class{black, white} || c.stone != empty ||
					c.sets != setsOf(black)|setsOf(white)<<4 {
					t.Fatalf("%v %v, weights %d %d: %+v", black, white, moving, waiting, c)
				}
				c.words()[1] = uint64(makePart(Black, moving, waiting, black) + makePart(White, moving, waiting, white))
				got = [2]int{int(c.value[Black]) - valueBias, int(c.value[White]) - valueBias}
				if d := int(moving) - int(waiting); got != [2]int{d, d} {
					t.Fatalf("weights %d %d: values %d", moving, waiting, got)
				}
			}
		}
	}
}

// TestWeightsAreLimited sets weights beyond the bounds.
func TestWeightsAreLimited(t *testing.T) {
	for w, want := range map[int16]int16{-32768: -maxWeight, -8191: -8191, 0: 0, 8191: 8191, 8192: maxWeight, 32767: maxWeight} {
		if got := limitWeight(w); got != want {
			t.Errorf("weight %d is cut to %d, want %d", w, got, want)
		}
	}
}

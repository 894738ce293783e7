package othello

import (
	"fmt"
	"hash/crc32"
	"math/bits"
	"slices"
	"sync"
)

// Stages is the number of sets of weights. The discs on the board choose the set: two disc counts share
// one, many at both ends, where there is little to tell apart or everything is solved.
const Stages = 24

// Stage returns the stage, 0..Stages-1, of a position with 4 to 64 discs.
//
//	discs  4-13  14-15  16-17  …  56-57  58-64
//	stage    0     1      2    …    22     23
func Stage(discs int) int { return max(0, min(Stages-1, discs/2-6)) }

// stageOf is Stage as a table; a full board shares the entry of an empty one.
var stageOf = func() (t [Squares]uint8) {
	for discs := range t {
		t[discs] = uint8(Stage(discs))
	}
	return t
}()

// Beside the patterns there are parameters for the number of moves of each side, the last one for
// this many and more, and for the number of odd quadrants.
const (
	mobilityParameters = 40
	parityParameters   = 5
	scalarParameters   = 2*mobilityParameters + parityParameters
)

// parameterMap gives the parameter of each index of each shape. Contents and their mirror image
// share a parameter.
var parameterMap = sync.OnceValue(func() (ids [len(shapes)][]int32) {
	next := int32(0)
	for s := range shapes {
		mirror := shapes[s].mirror()
		ids[s] = make([]int32, len(mirror))
		for i, m := range mirror {
			if int(m) < i {
				ids[s][i] = ids[s][m]
				continue
			}
			ids[s][i] = next
			next++
		}
	}
	return ids
})

// parameterCount returns the number of parameters of a stage.
var parameterCount = sync.OnceValue(func() int {
	last := int32(0)
	for _, ids := range parameterMap() {
		last = max(last, slices.Max(ids))
	}
	return int(last) + 1 + scalarParameters
})

// ParameterCount returns the number of parameters of each stage.
func ParameterCount() int { return parameterCount() }

// ParametersPerBoard is the number of parameters that make up an evaluation.
const ParametersPerBoard = instances + 3

// AppendParameters appends the numbers, 0..ParameterCount()-1, of the parameters whose sum is the
// evaluation of b. A parameter may occur more than once. It is what a trainer works on.
func AppendParameters(ids []int32, b Board) []int32 {
	var x indices
	x.set(b)
	maps := parameterMap()
	for w, word := range x[:indexWords] {
		m := maps[patterns.shape[w]]
		ids = append(ids, m[uint16(word)], m[uint16(word>>16)], m[uint16(word>>32)], m[word>>48])
	}
	scalars := parameterCount() - scalarParameters
	own := min(bits.OnesCount64(b.Moves()), mobilityParameters-1)
	opp := min(bits.OnesCount64(b.Pass().Moves()), mobilityParameters-1)
	return append(ids, int32(scalars+own), int32(scalars+mobilityParameters+opp),
		int32(scalars+2*mobilityParameters+parityOf(b)))
}

// shapesID tells weights of one meaning from those of another.
var shapesID = sync.OnceValue(func() uint32 {
	return crc32.ChecksumIEEE(fmt.Append(nil, shapes, Stages, DiscUnits, scalarParameters))
})

//go:build !purego

package othello

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// tableSize is the length of a shape's weights in bytes.
//
//lint:ignore U1000 the assembly uses it
const tableSize = tableLength * 2

// play is playGeneric with 256-bit vectors where the processor has them.
func (x *indices) play(from *indices, sq int, flips uint64) {
	if hasAVX2 {
		playAVX2(x, from, &patterns.digit[sq&63], &patterns.digit[0], &patterns.full, flips)
		return
	}
	x.playGeneric(from, sq, flips)
}

// playAVX2 sets to to full - from + put + 2·Σ digit[flips].
//
//go:noescape
func playAVX2(to, from, put, digit, full *indices, flips uint64)

// sum is sumGeneric with 256-bit vectors where the processor has them.
func (x *indices) sum(t *table, b Board) int32 {
	if hasAVX2 {
		return sumAVX2(x, t, b.Own, b.Opp)
	}
	return x.sumGeneric(t, b)
}

// sumAVX2 sums the weights of all instances and of both sides' moves.
//
//go:noescape
func sumAVX2(x *indices, t *table, own, opp uint64) int32

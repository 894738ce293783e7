package othello

import (
	"math/bits"
	"slices"
)

// The evaluation looks at the board through patterns: sets of squares whose joint contents are the
// index of a weight. A shape is a pattern up to symmetry. Each shape lies on the board four times,
// once for each corner or edge (asymmetric shapes eight times, as two entries of four), and all its
// instances share one table of weights.
//
//	edge with X squares     corner 2x5              diagonal pair
//	# # # # # # # #         # # # # # . . .         . . . # # . . .
//	. # . . . . # .         # # # # # . . .         . . # # . . . .
//	. . . . . . . .         . . . . . . . .         . # # . . . . .
//	. . . . . . . .         . . . . . . . .         # # . . . . . .
//	                                                # . . . . . . .
//
// The contents of a pattern are a number in base three, one digit a square: 0 for a disc of the side
// to move, 1 for an empty square, 2 for a disc of the opponent. Seen from the other side an index i of
// an n-square pattern is 3^n-1-i. Four indices of 16 bits make a word; all arithmetic on indices is
// done on whole words, since the index of a position never leaves its 16 bits.
type shape struct {
	name    string
	squares string
}

// shapes lists what is evaluated. The order of the shapes and of their squares is the order of the
// weights in the file: to change it is to train anew.
var shapes = [...]shape{
	{"second line", "a1 a2 b2 c2 d2 e2 f2 g2 h2 h1"},
	{"third line", "a3 b3 c3 d3 e3 f3 g3 h3 b2 g2"},
	{"fourth line", "a4 b4 c4 d4 e4 f4 g4 h4 a1 h1"},
	{"edge with X squares", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"},
	{"edge block", "b1 c1 d1 e1 f1 g1 c2 d2 e2 f2"},
	{"corner 3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3 d4"},
	{"corner triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4"},
	{"main diagonal", "a1 b2 c3 d4 e5 f6 g7 h8 a2 b1"},
	{"diagonal of seven", "a2 b3 c4 d5 e6 f7 g8 a1 h8"},
	{"diagonal of six", "a3 b4 c5 d6 e7 f8 a1 h8 b2 g7"},
	{"diagonal pair", "a4 b5 c6 d7 e8 a5 b6 c7 d8"},
	{"corner 2x5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"},
}

const (
	perWord    = 4  // indices in a word
	indexWords = 13 // one for each shape, two for the corner 2x5
	instances  = indexWords * perWord
)

// indices are the packed pattern indices of a position, seen from the side to move. The words behind
// those in use are 0: they fill up the vectors of the kernels.
type indices [16]uint64

// layout says where the shapes lie and how a disc changes the indices.
type layout struct {
	// squares are those of each instance, in the order of its digits.
	squares [instances][]int
	// shape is the shape of each word's four instances.
	shape [indexWords]int
	// digit holds 3^k in the place of each instance in which the square is digit k.
	digit [Squares]indices
	// full holds the greatest index of each instance: all squares the opponent's.
	full indices
}

var patterns = makeLayout()

func makeLayout() (l layout) {
	n := 0
	for s := range shapes {
		for _, squares := range shapes[s].instances() {
			word, lane := n/perWord, n%perWord*16
			l.squares[n] = squares
			l.shape[word] = s
			power := uint64(1)
			for _, sq := range squares {
				l.digit[sq][word] |= power << lane
				power *= 3
			}
			l.full[word] |= (power - 1) << lane
			n++
		}
	}
	return l
}

// list returns the squares of the shape as written.
func (s *shape) list() (squares []int) {
	for i := 0; i+1 < len(s.squares); i += 3 {
		squares = append(squares, int(s.squares[i]-'a')+8*int(s.squares[i+1]-'1'))
	}
	return squares
}

// instances returns the images of the shape under the symmetries of the board that differ as sets
// of squares.
func (s *shape) instances() (images [][]int) {
	var seen []uint64
	for k := range symmetries {
		image := s.list()
		var set uint64
		for i, sq := range image {
			image[i] = symmetricSquare(sq, k)
			set |= 1 << uint(image[i])
		}
		if !slices.Contains(seen, set) {
			seen = append(seen, set)
			images = append(images, image)
		}
	}
	return images
}

// mirror returns for each index of the shape the index of the same contents after the symmetry that
// maps the shape to itself. It is the identity for a shape without one.
func (s *shape) mirror() []uint16 {
	squares := s.list()
	place := make([]int, len(squares)) // of digit k after the symmetry
	for k := range symmetries {
		image := make([]int, len(squares))
		for i, sq := range squares {
			image[i] = slices.Index(squares, symmetricSquare(sq, k))
		}
		if !slices.Contains(image, -1) {
			place = image // the identity comes first, the mirror, if any, replaces it
		}
	}
	powers := []int{1}
	for range squares {
		powers = append(powers, 3*powers[len(powers)-1])
	}
	mirrored := make([]uint16, 1, powers[len(squares)])
	for k := range squares {
		n := len(mirrored)
		for d := 1; d < 3; d++ {
			for i := range n {
				mirrored = append(mirrored, mirrored[i]+uint16(d*powers[place[k]]))
			}
		}
	}
	return mirrored
}

// symmetries is the number of symmetries of the board.
const symmetries = 8

// symmetricSquare returns the image of a square under the symmetry k (0..7): bit 0 mirrors the
// files, bit 1 the ranks, bit 2 then swaps files and ranks. 0 is the identity.
func symmetricSquare(sq, k int) int {
	x, y := sq&7, sq>>3
	if k&1 != 0 {
		x = 7 - x
	}
	if k&2 != 0 {
		y = 7 - y
	}
	if k&4 != 0 {
		x, y = y, x
	}
	return y*8 + x
}

// set computes the indices of a board from nothing.
func (x *indices) set(b Board) {
	for w := range indexWords {
		x[w] = patterns.full[w] / 2 // all squares empty: every digit 1
	}
	for own := b.Own; own != 0; own &= own - 1 {
		d := &patterns.digit[first(own)&63]
		for w := range indexWords {
			x[w] -= d[w]
		}
	}
	for opp := b.Opp; opp != 0; opp &= opp - 1 {
		d := &patterns.digit[first(opp)&63]
		for w := range indexWords {
			x[w] += d[w]
		}
	}
}

// playGeneric sets x to the indices after from's side to move has played sq with the given flips. The
// result is seen from the other side: the disc that the mover puts changes a digit from 1 to 0, one that
// turns from 2 to 0, and then all digits d become 2-d.
func (x *indices) playGeneric(from *indices, sq int, flips uint64) {
	var turned indices
	for ; flips != 0; flips &= flips - 1 {
		d := &patterns.digit[bits.TrailingZeros64(flips)&63]
		for w := range indexWords {
			turned[w] += d[w]
		}
	}
	d := &patterns.digit[sq&63]
	for w := range indexWords {
		x[w] = patterns.full[w] - from[w] + d[w] + 2*turned[w]
	}
}

// pass sets x to the indices of from seen from the other side.
func (x *indices) pass(from *indices) {
	for w := range indexWords {
		x[w] = patterns.full[w] - from[w]
	}
}

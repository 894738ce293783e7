package othello

import "math/bits"

// The four lines through a square are each gathered into one byte by a multiplication, looked up
// and spread again:
//
//	row        a shift
//	column     a shift, then a multiplication that puts rank r into bit r (or 7-r)
//	diagonals  the file of a square is its bit: a multiplication by 0x0101… adds the ranks up
//
// so a row and both diagonals are indexed by the file of the square and a column by its rank.
const (
	fileA  = 0x0101010101010101
	gather = 0x0102040810204080 // the squares of file a become the bits of the highest byte
)

var (
	// outflank[x][opp] is the set of squares that would close a run of opponent's discs which
	// begins beside square x of a line, opp being the opponent's discs on the inner six squares.
	outflank [8][64]uint8
	// between[x][ends] is the set of squares strictly between square x and the given closing ones.
	between [8][256]uint8
	// turned[x][own] is twice the number of discs that turn when the owner fills square x, the
	// only empty square of a line.
	turned [8][256]uint8
	// column[line] is a line put upright on file a.
	column [256]uint64
	// falling and rising are the diagonals through a square in the direction a1-h8 and h1-a8.
	falling, rising [Squares]uint64
	// beside is the set of squares next to a square, up to eight of them.
	beside [Squares]uint64
)

func init() {
	for x := range 8 {
		for opp := range 64 {
			outflank[x][opp] = closing(x, opp<<1)
		}
		for own := range 256 {
			between[x][own] = strictlyBetween(x, own)
			ends := int(closing(x, ^own)) & own
			turned[x][own] = uint8(2 * bits.OnesCount8(strictlyBetween(x, ends)))
		}
	}
	for line := range 256 {
		for i := range 8 {
			column[line] |= uint64(line>>i&1) << (8 * i)
		}
	}
	for sq := range Squares {
		bit := uint64(1) << sq
		falling[sq] = bit | ray(sq, 1, 1) | ray(sq, -1, -1)
		rising[sq] = bit | ray(sq, -1, 1) | ray(sq, 1, -1)
		around := bit | bit&^(fileA<<7)<<1 | bit&^fileA>>1
		beside[sq] = (around | around<<8 | around>>8) &^ bit
	}
}

// ray returns the squares met on the way from sq, sq excluded, in steps of (dx, dy).
func ray(sq, dx, dy int) (set uint64) {
	x, y := sq&7+dx, sq>>3+dy
	for x >= 0 && x < 8 && y >= 0 && y < 8 {
		set |= 1 << (y*8 + x)
		x, y = x+dx, y+dy
	}
	return set
}

// closing returns the squares of a line behind the runs of opponent's discs on both sides of x.
func closing(x, opp int) (ends uint8) {
	for _, step := range [2]int{1, -1} {
		i := x + step
		for i > 0 && i < 7 && opp>>i&1 != 0 {
			i += step
		}
		if i >= 0 && i < 8 && i != x+step {
			ends |= 1 << i
		}
	}
	return ends
}

func strictlyBetween(x, ends int) (set uint8) {
	for i := range 8 {
		if ends>>i&1 == 0 {
			continue
		}
		for j := min(i, x) + 1; j < max(i, x); j++ {
			set |= 1 << j
		}
	}
	return set
}

func flips(sq int, own, opp uint64) uint64 {
	sq &= 63
	x, y := sq&7, sq>>3
	rank := uint(sq & 56)
	file := uint(x)
	out := &outflank[x]
	span := &between[x]

	ends := out[opp>>(rank+1)&63] & uint8(own>>rank)
	f := uint64(span[ends]) << rank

	ends = outflank[y][(opp>>file&fileA)*gather>>57&63] & uint8((own>>file&fileA)*gather>>56)
	f |= column[between[y][ends]] << file

	line := falling[sq]
	ends = out[(opp&line)*fileA>>57&63] & uint8((own&line)*fileA>>56)
	f |= uint64(span[ends]) * fileA & line

	line = rising[sq]
	ends = out[(opp&line)*fileA>>57&63] & uint8((own&line)*fileA>>56)
	return f | uint64(span[ends])*fileA&line
}

// lastTurned returns twice the number of discs that turn when the owner of own fills sq, the only
// empty square of the board. The opponent's discs are all others.
func lastTurned(sq int, own uint64) int {
	sq &= 63
	x := &turned[sq&7]
	n := int(x[uint8(own>>uint(sq&56))])
	n += int(turned[sq>>3][(own>>uint(sq&7)&fileA)*gather>>56])
	n += int(x[(own&falling[sq])*fileA>>56])
	return n + int(x[(own&rising[sq])*fileA>>56])
}

package othello

import "math/bits"

// rays holds, for one square, the squares beyond it in the eight directions. The first four run
// toward higher bits (east, south-west, south, south-east), the others toward lower bits.
type rays struct {
	up   [4]uint64
	down [4]uint64
}

var rayTable = makeRays()

func makeRays() (t [Squares]rays) {
	steps := [4][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}}
	for sq := range t {
		for d, s := range steps {
			t[sq].up[d] = ray(sq, s[0], s[1])
			t[sq].down[d] = ray(sq, -s[0], -s[1])
		}
	}
	return t
}

// ray returns the squares met on the way from sq, sq excluded, in steps of (dx, dy).
func ray(sq, dx, dy int) (set uint64) {
	x, y := sq&7+dx, sq>>3+dy
	for x >= 0 && x < 8 && y >= 0 && y < 8 {
		set |= 1 << uint(y*8+x)
		x, y = x+dx, y+dy
	}
	return set
}

// flips finds the first square of each ray that holds no opponent's disc; when it is an own disc
// the squares before it turn.
//
// Toward higher bits the square is found by a carry: with all squares off the ray and the
// opponent's discs set, adding one runs through them and stops there. Toward lower bits it is the
// highest such square of the ray.
func flips(sq int, own, opp uint64) (f uint64) {
	t := &rayTable[sq&63]
	for _, m := range t.up {
		o := ((opp | ^m) + 1) & own & m
		f |= (o - (o|-o)>>63) & m
	}
	for _, m := range t.down {
		o := (uint64(1) << 63 >> uint(bits.LeadingZeros64(m&^opp))) & own
		f |= -o << 1 & m
	}
	return f
}

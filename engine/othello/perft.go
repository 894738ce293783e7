package othello

import "math/bits"

// Perft counts the games of depth plies (0 or more) from b inside an area.
// A pass is one ply; a game that ends earlier counts once. The last ply is counted from the move set
// without playing.
func Perft(b Board, a Area, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	m := b.MovesIn(a)
	if m == 0 {
		if b.Pass().MovesIn(a) == 0 {
			return 1
		}
		return Perft(b.Pass(), a, depth-1)
	}
	if depth == 1 {
		return uint64(bits.OnesCount64(m))
	}
	var n uint64
	for ; m != 0; m &= m - 1 {
		sq := first(m)
		n += Perft(b.Play(sq, b.Flips(sq)), a, depth-1)
	}
	return n
}

// Perft counts the games of depth plies (0 or more) from the position, as the function of that name
// does, on every size of board.
func (p *position) Perft(depth int) uint64 {
	g := p.grid()
	if g.size <= defaultSize {
		b, a := g.board()
		return Perft(b, a, depth)
	}
	return g.perft(depth)
}

func (g *Grid) perft(depth int) uint64 {
	if depth <= 0 || g.over() {
		return 1
	}
	moves := g.moves()
	switch {
	case moves.empty():
		next := g.pass()
		return next.perft(depth - 1)
	case depth == 1:
		return uint64(moves.count())
	}
	var n uint64
	for !moves.empty() {
		at := moves.next()
		next := g.play(at, g.flips(at))
		n += next.perft(depth - 1)
	}
	return n
}

package record

import "ishi/engine/game"

// discs is an Othello board for one purpose: to find out which side makes the moves
// of a record without passes.
type discs struct {
	width, height int
	on            [game.Pass]int8 // by game.Move: 0 empty, 1 Black, 2 White
}

// withSides returns the game with the sides of its moves where they are guessed and can
// be found out.
func (g *Game) withSides() *Game {
	if !g.SidesGuessed || g.Name != "othello" {
		return g
	}
	known := *g
	known.othelloSides()
	return &known
}

// othelloSides sets the sides of the moves of an Othello game that lists points alone:
// a side that cannot play on a point where the other one can has passed. Passes are put
// in. It stops at a point on which neither can play and leaves the rest to take turns:
// whether moves are legal is for the rules to say.
func (g *Game) othelloSides() {
	d := discs{width: g.Width, height: g.Height}
	if d.width == 0 {
		d.width, d.height = 8, 8
	}
	setup := g.Setup
	if len(setup) == 0 {
		setup = othelloStart(d.width)
	}
	for _, s := range setup {
		d.on[s.Move] = int8(s.Side) + 1
	}
	moves := make([]Move, 0, len(g.Moves)+2)
	side, known := g.First, true
	for _, m := range g.Moves {
		if known && m.Move.IsPoint() && !d.play(m.Move, side) {
			if known = d.play(m.Move, side.Other()); known {
				moves = append(moves, Move{Side: side, Move: game.Pass, Offset: m.Offset})
				side = side.Other()
			}
		}
		m.Side = side
		moves = append(moves, m)
		side = side.Other()
	}
	g.Moves = moves
}

// play puts a disc if it turns any.
func (d *discs) play(m game.Move, side game.Side) bool {
	own, turned := int8(side)+1, false
	if m.X() >= d.width || m.Y() >= d.height || d.on[m] != 0 {
		return false
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			n := 1
			for d.at(m.X()+n*dx, m.Y()+n*dy) == 3-own {
				n++
			}
			if n == 1 || d.at(m.X()+n*dx, m.Y()+n*dy) != own {
				continue
			}
			for turned = true; n > 1; n-- {
				d.on[game.At(m.X()+(n-1)*dx, m.Y()+(n-1)*dy)] = own
			}
		}
	}
	if turned {
		d.on[m] = own
	}
	return turned
}

// at returns what is on a square, 0 off the board.
func (d *discs) at(x, y int) int8 {
	if x < 0 || y < 0 || x >= d.width || y >= d.height {
		return 0
	}
	return d.on[game.At(x, y)]
}

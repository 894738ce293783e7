package gomoku

import "ishi/engine/game"

// Winning implements engine.Winner: the fives through the stone that ended the game.
func (p *position) Winning() []game.Move {
	if p.fives == 0 {
		return nil
	}
	b := p.board
	last := b.moves[p.fives-1].Move()
	side, _ := b.Stone(CellOf(last))
	stands := func(x, y int) bool {
		if !b.Contains(x, y) {
			return false
		}
		s, ok := b.Stone(CellAt(x, y))
		return ok && s == side
	}
	won := []game.Move{last}
	for _, d := range [directions][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		var line []game.Move
		for _, sign := range []int{1, -1} {
			x, y := last.X()+sign*d[0], last.Y()+sign*d[1]
			for ; stands(x, y); x, y = x+sign*d[0], y+sign*d[1] {
				line = append(line, game.At(x, y))
			}
		}
		if n := len(line) + 1; n == 5 || n > 5 && !b.rule.onlyFive(side) {
			won = append(won, line...)
		}
	}
	return won
}

// onlyFive reports whether a longer line than five is no win for s.
func (r Rule) onlyFive(s Side) bool {
	return r == Exact || r == ExactCaro || r.fouls(s)
}

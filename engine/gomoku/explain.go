package gomoku

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"ishi/engine"
	"ishi/engine/game"
)

// Explain implements engine.Explainer: what the empty cells are worth to the side to
// move, what they are worth to the opponent, and what the move itself is worth.
func (p *position) Explain() []engine.Term {
	b := p.board
	me, foe := b.side, b.side.Other()
	var own, their []engine.Term
	for y := range b.h {
		for x := range b.w {
			c := CellAt(x, y)
			if !b.Empty(c) {
				continue
			}
			q := &b.cells[c]
			own = append(own, b.part(c, me, b.pattern(me, q.pat[me]).moving()))
			their = append(their, b.part(c, foe, -b.pattern(foe, q.pat[foe]).waiting()))
		}
	}
	terms := []engine.Term{
		sum(fmt.Sprintf("lines of %v, who is to move", me), own),
		sum(fmt.Sprintf("lines of %v", foe), their),
		{Name: "the move", Value: float64(b.tables.tempo[me][b.threats()]), Detail: b.threatNames()},
	}
	total := sum("", terms).Value
	if cut := float64(b.evaluate()) - total; cut != 0 {
		terms = append(terms, engine.Term{Name: "limit", Value: cut, Detail: fmt.Sprintf("no evaluation is beyond %d", maxEval)})
	}
	return terms
}

// sum makes a term of the parts that are worth something, those worth most first.
func sum(name string, parts []engine.Term) engine.Term {
	t := engine.Term{Name: name}
	for _, p := range parts {
		t.Value += p.Value
	}
	t.Parts = slices.DeleteFunc(slices.Clone(parts), func(p engine.Term) bool { return p.Value == 0 })
	slices.SortStableFunc(t.Parts, func(p, q engine.Term) int {
		return cmp.Compare(math.Abs(q.Value), math.Abs(p.Value))
	})
	t.Detail = fmt.Sprintf("%d points", len(t.Parts))
	return t
}

// threatNames says which threats the worth of the move depends on.
func (b *Board) threatNames() string {
	me, foe := b.side, b.side.Other()
	var names []string
	for _, t := range [...]struct {
		bit  int
		side Side
		name string
	}{
		{theirFive, foe, "a five"},
		{ownOpenFour, me, "an open four"},
		{theirOpenFour, foe, "an open four"},
		{ownFourMore, me, "a four and more"},
		{ownFour, me, "a four"},
		{ownThreeMore, me, "a three and more"},
		{ownThree, me, "a three"},
		{theirFourMore, foe, "a four and more"},
		{theirFour, foe, "a four"},
		{theirThreeMore, foe, "a three and more"},
		{theirThree, foe, "a three"},
	} {
		if b.threats()&t.bit != 0 {
			names = append(names, fmt.Sprintf("%v can make %s", t.side, t.name))
		}
	}
	return strings.Join(names, ", ")
}

// WinningStones implements engine.Winner: the stones of all lines of five and more
// through the stone that made the first one.
func (p *position) WinningStones() []game.Move {
	b := p.board
	if p.fives == 0 {
		return nil
	}
	last := b.moves[p.fives-1]
	side, _ := b.Stone(last)
	stones := map[Cell]bool{}
	for d, l := range b.lineClasses(side, last) {
		if l != Five {
			continue
		}
		for _, way := range [2]int{1, -1} {
			for c := last; ; c += Cell(way * step[d]) {
				if s, ok := b.Stone(c); !ok || s != side {
					break
				}
				stones[c] = true
			}
		}
	}
	var moves []game.Move
	for _, c := range slices.Sorted(maps.Keys(stones)) {
		moves = append(moves, c.Move())
	}
	return moves
}

// part is what an empty cell adds to the evaluation by the lines of one side.
func (b *Board) part(c Cell, s Side, value int16) engine.Term {
	var lines []string
	for d, l := range b.lineClasses(s, c) {
		if l != Dead {
			lines = append(lines, directionMarks[d]+" "+l.String())
		}
	}
	return engine.Term{
		Name: c.String(), Value: float64(value), At: c.Move(),
		Detail: strings.Join(lines, ", "),
	}
}

// directionMarks show the directions in the order of step.
var directionMarks = [directions]string{"-", "|", `\`, "/"}

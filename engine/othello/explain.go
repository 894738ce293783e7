package othello

import (
	"fmt"
	"math/bits"
	"strings"

	"ishi/engine"
	"ishi/engine/game"
)

// Explain implements engine.Explainer: what each shape of patterns adds, in the stage of
// the position, the mobility of both sides and the parity. Where there are no trained
// weights it is the terms of the rough estimate.
func (p *position) Explain() []engine.Term {
	g := p.grid()
	switch {
	case g.over():
		return []engine.Term{{Name: "final result", Value: float64(g.final()), Detail: "empty squares count for the winner"}}
	case g.size > 8:
		other := g.pass()
		return explainRough(g.outlook(), other.outlook(), g.size*g.size)
	}
	b, area := g.board()
	if area != Area8 {
		return explainRough(outlookIn(b, uint64(area)), outlookIn(b.Pass(), uint64(area)), bits.OnesCount64(uint64(area)))
	}
	return explain(b, p.Side())
}

// explain takes the evaluation of a board apart, whose mover is the given side.
func explain(b Board, mover game.Side) []engine.Term {
	var x indices
	x.set(b)
	discs := Squares - b.Count()
	t := CurrentWeights().table(discs)
	stage := fmt.Sprintf("stage %d of %d, %d discs", Stage(discs)+1, Stages, discs)
	terms := make([]engine.Term, len(shapes))
	for s := range shapes {
		terms[s].Name = shapes[s].name
	}
	for n, squares := range patterns.squares {
		word, lane := n/perWord, n%perWord*16
		s := patterns.shape[word]
		value := float64(t.patterns[s][uint16(x[word]>>lane)]) / DiscUnits
		terms[s].Value += value
		terms[s].Parts = append(terms[s].Parts, engine.Term{
			Name: squaresText(squares), Value: value, Detail: contents(b, mover, squares),
		})
	}
	own, opp := bits.OnesCount64(b.Moves()), bits.OnesCount64(b.Pass().Moves())
	odd := parityOf(b)
	terms = append(terms,
		engine.Term{Name: fmt.Sprintf("moves of %v", mover), Value: float64(t.moves[own&63]) / DiscUnits, Detail: fmt.Sprint(own)},
		engine.Term{Name: fmt.Sprintf("moves of %v", mover.Other()), Value: float64(t.replies[opp&63]) / DiscUnits, Detail: fmt.Sprint(opp)},
		engine.Term{Name: "parity", Value: float64(t.parity[odd&7]) / DiscUnits, Detail: fmt.Sprintf("%d odd quadrants; %s", odd, stage)},
	)
	return limitTerms(terms, float64(Eval(b))/DiscUnits, float64(MaxEval)/DiscUnits)
}

// limitTerms adds what the bound of the evaluation takes from the sum of the terms.
func limitTerms(terms []engine.Term, value, bound float64) []engine.Term {
	rest := value
	for _, t := range terms {
		rest -= t.Value
	}
	if rest != 0 {
		terms = append(terms, engine.Term{Name: "limit", Value: rest, Detail: fmt.Sprintf("no evaluation is beyond %g, fractions are cut", bound)})
	}
	return terms
}

// squaresText names the squares of an instance, in the order of its digits.
func squaresText(squares []int) string {
	names := make([]string, len(squares))
	for i, sq := range squares {
		names[i] = game.At(sq&7, sq>>3).String()
	}
	return strings.Join(names, " ")
}

// contents shows what lies on squares: X for Black, O for White, - for nothing.
func contents(b Board, mover game.Side, squares []int) string {
	marks := [2]byte{game.Black: 'X', game.White: 'O'}
	text := make([]byte, len(squares))
	for i, sq := range squares {
		switch {
		case b.Own>>sq&1 != 0:
			text[i] = marks[mover]
		case b.Opp>>sq&1 != 0:
			text[i] = marks[mover.Other()]
		default:
			text[i] = '-'
		}
	}
	return string(text)
}

// explainRough takes the rough estimate apart.
func explainRough(own, opp outlook, area int) []engine.Term {
	term := func(name string, weight, own, opp int) engine.Term {
		return engine.Term{Name: name, Value: float64(weight*(own-opp)) / 4, Detail: fmt.Sprintf("%d against %d", own, opp)}
	}
	terms := []engine.Term{
		term("corners", roughCorner, own.corners, opp.corners),
		term("squares that offer a corner", -roughRisk, own.risks, opp.risks),
		term("edges", roughEdge, own.edges, opp.edges),
		term("moves", roughMove, own.moves, opp.moves),
		term("frontier", roughFrontier, own.frontier, opp.frontier),
	}
	if filled := own.discs + opp.discs; 4*filled > 3*area {
		terms = append(terms, term("discs", roughLate, own.discs, opp.discs))
	}
	return limitTerms(terms, float64(rough(own, opp, area)), float64(area-1))
}

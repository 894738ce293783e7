package othello

// Evaluate implements engine.Evaluator, in discs. On the boards that have no trained weights it is the
// rough estimate that their search uses.
func (p *position) Evaluate() (value float64, unit string) {
	g := p.grid()
	b, area := Board{}, Area(0)
	if g.size <= 8 {
		b, area = g.board()
	}
	switch {
	case g.over():
		value = float64(g.final())
	case g.size > 8:
		value = float64(g.rough())
	case area != Area8:
		value = float64(roughIn(b, uint64(area)))
	default:
		value = float64(Eval(b)) / DiscUnits
	}
	return value, "discs"
}

package gomoku

// Evaluate implements engine.Evaluator, in the unit of the scores.
func (p *position) Evaluate() (value float64, unit string) {
	return float64(p.board.evaluate()), "points"
}

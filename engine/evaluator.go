package engine

// Evaluator is a Position that says what it is worth without a search.
type Evaluator interface {
	// Evaluate returns the static evaluation from the side to move and its unit in
	// the plural: "discs", "points".
	Evaluate() (value float64, unit string)
}

package analysis

// Printer writes what an Analyst finds.
type Printer interface {
	Position(Position) error
	Game(Game) error
	// Total ends the output.
	Total(Total) error
}

// PrintError is an error of a Printer: nobody reads what it writes.
type PrintError struct{ Err error }

func (e *PrintError) Error() string { return e.Err.Error() }

// Unwrap returns the printer's error.
func (e *PrintError) Unwrap() error { return e.Err }

func printed(err error) error {
	if err == nil {
		return nil
	}
	return &PrintError{err}
}

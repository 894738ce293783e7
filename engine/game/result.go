package game

import "fmt"

// Outcome says whether and how a game is over.
type Outcome uint8

// The outcomes of a game.
const (
	Ongoing Outcome = iota
	BlackWins
	WhiteWins
	Draw
)

// WonBy returns the outcome in which s has won.
func WonBy(s Side) Outcome {
	if s == Black {
		return BlackWins
	}
	return WhiteWins
}

// Result is the outcome of a game with what is needed to announce it.
type Result struct {
	Outcome Outcome
	// Margin is the winner's lead in the game's own points (Othello: discs,
	// empties to the winner), 0 where a game knows none.
	Margin int
	// Reason is a short phrase such as "five in a row" or "board full".
	Reason string
}

// String writes "black wins: five in a row", "draw: board full" or "ongoing".
func (r Result) String() string {
	if r.Outcome == Ongoing {
		return "ongoing"
	}
	text := map[Outcome]string{BlackWins: "black wins", WhiteWins: "white wins", Draw: "draw"}[r.Outcome]
	if r.Margin != 0 {
		text += fmt.Sprintf(" by %d", r.Margin)
	}
	if r.Reason != "" {
		text += ": " + r.Reason
	}
	return text
}

// IllegalMoveError says why a move cannot be played.
type IllegalMoveError struct {
	Move   Move
	Reason string // "off the board", "occupied", "forbidden: double three", …
}

func (e *IllegalMoveError) Error() string {
	return fmt.Sprintf("illegal move %v: %s", e.Move, e.Reason)
}

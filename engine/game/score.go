package game

import "fmt"

// Score is a value of a position from the mover's side. Its unit is the
// game's own (Gomoku: logistic units, 200 = 73 % expected; Othello: discs);
// the values near ±Win are common to both:
//
//	 Win-n   the mover wins with the n-th ply from here (n = 1: with this move)
//	-Win+n   the mover has lost after n plies
type Score int32

const (
	// Infinite is larger than every score.
	Infinite Score = 32000
	// Win is the score of a game that is won already.
	Win Score = 30000
	// MaxPly bounds the length of a line: every board has at most that
	// many points.
	MaxPly = MaxSize * MaxSize
	// MinWin is the smallest score that means a proven win.
	MinWin Score = Win - MaxPly - 1
)

// WinIn returns the score of a win with the n-th ply.
func WinIn(n int) Score { return Win - Score(n) }

// LossIn returns the score of a loss after n plies.
func LossIn(n int) Score { return -Win + Score(n) }

// IsWin reports whether s is a proven win for the mover.
func (s Score) IsWin() bool { return s >= MinWin && s <= Win }

// IsLoss reports whether s is a proven loss for the mover.
func (s Score) IsLoss() bool { return s <= -MinWin && s >= -Win }

// Plies returns the distance of a proven win or loss in plies, and 0 for
// other scores.
func (s Score) Plies() int {
	switch {
	case s.IsWin():
		return int(Win - s)
	case s.IsLoss():
		return int(Win + s)
	}
	return 0
}

// String writes "+M7" and "-M8" for a win and a loss by distance, and the
// number for all others.
func (s Score) String() string {
	switch {
	case s.IsWin():
		return fmt.Sprintf("+M%d", s.Plies())
	case s.IsLoss():
		return fmt.Sprintf("-M%d", s.Plies())
	}
	return fmt.Sprintf("%d", int32(s))
}

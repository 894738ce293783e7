package gomoku

import (
	"fmt"
	"strings"
)

// Rule says what wins and what is forbidden. That stones of finished lines stay
// on the board and the game goes on (the continuous game) is no Rule.
type Rule uint8

// The rules. A line "blocked at both ends" has an opponent's stone next to
// either end; the board's edge does not block.
const (
	Freestyle Rule = iota // five or more in a row win
	Exact                 // exactly five win, a longer line is nothing ("standard")
	Renju                 // Black: exactly five, forbidden points; White: five or more
	Caro                  // five not blocked at both ends, or six and more
	ExactCaro             // exactly five, not blocked at both ends
	ruleCount
)

var ruleNames = [ruleCount]string{"freestyle", "exact", "renju", "caro", "exact-caro"}

// String returns the name that ParseRule reads.
func (r Rule) String() string {
	if r < ruleCount {
		return ruleNames[r]
	}
	return fmt.Sprintf("rule %d", uint8(r))
}

// ParseRule reads a rule's name in any case: freestyle (or gomoku, free), exact
// (or standard, exact-five), renju, caro, exact-caro (or standard-caro).
func ParseRule(text string) (Rule, error) {
	name := strings.ToLower(strings.TrimSpace(text))
	switch strings.NewReplacer("_", "-", " ", "-").Replace(name) {
	case "freestyle", "free", "gomoku":
		return Freestyle, nil
	case "exact", "standard", "exact-five":
		return Exact, nil
	case "renju":
		return Renju, nil
	case "caro":
		return Caro, nil
	case "exact-caro", "standard-caro":
		return ExactCaro, nil
	}
	return Freestyle, fmt.Errorf("rule %q: want %s", text, strings.Join(ruleNames[:], ", "))
}

// reach is how far from a cell stones can matter to it under r: four cells
// each way hold every five through it, and one more decides whether the five
// is longer or blocked.
func (r Rule) reach() int {
	if r == Freestyle {
		return 4
	}
	return 5
}

// fouls reports whether r forbids moves to s.
func (r Rule) fouls(s Side) bool { return r == Renju && s == Black }

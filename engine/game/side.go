package game

// Side is one of the two players. Black moves first in both games.
type Side uint8

// The two sides.
const (
	Black Side = 0
	White Side = 1
)

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }

// String returns "black" or "white".
func (s Side) String() string {
	if s == Black {
		return "black"
	}
	return "white"
}

package game

import "fmt"

// MarshalText writes what String does, an empty text for NoMove.
func (m Move) MarshalText() ([]byte, error) {
	if m == NoMove {
		return nil, nil
	}
	return []byte(m.String()), nil
}

// UnmarshalText reads what MarshalText wrote, in either case.
func (m *Move) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*m = NoMove
		return nil
	}
	read, err := ParseMove(string(text))
	if err == nil {
		*m = read
	}
	return err
}

// MarshalText writes "black" or "white".
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Side) UnmarshalText(text []byte) error {
	switch string(text) {
	case "black":
		*s = Black
	case "white":
		*s = White
	default:
		return fmt.Errorf("side %q: want black or white", shorten(string(text)))
	}
	return nil
}

var outcomeNames = [...]string{Ongoing: "ongoing", BlackWins: "black", WhiteWins: "white", Draw: "draw"}

// MarshalText writes "black" or "white" for the winner, "draw" or "ongoing".
func (o Outcome) MarshalText() ([]byte, error) {
	if int(o) >= len(outcomeNames) {
		return nil, fmt.Errorf("outcome %d: no such outcome", o)
	}
	return []byte(outcomeNames[o]), nil
}

// UnmarshalText reads what MarshalText wrote.
func (o *Outcome) UnmarshalText(text []byte) error {
	for i, name := range outcomeNames {
		if name == string(text) {
			*o = Outcome(i)
			return nil
		}
	}
	return fmt.Errorf("outcome %q: want black, white, draw or ongoing", shorten(string(text)))
}

package web

import "testing"

// TestFewBoards sees to it that memory does not grow with the number of games, and that a
// game that has lost its board goes on.
func TestFewBoards(t *testing.T) {
	b := newBoard(t)
	var clients []*client
	for range maxBoards + 10 {
		c := b.connect(t)
		c.create(`"game":"othello","width":4,"height":4`, twoOnOneScreen)
		c.plays(c.state.legal())
		clients = append(clients, c)
	}
	boards := func() (n int) {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, r := range b.rooms {
			r.mu.Lock()
			if r.match.session != nil {
				n++
			}
			r.mu.Unlock()
		}
		return n
	}
	if n := boards(); n > maxBoards {
		t.Errorf("%d boards", n)
	}
	for _, c := range clients {
		c.plays(c.state.legal())
		c.must(`"type":"undo"`)
		if len(c.state.Moves) != 1 {
			t.Errorf("moves %v", c.state.Moves)
		}
		c.refused("illegal", `"type":"move","move":"b2"`)
	}
	if n := boards(); n > maxBoards {
		t.Errorf("%d boards", n)
	}
}

// legal returns a legal point of a state that lists them.
func (s *state) legal() string { return (*s.Legal)[0].String() }

package web

import (
	"slices"
	"time"

	"ishi/engine/game"
)

// Things that can be offered.
const (
	offerDraw    = "draw"
	offerUndo    = "undo"
	offerRematch = "rematch"
)

// undoTo returns the number of moves that a takeback for sides leaves: without the last
// move of theirs and all after it. False when there is none.
func (m *match) undoTo(sides []game.Side) (int, bool) {
	if m.Phase == opening || m.Result != nil && m.Result.Reason == "time" {
		return 0, false
	}
	for n := len(m.Moves) - 1; n >= m.Fixed; n-- {
		if m.Moves[n].Move != game.Pass && slices.Contains(sides, m.Moves[n].Side) {
			return n, true
		}
	}
	return 0, false
}

// undo takes moves back at once: on one screen and against an engine.
func (m *match) undo(sides []game.Side, now time.Time) error {
	if len(sides) == 0 {
		return refuse("seat", "you watch this game")
	}
	if m.network() {
		return refuse("state", "a takeback must be offered: people play each other")
	}
	return m.takeBack(sides, now)
}

func (m *match) takeBack(sides []game.Side, now time.Time) error {
	n, ok := m.undoTo(sides)
	if !ok {
		return refuse("state", "there is nothing to take back")
	}
	m.charge(now)
	for len(m.Moves) > n {
		if !m.board().Undo() {
			return refuse("server", "the game cannot be taken back")
		}
		last := len(m.Moves) - 1
		m.Undone = append(m.Undone, m.Moves[last])
		m.Moves = m.Moves[:last]
	}
	m.Phase, m.Result, m.Offers = playing, nil, offers{}
	m.Times.Used = 0
	m.run(now)
	return nil
}

// redo plays again what was taken back, until it is the turn of one of the sides.
func (m *match) redo(sides []game.Side, now time.Time) error {
	switch {
	case len(sides) == 0:
		return refuse("seat", "you watch this game")
	case len(m.Undone) == 0 || m.Phase != playing || m.network():
		return refuse("state", "there is nothing to play again")
	}
	m.charge(now)
	for len(m.Undone) > 0 {
		last := len(m.Undone) - 1
		p := m.Undone[last]
		m.Undone = m.Undone[:last]
		if p.Move == game.Pass {
			continue // forced ones are put by themselves
		}
		if err := m.put(p.Move, p); err != nil {
			return err
		}
		m.finish()
		if m.Phase == finished || slices.Contains(sides, m.toMove()) {
			break
		}
	}
	m.Times.Used, m.Offers = 0, offers{}
	m.run(now)
	return nil
}

// offered returns the place of an offer, nil for an unknown one.
func (m *match) offered(what string) **game.Side {
	switch what {
	case offerDraw:
		return &m.Offers.Draw
	case offerUndo:
		return &m.Offers.Undo
	case offerRematch:
		return &m.Offers.Rematch
	}
	return nil
}

// offer makes an offer and returns whether it is accepted already, and by whom nobody
// needs to be asked. A draw and a takeback that are agreed take effect; a rematch is
// for the caller to start.
func (m *match) offer(sides []game.Side, what string, now time.Time) (accepted bool, err error) {
	place := m.offered(what)
	if err := m.mayOffer(sides, what, place); err != nil {
		return false, err
	}
	side := sides[0]
	switch {
	case !m.network():
		accepted = m.agrees(what)
		if !accepted {
			return false, errNothing
		}
	case *place != nil && !slices.Contains(sides, **place):
		accepted = true
		side = **place
	default:
		*place = &side
		return false, nil
	}
	return true, m.agree(side, what, now)
}

func (m *match) mayOffer(sides []game.Side, what string, place **game.Side) error {
	switch {
	case place == nil:
		return refuse("syntax", `what: want "draw", "undo" or "rematch"`)
	case len(sides) == 0:
		return refuse("seat", "you watch this game")
	case what == offerRematch && (m.Phase != finished || m.Rematch != ""):
		return refuse("state", "a rematch follows a game that is over")
	case what == offerDraw && m.Phase != playing:
		return refuse("state", "no game is going on")
	case what == offerUndo:
		if _, ok := m.undoTo(sides); !ok || m.Phase != playing {
			return refuse("state", "there is nothing to take back")
		}
	}
	return nil
}

// drawShare is the part of the board that is full before an engine takes a draw.
const drawShare = 5

// agrees reports whether an engine, or the other side of one screen, accepts.
func (m *match) agrees(what string) bool {
	side := game.Black
	switch {
	case m.Players[game.Black].Kind == engineFor:
	case m.Players[game.White].Kind == engineFor:
		side = game.White
	default:
		return true
	}
	if what != offerDraw {
		return true
	}
	if len(m.Moves)*drawShare < m.Setup.Width*m.Setup.Height {
		return false
	}
	for _, p := range slices.Backward(m.Moves) {
		if p.Side == side && p.Score != nil {
			return p.Score.Value == 0 || p.Score.Value > 0 == (side == game.White)
		}
	}
	return false
}

// answer accepts or declines what the other side has offered, or takes one's own
// offer back.
func (m *match) answer(sides []game.Side, what string, accept bool, now time.Time) error {
	place := m.offered(what)
	switch {
	case place == nil:
		return refuse("syntax", `what: want "draw", "undo" or "rematch"`)
	case len(sides) == 0:
		return refuse("seat", "you watch this game")
	case *place == nil:
		return refuse("state", "nothing of that kind is offered")
	case !accept:
		*place = nil
		return nil
	case slices.Contains(sides, **place):
		return refuse("turn", "it is for the other side to accept")
	}
	return m.agree(**place, what, now)
}

// agree does what was agreed; a rematch is the caller's to start.
func (m *match) agree(side game.Side, what string, now time.Time) error {
	switch what {
	case offerDraw:
		m.charge(now)
		m.stopClock()
		m.Phase, m.Result, m.Offers = finished, &result{Reason: "agreement"}, offers{}
	case offerUndo:
		err := m.takeBack([]game.Side{side}, now)
		m.Undone = nil
		return err
	}
	return nil
}

package web

import (
	"slices"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
)

// stones returns the points of the board row by row: X, O, '.' or '#'.
func stones(s *engine.Session) []byte {
	setup := s.Position().Setup()
	points := make([]byte, 0, setup.Width*setup.Height)
	for y := range setup.Height {
		for x := range setup.Width {
			c := byte('.')
			if side, ok := s.At(game.At(x, y)); ok {
				c = "XO"[side]
			}
			points = append(points, c)
		}
	}
	for _, r := range s.Record() {
		if r.Blocked {
			points[r.Move.Y()*setup.Width+r.Move.X()] = '#'
		}
	}
	return points
}

// rows returns the board as messages have it.
func rows(s *engine.Session) []string {
	setup := s.Position().Setup()
	points, width := string(stones(s)), setup.Width
	var lines []string
	for y := range setup.Height {
		lines = append(lines, points[y*width:(y+1)*width])
	}
	return lines
}

// changed lists the points on which a stone has become one of the other side.
func changed(s *engine.Session, before []byte) []game.Move {
	after, width := stones(s), s.Position().Setup().Width
	var flips []game.Move
	for i := range before {
		if before[i] != after[i] && before[i] != '.' {
			flips = append(flips, game.At(i%width, i/width))
		}
	}
	return flips
}

// view returns the game as everybody sees it.
func (m *match) view(now time.Time) *state {
	pos := m.board().Position()
	v := &state{
		Type: "state", Game: m.ID, Seq: m.Seq, Setup: m.Setup, Phase: m.Phase,
		Players: map[game.Side]playerView{}, Start: m.start, First: m.First,
		Moves: m.Moves, Board: rows(m.board()), ToMove: pos.Side(),
		Result: m.Result, Clocks: m.clocks(now), Offers: m.Offers, Can: m.can(), Paused: m.Paused,
		Forbidden: []game.Move{}, Win: []game.Move{},
	}
	if v.Moves == nil {
		v.Moves = []played{}
	}
	for s, p := range m.Players {
		v.Players[game.Side(s)] = playerView{Kind: p.Kind, Name: p.Name, Level: p.Level, MoveTime: p.MoveTime}
	}
	all := strings.Join(v.Board, "")
	v.Counts = map[game.Side]int{game.Black: strings.Count(all, "X"), game.White: strings.Count(all, "O")}
	for _, p := range slices.Backward(m.Moves) {
		if p.Move != game.Pass {
			v.Last = p.Move.String()
			break
		}
	}
	if m.placing() {
		m.viewMoves(v, pos, strings.Count(all, "."))
	} else {
		v.Legal = &[]game.Move{}
	}
	if w, ok := pos.(engine.Winner); ok && m.Phase == finished {
		v.Win = append(v.Win, w.WinningStones()...)
	}
	if e, ok := pos.(engine.Evaluator); ok {
		_, v.Unit = e.Evaluate()
	}
	if !m.Clock.none() {
		v.Clock = &m.Clock
	}
	if m.Phase == opening {
		by, _ := m.acting()
		v.Swap2 = &swapView{Step: m.Swap, By: by}
	}
	if m.Rematch != "" {
		v.Rematch = &m.Rematch
	}
	return v
}

// viewMoves tells where the side to move may play, unless that is every empty point
// that is not forbidden.
func (m *match) viewMoves(v *state, pos engine.Position, empty int) {
	if f, ok := pos.(engine.Forbidder); ok {
		v.Forbidden = append(v.Forbidden, f.Forbidden()...)
	}
	legal := m.board().Legal()
	if len(legal) != empty-len(v.Forbidden) {
		if legal == nil {
			legal = []game.Move{}
		}
		v.Legal = &legal
	}
}

// people returns the sides that persons play.
func (m *match) people() []game.Side {
	var sides []game.Side
	for s, p := range m.Players {
		if p.Kind == person {
			sides = append(sides, game.Side(s))
		}
	}
	return sides
}

// can tells what somebody with the right may do now.
func (m *match) can() canView {
	_, undo := m.undoTo(m.people())
	solo := !m.network()
	return canView{
		Undo:  undo && (solo || m.Phase == playing),
		Redo:  solo && len(m.Undone) > 0 && m.Phase == playing && len(m.people()) > 0,
		Hint:  m.fair() == nil && (m.Phase == finished || m.placing()),
		Draw:  m.Phase == playing && len(m.people()) > 0,
		SetUp: solo && m.Phase != opening,
		Pause: solo && m.Phase != finished && m.Phase != waiting,
		Save:  true,
	}
}

// fair refuses help while two people play each other, unless they agreed to it.
func (m *match) fair() error {
	if m.network() && m.Phase != finished && !m.Hints {
		return refuse("fair", "no help while people play each other")
	}
	return nil
}

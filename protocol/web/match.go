package web

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"ishi/engine"
	"ishi/engine/game"
)

// phase is how far a game is.
type phase string

const (
	waiting  phase = "waiting" // for the second player
	opening  phase = "opening" // swap2
	playing  phase = "playing"
	finished phase = "finished"
)

// Kinds of players.
const (
	person    = "person"
	openSeat  = "open"
	engineFor = "engine"
)

// player is who has a colour.
type player struct {
	Kind string `json:"kind"`
	Name string `json:"name,omitempty"`
	// Level is an engine's, 0 where it has MoveTime in milliseconds.
	Level    int   `json:"level,omitempty"`
	MoveTime int64 `json:"moveTime,omitempty"`
	// Seat is the digest of the token that plays, empty for engines.
	Seat string `json:"seat,omitempty"`
}

// played is a move with what is to be shown of it.
type played struct {
	Side  game.Side   `json:"side"`
	Move  game.Move   `json:"move"`
	Flips []game.Move `json:"flips,omitempty"`
	Time  int64       `json:"time"`
	Score *blackScore `json:"score,omitempty"`
	Depth int         `json:"depth,omitempty"`
}

// result is how a game has ended.
type result struct {
	Winner *game.Side `json:"winner"`
	Reason string     `json:"reason"`
	Margin int        `json:"margin,omitempty"`
}

// offers are who has offered what.
type offers struct {
	Draw    *game.Side `json:"draw"`
	Undo    *game.Side `json:"undo"`
	Rematch *game.Side `json:"rematch"`
}

// match is one game with all that is kept of it. It knows the rules through its
// session and neither connections nor files. Its methods change nothing when they
// return an error.
type match struct {
	ID      string     `json:"id"`
	Seq     uint64     `json:"seq"`
	Setup   boardSetup `json:"setup"`
	Players [2]player  `json:"players"` // by side
	Owner   string     `json:"owner"`   // digest of the creator's token
	Invite  string     `json:"invite,omitempty"`
	Phase   phase      `json:"phase"`
	Swap    string     `json:"swap,omitempty"` // step of swap2
	// Stones and First are the position at ply 0.
	Stones  []engine.Stone `json:"stones,omitempty"`
	First   game.Side      `json:"first"`
	Moves   []played       `json:"moves"`
	Fixed   int            `json:"fixed,omitempty"`  // moves that cannot be taken back
	Undone  []played       `json:"undone,omitempty"` // the last one taken back comes last
	Result  *result        `json:"result,omitempty"`
	Offers  offers         `json:"offers"`
	Clock   clockRule      `json:"clock"`
	Times   times          `json:"times"`
	Paused  bool           `json:"paused,omitempty"`
	Hints   bool           `json:"hints,omitempty"`
	Pace    int64          `json:"pace,omitempty"`
	Rematch string         `json:"rematch,omitempty"`
	Touched time.Time      `json:"touched"`

	rules   engine.Game
	session *engine.Session // nil while no board is needed, see board
	start   []string        // the board at ply 0
}

// line is the game as sessions load it, up to a ply.
func (m *match) line(ply int) engine.Line {
	l := engine.Line{
		Setup:  engine.Setup{Width: m.Setup.Width, Height: m.Setup.Height, Rule: m.Setup.Rule},
		Stones: m.Stones, First: m.First,
	}
	for _, p := range m.Moves[:ply] {
		l.Moves = append(l.Moves, engine.Stone{Move: p.Move, Side: p.Side})
	}
	return l
}

// load puts the game on a board.
func (m *match) load(g engine.Game) error {
	s := engine.NewSession(g, engine.DefaultConfig())
	if err := s.Load(m.line(0)); err != nil {
		return err
	}
	start, first := rows(s), s.Position().Side()
	if err := s.Load(m.line(len(m.Moves))); err != nil {
		return err
	}
	m.rules, m.session, m.start, m.First = g, s, start, first
	return nil
}

// board returns the game on a board. That takes memory, so a board that has not been
// asked for lately is given up, and made again here.
func (m *match) board() *engine.Session {
	if m.session == nil {
		if err := m.load(m.rules); err != nil {
			panic(err) // it was on a board before
		}
	}
	return m.session
}

// toMove is the side to move: sides take turns, with passes.
func (m *match) toMove() game.Side {
	if n := len(m.Moves); n > 0 {
		return m.Moves[n-1].Side.Other()
	}
	return m.First
}

// clone returns a copy that later changes do not touch.
func (m *match) clone() *match {
	c := *m
	c.Stones, c.Moves, c.Undone = slices.Clone(m.Stones), slices.Clone(m.Moves), slices.Clone(m.Undone)
	return &c
}

// sides returns the colours that a token plays.
func (m *match) sides(token string) []game.Side {
	sides := []game.Side{}
	for s, p := range m.Players {
		if isToken(token, p.Seat) {
			sides = append(sides, game.Side(s))
		}
	}
	return sides
}

// network reports whether two different people play.
func (m *match) network() bool {
	b, w := m.Players[game.Black], m.Players[game.White]
	return b.Kind != engineFor && w.Kind != engineFor && (b.Seat != w.Seat || b.Kind == openSeat)
}

// acting returns the colour of the player who has to move or to choose.
func (m *match) acting() (game.Side, bool) {
	switch m.Phase {
	case playing:
		return m.toMove(), true
	case opening:
		if m.Swap == swapThree || m.Swap == swapLast {
			return game.Black, true
		}
		return game.White, true
	}
	return game.Black, false
}

// engineTurn returns the engine that has to act, false if none has.
func (m *match) engineTurn() (player, bool) {
	side, ok := m.acting()
	if !ok || m.Paused || m.Players[side].Kind != engineFor {
		return player{}, false
	}
	return m.Players[side], true
}

// placing reports whether a stone is to be put now.
func (m *match) placing() bool {
	return m.Phase == playing || m.Phase == opening && (m.Swap == swapThree || m.Swap == swapTwo)
}

// mayAct checks that it is the turn of one of the sides.
func (m *match) mayAct(sides []game.Side) error {
	side, ok := m.acting()
	switch {
	case len(sides) == 0:
		return refuse("seat", "you watch this game")
	case m.Phase == waiting:
		return refuse("state", "the second player has not come yet")
	case !ok:
		return refuse("state", "the game is over")
	case !slices.Contains(sides, side):
		return refuse("turn", fmt.Sprintf("%v is to move", side))
	case m.Paused:
		return refuse("state", "the game is paused")
	}
	return nil
}

// repeated reports whether a move is one that has been played at this ply by one of
// the sides already: a client that got no reply sends it again.
func (m *match) repeated(sides []game.Side, move game.Move, ply int) bool {
	return ply >= 0 && ply < len(m.Moves) && m.Moves[ply].Move == move && slices.Contains(sides, m.Moves[ply].Side)
}

// play makes a person's move.
func (m *match) play(sides []game.Side, text string, ply *int, now time.Time) error {
	move, err := game.ParseMove(text)
	if err != nil {
		return &refusal{Code: "syntax", Message: err.Error(), Point: text}
	}
	if ply != nil && *ply != len(m.Moves) {
		if m.repeated(sides, move, *ply) {
			return errNothing
		}
		return refuse("stale", fmt.Sprintf("the game has %d moves", len(m.Moves)))
	}
	if err := m.mayAct(sides); err != nil {
		return err
	}
	if !m.placing() {
		return refuse("turn", "choose a colour first")
	}
	side := m.toMove()
	if m.Phase == playing {
		used := m.charge(now)
		if m.outOfTime(side, used) {
			m.lose(side, "time")
			return nil
		}
	}
	if err := m.put(move, played{Time: m.Times.Used.Milliseconds()}); err != nil {
		return err
	}
	m.Undone = nil
	m.afterMove(side, m.Times.Used, now)
	return nil
}

// errNothing is what a request returns that is right and changes nothing.
var errNothing = errors.New("nothing to do")

// put plays a move and the passes that it forces, and sees whether the game is over.
func (m *match) put(move game.Move, p played) error {
	if move == game.Pass && !m.board().MustPass() {
		return &refusal{Code: "illegal", Message: "pass: there are moves", Point: "pass", Reason: "there are moves"}
	}
	before := stones(m.board())
	p.Move, p.Side = move, m.toMove()
	if err := m.board().Play(move); err != nil {
		if illegal := (*game.IllegalMoveError)(nil); errors.As(err, &illegal) {
			return &refusal{Code: "illegal", Message: err.Error(), Point: move.String(), Reason: illegal.Reason}
		}
		return err
	}
	p.Flips = changed(m.board(), before)
	m.Moves = append(m.Moves, p)
	_, err := m.passes()
	return err
}

// passes plays the passes that are all a side can do and returns their number.
func (m *match) passes() (int, error) {
	n := 0
	for m.board().Position().Result().Outcome == game.Ongoing && m.board().MustPass() {
		side := m.toMove()
		if err := m.board().Play(game.Pass); err != nil {
			return n, err
		}
		m.Moves = append(m.Moves, played{Side: side, Move: game.Pass})
		n++
	}
	return n, nil
}

// afterMove moves clocks and phases on.
func (m *match) afterMove(side game.Side, used time.Duration, now time.Time) {
	m.Offers.Draw, m.Offers.Undo = nil, nil
	if m.Phase == opening {
		m.afterStone()
	} else {
		m.spend(side, used)
		m.finish()
	}
	m.run(now)
}

// finish ends the game if the rules do.
func (m *match) finish() {
	r := m.board().Position().Result()
	if r.Outcome == game.Ongoing {
		return
	}
	m.Phase = finished
	m.Result = &result{Reason: r.Reason, Margin: r.Margin}
	if r.Outcome != game.Draw {
		winner := game.Black
		if r.Outcome == game.WhiteWins {
			winner = game.White
		}
		m.Result.Winner = &winner
	}
	m.Offers = offers{}
}

// lose ends the game against a side.
func (m *match) lose(side game.Side, reason string) {
	winner := side.Other()
	m.stopClock()
	m.Phase, m.Result, m.Offers = finished, &result{Winner: &winner, Reason: reason}, offers{}
}

// resign gives the game up for a side, the one to move if none is named.
func (m *match) resign(sides []game.Side, named *game.Side) error {
	if len(sides) == 0 {
		return refuse("seat", "you watch this game")
	}
	acting, ok := m.acting()
	if !ok {
		return refuse("state", "no game is going on")
	}
	side := sides[0]
	if named != nil {
		side = *named
	} else if slices.Contains(sides, acting) {
		side = acting
	}
	if !slices.Contains(sides, side) {
		return refuse("seat", fmt.Sprintf("you do not play %v", side))
	}
	m.lose(side, "resignation")
	return nil
}

// pause stops engines and clocks, or lets them go on.
func (m *match) pause(on bool, now time.Time) error {
	if m.network() {
		return refuse("state", "people play each other")
	}
	if m.Phase == finished {
		return refuse("state", "the game is over")
	}
	if m.Paused == on {
		return errNothing
	}
	m.charge(now)
	m.Paused = on
	m.run(now)
	return nil
}

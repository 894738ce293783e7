package repl

import (
	"errors"
	"fmt"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
)

// ply is a move or a pass of the game with what is known of it.
type ply struct {
	engine.Stone
	// implied marks a pass that followed by itself: there was no move.
	implied bool
	engine  bool // the engine chose it
	score   string
	value   float64 // the score as a number, if valued, from the side that moved
	valued  bool
	depth   int
	used    time.Duration
	comment string
	// others are the variations of a loaded game: lines instead of this move.
	others [][]record.Move
}

// gameLine is the game with all its moves. The board shows the first at of them; the
// others were taken back and can be played again.
//
//	stones │ p0 p1 p2 │ p3 p4
//	set up │  on the  │ taken
//	       │  board   at back
type gameLine struct {
	stones []engine.Stone
	first  game.Side // to move after the stones
	plies  []ply
	at     int
	kept   int          // those that belong to the game: undo leaves no more than it shows
	source *record.Game // what was loaded, nil for a game begun here
}

var (
	errOver    = errors.New("the game is over")
	errNoUndo  = errors.New("there is no move to take back")
	errNoAhead = errors.New("there is no move to play again")
)

// newGame begins a game of the running kind.
func (s *shell) newGame(setup engine.Setup) error {
	if err := s.session.NewGame(setup); err != nil {
		return err
	}
	s.game, s.file = gameLine{first: s.session.Position().Side()}, ""
	s.clocks.restart()
	return nil
}

func (s *shell) position() engine.Position { return s.session.Position() }

func (s *shell) result() game.Result { return s.position().Result() }

func (s *shell) over() bool { return s.result().Outcome != game.Ongoing }

// overError says that and how the game is over.
func (s *shell) overError() error { return fmt.Errorf("%w: %s", errOver, resultText(s.result())) }

// play plays a move for the side to move, and the pass that may follow. Moves that had
// been taken back go, unless the first of them is played again.
func (s *shell) play(p ply) error {
	switch {
	case p.Move == game.Pass && s.game.at > 0 && s.game.plies[s.game.at-1].implied:
		return nil // it has been noted already
	case s.over():
		return s.overError()
	}
	p.Side = s.position().Side()
	if err := s.session.Play(p.Move); err != nil {
		var illegal *game.IllegalMoveError
		if errors.As(err, &illegal) {
			return fmt.Errorf("%v cannot play %v: %s", p.Side, p.Move, illegal.Reason)
		}
		return err
	}
	g := &s.game
	if g.at < len(g.plies) && g.plies[g.at].Move == p.Move {
		p.comment, p.others = g.plies[g.at].comment, g.plies[g.at].others
		g.plies[g.at] = p
	} else {
		g.plies, g.kept = append(g.plies[:g.at:g.at], p), g.at
	}
	g.at++
	g.kept = max(g.kept, g.at)
	return s.passIfStuck()
}

// passIfStuck passes for a side that cannot do anything else.
func (s *shell) passIfStuck() error {
	if s.over() || !s.session.MustPass() {
		return nil
	}
	g := &s.game
	by := s.position().Side()
	if err := s.session.Play(game.Pass); err != nil {
		return err
	}
	if g.at < len(g.plies) && g.plies[g.at].Move == game.Pass {
		g.plies[g.at].implied = true
	} else {
		g.plies = append(g.plies[:g.at:g.at], ply{Stone: engine.Stone{Move: game.Pass, Side: by}, implied: true})
	}
	g.at++
	g.kept = max(g.kept, g.at)
	return nil
}

// back takes one move back, with the pass that followed it.
func (s *shell) back() error {
	for {
		if s.game.at == 0 || !s.session.Undo() {
			return errNoUndo
		}
		s.game.at--
		if !s.game.plies[s.game.at].implied {
			return nil
		}
	}
}

// forward plays one move again, with the pass that followed it.
func (s *shell) forward() error {
	g := &s.game
	if g.at == len(g.plies) {
		return errNoAhead
	}
	for {
		if err := s.session.Play(g.plies[g.at].Move); err != nil {
			return err
		}
		g.at++
		if g.at == len(g.plies) || !g.plies[g.at].implied {
			return nil
		}
	}
}

// moveTo goes to the position after n plies, or after the pass behind them.
func (s *shell) moveTo(n int) error {
	for s.game.at > n {
		if err := s.back(); err != nil {
			return err
		}
	}
	for s.game.at < n {
		if err := s.forward(); err != nil {
			return err
		}
	}
	return nil
}

// setUp makes stones the position.
func (s *shell) setUp(stones []engine.Stone, toMove game.Side) error {
	if err := s.session.SetUp(stones, toMove); err != nil {
		return err
	}
	s.game, s.file = gameLine{stones: stones, first: toMove}, ""
	s.clocks.restart()
	return s.passIfStuck()
}

// copyPosition returns a position of its own, for what must not touch the one that a
// search may look at.
func (s *shell) copyPosition() (engine.Position, error) {
	pos, err := s.session.Game().New(s.position().Setup())
	if err != nil {
		return nil, err
	}
	if len(s.game.stones) > 0 {
		editor, ok := pos.(engine.Editor)
		if !ok {
			return nil, errors.New("this game knows no free positions")
		}
		if err := editor.SetUp(s.game.stones, s.game.first); err != nil {
			return nil, err
		}
	}
	for _, p := range s.game.plies[:s.game.at] {
		if err := pos.Play(p.Move); err != nil {
			return nil, err
		}
	}
	return pos, nil
}

// look returns the position to look at: a copy while something runs.
func (s *shell) look() (engine.Position, error) {
	if s.job == nil {
		return s.position(), nil
	}
	return s.copyPosition()
}

// rebuild makes the position from the game, after a panic.
func (s *shell) rebuild() error {
	s.abandon()
	if err := s.session.Restore(); err != nil {
		return err
	}
	s.game.at = min(len(s.session.Record())-len(s.game.stones), len(s.game.plies))
	return nil
}

// resultText announces a result.
func resultText(r game.Result) string {
	var text string
	switch r.Outcome {
	case game.BlackWins:
		text = "black wins"
	case game.WhiteWins:
		text = "white wins"
	case game.Draw:
		text = "draw"
	default:
		return "the game goes on"
	}
	if r.Margin > 0 {
		text += fmt.Sprintf(" by %d", r.Margin)
	}
	if r.Reason != "" {
		text += ", " + r.Reason
	}
	return text
}

package gtp

import (
	"fmt"
	"strings"

	"ishi/engine"
	"ishi/engine/game"
)

// goGuiCommands are GoGui's extensions: what makes the engine a ruler, which tells a
// board that knows only Go the rules of its game, and what sets positions up.
var goGuiCommands = map[string]command{
	"gogui-rules_game_id":      {run: func(s *server, _ request) (string, error) { return title(s.session.Game()), nil }},
	"gogui-rules_board_size":   {run: (*server).rulesBoardSize, board: true},
	"gogui-rules_board":        {run: (*server).rulesBoard, board: true},
	"gogui-rules_side_to_move": {run: (*server).rulesSideToMove, board: true},
	"gogui-rules_legal_moves":  {run: (*server).rulesLegalMoves, board: true},
	"gogui-rules_final_result": {run: (*server).rulesFinalResult, board: true},

	"gogui-interrupt":        {run: text("")}, // its presence says that "# interrupt" is understood
	"gogui-play_sequence":    {run: (*server).playSequence, most: anyArgs, board: true},
	"gogui-setup":            {run: (*server).setUp, most: anyArgs, board: true},
	"gogui-setup_player":     {run: (*server).setUpPlayer, least: 1, most: 1, board: true},
	"gogui-analyze_commands": {run: (*server).analyzeCommands},
}

func (s *server) rulesBoardSize(request) (string, error) {
	setup := s.session.Position().Setup()
	if setup.Width != setup.Height {
		return fmt.Sprintf("%d %d rect", setup.Width, setup.Height), nil
	}
	return fmt.Sprint(setup.Width), nil
}

// rulesBoard draws the board for a program that has row 1 below: the last row comes
// first.
func (s *server) rulesBoard(request) (string, error) {
	setup := s.session.Position().Setup()
	var b strings.Builder
	for y := setup.Height - 1; y >= 0; y-- {
		for x := range setup.Width {
			if x > 0 {
				b.WriteByte(' ')
			}
			b.WriteByte(s.mark(game.At(x, y)))
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

func (s *server) rulesSideToMove(request) (string, error) {
	return s.session.Position().Side().String(), nil
}

// rulesLegalMoves lists the legal moves, pass when there is no other, nothing when the
// game is over.
func (s *server) rulesLegalMoves(request) (string, error) {
	if s.over() {
		return "", nil
	}
	return s.notation.vertices(s.session.Legal()), nil
}

func (s *server) rulesFinalResult(request) (string, error) {
	return resultText(s.session.Position().Result(), s.counts()), nil
}

// stones reads pairs of a colour and a vertex.
func (s *server) stones(args []string) ([]engine.Stone, error) {
	if len(args)%2 != 0 {
		return nil, errSyntax
	}
	var list []engine.Stone
	for i := 0; i < len(args); i += 2 {
		by, err := side(args[i])
		if err != nil {
			return nil, err
		}
		m, err := s.notation.parse(args[i+1])
		if err != nil {
			return nil, err
		}
		list = append(list, engine.Stone{Move: m, Side: by})
	}
	return list, nil
}

// playSequence plays all moves, or none of them.
func (s *server) playSequence(r request) (string, error) {
	moves, err := s.stones(r.args)
	if err != nil {
		return "", err
	}
	before := len(s.steps)
	for _, m := range moves {
		if err := s.play(m.Side, m.Move); err != nil {
			s.undoSteps(len(s.steps) - before)
			return "", err
		}
	}
	return "", nil
}

// setUp makes the given stones the position, without those that a new game begins with.
// Until gogui-setup_player says otherwise the side to move follows from their number, as
// if they had been played in turn.
func (s *server) setUp(r request) (string, error) {
	list, err := s.stones(r.args)
	if err != nil {
		return "", err
	}
	if len(s.steps) > 0 {
		return "", errNotEmpty
	}
	return "", s.put(list, game.Side(len(list)%2))
}

func (s *server) setUpPlayer(r request) (string, error) {
	by, err := side(r.args[0])
	if err != nil {
		return "", err
	}
	if len(s.steps) > 0 {
		return "", errNotEmpty
	}
	if s.session.Position().Side() == by {
		return "", nil
	}
	return "", s.put(s.placed(), by)
}

// placed lists the stones on the board.
func (s *server) placed() []engine.Stone {
	setup := s.session.Position().Setup()
	var list []engine.Stone
	for y := range setup.Height {
		for x := range setup.Width {
			m := game.At(x, y)
			if by, ok := s.session.At(m); ok {
				list = append(list, engine.Stone{Move: m, Side: by})
			}
		}
	}
	return list
}

// put sets stones up.
func (s *server) put(list []engine.Stone, toMove game.Side) error {
	if err := s.session.SetUp(list, toMove); err != nil {
		s.conn.Log.Note("%v", err)
		return failure("cannot set up this position")
	}
	s.base = len(list)
	return nil
}

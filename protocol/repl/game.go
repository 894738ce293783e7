package repl

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ishi/engine"
)

func gameCommands() []*command {
	const topic = "Game"
	return []*command{
		{
			name: "new", args: "[GAME] [SIZE] [RULE]", topic: topic, run: (*shell).newCommand,
			help:    "begin a game: on the same board, or with another game, size or rule",
			example: "new gomoku 20 renju\nnew othello\nnew 19x15",
			words:   func(w *wordList, _ []string, _ string) []string { return w.setups },
		},
		{
			name: "play", aliases: []string{"p", "move"}, args: "MOVE…", topic: topic, run: (*shell).playCommand,
			help: "play moves for the sides in turn; the word play may be left out",
			more: "A move is a column letter and a row from the top (h8), or column and row from 0 (7,7),\n" +
				"or pass. All moves are played, or none when one of them cannot be.",
			example: "play h8 i9\nh8i9g7\n7,7",
			words:   moveWords,
		},
		{
			name: "pass", topic: topic, run: (*shell).passCommand,
			help:    "pass the turn, where the rules allow it",
			more:    "In Othello a side that has no move passes by itself.",
			example: "pass",
		},
		{
			name: "undo", aliases: []string{"u"}, args: "[N]", topic: topic, run: (*shell).undoCommand,
			help:    "take moves back; against the engine, until it is your turn again",
			example: "undo\nundo 4",
		},
		{
			name: "redo", args: "[N]", topic: topic, run: (*shell).redoCommand,
			help:    "play moves again that were taken back",
			example: "redo\nredo 4",
		},
		{
			name: "back", args: "[N]", topic: topic, run: func(s *shell, args []string) error { return s.step(args, -1) },
			help:    "go back in the game by N moves of either side",
			more:    "The moves stay until another one is played.",
			example: "back 3",
		},
		{
			name: "forward", args: "[N]", topic: topic, run: func(s *shell, args []string) error { return s.step(args, 1) },
			help:    "go forward in the game by N moves of either side",
			example: "forward 3",
		},
		{
			name: "goto", args: "N|start|end", topic: topic, run: (*shell).gotoCommand,
			help:    "go to the position after move N of the game",
			example: "goto 10\ngoto start\ngoto end",
			words:   fixedWords("start", "end"),
		},
		{
			name: "board", aliases: []string{"b"}, topic: topic, calm: always, run: (*shell).boardCommand,
			help:    "show the board",
			example: "board",
		},
		{
			name: "moves", topic: topic, calm: always, run: (*shell).movesCommand,
			help:    "show the moves of the game in one line",
			example: "moves",
		},
		{
			name: "history", topic: topic, calm: always, run: (*shell).historyCommand,
			help:    "show the game move by move: scores, depths, times, comments",
			example: "history",
		},
		{
			name: "legal", topic: topic, calm: always, run: (*shell).legalCommand,
			help:    "list the legal moves",
			example: "legal",
		},
	}
}

func (s *shell) newCommand(args []string) error {
	g, setup := s.session.Game(), s.position().Setup()
	chosen := false
	for _, word := range args {
		if other, ok := s.gameNamed(word); ok {
			if other != g {
				g, setup = other, engine.Setup{}
			}
			chosen = true
		}
	}
	for _, word := range args {
		w, h, isSize := parseSize(word)
		switch _, isGame := s.gameNamed(word); {
		case isGame:
		case isSize:
			setup.Width, setup.Height = w, h
		default:
			setup.Rule = word
		}
	}
	if _, err := g.New(setup); err != nil {
		return s.setupError(g, setup, err, chosen)
	}
	s.changeGame(g)
	if err := s.newGame(setup); err != nil {
		return err
	}
	s.showBoard()
	return s.reply()
}

// gameNamed finds a game by its name.
func (s *shell) gameNamed(name string) (engine.Game, bool) {
	for _, g := range s.choice.Games {
		if strings.EqualFold(g.Name(), name) {
			return g, true
		}
	}
	return nil, false
}

// setupError says what a board can be, when a word may have been meant for a game.
func (s *shell) setupError(g engine.Game, setup engine.Setup, err error, chosen bool) error {
	names := g.Rules()
	if !chosen {
		for _, other := range s.choice.Games {
			names = append(names, other.Name())
		}
	}
	if near := nearest(strings.ToLower(setup.Rule), names); near != "" && near != setup.Rule {
		return fmt.Errorf("%w; did you mean %s?", err, near)
	}
	return err
}

// changeGame makes another game the running one. Options that hold for all games stay.
func (s *shell) changeGame(g engine.Game) {
	if g == s.session.Game() {
		return
	}
	config := s.session.Config
	s.session.Close()
	s.session = engine.NewSession(g, config)
}

// parseSize reads "15" or "20x15".
func parseSize(text string) (width, height int, ok bool) {
	w, h, two := strings.Cut(strings.ToLower(text), "x")
	if !two {
		h = w
	}
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	return width, height, errW == nil && errH == nil
}

func (s *shell) playCommand(args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	moves, err := parseMoves(args)
	if err != nil {
		return err
	}
	before := s.game
	before.plies = append([]ply(nil), before.plies...)
	for i, m := range moves {
		if err := s.play(ply{Stone: engine.Stone{Move: m}}); err != nil {
			for s.game.at > before.at {
				if err := s.back(); err != nil {
					return err
				}
			}
			s.game = before
			if len(moves) > 1 {
				return fmt.Errorf("move %d: %w; none was played", i+1, err)
			}
			return err
		}
	}
	s.spendPerson(len(moves))
	s.afterMove()
	return s.reply()
}

func (s *shell) passCommand(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	return s.playCommand([]string{"pass"})
}

// afterMove shows the board after a move and announces what has come of it.
func (s *shell) afterMove() {
	s.showBoard()
	last := s.game.plies[s.game.at-1]
	if last.implied {
		s.say("%v has no move and passes", last.Side)
	}
	if s.over() {
		s.say("%s", s.theme.strong(resultText(s.result())))
		if err := s.keepGame(); err != nil {
			s.report(err)
		}
	}
}

// number reads the number behind a command, 1 where there is none.
func number(args []string) (int, error) {
	if len(args) == 0 {
		return 1, nil
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 || len(args) > 1 {
		return 0, errUsage
	}
	return n, nil
}

// steps does something n times, or less when there is no more of it; an error says that
// nothing could be done at all.
func (s *shell) steps(n int, f func() error) error {
	for i := range n {
		if err := f(); err != nil {
			if i == 0 || !errors.Is(err, errNoUndo) && !errors.Is(err, errNoAhead) {
				return err
			}
			break
		}
	}
	s.clocks.pause()
	s.showBoard()
	return nil
}

func (s *shell) undoCommand(args []string) error {
	n, err := number(args)
	if err != nil {
		return err
	}
	return s.steps(n, func() error {
		if err := s.back(); err != nil {
			return err
		}
		defer func() { s.game.kept = s.game.at }()
		for s.auto[s.position().Side()] && !s.auto[s.position().Side().Other()] && s.game.at > 0 {
			if err := s.back(); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *shell) redoCommand(args []string) error {
	n, err := number(args)
	if err != nil {
		return err
	}
	return s.steps(n, func() error {
		if err := s.forward(); err != nil {
			return err
		}
		defer func() { s.game.kept = max(s.game.kept, s.game.at) }()
		for s.auto[s.position().Side()] && !s.auto[s.position().Side().Other()] && s.game.at < len(s.game.plies) {
			if err := s.forward(); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *shell) step(args []string, way int) error {
	n, err := number(args)
	if err != nil {
		return err
	}
	if way < 0 {
		return s.steps(n, s.back)
	}
	return s.steps(n, s.forward)
}

func (s *shell) gotoCommand(args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	n, err := strconv.Atoi(args[0])
	switch args[0] {
	case "start":
		n, err = 0, nil
	case "end":
		n, err = len(s.game.plies), nil
	}
	if err != nil {
		return errUsage
	}
	if len(s.game.plies) == 0 && n != 0 {
		return errors.New("no move has been played")
	}
	if n < 0 || n > len(s.game.plies) {
		return fmt.Errorf("the game has moves 1 to %d", len(s.game.plies))
	}
	if err := s.moveTo(n); err != nil {
		return err
	}
	s.clocks.pause()
	s.showBoard()
	return nil
}

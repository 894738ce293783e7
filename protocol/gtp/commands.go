package gtp

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"ishi/engine"
)

// command is an entry of the command table.
type command struct {
	run         func(s *server, r request) (string, error)
	least, most int  // number of arguments
	board       bool // needs a board
}

// anyArgs is a number of arguments without a bound.
const anyArgs = math.MaxInt

// commands holds all commands by name.
var commands map[string]command

func init() {
	commands = map[string]command{
		"protocol_version": {run: text("2")},
		"name":             {run: func(s *server, _ request) (string, error) { return s.about.Name, nil }},
		"version":          {run: func(s *server, _ request) (string, error) { return s.about.Version, nil }},
		"known_command":    {run: knownCommand, least: 1, most: 1},
		"list_commands":    {run: listCommands},
		"quit":             {run: (*server).quit},
		"list_games":       {run: (*server).listGames},
		"set_game":         {run: (*server).setGame, least: 1, most: 1},
		"level":            {run: (*server).level, least: 1, most: 1},
		"komi":             {run: (*server).komi, least: 1, most: 1},

		"boardsize":   {run: (*server).boardSize, least: 1, most: 1},
		"clear_board": {run: (*server).clearBoard},
		"play":        {run: (*server).playCommand, least: 2, most: 2, board: true},
		"undo":        {run: (*server).undo, board: true},
		"gg-undo":     {run: (*server).undoMany, most: 1, board: true},
		"showboard":   {run: (*server).showBoard, board: true},
		"final_score": {run: (*server).finalScore, board: true},
		"loadsgf":     {run: (*server).loadSGF, least: 1, most: anyArgs},

		"genmove":       {run: (*server).genMove, least: 1, most: 1, board: true},
		"reg_genmove":   {run: (*server).regGenMove, least: 1, most: 1, board: true},
		"time_settings": {run: (*server).timeSettings, least: 3, most: 3},
		"time_left":     {run: (*server).timeLeft, least: 3, most: 3},
	}
	maps.Copy(commands, goGuiCommands)
	maps.Copy(commands, ishiCommands)
}

// text makes a command that always answers the same.
func text(answer string) func(*server, request) (string, error) {
	return func(*server, request) (string, error) { return answer, nil }
}

func knownCommand(_ *server, r request) (string, error) {
	_, known := commands[strings.ToLower(r.args[0])]
	return strconv.FormatBool(known), nil
}

func listCommands(*server, request) (string, error) {
	return strings.Join(slices.Sorted(maps.Keys(commands)), "\n"), nil
}

func (s *server) quit(request) (string, error) {
	s.ended = true
	return "", nil
}

func (s *server) listGames(request) (string, error) {
	var names []string
	for _, g := range s.choice.Games {
		names = append(names, title(g))
	}
	return strings.Join(names, "\n"), nil
}

// setGame begins a game of another kind. Options that hold for all games stay.
func (s *server) setGame(r request) (string, error) {
	g, ok := s.game(r.args[0])
	if !ok {
		return "", failure("no such game")
	}
	if !s.goGui {
		s.notation = withI
	}
	return "", s.changeGame(g)
}

func (s *server) changeGame(g engine.Game) error {
	if g.Name() != s.session.Game().Name() {
		config := s.session.Config
		s.session.Close()
		s.session, s.rule = engine.NewSession(g, config), s.firstRule(g)
	}
	return s.newGame(0)
}

func (s *server) level(r request) (string, error) {
	n, err := strconv.Atoi(r.args[0])
	if err != nil {
		return "", errSyntax
	}
	percent, err := engine.LevelStrength(n)
	if err != nil {
		return "", failure("unacceptable level: want 1 to 20")
	}
	s.session.Config.Strength = percent
	return "", nil
}

// komi is known to all clients; no game here has one.
func (s *server) komi(r request) (string, error) {
	if _, err := number(r.args[0]); err != nil {
		return "", err
	}
	return "", nil
}

// number reads a decimal number.
func number(text string) (float64, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, errSyntax
	}
	return f, nil
}

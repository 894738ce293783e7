package repl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
	"ishi/engine/replay"
)

func positionCommands() []*command {
	const topic = "Position and files"
	return []*command{
		{
			name: "setup", args: "[black POINT…] [white POINT…] [turn SIDE]", topic: topic, run: (*shell).setupCommand,
			help: "make a position of the given stones; the game before is given up",
			more: "Without turn, black is to move when as many stones of one side as of the other are set\n" +
				"or their number is even.",
			example: "setup black h8 i9 white h9 turn white",
			words:   fixedWords("black", "white", "turn"),
		},
		{
			name: "edit", args: "POINT… black|white|empty | turn SIDE", topic: topic, run: (*shell).editCommand,
			help:    "change points of the position, or whose turn it is; the game before is given up",
			example: "edit h8 i9 black\nedit h8 empty\nedit turn white",
			words: func(w *wordList, _ []string, _ string) []string {
				return append([]string{"black", "white", "empty", "turn"}, w.moves...)
			},
		},
		{
			name: "paste", args: "[SIDE]", topic: topic, run: (*shell).pasteCommand,
			help: "read a position, or a game, from the next lines, to an empty one or a dot",
			more: "Boards are understood in any alphabet: X x B b * ● for black, O o W w ○ for white,\n" +
				". - _ + for empty, with or without blanks, letters and numbers at the edges. SIDE is to move\n" +
				"where the lines do not tell. Lines of OBF, SGF, GGF and lists of moves do too.",
			example: "paste\npaste white",
			words:   fixedWords("black", "white"),
		},
		{
			name: "load", aliases: []string{"open"}, args: "FILE [N]", topic: topic, run: (*shell).loadCommand,
			help: "read a game or a position from a file, the Nth where there are several",
			more: "The format follows from what is in the file: psq, rec, SGF, GGF, OBF, WTHOR, RenLib, lists of\n" +
				"moves, openings, boards, CSV. Of a damaged file everything up to the damage is loaded.",
			example: "load game.sgf\nload WTH_2004.wtb 12\nload \"my game.psq\"",
			words:   fileWords,
		},
		{
			name: "save", args: "[-f] FILE [FORMAT]", topic: topic, run: (*shell).saveCommand,
			help: "write the game to a file, in the format of its extension or the one named",
			more: "Formats: " + formatNames() + ".\n" +
				"A position format (obf, board) gets the position on the board. -f replaces a file that is there.",
			example: "save game.sgf\nsave -f game.psq\nsave position.txt board",
			words: func(w *wordList, before []string, last string) []string {
				if len(before) > 0 && before[len(before)-1] != "-f" {
					return strings.Split(formatNames(), ", ")
				}
				return fileWords(w, before, last)
			},
		},
	}
}

// formatNames lists the formats that can be written.
func formatNames() string {
	var names []string
	for _, f := range record.Formats() {
		if f.Write {
			names = append(names, strings.ToLower(string(f.Format)))
		}
	}
	return strings.Join(names, ", ")
}

func (s *shell) setupCommand(args []string) error {
	var stones []engine.Stone
	var counts [2]int
	toMove, told := game.Black, false
	by, placing := game.Black, false
	for i := 0; i < len(args); i++ {
		word := strings.ToLower(args[i])
		if word == "turn" {
			if i++; i == len(args) {
				return errUsage
			}
			var ok bool
			if toMove, ok = side(args[i]); !ok {
				return errUsage
			}
			told = true
			continue
		}
		if of, ok := side(word); ok {
			by, placing = of, true
			continue
		}
		if !placing {
			return errUsage
		}
		moves, err := parseMoves(args[i : i+1])
		if err != nil {
			return err
		}
		for _, m := range moves {
			stones = append(stones, engine.Stone{Move: m, Side: by})
			counts[by]++
		}
	}
	if len(stones) == 0 {
		return errUsage
	}
	if !told && counts[game.Black] != counts[game.White] && len(stones)%2 == 1 {
		toMove = game.White
	}
	return s.place(stones, toMove)
}

// place makes stones the position and shows it.
func (s *shell) place(stones []engine.Stone, toMove game.Side) error {
	if err := s.setUp(stones, toMove); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), s.session.Game().Name()+": "))
	}
	s.showBoard()
	if s.over() {
		s.say("%s", resultText(s.result()))
	}
	return nil
}

func (s *shell) editCommand(args []string) error {
	if len(args) < 2 {
		return errUsage
	}
	what := strings.ToLower(args[len(args)-1])
	by, isSide := side(what)
	stones, toMove := s.stones(), s.position().Side()
	switch {
	case strings.EqualFold(args[0], "turn"):
		if !isSide || len(args) != 2 {
			return errUsage
		}
		return s.place(stones, by)
	case !isSide && what != "empty" && what != ".":
		return errUsage
	}
	points, err := parseMoves(args[:len(args)-1])
	if err != nil {
		return err
	}
	for _, m := range points {
		if !s.session.OnBoard(m) {
			return fmt.Errorf("%v is off the board", m)
		}
		stones = slices.DeleteFunc(stones, func(s engine.Stone) bool { return s.Move == m })
		if isSide {
			stones = append(stones, engine.Stone{Move: m, Side: by})
		}
	}
	return s.place(stones, toMove)
}

// stones lists the stones on the board: those of the game in its order, or all of them
// row by row where discs change sides.
func (s *shell) stones() []engine.Stone {
	g := &s.game
	var list []engine.Stone
	seen := map[game.Move]bool{}
	add := func(m game.Move) {
		if by, ok := s.session.At(m); ok && !seen[m] {
			seen[m] = true
			list = append(list, engine.Stone{Move: m, Side: by})
		}
	}
	for _, stone := range g.stones {
		add(stone.Move)
	}
	for _, p := range g.plies[:g.at] {
		if p.Move.IsPoint() {
			add(p.Move)
		}
	}
	setup := s.position().Setup()
	for y := range setup.Height {
		for x := range setup.Width {
			add(game.At(x, y))
		}
	}
	return list
}

// endOfLines ends what a command collects.
const endOfLines = "."

func (s *shell) pasteCommand(args []string) error {
	toMove, told := game.Black, false
	if len(args) > 0 {
		if toMove, told = side(args[0]); !told || len(args) > 1 {
			return errUsage
		}
	}
	var text strings.Builder
	s.collect = func(line string) (bool, error) {
		if word := strings.TrimSpace(line); word != "" && word != endOfLines && word != "end" {
			text.WriteString(line + "\n")
			return false, nil
		}
		if text.Len() == 0 {
			return true, errors.New("paste: nothing was pasted")
		}
		if err := s.pasted(text.String(), toMove, told); err != nil {
			return true, fmt.Errorf("paste: %w", err)
		}
		return true, nil
	}
	if s.console.person() {
		s.say("paste the position, and an empty line behind it")
	}
	return nil
}

// collectLine hands a line to the command that collects.
func (s *shell) collectLine(line string) error {
	done, err := s.collect(line)
	if done {
		s.collect = nil
	}
	return err
}

// pasted takes a position or a game as text.
func (s *shell) pasted(text string, toMove game.Side, told bool) error {
	var g *record.Game
	var err error
	switch format := record.Detect("", []byte(text)); format {
	case record.Board, "":
		g, err = record.ParseBoard(text)
		if g != nil && len(g.Setup) > 0 && told {
			g.First, g.FirstTold, err = toMove, true, nil
		} else if err != nil && g != nil && len(g.Setup) > 0 {
			err = fmt.Errorf("%w; paste black or paste white tells it", err)
		}
	default:
		g, _, err = readGame(record.Source{Game: s.session.Game().Name()}, strings.NewReader(text), 1)
	}
	if err != nil {
		return err
	}
	return s.adopt(g)
}

// games lists all games, the running one first.
func (s *shell) games() []engine.Game {
	games := []engine.Game{s.session.Game()}
	for _, g := range s.choice.Games {
		if g != games[0] {
			games = append(games, g)
		}
	}
	return games
}

// adopt makes a record the game. When a move in it cannot be played, what comes before
// is on the board, and the error tells.
func (s *shell) adopt(g *record.Game) error {
	rules, err := replay.Choose(g, s.games()...)
	if err != nil {
		return err
	}
	line, damage := replay.Line(g, rules)
	if damage != nil && len(line.Stones)+len(line.Moves) == 0 {
		return damage
	}
	if same := rules == s.session.Game(); same && g.Rule == "" {
		usual := line.Setup
		line.Setup.Rule = s.position().Setup().Rule
		if other, err := rules.New(line.Setup); err != nil || playable(other, line) != nil {
			line.Setup = usual
		}
	}
	s.changeGame(rules)
	if err := s.session.Load(line); err != nil {
		return err
	}
	s.game, s.file = gameLine{stones: line.Stones, first: line.First, source: g}, ""
	for _, m := range s.session.Record()[len(line.Stones):] {
		s.game.plies = append(s.game.plies, ply{Stone: m})
	}
	s.game.annotate(g)
	s.game.markPasses(rules, line.Setup)
	s.game.at, s.game.kept = len(s.game.plies), len(s.game.plies)
	s.clocks.restart()
	if err := s.passIfStuck(); err != nil {
		return err
	}
	s.showBoard()
	return damage
}

// playable plays a line on a position of the same board.
func playable(pos engine.Position, line engine.Line) error {
	if len(line.Stones) > 0 {
		editor, ok := pos.(engine.Editor)
		if !ok {
			return errors.New("this game knows no free positions")
		}
		if err := editor.SetUp(line.Stones, line.First); err != nil {
			return err
		}
	}
	for _, m := range line.Moves {
		if err := pos.Play(m.Move); err != nil {
			return err
		}
	}
	return nil
}

// annotate carries over what a record says of its moves.
func (g *gameLine) annotate(from *record.Game) {
	moves := from.Moves
	for i := range g.plies {
		p := &g.plies[i]
		if len(moves) == 0 || moves[0].Move == game.Pass != (p.Move == game.Pass) {
			continue // a pass that the record leaves out
		}
		m := moves[0]
		moves = moves[1:]
		p.comment, p.used, p.others = m.Comment, m.Time, m.Variations
		if m.Scored {
			p.score, p.value, p.valued = fmt.Sprintf("%+g", m.Score), m.Score, true
		}
	}
}

// markPasses marks the passes of a side that could do nothing else.
func (g *gameLine) markPasses(rules engine.Game, setup engine.Setup) {
	if !slices.ContainsFunc(g.plies, func(p ply) bool { return p.Move == game.Pass }) {
		return
	}
	pos, err := rules.New(setup)
	if err != nil || playable(pos, engine.Line{Stones: g.stones, First: g.first}) != nil {
		return
	}
	v, ok := pos.(engine.Viewer)
	for i := range g.plies {
		p := &g.plies[i]
		p.implied = ok && i > 0 && p.Move == game.Pass && slices.Equal(v.Legal(), []game.Move{game.Pass})
		if pos.Play(p.Move) != nil {
			return
		}
	}
}

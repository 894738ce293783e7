package gtp

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
	"ishi/engine/replay"
)

// loadSGF loads the main line of the first game in a file, up to the position before
// the given move. A name with blanks may stand in quotes.
func (s *server) loadSGF(r request) (string, error) {
	path, before, err := fileAndNumber(r.rest)
	if err != nil {
		return "", err
	}
	g, err := readSGF(path)
	if err == nil {
		err = s.load(g, before)
	}
	if err != nil {
		s.conn.Log.Note("%v", err)
		return "", fmt.Errorf("%w: %v", errCannotLoad, err)
	}
	return "", nil
}

// fileAndNumber splits the arguments of loadsgf. The number is -1 when there is none.
func fileAndNumber(text string) (path string, number int, err error) {
	path, rest := text, ""
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		if path, rest, ok = strings.Cut(quoted, `"`); !ok {
			return "", 0, errSyntax
		}
	} else if i := strings.LastIndexByte(text, ' '); i >= 0 {
		if _, err := strconv.Atoi(text[i+1:]); err == nil {
			path, rest = strings.TrimSpace(text[:i]), text[i:]
		}
	}
	if rest = strings.TrimSpace(rest); rest == "" {
		return path, -1, nil
	}
	number, err = strconv.Atoi(rest)
	if err != nil || number < 0 {
		return "", 0, errSyntax
	}
	return path, number, nil
}

func readSGF(path string) (*record.Game, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	trees, err := record.ReadSGF(file)
	if err != nil {
		return nil, err
	}
	return trees[0].Game()
}

// load plays a recorded game, of which only the moves before the given one count if
// that is not negative. The file decides which game it is, if it says so.
func (s *server) load(g *record.Game, before int) error {
	moves := g.Moves
	if before >= 0 {
		moves = moves[:min(max(before-1, 0), len(moves))]
	}
	session := s.session
	if g.Name != "" && g.Name != session.Game().Name() {
		other, ok := s.game(g.Name)
		if !ok {
			return fmt.Errorf("a game of %s", g.Name)
		}
		session = engine.NewSession(other, session.Config)
	}
	loaded := *g
	loaded.Moves = moves
	if _, known := replay.Rule(g.Rule, session.Game()); !known && session == s.session {
		loaded.Rule = s.rule
	} else if !known {
		loaded.Rule = s.firstRule(session.Game())
	}
	line, err := replay.Line(&loaded, session.Game())
	if err == nil {
		err = session.Load(line)
	}
	if err != nil {
		return err
	}
	if session != s.session {
		s.session.Close()
		s.session = session
	}
	s.rule = session.Position().Setup().Rule
	s.base = len(line.Stones)
	s.steps = stepsOf(line.Moves, moves)
	s.times.restart()
	return nil
}

// stepsOf tells how many plies of a line each move of a record took: two where a pass
// was implied.
func stepsOf(plies []engine.Stone, moves []record.Move) []int {
	var steps []int
	for _, m := range moves {
		n := 1
		for m.Move != game.Pass && plies[n-1].Move == game.Pass {
			n++
		}
		steps, plies = append(steps, n), plies[n:]
	}
	return steps
}

package repl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
	"ishi/engine/replay"
)

// errEnough ends the reading of a file when the game that was wanted has been read.
var errEnough = errors.New("repl: enough")

// readGame reads the n-th game, from 1, and reports whether there are more. A damaged
// game is returned up to the damage, with the error; so is the first one where the damage
// lies behind it.
func readGame(from record.Source, in io.Reader, n int) (g *record.Game, more bool, err error) {
	count := 0
	take := func(next *record.Game) error {
		if count++; count > n {
			more = true
			return errEnough
		}
		g = next
		return nil
	}
	if in != nil {
		err = from.Read(in, take)
	} else {
		err = from.ReadFile(take)
	}
	switch {
	case errors.Is(err, errEnough):
		return g, more, nil
	case count < n && err == nil && count == 0:
		return nil, false, errors.New("there is no game in it")
	case count < n && err == nil:
		return nil, false, fmt.Errorf("it holds %d games", count)
	case count < n:
		return nil, false, err
	}
	return g, more, err
}

func (s *shell) loadCommand(args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return errUsage
	}
	n := 1
	if len(args) == 2 {
		var err error
		if n, err = strconv.Atoi(args[1]); err != nil || n < 1 {
			return errUsage
		}
	}
	path := expandHome(args[0])
	g, more, err := readGame(record.Source{Name: path}, nil, n)
	if g != nil && g.Format == record.REC && s.holds(record.REC) { // it never tells the size
		setup := s.position().Setup()
		g, more, err = readGame(record.Source{Name: path, Width: setup.Width, Height: setup.Height}, nil, n)
	}
	if g == nil {
		return err
	}
	if adopted := s.adopt(g); adopted != nil {
		return adopted
	}
	s.file = path
	s.say("%s", loadedText(&s.game, s.session, more, path, n))
	if s.over() {
		s.say("%s", s.theme.strong(resultText(s.result())))
	}
	return err
}

// loadedText says what has been loaded.
func loadedText(l *gameLine, session *engine.Session, more bool, path string, n int) string {
	g := l.source
	setup := session.Position().Setup()
	text := fmt.Sprintf("%s %dx%d", session.Game().Name(), setup.Width, setup.Height)
	if len(session.Game().Rules()) > 1 {
		text += ", " + setup.Rule
	}
	if g.Black != "" || g.White != "" {
		text += fmt.Sprintf(", %s - %s", nameOr(g.Black), nameOr(g.White))
	}
	for _, part := range []string{g.Event, g.Date, g.Result} {
		if part != "" && part != "?" {
			text += ", " + part
		}
	}
	if len(l.plies) == 0 {
		text += ", a position"
	} else {
		text += fmt.Sprintf(", %d moves", len(l.plies))
	}
	if more {
		text += fmt.Sprintf("; there are more games in the file (load %s %d)", filepath.Base(path), n+1)
	}
	if g.Comment != "" {
		text += "\n" + g.Comment
	}
	return text
}

func nameOr(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

func (s *shell) saveCommand(args []string) error {
	force := false
	if len(args) > 0 && args[0] == "-f" {
		force, args = true, args[1:]
	}
	if len(args) < 1 || len(args) > 2 {
		return errUsage
	}
	path := expandHome(args[0])
	name := strings.TrimPrefix(filepath.Ext(path), ".")
	if len(args) == 2 {
		name = args[1]
	}
	if name == "" {
		return fmt.Errorf("which format? Name one of %s", formatNames())
	}
	format, err := record.ParseFormat(name)
	if err != nil {
		return fmt.Errorf("no format is called %q; formats are %s", name, formatNames())
	}
	if !s.holds(format) {
		return fmt.Errorf("%s holds no game of %s", format, s.session.Game().Name())
	}
	var text bytes.Buffer
	g, err := s.recordFor(format)
	if err == nil {
		err = record.Write(&text, format, g)
	}
	lossy := (*record.LossError)(nil)
	if err != nil && (!errors.As(err, &lossy) || text.Len() == 0) {
		return err
	}
	if _, err := os.Stat(path); err == nil && !force && path != s.file {
		return fmt.Errorf("%s exists already; save -f %s replaces it", path, args[0])
	}
	if err := replaceFile(path, text.Bytes()); err != nil {
		return err
	}
	s.file = path
	if len(g.Moves) == 0 {
		s.say("saved the position to %s", path)
	} else {
		s.say("saved %d moves to %s", len(g.Moves), path)
	}
	return nil
}

// holds reports whether a format is used for the running game.
func (s *shell) holds(format record.Format) bool {
	for _, info := range record.Formats() {
		if info.Format == format {
			return slices.Contains(info.Games, s.session.Game().Name())
		}
	}
	return false
}

// replaceFile writes a file as a whole: when that fails the old one is still there.
func replaceFile(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if bad := (*os.PathError)(nil); errors.As(err, &bad) {
		return &os.PathError{Op: "save", Path: path, Err: bad.Err}
	}
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if closed := file.Close(); err == nil {
		err = closed
	}
	mode := os.FileMode(0o644)
	if info, statErr := os.Stat(path); statErr == nil {
		mode = info.Mode().Perm()
	}
	if err == nil {
		err = os.Chmod(file.Name(), mode)
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// recordFor returns what is written in a format: the position for those that hold
// nothing else, the game for all others.
func (s *shell) recordFor(format record.Format) (*record.Game, error) {
	if format == record.OBF || format == record.Board {
		if g := replay.Position(s.session); g != nil {
			return g, nil
		}
		return nil, errors.New("there is no position")
	}
	return s.record()
}

// record returns the game with all that is known of it.
func (s *shell) record() (*record.Game, error) {
	l := &s.game
	line := engine.Line{Setup: s.position().Setup(), Stones: l.stones, First: l.first}
	for _, p := range l.plies[:l.kept] {
		line.Moves = append(line.Moves, p.Stone)
	}
	pos, err := s.session.Game().New(line.Setup)
	if err != nil {
		return nil, err
	}
	if err := playable(pos, line); err != nil {
		return nil, err
	}
	g := replay.Record(s.session.Game(), line)
	if from := l.source; from != nil {
		g.Black, g.White, g.Event, g.Date, g.Comment = from.Black, from.White, from.Event, from.Date, from.Comment
		g.Ratings, g.Levels, g.Clocks = from.Ratings, from.Levels, from.Clocks
		if len(from.Moves) > 0 && l.kept == len(l.plies) {
			g.Result, g.End = from.Result, from.End
		}
	} else {
		g.Date = s.now().Format("2006-01-02")
	}
	if r := pos.Result(); r.Outcome != game.Ongoing {
		g.Result = record.FormatResult(r)
	}
	players := [2]*string{game.Black: &g.Black, game.White: &g.White}
	for i, p := range l.plies[:l.kept] {
		if i >= len(g.Moves) {
			break
		}
		m := &g.Moves[i]
		m.Comment, m.Time, m.Variations = p.comment, p.used, p.others
		m.Score, m.Scored = p.value, p.valued
		if p.engine && *players[p.Side] == "" {
			*players[p.Side] = s.about.Name
			g.Levels[p.Side] = 1
		}
	}
	return g, nil
}

// keepGame appends a finished game to the log of games, if there is one.
func (s *shell) keepGame() error {
	if s.choice.Gamelog == "" {
		return nil
	}
	g, err := s.record()
	if err != nil {
		return err
	}
	if s.game.source == nil {
		g.Date = s.now().Format("2006-01-02 15:04:05")
	}
	g.End = s.result().Reason
	log, err := record.OpenGamelog(s.choice.Gamelog)
	if err != nil {
		return err
	}
	err = log.Add(g)
	if closed := log.Close(); err == nil {
		err = closed
	}
	return err
}

package plan

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
	"ishi/engine/replay"
)

// maxComplaints is how many bad openings of a file are told.
const maxComplaints = 10

// ReadOpenings reads the openings of a file in any format of ishi/engine/record:
// offsets from the centre and move strings, one opening a line, XOT, OBF, psq, SGF and
// so on. Each is played by the rules on the contest's board. An opening that breaks
// them, ends the game or is made for another board is an error that names the file and
// the line, and none is returned then; the first ten such errors are told. An opening's
// name is the file's with the line.
func ReadOpenings(path string, rules engine.Game, setup engine.Setup) ([]contest.Opening, error) {
	pos, err := rules.New(setup)
	if err != nil {
		return nil, err
	}
	setup = pos.Setup()
	var openings []contest.Opening
	var bad []error
	source := record.Source{Name: path, Game: rules.Name(), Width: setup.Width, Height: setup.Height}
	err = source.ReadFile(func(g *record.Game) error {
		place := fmt.Sprintf(":%d", g.Line)
		if g.Line == 0 {
			place = fmt.Sprintf(", byte %d", g.Offset)
		}
		opening, err := opening(g, rules, setup)
		if err != nil {
			bad = append(bad, fmt.Errorf("%s%s: %w", path, place, err))
			if len(bad) == maxComplaints {
				return errTooMany
			}
			return nil
		}
		opening.Name = filepath.Base(path) + place
		openings = append(openings, opening)
		return nil
	})
	if err != nil && !errors.Is(err, errTooMany) {
		bad = append(bad, fmt.Errorf("%s: %w", path, err))
	}
	if len(bad) > 0 {
		return nil, errors.Join(bad...)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: no openings", path)
	}
	return openings, nil
}

var errTooMany = errors.New("too many errors")

// opening returns a record as an opening on a board of that setup.
func opening(g *record.Game, rules engine.Game, setup engine.Setup) (contest.Opening, error) {
	if g.Name != "" && g.Name != rules.Name() {
		return contest.Opening{}, fmt.Errorf("a game of %s", g.Name)
	}
	if g.Width != 0 && g.Width != setup.Width || g.Height != 0 && g.Height != setup.Height {
		return contest.Opening{}, fmt.Errorf("for a board of %dx%d, but %dx%d is played", g.Width, g.Height, setup.Width, setup.Height)
	}
	onBoard := *g
	onBoard.Width, onBoard.Height, onBoard.Rule = setup.Width, setup.Height, setup.Rule
	line, err := replay.Line(&onBoard, rules)
	if err != nil {
		return contest.Opening{}, err
	}
	o := contest.Opening{Stones: line.Stones}
	if len(line.Stones) > 0 {
		o.First = line.First
	}
	for _, m := range line.Moves {
		o.Moves = append(o.Moves, m.Move)
	}
	return o, check(rules, setup, o)
}

// check plays an opening and returns an error when it breaks the rules or leaves
// nothing to play.
func check(rules engine.Game, setup engine.Setup, o contest.Opening) error {
	pos, err := Position(rules, setup, o)
	if err != nil {
		return err
	}
	if result := pos.Result(); result.Outcome != game.Ongoing {
		return fmt.Errorf("the opening ends the game: %v", result)
	}
	return nil
}

// Position returns the position after an opening.
func Position(rules engine.Game, setup engine.Setup, o contest.Opening) (engine.Position, error) {
	pos, err := rules.New(setup)
	if err != nil {
		return nil, err
	}
	if len(o.Stones) > 0 {
		editor, ok := pos.(engine.Editor)
		if !ok {
			return nil, fmt.Errorf("%s cannot be set up freely", rules.Name())
		}
		if err := editor.SetUp(o.Stones, o.First); err != nil {
			return nil, err
		}
	}
	for i, m := range o.Moves {
		side := pos.Side()
		if err := pos.Play(m); err != nil {
			return nil, &engine.MoveError{Number: i + 1, Move: engine.Stone{Move: m, Side: side}, Err: err}
		}
	}
	return pos, nil
}

// source is the openings of a contest in the order in which they are played.
type source struct {
	rules    engine.Game
	setup    engine.Setup
	seed     uint64
	random   bool
	symmetry Symmetry
	openings []contest.Opening
	// order is that of the pass-th time through the openings.
	order []int
	pass  int
}

// The streams of random numbers that come from a contest's seed beside its games'.
const (
	shuffling = 1<<63 + iota<<32
	turning
	generating
)

func newSource(rules engine.Game, setup engine.Setup, seed uint64, o Options) (*source, error) {
	pos, err := rules.New(setup)
	if err != nil {
		return nil, err
	}
	s := &source{rules: rules, setup: pos.Setup(), seed: seed, random: o.Random, symmetry: o.Symmetry, pass: -1}
	for i, opening := range o.Openings[min(o.Skip, len(o.Openings)):] {
		if err := check(rules, s.setup, opening); err != nil {
			return nil, fmt.Errorf("plan: opening %d (%s): %w", o.Skip+i+1, opening.Name, err)
		}
		if o.Symmetry == EverySymmetry {
			s.openings = append(s.openings, s.symmetric(opening)...)
		} else {
			s.openings = append(s.openings, opening)
		}
	}
	return s, nil
}

// at returns the opening that is played as the n-th, from 0.
func (s *source) at(n int) contest.Opening {
	if len(s.openings) == 0 {
		return contest.Opening{}
	}
	if pass := n / len(s.openings); pass != s.pass {
		s.pass = pass
		s.order = nil
		if s.random {
			s.order = rand.New(rand.NewPCG(s.seed, shuffling+uint64(pass))).Perm(len(s.openings))
		}
	}
	i := n % len(s.openings)
	if s.order != nil {
		i = s.order[i]
	}
	opening := s.openings[i]
	if s.symmetry == RandomSymmetry {
		all := s.symmetric(opening)
		opening = all[rand.New(rand.NewPCG(s.seed, turning+uint64(n))).IntN(len(all))]
	}
	return opening
}

// symmetric returns an opening, as it is first, and its different images under the
// symmetries of the board that the rules allow.
func (s *source) symmetric(o contest.Opening) []contest.Opening {
	all := []contest.Opening{o}
	for i := 1; i < symmetries; i++ {
		if s.setup.Width != s.setup.Height && i&transposed != 0 {
			continue
		}
		image := turn(o, i, s.setup.Width, s.setup.Height)
		same := func(other contest.Opening) bool {
			return slices.Equal(other.Stones, image.Stones) && slices.Equal(other.Moves, image.Moves)
		}
		if !slices.ContainsFunc(all, same) && check(s.rules, s.setup, image) == nil {
			all = append(all, image)
		}
	}
	return all
}

// symmetries is the number of the square's symmetries. The bits of a symmetry's number
// say what is done: left and right change, then top and bottom, then rows and columns.
const (
	mirrored = 1 << iota
	flipped
	transposed
	symmetries
)

// turn returns the image of an opening.
func turn(o contest.Opening, symmetry, width, height int) contest.Opening {
	point := func(m game.Move) game.Move {
		if !m.IsPoint() {
			return m
		}
		x, y := m.X(), m.Y()
		if symmetry&mirrored != 0 {
			x = width - 1 - x
		}
		if symmetry&flipped != 0 {
			y = height - 1 - y
		}
		if symmetry&transposed != 0 {
			x, y = y, x
		}
		return game.At(x, y)
	}
	image := o
	image.Name = fmt.Sprintf("%s, symmetry %d", o.Name, symmetry)
	image.Stones, image.Moves = slices.Clone(o.Stones), slices.Clone(o.Moves)
	for i := range image.Stones {
		image.Stones[i].Move = point(image.Stones[i].Move)
	}
	for i := range image.Moves {
		image.Moves[i] = point(image.Moves[i])
	}
	return image
}

package settings

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/plan"
	"ishi/engine"
)

// Settings are what can be chosen for a contest.
type Settings struct {
	Name        string   `toml:"name"`
	Game        string   `toml:"game"`
	Rule        string   `toml:"rule"`
	Size        Size     `toml:"size"`
	Swap2       bool     `toml:"swap2"`
	Format      string   `toml:"format"`
	Games       int      `toml:"games"`
	Rounds      int      `toml:"rounds"`
	Gauntlet    int      `toml:"gauntlet"`
	Openings    string   `toml:"openings"`
	Generate    int      `toml:"generate"`
	Order       string   `toml:"order"`
	Symmetry    string   `toml:"symmetry"`
	Skip        int      `toml:"skip"`
	Repeat      bool     `toml:"repeat"`
	Seed        uint64   `toml:"seed"`
	Concurrency int      `toml:"concurrency"`
	Pause       Duration `toml:"pause"`
	SPRT        SPRT     `toml:"sprt"`
	Draw        Draw     `toml:"draw"`
	Resign      Resign   `toml:"resign"`
	Exact       int      `toml:"exact"`
	MaxMoves    int      `toml:"max-moves"`
	Log         bool     `toml:"log"`
	// Each holds for all engines that do not say otherwise.
	Each    Engine   `toml:"each"`
	Engines []Engine `toml:"engine"`
}

// Default returns the usual choices.
func Default() *Settings {
	return &Settings{
		Name: "", Game: "gomoku", Format: string(plan.Match), Games: 2, Order: "sequential",
		Symmetry: string(plan.NoSymmetry), Repeat: true, Seed: 1, Concurrency: 1, Engines: nil,
	}
}

// ReadFile reads a contest file over s. A key that it does not know is an error. File
// names in it are meant from its folder.
func (s *Settings) ReadFile(path string) error {
	meta, err := toml.DecodeFile(path, s)
	if err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			return fmt.Errorf("%s:%d: %s", path, parse.Position.Line, parse.Message)
		}
		if strings.Contains(err.Error(), path) {
			return err
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return fmt.Errorf("%s: unknown key %q", path, unknown[0].String())
	}
	folder := filepath.Dir(path)
	s.Openings = within(folder, s.Openings)
	for i := range s.Engines {
		e := &s.Engines[i]
		e.Dir = within(folder, e.Dir)
		if len(e.Command) > 0 && filepath.Base(e.Command[0]) != e.Command[0] {
			e.Command[0] = within(folder, e.Command[0])
		}
	}
	if s.Name == "" {
		s.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	return nil
}

// within returns a path as seen from a folder.
func within(folder, path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// Flags adds a flag for every key.
func (s *Settings) Flags(fs *flag.FlagSet) {
	fs.StringVar(&s.Name, "name", s.Name, "name of the contest")
	fs.StringVar(&s.Game, "game", s.Game, "game: gomoku or othello")
	fs.StringVar(&s.Rule, "rule", s.Rule, "rule of the game: freestyle, exact, renju, caro, exact-caro; the usual one if empty")
	fs.Var(&s.Size, "size", "board size in points each way, or WIDTHxHEIGHT; the game's usual one if empty")
	fs.BoolVar(&s.Swap2, "swap2", s.Swap2, "begin the games of gomoku by swap2")
	fs.StringVar(&s.Format, "format", s.Format, "who meets whom: match, gauntlet, round-robin or swiss")
	fs.IntVar(&s.Games, "games", s.Games, "games of each pairing, in a Swiss contest of each meeting")
	fs.IntVar(&s.Rounds, "rounds", s.Rounds, "rounds of a Swiss contest, 0 for as many as find a winner and one more")
	fs.IntVar(&s.Gauntlet, "gauntlet", s.Gauntlet, "how many engines, from the first on, run the gauntlet, 0 for 1")
	fs.StringVar(&s.Openings, "openings", s.Openings, "file of openings: psq, sgf, ggf, obf, offsets, moves")
	fs.IntVar(&s.Generate, "generate", s.Generate, "make so many even openings by the seed instead")
	fs.StringVar(&s.Order, "order", s.Order, "order of the openings: sequential or random")
	fs.StringVar(&s.Symmetry, "symmetry", s.Symmetry, "symmetries of the openings: none, random or all")
	fs.IntVar(&s.Skip, "skip", s.Skip, "leave out so many openings of the file")
	fs.BoolVar(&s.Repeat, "repeat", s.Repeat, "play each opening twice, with both sides")
	fs.Uint64Var(&s.Seed, "seed", s.Seed, "decides everything that is random")
	fs.IntVar(&s.Concurrency, "concurrency", s.Concurrency, "games at a time here; 0 leaves all to workers elsewhere")
	fs.Var(&s.Pause, "pause", "pause between two games, such as 500ms")
	fs.Var(&s.SPRT, "sprt", "stop when it is decided: elo0=0,elo1=10[,alpha=0.05][,beta=0.05][,model=normalized]")
	fs.Var(&s.Draw, "draw", "end as drawn: score=S,plies=N[,from=PLY], both scores within ±S for N plies in a row")
	fs.Var(&s.Resign, "resign", "end as lost: score=S,moves=N, below -S for N moves in a row while the other agrees")
	fs.IntVar(&s.Exact, "exact", s.Exact, "end Othello with so many empty squares, by perfect play; 0 for never")
	fs.IntVar(&s.MaxMoves, "max-moves", s.MaxMoves, "end as drawn after so many plies; 0 for never")
	fs.BoolVar(&s.Log, "log", s.Log, "write a full log of every game")
	fs.Var(&each{engine: &s.Each}, "each", "what holds for all engines: tc=…,nodes=…; see -engine")
	fs.Var(&engines{list: &s.Engines}, "engine", "an engine: name=…,cmd=…,dir=…,proto=…,tc=…,depth=…,nodes=…,memory=MIB,margin=MS,fresh=1,option.NAME=VALUE; "+
		"without cmd it is Ishi in this program; several times")
}

// Contest returns the contest that the settings mean.
func (s *Settings) Contest(rules engine.Game) (*contest.Contest, error) {
	if s.Rule != "" && !slices.ContainsFunc(rules.Rules(), func(r string) bool { return strings.EqualFold(r, s.Rule) }) {
		return nil, fmt.Errorf("rule %q: want one of %s", s.Rule, strings.Join(rules.Rules(), ", "))
	}
	setup := engine.Setup{Width: s.Size.Width, Height: s.Size.Height, Rule: strings.ToLower(s.Rule)}
	position, err := rules.New(setup)
	if err != nil {
		return nil, fmt.Errorf("size %s: %w", s.Size, err)
	}
	c := &contest.Contest{
		Name: s.Name, Game: rules.Name(), Setup: position.Setup(), Swap2: s.Swap2,
		Pause: time.Duration(s.Pause), Seed: s.Seed,
		Adjudication: contest.Adjudication{
			DrawScore: s.Draw.Score, DrawFrom: s.Draw.From, DrawPlies: s.Draw.Plies,
			ResignScore: s.Resign.Score, ResignMoves: s.Resign.Moves,
			ExactEmpties: s.Exact, MaxPlies: s.MaxMoves,
		},
	}
	switch {
	case s.Swap2 && rules.Name() != "gomoku":
		return nil, fmt.Errorf("swap2: a way to begin gomoku, not %s", rules.Name())
	case s.Exact != 0 && rules.Name() != "othello":
		return nil, fmt.Errorf("exact: for othello, not %s", rules.Name())
	case s.Exact < 0, s.MaxMoves < 0, s.Pause < 0:
		return nil, errors.New("exact, max-moves, pause: want none of them below 0")
	case s.Concurrency < 0:
		return nil, fmt.Errorf("concurrency %d: want 0 or more", s.Concurrency)
	}
	for i := range s.Engines {
		p, err := s.Engines[i].over(s.Each).participant()
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(c.Participants, func(q contest.Participant) bool { return q.Name == p.Name }) {
			return nil, fmt.Errorf("engine %q: the name is taken; give each its own", p.Name)
		}
		c.Participants = append(c.Participants, p)
	}
	return c, nil
}

// Plan returns the options of the schedule, without openings.
func (s *Settings) Plan() (plan.Options, error) {
	format, err := plan.ParseFormat(s.Format)
	if err != nil {
		return plan.Options{}, err
	}
	symmetry, err := plan.ParseSymmetry(s.Symmetry)
	if err != nil {
		return plan.Options{}, err
	}
	if s.Order != "sequential" && s.Order != "random" {
		return plan.Options{}, fmt.Errorf("order %q: want sequential or random", s.Order)
	}
	switch {
	case s.Games < 1:
		return plan.Options{}, fmt.Errorf("games %d: want 1 or more", s.Games)
	case s.Openings != "" && s.Generate > 0:
		return plan.Options{}, errors.New("openings and generate: want one of them")
	case s.Generate < 0:
		return plan.Options{}, fmt.Errorf("generate %d: want 0 or more", s.Generate)
	}
	return plan.Options{
		Format: format, Games: s.Games, Rounds: s.Rounds, Gauntlet: s.Gauntlet, Single: !s.Repeat,
		Random: s.Order == "random", Symmetry: symmetry, Skip: s.Skip,
	}, nil
}

// Size is a board's size; the zero value is the usual one.
type Size struct{ Width, Height int }

// String writes the size as Set reads it.
func (s Size) String() string {
	switch {
	case s.Width == 0:
		return ""
	case s.Width == s.Height:
		return strconv.Itoa(s.Width)
	}
	return fmt.Sprintf("%dx%d", s.Width, s.Height)
}

// Set reads a size such as "15" or "20x15".
func (s *Size) Set(text string) error {
	if text == "" {
		*s = Size{}
		return nil
	}
	w, h, both := strings.Cut(strings.ToLower(text), "x")
	if !both {
		h = w
	}
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if errW != nil || errH != nil || width < 1 || height < 1 {
		return fmt.Errorf("size %q: want a number of points, or WIDTHxHEIGHT", text)
	}
	*s = Size{width, height}
	return nil
}

// UnmarshalTOML reads a number or a text.
func (s *Size) UnmarshalTOML(value any) error { return s.Set(fmt.Sprint(value)) }

// Duration is a time with its unit, or a number of seconds.
type Duration time.Duration

// String writes the time with its unit.
func (d Duration) String() string { return time.Duration(d).String() }

// Set reads "1.5", "1.5s", "500ms".
func (d *Duration) Set(text string) error {
	v, err := parseSeconds(text)
	if err == nil {
		*d = Duration(v)
	}
	return err
}

// UnmarshalTOML reads a number or a text.
func (d *Duration) UnmarshalTOML(value any) error { return d.Set(fmt.Sprint(value)) }

// parseSeconds reads a time with its unit, or a number of seconds.
func parseSeconds(text string) (time.Duration, error) {
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds >= 0 && seconds < 1e9 {
		return time.Duration(seconds * float64(time.Second)), nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("time %q: want seconds, or a number with its unit such as 500ms", text)
	}
	return d, nil
}

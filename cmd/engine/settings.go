package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterbourgon/ff/v3"

	"ishi/engine"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
	"ishi/protocol"
)

const (
	// envPrefix and "_" begin the names of environment variables.
	envPrefix = "ISHI"
	// configName is the file that is looked for beside the executable.
	configName = "ishi.conf"
)

// settings is everything that can be chosen, from all sources.
type settings struct {
	dialect    protocol.Dialect // Unknown: by the first line
	logFile    string
	gamelog    string
	configFile string
	engine     engine.Config
	firstGame  string // which GTP begins with
	firstRule  string // and its rule, the usual one if empty
	games      []engine.Game

	// extra, if not nil, adds the flags of a command to those of the options.
	extra func(*flag.FlagSet)

	// problems are mistakes in the environment and the file. They must not
	// keep the program from playing and are told when there is a chance.
	problems []string
	// tolerate takes note of a mistake; while it is nil mistakes are errors.
	tolerate func(name string, err error)
}

func newSettings() *settings {
	return &settings{
		configFile: defaultConfigFile(),
		engine:     engine.DefaultConfig(),
		firstGame:  "othello",
		games:      []engine.Game{gomoku.Game(), othello.Game()},
	}
}

// defaultConfigFile is the file beside the executable itself, not beside a
// link to it and not in the working directory, which is the manager's.
func defaultConfigFile() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}
	return filepath.Join(filepath.Dir(path), configName)
}

// game returns the game with a name.
func (s *settings) game(name string) (engine.Game, error) {
	var names []string
	for _, g := range s.games {
		if strings.EqualFold(g.Name(), name) {
			return g, nil
		}
		names = append(names, g.Name())
	}
	return nil, fmt.Errorf("game %q: want %s", name, strings.Join(names, " or "))
}

// options lists what is chosen for the program and for every game.
func (s *settings) options() []engine.Option {
	return append(s.ownOptions(), s.engine.Options()...)
}

func (s *settings) ownOptions() []engine.Option {
	text := func(name, usage, usual string, value *string) engine.Option {
		return engine.Option{
			Name: name, Usage: usage, Kind: engine.Text, Default: usual,
			Get: func() string { return *value },
			Set: func(v string) error { *value = v; return nil },
		}
	}
	return []engine.Option{
		{
			Name: "protocol", Kind: engine.Text, Default: "auto",
			Usage: "protocol to speak: " + strings.Join(dialectNames(), ", ") + "; auto tells it by the first line",
			Get: func() string {
				if s.dialect == protocol.Unknown {
					return "auto"
				}
				return s.dialect.String()
			},
			Set: s.setDialect,
		},
		{
			Name: "game", Kind: engine.Text, Default: "othello",
			Usage: "game that GTP and the prompt begin with: othello or gomoku",
			Get:   func() string { return s.firstGame },
			Set:   s.setFirstGame,
		},
		{
			Name: "rule", Kind: engine.Text,
			Usage: "rule of Gomoku that GTP and the prompt begin with: " + strings.Join(gomokuRules(), ", "),
			Get:   func() string { return s.firstRule },
			Set:   s.setFirstRule,
		},
		text("log", "file to which the traffic is appended, with times in µs", "", &s.logFile),
		text("gamelog", "file to which the finished games of the prompt are appended, as CSV", "", &s.gamelog),
		text("config", "file with further options, a line each: name = value", defaultConfigFile(), &s.configFile),
	}
}

func (s *settings) setDialect(name string) error {
	if strings.EqualFold(name, "auto") {
		s.dialect = protocol.Unknown
		return nil
	}
	d, ok := protocol.ParseDialect(name)
	if _, have := frontEndOf(d); !ok || !have {
		return fmt.Errorf("protocol %q: want auto or %s", name, strings.Join(dialectNames(), " or "))
	}
	s.dialect = d
	return nil
}

// nameDialect chooses the protocol by the name of the program where nothing
// else has: Gomocup's managers call their brains pbrain-….
func (s *settings) nameDialect(program string) {
	base := strings.ToLower(filepath.Base(filepath.ToSlash(program)))
	if i := strings.LastIndex(base, `\`); i >= 0 {
		base = base[i+1:]
	}
	if s.dialect == protocol.Unknown && strings.HasPrefix(base, "pbrain-") {
		s.dialect = protocol.Gomocup
	}
}

// value makes an option a flag.
type value struct {
	engine.Option
	settings *settings
}

func (v value) String() string {
	if v.Get == nil { // package flag asks a zero value
		return ""
	}
	return v.Get()
}

func (v value) IsBoolFlag() bool { return v.Kind == engine.Flag }

func (v value) Set(text string) error {
	err := v.Option.Set(text)
	if err != nil && v.settings.tolerate != nil {
		v.settings.tolerate(v.Name, err)
		return nil
	}
	return err
}

// flags returns a flag for every option. Those of a game begin with its name:
// gomoku.null-move.
func (s *settings) flags(name string) *flag.FlagSet {
	fs := newFlagSet(name)
	for _, o := range s.options() {
		fs.Var(value{o, s}, o.Name, o.Usage)
	}
	s.gameFlags(fs)
	return fs
}

func (s *settings) gameFlags(fs *flag.FlagSet) {
	for _, g := range s.games {
		for _, o := range g.Options() {
			fs.Var(value{o, s}, g.Name()+"."+o.Name, o.Usage)
		}
	}
}

// read takes the settings from flags, environment and file, in this order of
// precedence, and returns the flags. Only mistakes in the flags are errors.
func (s *settings) read(args []string) (*flag.FlagSet, error) {
	fs := s.flags("engine")
	if s.extra != nil {
		fs = s.flags(promptName)
		s.extra(fs)
	}
	if err := parse(fs, args); err != nil {
		return nil, err
	}
	s.tolerate = func(name string, err error) {
		s.problem("environment %s_%s: %v", envPrefix, strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(name)), err)
	}
	// The second parse of args repeats what the first one did.
	err := ff.Parse(fs, args,
		ff.WithEnvVarPrefix(envPrefix),
		ff.WithConfigFileVia(&s.configFile),
		ff.WithConfigFileParser(func(r io.Reader, set func(name, value string) error) error {
			return s.readFile(fs, r, set)
		}))
	if err != nil && !(errors.Is(err, os.ErrNotExist) && s.configFile == defaultConfigFile()) {
		s.problem("%v", err)
	}
	s.tolerate = nil
	return fs, nil
}

func (s *settings) problem(format string, args ...any) {
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

// readFile reads lines "name = value" or "name value"; a name alone is "true".
// Lines that begin with # or ; are comments. A relative path is meant from the
// file's folder. Mistakes become problems, and the next line is read.
func (s *settings) readFile(fs *flag.FlagSet, r io.Reader, set func(name, value string) error) error {
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || strings.ContainsRune("#;", rune(line[0])) {
			continue
		}
		where := fmt.Sprintf("%s:%d", filepath.Base(s.configFile), number)
		s.tolerate = func(_ string, err error) { s.problem("%s: %v", where, err) }
		name, text := cutOption(line)
		if fs.Lookup(name) == nil || name == "config" {
			s.problem("%s: unknown option %q", where, name)
			continue
		}
		if name == "log" && text != "" && !filepath.IsAbs(text) {
			text = filepath.Join(filepath.Dir(s.configFile), text)
		}
		if err := set(name, text); err != nil {
			s.problem("%s: %v", where, err)
		}
	}
	return lines.Err()
}

// cutOption splits a line of the file.
func cutOption(line string) (name, text string) {
	i := strings.IndexAny(line, "= \t")
	if i < 0 {
		return strings.TrimLeft(line, "-"), "true"
	}
	name, text = line[:i], strings.TrimSpace(line[i:])
	text = strings.TrimSpace(strings.TrimPrefix(text, "="))
	if n := len(text); n >= 2 && text[0] == '"' && text[n-1] == '"' {
		text = text[1 : n-1]
	}
	return strings.TrimLeft(name, "-"), text
}

// changed lists the options that are not at their defaults, for the log.
func (s *settings) changed() []string {
	var list []string
	s.flags("engine").VisitAll(func(f *flag.Flag) {
		if v := f.Value.(value); v.Get() != v.Default {
			list = append(list, f.Name+"="+v.Get())
		}
	})
	return list
}

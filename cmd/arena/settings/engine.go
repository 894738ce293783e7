package settings

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ishi/cmd/arena/contest"
)

// Engine is a participant as people write it.
type Engine struct {
	Name    string  `toml:"name"`
	Command Command `toml:"cmd"`
	Dir     string  `toml:"dir"`
	Proto   string  `toml:"proto"`
	// TC is the time control; see TimeControl.
	TC     TimeControl `toml:"tc"`
	Depth  int         `toml:"depth"`
	Nodes  uint64      `toml:"nodes"`
	Memory int64       `toml:"memory"` // MiB
	Margin int         `toml:"margin"` // ms
	Fresh  bool        `toml:"fresh"`
	Option Options     `toml:"option"`
}

// inProcess is the command that stands for Ishi in this program.
const inProcess = "ishi"

// over returns the engine with what each says where it says nothing itself.
func (e Engine) over(each Engine) Engine {
	if e.Proto == "" {
		e.Proto = each.Proto
	}
	if !e.TC.told {
		e.TC = each.TC
	}
	if e.Depth == 0 {
		e.Depth = each.Depth
	}
	if e.Nodes == 0 {
		e.Nodes = each.Nodes
	}
	if e.Memory == 0 {
		e.Memory = each.Memory
	}
	if e.Margin == 0 {
		e.Margin = each.Margin
	}
	e.Fresh = e.Fresh || each.Fresh
	var options Options
	for _, o := range each.Option {
		if !slices.ContainsFunc(e.Option, func(p contest.Option) bool { return p.Name == o.Name }) {
			options = append(options, o)
		}
	}
	e.Option = append(options, e.Option...)
	return e
}

// participant checks the engine and returns what the contest knows of it.
func (e Engine) participant() (contest.Participant, error) {
	command := []string(e.Command)
	if len(command) == 1 && strings.EqualFold(command[0], inProcess) {
		command = nil
	}
	if e.Name == "" {
		e.Name = "Ishi"
		if len(command) > 0 {
			e.Name = strings.TrimSuffix(filepath.Base(command[0]), ".exe")
		}
	}
	fail := func(format string, args ...any) (contest.Participant, error) {
		return contest.Participant{}, fmt.Errorf("engine %q: %w", e.Name, fmt.Errorf(format, args...))
	}
	proto := strings.ToLower(e.Proto)
	switch {
	case proto != "" && !slices.Contains([]string{"gomocup", "gtp", "nboard"}, proto):
		return fail("proto %q: want gomocup, gtp or nboard, or none to find out", e.Proto)
	case len(command) == 0 && proto != "":
		return fail("proto %q: Ishi in this program speaks none; give a cmd", e.Proto)
	case e.Depth < 0 || e.Memory < 0 || e.Margin < 0:
		return fail("depth %d, memory %d, margin %d: want none of them below 0", e.Depth, e.Memory, e.Margin)
	case e.TC == TimeControl{told: e.TC.told} && e.Depth == 0 && e.Nodes == 0:
		return fail("no limit: give tc, depth or nodes")
	}
	return contest.Participant{
		Name: e.Name, Command: command, Dir: e.Dir, Protocol: proto, Options: e.Option, Fresh: e.Fresh,
		Limits: contest.Limits{
			Turn: e.TC.Turn, Match: e.TC.Match, Increment: e.TC.Increment, Depth: e.Depth, Nodes: e.Nodes,
			Memory: e.Memory << 20, Margin: time.Duration(e.Margin) * time.Millisecond,
		},
	}, nil
}

// set takes the pairs of a flag.
func (e *Engine) set(text string) error {
	pairs, err := split(text, ',')
	if err != nil {
		return err
	}
	for _, pair := range pairs {
		key, value, ok := strings.Cut(pair, "=")
		if !ok {
			return fmt.Errorf("%q: want KEY=VALUE", pair)
		}
		if err := e.setKey(strings.TrimSpace(key), value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

func (e *Engine) setKey(key, value string) (err error) {
	if name, ok := strings.CutPrefix(key, "option."); ok {
		e.Option = append(e.Option, contest.Option{Name: name, Value: value})
		return nil
	}
	switch key {
	case "name":
		e.Name = value
	case "cmd":
		return e.Command.Set(value)
	case "dir":
		e.Dir = value
	case "proto":
		e.Proto = value
	case "tc":
		return e.TC.Set(value)
	case "depth":
		e.Depth, err = strconv.Atoi(value)
	case "nodes":
		e.Nodes, err = strconv.ParseUint(value, 10, 64)
	case "memory":
		e.Memory, err = strconv.ParseInt(value, 10, 64)
	case "margin":
		e.Margin, err = strconv.Atoi(value)
	case "fresh":
		e.Fresh, err = strconv.ParseBool(value)
	default:
		return errors.New("unknown key: want name, cmd, dir, proto, tc, depth, nodes, memory, margin, fresh or option.NAME")
	}
	if numeric := (*strconv.NumError)(nil); errors.As(err, &numeric) {
		return fmt.Errorf("%q: %w", value, numeric.Err)
	}
	return err
}

// Collected is the value of a flag that may be given several times.
type Collected interface {
	// Given returns all that was given.
	Given() []string
}

// engines is the flag of an engine.
type engines struct {
	list  *[]Engine
	given []string
}

func (l *engines) String() string  { return "" }
func (l *engines) Given() []string { return l.given }

func (l *engines) Set(text string) error {
	var e Engine
	if err := e.set(text); err != nil {
		return err
	}
	*l.list = append(*l.list, e)
	l.given = append(l.given, text)
	return nil
}

// each is the flag of what holds for all engines.
type each struct {
	engine *Engine
	given  []string
}

func (e *each) String() string  { return "" }
func (e *each) Given() []string { return e.given }

func (e *each) Set(text string) error {
	e.given = append(e.given, text)
	return e.engine.set(text)
}

// Command is a program with its arguments.
type Command []string

// Set splits a line at its blanks; double quotes keep them together.
func (c *Command) Set(text string) error {
	words, err := split(text, ' ')
	if err != nil {
		return err
	}
	*c = words
	return nil
}

// UnmarshalTOML reads a line, or a list of words.
func (c *Command) UnmarshalTOML(value any) error {
	switch v := value.(type) {
	case string:
		return c.Set(v)
	case []any:
		*c = nil
		for _, word := range v {
			text, ok := word.(string)
			if !ok {
				return fmt.Errorf("cmd: %v: want text", word)
			}
			*c = append(*c, text)
		}
		return nil
	}
	return fmt.Errorf("cmd: %v: want text, or a list of words", value)
}

// Options are options of an engine, a table in the file.
type Options []contest.Option

// UnmarshalTOML reads a table.
func (o *Options) UnmarshalTOML(value any) error {
	table, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("option: %v: want a table", value)
	}
	*o = nil
	for name, v := range table {
		*o = append(*o, contest.Option{Name: name, Value: fmt.Sprint(v)})
	}
	slices.SortFunc(*o, func(a, b contest.Option) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// split cuts text at a separator outside double quotes, which are removed. Empty parts
// are left out.
func split(text string, separator rune) (parts []string, err error) {
	var part strings.Builder
	quoted, some := false, false
	flush := func() {
		if some {
			parts = append(parts, part.String())
		}
		part.Reset()
		some = false
	}
	for _, r := range text {
		switch {
		case r == '"':
			quoted, some = !quoted, true
		case r == separator && !quoted:
			flush()
		default:
			part.WriteRune(r)
			some = true
		}
	}
	if quoted {
		return nil, fmt.Errorf("%s: a quote is not closed", text)
	}
	flush()
	return parts, nil
}

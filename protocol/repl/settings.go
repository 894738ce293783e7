package repl

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"ishi/engine"
	"ishi/protocol"
)

func settingCommands() []*command {
	const topic = "Settings"
	return []*command{
		{
			name: "set", args: "[OPTION [VALUE]]", topic: topic, calm: without(2), run: (*shell).setCommand,
			help:    "show all options or one, or set one",
			example: "set\nset threads 2\nset null-move false\nset colour off",
			words:   optionWords,
		},
		{
			name: "hash", args: "info|clear|save FILE|load FILE", topic: topic, run: (*shell).hashCommand,
			help:    "tell of the transposition table, empty it, keep it in a file",
			example: "hash info\nhash clear",
			words: func(w *wordList, before []string, last string) []string {
				if len(before) == 1 {
					return fileWords(w, before, last)
				}
				return []string{"clear", "info", "load", "save"}
			},
		},
		{
			name: "log", args: "[FILE|off]", topic: topic, calm: always, run: (*shell).logCommand,
			help:    "append what is entered and said to a file, with times",
			example: "log ishi.log\nlog off",
			words:   fileWords,
		},
	}
}

// looks are the prompt's own options.
func (s *shell) looks() []engine.Option {
	flag := func(name, usage string, value *bool) engine.Option {
		return engine.Option{
			Name: name, Usage: usage, Kind: engine.Flag,
			Get: func() string { return onOff(*value) },
			Set: func(text string) error {
				switch strings.ToLower(text) {
				case "on", "true", "yes", "1":
					*value = true
				case "off", "false", "no", "0":
					*value = false
				default:
					return fmt.Errorf("%s %q: want on or off", name, text)
				}
				return nil
			},
		}
	}
	return []engine.Option{
		flag("colour", "draw with colours", &s.theme.color),
		flag("unicode", "draw stones with characters beyond ASCII", &s.theme.unicode),
	}
}

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

// options are all that can be set.
func (s *shell) options() []engine.Option { return append(s.looks(), s.session.Options()...) }

func (s *shell) setCommand(args []string) error {
	if len(args) == 0 {
		var b strings.Builder
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, o := range s.options() {
			writeOption(w, o)
		}
		w.Flush()
		s.say("%s", trimLines(b.String()))
		return nil
	}
	o, err := s.option(args[0])
	if err != nil {
		return err
	}
	if len(args) > 1 {
		value := strings.Join(args[1:], " ")
		if err := s.setOption(o, value); err != nil {
			return err
		}
	}
	s.say("%s %s", o.Name, o.Get())
	return nil
}

// option finds an option by its name.
func (s *shell) option(name string) (engine.Option, error) {
	if strings.EqualFold(name, "color") {
		name = "colour"
	}
	var names []string
	for _, o := range s.options() {
		if o.Is(name) {
			return o, nil
		}
		names = append(names, o.Name)
	}
	if near := nearest(strings.ToLower(name), names); near != "" {
		return engine.Option{}, fmt.Errorf("no option %q: did you mean %s?", name, near)
	}
	return engine.Option{}, fmt.Errorf("no option %q: set alone lists them", name)
}

func (s *shell) setOption(o engine.Option, value string) error {
	for _, own := range s.looks() {
		if own.Name == o.Name {
			return own.Set(value)
		}
	}
	_, err := s.session.SetOption(o.Name, value)
	return err
}

func writeOption(w *tabwriter.Writer, o engine.Option) {
	usage := o.Usage
	if o.Kind == engine.Number {
		usage += fmt.Sprintf(" (%d to %d)", o.Min, o.Max)
	}
	fmt.Fprintf(w, "%s\t%s\t%s\n", o.Name, o.Get(), usage)
}

func (s *shell) hashCommand(args []string) error {
	if len(args) == 0 {
		args = []string{"info"}
	}
	switch what := args[0]; {
	case what == "info" && len(args) == 1:
		s.say("table of %d MiB, %.1f %% in use by the last search",
			s.session.Config.Table()>>20, float64(s.session.HashFull())/10)
	case what == "clear" && len(args) == 1:
		s.session.ClearHash()
		s.say("the table is empty")
	case what == "save" && len(args) == 2:
		if err := s.session.SaveHash(args[1]); err != nil {
			return err
		}
		s.say("saved the table to %s", args[1])
	case what == "load" && len(args) == 2:
		if err := s.session.LoadHash(args[1]); err != nil {
			return err
		}
		s.say("loaded the table from %s", args[1])
	default:
		return errUsage
	}
	return nil
}

func (s *shell) logCommand(args []string) error {
	switch {
	case len(args) > 1:
		return errUsage
	case len(args) == 0 && s.log == nil:
		s.say("no log is kept")
	case len(args) == 0 && s.logFile == nil:
		s.say("the log that was chosen at the start is kept")
	case len(args) == 0:
		s.say("log to %s", s.logFile.Name())
	case args[0] == "off":
		s.closeLog()
		s.log = nil
		s.say("no log is kept")
	default:
		file, err := os.OpenFile(args[0], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		s.closeLog()
		s.log, s.logFile = protocol.NewLog(file), file
		s.say("log to %s", file.Name())
	}
	return nil
}

// closeLog closes the log that was opened here.
func (s *shell) closeLog() {
	if s.logFile != nil {
		s.logFile.Close()
		s.logFile, s.log = nil, nil
	}
}

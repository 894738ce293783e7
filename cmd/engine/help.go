package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"ishi/engine"
)

// printHelp writes how the program is used.
func printHelp(_ []string, out io.Writer) error {
	s := newSettings()
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s %s, a game engine behind text protocols.\n\n", name, version)
	fmt.Fprint(w, "engine [options]          speak a protocol over standard input and output; on a terminal,\n"+
		"                          open the prompt\n"+
		"engine COMMAND [options]  do something else\n\nCommands:\n")
	all := commands()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(w, "  %s\t%s\n", name, all[name].usage)
	}
	fmt.Fprint(w, "\nProtocols:\n")
	for _, f := range frontEnds() {
		fmt.Fprintf(w, "  %v\t%s\n", f.dialect, f.about)
	}
	fmt.Fprint(w, "\nOptions, as -name value, --name=value, or otherwise (see below):\n")
	for _, o := range s.options() {
		writeOption(w, "-"+o.Name, o)
	}
	fmt.Fprintf(w, "\nEvery option can also be set by an environment variable (-move-time: %s_MOVE_TIME) or by a line\n"+
		"\"move-time = 2000\" of %s in the folder of this program. A flag goes before the environment, and\n"+
		"that before the file. The searches of the games have options too: engine options lists them.\n", envPrefix, configName)
	return w.Flush()
}

// print writes the help on a command.
func (e *helpError) print(out io.Writer) error {
	if e.flags.Name() == "engine" {
		return printHelp(nil, out)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "engine %s: %s\n\n", e.flags.Name(), commands()[e.flags.Name()].usage)
	if e.flags.Name() == promptName {
		fmt.Fprint(w, "Commands are read from the terminal, or from a script at the standard input, whose exit status is 1\n"+
			"when a command failed. The command help lists them. Options as of engine itself, and\n\n")
	}
	e.flags.VisitAll(func(f *flag.Flag) {
		usage := f.Usage
		if f.DefValue != "" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(w, "  -%s\t%s\n", f.Name, usage)
	})
	return w.Flush()
}

// listOptions writes all options with their defaults.
func listOptions(args []string, out io.Writer) error {
	s := newSettings()
	fs := s.flags("options")
	if err := parse(fs, args); err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, o := range s.options() {
		writeOption(w, o.Name, o)
	}
	for _, g := range s.games {
		fmt.Fprintln(w)
		for _, o := range g.Options() {
			writeOption(w, g.Name()+"."+o.Name, o)
		}
	}
	return w.Flush()
}

func writeOption(w io.Writer, name string, o engine.Option) {
	var notes []string
	if o.Kind == engine.Number {
		notes = append(notes, fmt.Sprintf("%d to %d", o.Min, o.Max))
	}
	if o.Default != "" && o.Name != "config" {
		notes = append(notes, "default "+o.Default)
	}
	if o.Name == "config" {
		notes = append(notes, "default "+configName+" in the folder of this program")
	}
	usage := o.Usage
	if len(notes) > 0 {
		usage += " (" + strings.Join(notes, "; ") + ")"
	}
	fmt.Fprintf(w, "  %s\t%s\n", name, usage)
}

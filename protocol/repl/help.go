package repl

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

func promptCommands() []*command {
	const topic = "Prompt"
	return []*command{
		{
			name: "help", aliases: []string{"?"}, args: "[COMMAND]", topic: topic, calm: always, run: (*shell).helpCommand,
			help:    "list the commands, or explain one",
			example: "help\nhelp analyze",
			words:   func(*wordList, []string, string) []string { return commandNames() },
		},
		{
			name: "quit", aliases: []string{"exit", "q"}, topic: topic, run: (*shell).quitCommand,
			help:    "end; so does Ctrl-D",
			example: "quit",
		},
	}
}

func commandNames() []string {
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = c.name
	}
	return names
}

func (s *shell) quitCommand(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	s.ended = true
	return nil
}

func (s *shell) helpCommand(args []string) error {
	switch len(args) {
	case 0:
		s.say("%s", s.overview())
		return nil
	case 1:
		name := strings.ToLower(args[0])
		c, ok := lookup(name)
		if !ok {
			return unknownCommand(name)
		}
		s.say("%s", s.fold(c.explanation(), 4))
		return nil
	}
	return errUsage
}

// overviewColumn is where the explanations begin in the list of commands.
const overviewColumn = 28

// overview lists the commands by topic.
func (s *shell) overview() string {
	var b strings.Builder
	for i, topic := range topics {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s:\n", topic)
		for _, c := range commands {
			if c.topic != topic {
				continue
			}
			usage := c.usage()
			if utf8.RuneCountInString(usage) > overviewColumn-4 {
				usage = c.name + " …"
			}
			fmt.Fprintf(&b, "  %-*s%s\n", overviewColumn-2, usage, c.help)
		}
	}
	b.WriteString("\nMoves alone are played: h8, h8i9g7, 7,7. help COMMAND shows examples.\n")
	if s.console.lively() {
		b.WriteString("Tab completes, the arrow keys bring earlier lines back, Ctrl-R looks for them.\n" +
			"Ctrl-C stops what runs and else clears the line, Ctrl-D ends.\n")
	}
	return s.fold(b.String(), overviewColumn)
}

// explanation is the help on one command.
func (c *command) explanation() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  %s\n", c.usage(), c.help)
	if c.more != "" {
		fmt.Fprintf(&b, "  %s\n", strings.ReplaceAll(c.more, "\n", "\n  "))
	}
	if len(c.aliases) > 0 {
		fmt.Fprintf(&b, "also: %s\n", strings.Join(c.aliases, ", "))
	}
	fmt.Fprintf(&b, "for example\n  %s\n", strings.ReplaceAll(c.example, "\n", "\n  "))
	return b.String()
}

package repl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ishi/engine/game"
	"ishi/protocol"
)

// command is a row of the command table.
type command struct {
	name    string
	aliases []string
	args    string // "[N] [LIMIT]"
	topic   string // heading in the list of commands
	help    string // one line
	more    string // further lines
	example string
	// calm says whether the command, with these arguments, leaves alone what runs. It is
	// given up before all others, and where calm is nil.
	calm func(args []string) bool
	// words completes the last of the words behind the command.
	words func(w *wordList, before []string, last string) []string
	run   func(s *shell, args []string) error
}

func always([]string) bool { return true }

// without is for commands that change something with n arguments or more.
func without(n int) func([]string) bool {
	return func(args []string) bool { return len(args) < n }
}

// topics are the headings of the list of commands, in its order.
var topics = []string{"Game", "Engine", "Understanding", "Position and files", "Settings", "Measuring", "Prompt"}

// commands is the command table.
var commands []*command

func init() {
	commands = slices.Concat(gameCommands(), thinkCommands(), explainCommands(), positionCommands(),
		settingCommands(), measureCommands(), promptCommands())
}

// lookup finds a command by its name or an alias.
func lookup(name string) (*command, bool) {
	for _, c := range commands {
		if c.name == name || slices.Contains(c.aliases, name) {
			return c, true
		}
	}
	return nil, false
}

// usage shows how a command is called.
func (c *command) usage() string { return strings.TrimSpace(c.name + " " + c.args) }

// usageError is the error of wrong arguments.
func (c *command) usageError() error {
	return fmt.Errorf("usage: %s; for example %s", c.usage(), strings.Split(c.example, "\n")[0])
}

// errUsage asks for the usage of the command that runs.
var errUsage = errors.New("repl: wrong arguments")

// execute carries out a line: a command, moves alone, or a line that a command collects.
func (s *shell) execute(text string) error {
	if s.collect != nil {
		return s.collectLine(text)
	}
	if err := s.obeyStops(); err != nil {
		s.report(err)
	}
	words, err := split(text)
	if err != nil {
		return err
	}
	if len(words) == 0 || strings.HasPrefix(words[0], "#") {
		return nil
	}
	name := strings.ToLower(words[0])
	c, ok := lookup(name)
	if !ok {
		if _, err := parseMoves(words); err == nil || likeMoves.MatchString(name) {
			c, _ = lookup("play")
			words = append([]string{"play"}, words...)
		} else {
			return unknownCommand(name)
		}
	}
	if c.calm == nil || !c.calm(words[1:]) {
		s.abandon()
	}
	if err := c.run(s, words[1:]); err != nil {
		if errors.Is(err, errUsage) {
			return c.usageError()
		}
		return fmt.Errorf("%s: %w", c.name, withoutPackage(err))
	}
	return nil
}

// packageError is an error without the name of the package in front of it.
type packageError struct {
	error
	text string
}

func (e *packageError) Error() string { return e.text }

func (e *packageError) Unwrap() error { return e.error }

// withoutPackage takes the name of a package from an error: people at a prompt know no
// packages.
func withoutPackage(err error) error {
	for _, name := range []string{"engine: ", "record: ", "repl: "} {
		if text, ok := strings.CutPrefix(err.Error(), name); ok {
			return &packageError{err, text}
		}
	}
	return err
}

// unknownCommand suggests the nearest command.
func unknownCommand(name string) error {
	shown := protocol.Shorten(name)
	var names []string
	for _, c := range commands {
		names = append(append(names, c.name), c.aliases...)
	}
	if near := nearest(name, names); near != "" {
		return fmt.Errorf("unknown command %q: did you mean %s?", shown, near)
	}
	return fmt.Errorf("unknown command %q: help lists the commands", shown)
}

// longestName is longer than any name that a word can have been meant for.
const longestName = 40

// nearest returns the name that a word was meant to be, "" when none is near.
func nearest(word string, names []string) string {
	if len(word) > longestName {
		return ""
	}
	best, least := "", len(word)/2+1
	for _, name := range names {
		d := distance(word, name)
		if len(word) > 1 && strings.HasPrefix(name, word) {
			d = 0
		}
		if d < least && d < max(len(word), len(name)) {
			best, least = name, d
		}
	}
	return best
}

// distance counts the letters to be put in, left out, replaced or swapped with the next
// to make b of a (restricted Damerau-Levenshtein).
func distance(a, b string) int {
	row := make([][]int, len(a)+1)
	for i := range row {
		row[i] = make([]int, len(b)+1)
		row[i][0] = i
	}
	for j := range row[0] {
		row[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[i][j] = min(row[i-1][j]+1, row[i][j-1]+1, row[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[i][j] = min(row[i][j], row[i-2][j-2]+1)
			}
		}
	}
	return row[len(a)][len(b)]
}

// split cuts a line into words. Quotes keep a word with blanks together.
func split(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, inside := rune(0), false
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, inside = r, true
		case r == ' ' || r == '\t':
			if inside {
				words = append(words, word.String())
				word.Reset()
			}
			inside = false
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote is not closed: %c", quote)
	}
	if inside {
		words = append(words, word.String())
	}
	return words, nil
}

// side reads a side: black, white, b, w, x or o.
func side(word string) (game.Side, bool) {
	switch strings.ToLower(word) {
	case "black", "b", "x", "*":
		return game.Black, true
	case "white", "w", "o":
		return game.White, true
	}
	return game.Black, false
}

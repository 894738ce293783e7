package repl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// wordList is what can be completed now. The shell changes it, the line editor reads it.
type wordList struct {
	mu      sync.Mutex
	moves   []string
	options []string
	setups  []string // games and rules
}

// updateWords takes note of the position and of the options. It leaves the position alone
// while something runs.
func (s *shell) updateWords() {
	if s.job != nil {
		return
	}
	var moves, options, setups []string
	for _, m := range s.session.Legal() {
		moves = append(moves, m.String())
	}
	for _, o := range s.options() {
		options = append(options, o.Name)
	}
	for _, g := range s.choice.Games {
		setups = append(setups, g.Name())
		if rules := g.Rules(); len(rules) > 1 {
			setups = append(setups, rules...)
		}
	}
	w := s.words
	w.mu.Lock()
	defer w.mu.Unlock()
	w.moves, w.options, w.setups = moves, options, setups
}

// completer completes words for the line editor, on its goroutine.
type completer struct{ words *wordList }

// word returns what the word before the cursor can become: the line is head, one of the
// words and tail.
func (c completer) word(line string, pos int) (head string, words []string, tail string) {
	runes := []rune(line)
	before, tail := string(runes[:pos]), string(runes[pos:])
	start := strings.LastIndexAny(before, " \t") + 1
	if quote := strings.LastIndexByte(before, '"'); strings.Count(before, `"`)%2 == 1 {
		start = quote // a word that may have blanks
	}
	head, last := before[:start], before[start:]
	known := strings.Fields(head)
	if len(known) == 0 {
		return head, c.commandWords(last), tail
	}
	command, ok := lookup(strings.ToLower(known[0]))
	if !ok { // moves alone
		return head, c.matching(moveWords, nil, last), tail
	}
	if command.words == nil {
		return head, nil, tail
	}
	return head, c.matching(command.words, known[1:], last), tail
}

// matching returns the words that begin like the last one.
func (c completer) matching(words func(*wordList, []string, string) []string, before []string, last string) []string {
	c.words.mu.Lock()
	defer c.words.mu.Unlock()
	var list []string
	for _, w := range words(c.words, before, last) {
		if len(w) >= len(last) && strings.EqualFold(w[:len(last)], last) {
			list = append(list, w)
		}
	}
	return list
}

// commandWords completes the first word: commands, and legal moves once a letter has been
// typed.
func (c completer) commandWords(last string) []string {
	var list []string
	for _, command := range commands {
		if strings.HasPrefix(command.name, strings.ToLower(last)) {
			if command.args != "" {
				list = append(list, command.name+" ")
			} else {
				list = append(list, command.name)
			}
		}
	}
	slices.Sort(list)
	if last != "" {
		list = append(list, c.matching(moveWords, nil, last)...)
	}
	return list
}

func moveWords(w *wordList, _ []string, _ string) []string { return w.moves }

func fixedWords(words ...string) func(*wordList, []string, string) []string {
	return func(*wordList, []string, string) []string { return words }
}

func optionWords(w *wordList, before []string, _ string) []string {
	if len(before) > 0 {
		return []string{"true", "false", "on", "off"}
	}
	return w.options
}

// fileWords completes the name of a file. A name with blanks is put in quotes.
func fileWords(_ *wordList, _ []string, last string) []string {
	typed, quoted := strings.CutPrefix(last, `"`)
	dir, base := filepath.Split(typed)
	from := dir
	if from == "" {
		from = "."
	} else if rest, ok := strings.CutPrefix(from, "~"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			from = home + rest
		}
	}
	files, err := os.ReadDir(from)
	if err != nil {
		return nil
	}
	var list []string
	for _, f := range files {
		name := f.Name()
		if !strings.HasPrefix(name, base) || !utf8.ValidString(name) || base == "" && strings.HasPrefix(name, ".") {
			continue
		}
		word := dir + name
		if f.IsDir() {
			word += string(filepath.Separator)
		}
		if quoted || strings.ContainsAny(word, " \t") && last == "" {
			word = `"` + word
			if !f.IsDir() {
				word += `"`
			}
		}
		list = append(list, word)
	}
	return list
}

// expandHome replaces a leading ~ by the user's folder.
func expandHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			return home + rest
		}
	}
	return path
}

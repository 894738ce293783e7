package repl

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"

	"github.com/peterh/liner"
)

// history is the file of lines entered earlier. Each line is added when it is entered,
// so that prompts open at the same time lose nothing to each other. Without a path
// nothing is kept.
type history struct{ path string }

// statePath returns the file for the lines: in the user's folder for what programs
// remember, "" when there is none.
func statePath() string {
	const program, file = "ishi", "history"
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, program, file)
	}
	home, err := os.UserHomeDir()
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("LocalAppData"); dir != "" {
			return filepath.Join(dir, program, file)
		}
		return ""
	case "darwin":
		home = filepath.Join(home, "Library", "Application Support")
	default:
		home = filepath.Join(home, ".local", "state")
	}
	if err != nil {
		return ""
	}
	return filepath.Join(home, program, file)
}

// read returns the last lines, oldest first. A file that has grown long is cut.
func (h *history) read() []string {
	if h.path == "" {
		return nil
	}
	file, err := os.Open(h.path)
	if err != nil {
		return nil
	}
	defer file.Close()
	var lines []string
	for in := bufio.NewScanner(file); in.Scan(); {
		if line := in.Text(); line != "" && utf8.ValidString(line) {
			lines = append(lines, line)
		}
	}
	if len(lines) <= liner.HistoryLimit {
		return lines
	}
	many := len(lines) > 2*liner.HistoryLimit
	lines = lines[len(lines)-liner.HistoryLimit:]
	if many {
		h.replace(lines)
	}
	return lines
}

// replace writes the file anew; when that fails it stays as it is.
func (h *history) replace(lines []string) {
	short := fmt.Sprintf("%s.%d", h.path, os.Getpid())
	if err := os.WriteFile(short, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		return
	}
	if err := os.Rename(short, h.path); err != nil {
		os.Remove(short)
	}
}

// append adds a line. What cannot be kept is no reason to disturb anybody.
func (h *history) append(line string) {
	if h.path == "" {
		return
	}
	if err := os.MkdirAll(filepath.Dir(h.path), 0o700); err != nil {
		return
	}
	file, err := os.OpenFile(h.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer file.Close()
	fmt.Fprintln(file, line)
}

package repl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWordsAreCompleted(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"game.sgf", "games.csv", "my game.psq", ".hidden"} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("gallery", 0o777); err != nil {
		t.Fatal(err)
	}
	sep := string(filepath.Separator)
	c := completer{&wordList{moves: []string{"d3", "c4", "f5", "e6"}, options: []string{"threads", "hash"}, setups: []string{"gomoku", "renju"}}}
	for _, test := range []struct {
		line string // the cursor stands at the |
		head string
		want []string
		tail string
	}{
		{"unde|", "", nil, ""},
		{"und|", "", []string{"undo "}, ""},
		{"UND|", "", []string{"undo "}, ""},
		{"e|", "", []string{"edit ", "eval ", "e6"}, ""},
		{"play |", "play ", []string{"d3", "c4", "f5", "e6"}, ""},
		{"play F|", "play ", []string{"f5"}, ""},
		{"play f5 d| e6", "play f5 ", []string{"d3"}, " e6"},
		{"f5 c|", "f5 ", []string{"c4"}, ""},
		{"set t|", "set ", []string{"threads"}, ""},
		{"set null-move f|", "set null-move ", []string{"false"}, ""},
		{"new g|", "new ", []string{"gomoku"}, ""},
		{"auto b|", "auto ", []string{"black", "both"}, ""},
		{"load ga|", "load ", []string{"gallery" + sep, "game.sgf", "games.csv"}, ""},
		{`load "my|`, `load `, []string{`"my game.psq"`}, ""},
		{"load |", "load ", []string{"gallery" + sep, "game.sgf", "games.csv", `"my game.psq"`}, ""},
		{"load nowhere/|", "load ", nil, ""},
		{"save game.sgf ps|", "save game.sgf ", []string{"psq"}, ""},
		{"help mo|", "help ", []string{"moves"}, ""},
		{"hash s|", "hash ", []string{"save"}, ""},
		{"hash save ga|", "hash save ", []string{"gallery" + sep, "game.sgf", "games.csv"}, ""},
		{"board x|", "board ", nil, ""},
	} {
		before, after, _ := strings.Cut(test.line, "|")
		head, words, tail := c.word(before+after, len([]rune(before)))
		if head != test.head || tail != test.tail || !slices.Equal(words, test.want) {
			t.Errorf("%s: %q %q %q, want %q %q %q", test.line, head, words, tail, test.head, test.want, test.tail)
		}
	}
}

func TestHistoryFile(t *testing.T) {
	h := &history{path: filepath.Join(t.TempDir(), "ishi", "history")}
	if lines := h.read(); len(lines) > 0 {
		t.Errorf("lines of nowhere: %q", lines)
	}
	for range 2500 {
		h.append("old")
	}
	h.append("new")
	lines := h.read()
	if len(lines) != 1000 || lines[999] != "new" {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
	if data, err := os.ReadFile(h.path); err != nil || strings.Count(string(data), "\n") != 1000 {
		t.Errorf("the file was not cut: %d lines, %v", strings.Count(string(data), "\n"), err)
	}
	other := &history{path: h.path} // of a prompt open at the same time
	other.append("theirs")
	h.append("ours")
	if lines := h.read(); !slices.Equal(lines[len(lines)-2:], []string{"theirs", "ours"}) {
		t.Errorf("lost: %q", lines[len(lines)-2:])
	}
	none := &history{}
	none.append("x")
	if none.read() != nil {
		t.Error("lines without a file")
	}
}

func TestStatePath(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	if got := statePath(); got != filepath.Join(dir, "ishi", "history") {
		t.Errorf("%s", got)
	}
	t.Setenv("XDG_STATE_HOME", "relative") // to be ignored, says the standard
	t.Setenv("HOME", dir)
	if got := statePath(); strings.Contains(got, "relative") {
		t.Errorf("%s", got)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"board", "back", "hint", "history", "play"}
	for word, want := range map[string]string{"bord": "board", "borad": "board", "hist": "history", "plya": "play", "zzzz": "", "b": "", "x": ""} {
		if got := nearest(word, names); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

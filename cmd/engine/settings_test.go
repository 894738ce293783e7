package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ishi/protocol"
)

func TestCutOption(t *testing.T) {
	for _, test := range []struct{ line, name, text string }{
		{"threads = 2", "threads", "2"},
		{"threads=2", "threads", "2"},
		{"threads 2", "threads", "2"},
		{"threads\t2", "threads", "2"},
		{"--threads=2", "threads", "2"},
		{"gomoku.null-move", "gomoku.null-move", "true"},
		{"threads =", "threads", ""},
		{`log = "C:\my games\ishi.log"`, "log", `C:\my games\ishi.log`},
		{`log = C:\ishi.log`, "log", `C:\ishi.log`},
		{`log "`, "log", `"`},
		{"a = b = c", "a", "b = c"},
		{"=", "", ""},
	} {
		if name, text := cutOption(test.line); name != test.name || text != test.text {
			t.Errorf("%q: got %q, %q, want %q, %q", test.line, name, text, test.name, test.text)
		}
	}
}

func TestNameDialect(t *testing.T) {
	for name, want := range map[string]protocol.Dialect{
		"engine": protocol.Unknown, "/usr/bin/engine": protocol.Unknown,
		"/games/pbrain-ishi": protocol.Gomocup, `C:\brains\PBRAIN-Ishi64.exe`: protocol.Gomocup,
		"./pbrain-ishi/engine": protocol.Unknown, "pbrain": protocol.Unknown,
	} {
		s := newSettings()
		if s.nameDialect(name); s.dialect != want {
			t.Errorf("%q: got %v, want %v", name, s.dialect, want)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string][2]int{"": {0, 0}, "15": {15, 15}, "20x15": {20, 15}, "20X15": {20, 15}} {
		if w, h, err := parseSize(text); err != nil || w != want[0] || h != want[1] {
			t.Errorf("%q: got %d, %d, %v", text, w, h, err)
		}
	}
	for _, text := range []string{"x", "15x", "x15", "0", "-3", "15x15x15", "big"} {
		if _, _, err := parseSize(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

// readText reads settings with a file of the given text.
func readText(t *testing.T, text string, args ...string) *settings {
	t.Helper()
	s := newSettings()
	path := filepath.Join(t.TempDir(), "test.conf")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := s.read(append([]string{"-config", path}, args...)); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSourcesInTheirOrder(t *testing.T) {
	t.Setenv("ISHI_DEPTH", "2")
	t.Setenv("ISHI_NODES", "2")
	s := readText(t, "\ufeffdepth = 3\r\nnodes = 3\r\nhash = 3\r\n", "-depth", "1")
	if s.engine.Depth != 1 || s.engine.Nodes != 2 || s.engine.Hash != 3<<20 || len(s.problems) > 0 {
		t.Errorf("depth %d from the flag, nodes %d from the environment, hash %d from the file; problems %q",
			s.engine.Depth, s.engine.Nodes, s.engine.Hash, s.problems)
	}
	if got := s.changed(); !slices.Contains(got, "depth=1") || slices.Contains(got, "threads=1") {
		t.Errorf("changed: %q", got)
	}
}

func TestMistakesAreToldOnce(t *testing.T) {
	t.Setenv("ISHI_THREADS", "x")
	s := readText(t, "nodes = 5\nnodes = y\nwhat = 1\nconfig = other\nprotocol = chess\nhash = 2\n")
	if s.engine.Nodes != 5 || s.engine.Hash != 2<<20 || s.engine.Threads != 1 {
		t.Errorf("what was right is not set: %+v", s.engine)
	}
	for _, part := range []string{"ISHI_THREADS", "test.conf:2", `test.conf:3: unknown option "what"`, "test.conf:4", "test.conf:5"} {
		if n := strings.Count(strings.Join(s.problems, "\n"), part); n != 1 {
			t.Errorf("%q is told %d times in %q", part, n, s.problems)
		}
	}
	if len(s.problems) != 5 {
		t.Errorf("problems: %q", s.problems)
	}
}

func TestDefaultsAreTheDefaults(t *testing.T) {
	newSettings().flags("engine").VisitAll(func(f *flag.Flag) {
		if v := f.Value.(value); v.Get() != v.Default {
			t.Errorf("-%s is %q, said to be %q", f.Name, v.Get(), v.Default)
		} else if err := v.Set(v.Default); err != nil {
			t.Errorf("-%s does not take its default: %v", f.Name, err)
		}
	})
}

// FuzzReadFile feeds the reader of the file anything.
func FuzzReadFile(f *testing.F) {
	f.Add("threads = 2\n# comment\nhash=1\n")
	f.Add("\ufeff= =\n\"\n-\n\x00")
	f.Add(strings.Repeat("x", 1<<17))
	f.Fuzz(func(t *testing.T, text string) {
		s := newSettings()
		fs := s.flags("engine")
		err := s.readFile(fs, strings.NewReader(text), fs.Set)
		if err != nil && len(text) < 1<<16 {
			t.Errorf("%q: %v", text, err)
		}
		if s.engine.Threads < 1 || s.engine.Hash < 0 {
			t.Errorf("%q: strange settings %s", text, fmt.Sprint(s.engine))
		}
	})
}

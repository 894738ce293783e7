// Package ishi_test checks what the packages know of each other.
package ishi_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// pkg is what go list tells of a package.
type pkg struct {
	ImportPath string
	Standard   bool
	Deps       []string
}

// list returns the packages of this module by their paths within it.
func list(t *testing.T) map[string]pkg {
	t.Helper()
	var stderr bytes.Buffer
	c := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Deps", "./...")
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	all := map[string]pkg{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if !p.Standard {
			all[p.ImportPath] = p
		}
	}
	if _, ok := all["ishi/engine"]; !ok {
		t.Fatal("go list does not know ishi/engine")
	}
	return all
}

// mayUse lists, for every layer, which packages of this module it may depend on,
// directly or not. What is not listed may use everything. A pattern that ends in
// "/..." stands for a folder and all below it.
var mayUse = map[string][]string{
	"ishi/engine/game":       {},
	"ishi/search":            {"ishi/engine/game"},
	"ishi/search/searchtest": {"ishi/engine/game"},
	"ishi/engine":            {"ishi/search", "ishi/engine/game"},
	"ishi/engine/gomoku/...": {"ishi/engine", "ishi/search", "ishi/engine/game", "ishi/engine/gomoku/..."},
	"ishi/engine/othello/...": {
		"ishi/engine", "ishi/search", "ishi/engine/game", "ishi/engine/othello/...",
	},
	"ishi/engine/corpus":   {"ishi/engine/game"},
	"ishi/engine/record":   {"ishi/engine/game"},
	"ishi/engine/replay":   {"ishi/engine", "ishi/engine/game", "ishi/engine/record", "ishi/search"},
	"ishi/protocol":        {},
	"ishi/protocol/web":    {"ishi/engine", "ishi/engine/game", "ishi/engine/record", "ishi/engine/replay", "ishi/search"},
	"ishi/protocol/web/ui": {},
	"ishi/cmd/arena/contest": {
		"ishi/engine", "ishi/search", "ishi/engine/game",
	},
	"ishi/cmd/arena/journal": {},
	"ishi/cmd/arena/queue":   {},
	"ishi/cmd/arena/plan": {
		"ishi/cmd/arena/contest", "ishi/engine", "ishi/engine/game", "ishi/engine/record", "ishi/engine/replay", "ishi/search",
	},
	"ishi/cmd/arena/rating": {"ishi/cmd/arena/contest", "ishi/engine", "ishi/engine/game", "ishi/search"},
	"ishi/cmd/arena/report": {
		"ishi/cmd/arena/contest", "ishi/cmd/arena/rating",
		"ishi/engine", "ishi/engine/game", "ishi/engine/record", "ishi/engine/replay", "ishi/search",
	},
	"ishi/protocol/...": {
		"ishi/protocol", "ishi/engine", "ishi/engine/game", "ishi/engine/record", "ishi/engine/replay", "ishi/search",
	},
}

// stdOnly lists the packages that use nothing but the standard library and this
// module.
var stdOnly = []string{"ishi/engine/game", "ishi/engine/record", "ishi/search", "ishi/protocol"}

func matches(pattern, path string) bool {
	if folder, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == folder || strings.HasPrefix(path, folder+"/")
	}
	return path == pattern
}

// layer returns the most exact pattern of mayUse for a package.
func layer(path string) (string, bool) {
	if _, ok := mayUse[path]; ok {
		return path, true
	}
	for pattern := range mayUse {
		if matches(pattern, path) {
			return pattern, true
		}
	}
	return "", false
}

func TestImportsPointDown(t *testing.T) {
	all := list(t)
	seen := map[string]bool{}
	for path, p := range all {
		pattern, ok := layer(path)
		if !ok {
			continue
		}
		seen[pattern] = true
		for _, dep := range p.Deps {
			allowed := slices.ContainsFunc(mayUse[pattern], func(a string) bool { return matches(a, dep) })
			if strings.HasPrefix(dep, "ishi/") && !allowed {
				t.Errorf("%s depends on %s; it may use %v", path, dep, mayUse[pattern])
			}
		}
	}
	for _, pattern := range []string{"ishi/engine/game", "ishi/search", "ishi/engine", "ishi/protocol", "ishi/protocol/...", "ishi/engine/gomoku/..."} {
		if !seen[pattern] {
			t.Errorf("%s does not exist", pattern)
		}
	}
}

func TestStandardLibraryOnly(t *testing.T) {
	all := list(t)
	for path, p := range all {
		if !slices.ContainsFunc(stdOnly, func(s string) bool { return matches(s, path) }) {
			continue
		}
		for _, dep := range p.Deps {
			if _, foreign := all[dep]; foreign && !strings.HasPrefix(dep, "ishi/") {
				t.Errorf("%s depends on %s", path, dep)
			}
		}
	}
}

// TestFolders keeps the layout of the module: programs under cmd, no folders for
// what belongs nowhere.
func TestFolders(t *testing.T) {
	top := []string{"cmd", "engine", "protocol", "search"}
	for name := range list(t) {
		within, ok := strings.CutPrefix(name, "ishi/")
		if !ok {
			continue
		}
		folders := strings.Split(within, "/")
		if !slices.Contains(top, folders[0]) {
			t.Errorf("%s: want it below %v", name, top)
		}
		for _, f := range folders {
			if slices.Contains([]string{"util", "utils", "common", "types", "misc", "helpers"}, f) {
				t.Errorf("%s: %q says nothing", name, path.Base(f))
			}
		}
	}
}

// TestOnlyTheProgramsNameGames sees to it that a game is known to the programs
// alone.
func TestOnlyTheProgramsNameGames(t *testing.T) {
	for name, p := range list(t) {
		if strings.HasPrefix(name, "ishi/cmd/") || matches("ishi/engine/gomoku/...", name) || matches("ishi/engine/othello/...", name) {
			continue
		}
		for _, dep := range p.Deps {
			if matches("ishi/engine/gomoku/...", dep) || matches("ishi/engine/othello/...", dep) {
				t.Errorf("%s depends on %s", name, dep)
			}
		}
	}
}

// TestTheEngineStaysSmall keeps out of it what the other programs need.
func TestTheEngineStaysSmall(t *testing.T) {
	all := list(t)
	for _, dep := range all["ishi/cmd/engine"].Deps {
		for _, kept := range []string{"github.com/nats-io/...", "github.com/klauspost/compress/...", "ishi/engine/corpus", "ishi/cmd/arena/...",
			"gonum.org/v1/...", "github.com/jedib0t/...",
			"ishi/protocol/web/...", "go.etcd.io/bbolt/...", "github.com/coder/websocket/...", "github.com/VictoriaMetrics/metrics/..."} {
			if matches(kept, dep) {
				t.Errorf("ishi/cmd/engine depends on %s", dep)
			}
		}
	}
	if !slices.ContainsFunc(all["ishi/cmd/arena"].Deps, func(dep string) bool { return matches("github.com/nats-io/...", dep) }) {
		t.Error("ishi/cmd/arena does not depend on NATS: this test looks for the wrong name")
	}
	for _, used := range []string{"ishi/protocol/web", "go.etcd.io/bbolt", "github.com/coder/websocket", "github.com/VictoriaMetrics/metrics"} {
		if !slices.Contains(all["ishi/cmd/board"].Deps, used) {
			t.Errorf("ishi/cmd/board does not depend on %s: this test looks for the wrong name", used)
		}
	}
}

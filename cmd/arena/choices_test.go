package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ishi/cmd/arena/contest"
)

// TestMistakesAreNamed runs the program with bad values; each is called by its name.
func TestMistakesAreNamed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "bad.toml")
	if err := os.WriteFile(file, []byte("games = 2\ngamse = 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	two := []string{"-engine", "name=A,nodes=9", "-engine", "name=B,nodes=9"}
	for _, test := range []struct {
		want string
		args []string
	}{
		{"no contest", nil},
		{"game \"chess\"", append(two, "-game", "chess")},
		{"rule \"go\"", append(two, "-rule", "go")},
		{"size 3", append(two, "-size", "3")},
		{"size \"big\"", append(two, "-size", "big")},
		{"format \"cup\"", append(two, "-format", "cup")},
		{"order \"any\"", append(two, "-order", "any")},
		{"symmetry \"some\"", append(two, "-symmetry", "some")},
		{"games 0", append(two, "-games", "0")},
		{"concurrency -1", append(two, "-concurrency", "-1")},
		{"the name is taken", []string{"-engine", "name=A,nodes=9", "-engine", "name=A,nodes=9"}},
		{"no limit", []string{"-engine", "name=A", "-engine", "name=B"}},
		{"want two", append(two, "-engine", "name=C,nodes=9")},
		{"tc \"soon\"", []string{"-engine", "name=A,tc=soon"}},
		{"unknown key", []string{"-engine", "name=A,colour=red"}},
		{"proto \"uci\"", []string{"-engine", "cmd=x,proto=uci,nodes=9", "-engine", "name=B,nodes=9"}},
		{"no-such-program", []string{"-engine", "cmd=no-such-program,nodes=9", "-engine", "name=B,nodes=9"}},
		{"elo0", append(two, "-sprt", "elo0=5,elo1=0")},
		{"exact", append(two, "-exact", "9")},
		{"no-openings.sgf", append(two, "-openings", "no-openings.sgf")},
		{"gamse", []string{file}},
		{"no-file.toml", []string{"no-file.toml"}},
		{"nats-password", append(two, "-nats", "nats://127.0.0.1:1", "-nats-password", "x")},
	} {
		p := &process{}
		if code := runFor(p, append([]string{"run", "-out", filepath.Join(dir, "run")}, test.args...)); code != misuse {
			t.Errorf("%v: exit code %d, want %d", test.args, code, misuse)
		}
		if !strings.Contains(p.output(), test.want) {
			t.Errorf("%v: %q is not in %q", test.args, test.want, p.output())
		}
		if strings.Count(p.output(), "\n") > 3 {
			t.Errorf("%v: says a lot: %s", test.args, p.output())
		}
		os.RemoveAll(filepath.Join(dir, "run"))
	}
}

func runFor(out io.Writer, args []string) int { return run(args, out, out) }

// TestDecidedTestStops lets a strong player end a sequential test long before the last
// game; the decision stays when the run is asked for again.
func TestDecidedTestStops(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	folder := t.TempDir()
	args := []string{"run", "-out", folder, "-game", "othello", "-size", "6", "-games", "2000", "-generate", "50", "-concurrency", "2",
		"-sprt", "elo0=0,elo1=100", "-each", "option.hash=1", "-engine", "name=A,nodes=800", "-engine", "name=B,depth=1"}
	arena(t, success, args...)
	n := len(journaled(t, folder))
	if n == 0 || n >= 1000 {
		t.Errorf("%d games until the test was decided", n)
	}
	arena(t, success, args...)
	if again := len(journaled(t, folder)); again != n {
		t.Errorf("%d games, and %d after another run", n, again)
	}
}

// TestContestFile reads every kind of key, and a flag that goes before the file.
func TestContestFile(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "cup.toml")
	text := `
game = "gomoku"
rule = "renju"
size = 9
games = 2
seed = 5
max-moves = 6
[each]
nodes = 100
tc = "60/5+0.5"
option = { hash = 1 }
[[engine]]
name = "A"
[[engine]]
name = "B"
nodes = 50
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(folder, "run")
	arena(t, success, "run", "-out", out, "-seed", "6", "-each", "margin=900", file)
	data, err := os.ReadFile(filepath.Join(out, "contest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var s stored
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	c := s.Contest
	if c.Name != "cup" || c.Seed != 6 || c.Setup.Width != 9 || c.Setup.Rule != "renju" || c.Adjudication.MaxPlies != 6 {
		t.Errorf("contest %+v", c)
	}
	want := contest.Limits{Turn: 5 * time.Second, Match: time.Minute, Increment: time.Second / 2, Nodes: 50, Margin: 900 * time.Millisecond}
	if got := c.Participants[1].Limits; got != want {
		t.Errorf("limits %+v, want %+v", got, want)
	}
	if o := c.Participants[0].Options; len(o) != 1 || o[0] != (contest.Option{Name: "hash", Value: "1"}) {
		t.Errorf("options %v", o)
	}
	everyGameOnce(t, out, 2)
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ishi/engine"
	"ishi/engine/corpus"
	"ishi/engine/game"
)

func data(path, game string, more ...string) []string {
	args := []string{"selfplay", "-game", game, "-size", "6", "-games", "100", "-nodes", "60", "-opening", "1-4"}
	return append(append(args, more...), path)
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// played reads a file's games, playing every move by the rules.
func played(t *testing.T, path string) (games []*corpus.Game) {
	t.Helper()
	about, err := corpus.ReadFile(path, func(g *corpus.Game) error { games = append(games, g); return nil })
	if err != nil {
		t.Fatal(err)
	}
	rules, err := gameOf(about.Game)
	if err != nil {
		t.Fatal(err)
	}
	for n, g := range games {
		if g.Number != n {
			t.Fatalf("game %d stands in the place of game %d", g.Number, n)
		}
		position, err := rules.New(engine.Setup{Width: about.Width, Height: about.Height, Rule: about.Rule})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range g.Plies {
			if p.Scored == (i < g.Opening) && p.Move != game.Pass {
				t.Fatalf("game %d, ply %d of an opening of %d: scored is %v", n, i, g.Opening, p.Scored)
			}
			if err := position.Play(p.Move); err != nil {
				t.Fatalf("game %d, ply %d: %v", n, i, err)
			}
		}
		r := position.Result()
		if last := g.Plies[len(g.Plies)-1]; r.Outcome == game.Ongoing && !last.Score.IsWin() && !last.Score.IsLoss() || r.Outcome != game.Ongoing && r.Outcome != g.Outcome {
			t.Errorf("game %d: result %v, at the end of its moves %v", n, g.Outcome, r.Outcome)
		}
	}
	return games
}

// TestDataIsTheSame plays the same games alone, two at a time, and with two processes
// killed on the way.
func TestDataIsTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the games of two files three times")
	}
	dir := t.TempDir()
	for _, name := range []string{"othello", "gomoku"} {
		one, two, killed := filepath.Join(dir, name+"1"), filepath.Join(dir, name+"2"), filepath.Join(dir, name+"3")
		arena(t, success, data(one, name)...)
		if n := len(played(t, one)); n != 100 {
			t.Errorf("%s: %d games", name, n)
		}
		arena(t, success, data(two, name, "-concurrency", "3")...)
		for range 2 {
			p := begin(t, os.Args[0], data(killed, name)...)
			size := func() int64 {
				if info, err := os.Stat(killed); err == nil {
					return info.Size()
				}
				return 0
			}
			was := size()
			until(t, "a block", func() bool { return size() > was })
			p.Process.Kill()
			p.Wait()
		}
		// What is torn is played again.
		text := content(t, killed)
		if err := os.WriteFile(killed, text[:len(text)-1], 0o644); err != nil {
			t.Fatal(err)
		}
		if out := arena(t, success, data(killed, name)...); !strings.Contains(out, "cut off") && !strings.Contains(out, "already") {
			t.Errorf("%s: the torn tail is not told of:\n%s", name, out)
		}
		want := encoded(played(t, one))
		for _, path := range []string{two, killed} {
			if !bytes.Equal(encoded(played(t, path)), want) {
				t.Errorf("%s differs from %s", filepath.Base(path), filepath.Base(one))
			}
		}
	}
}

func encoded(games []*corpus.Game) (b []byte) {
	for _, g := range games {
		b = corpus.AppendGame(b, g, 6)
	}
	return b
}

// TestDataByWorkers leaves all games to two workers over a server with a password.
func TestDataByWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts several processes")
	}
	access := []string{"-nats", natsServer(t), "-nats-user", "anna", "-nats-password", "secret"}
	path := filepath.Join(t.TempDir(), "games")
	host := begin(t, os.Args[0], data(path, "othello", append(access, "-concurrency", "0")...)...)
	a := begin(t, os.Args[0], append([]string{"worker", "-once"}, access...)...)
	b := begin(t, os.Args[0], append([]string{"worker", "-once"}, access...)...)
	host.end(t, success)
	a.Process.Signal(os.Interrupt) // one may have come when all was over
	b.Process.Signal(os.Interrupt)
	a.Wait()
	b.Wait()
	if n := len(played(t, path)); n != 100 {
		t.Errorf("%d games", n)
	}
}

func TestOtherDataIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	arena(t, success, data(path, "othello", "-games", "3")...)
	before := content(t, path)
	if out := arena(t, misuse, data(path, "othello", "-nodes", "61")...); !strings.Contains(out, `made.nodes: it has "60", wanted is "61"`) {
		t.Errorf("output %s", out)
	}
	if !bytes.Equal(content(t, path), before) {
		t.Error("the file was changed")
	}
	for want, args := range map[string][]string{
		"nodes 0":        {"-nodes", "0"},
		"opening":        {"-opening", "9-3"},
		"random 2":       {"-random", "2"},
		"games 0":        {"-games", "0"},
		"size \"7\"":     {"-size", "7"},
		"rule \"renju\"": {"-rule", "renju"},
	} {
		p := &process{}
		if code := runFor(p, data(path+"x", "othello", args...)); code != misuse || !strings.Contains(p.output(), want) {
			t.Errorf("%v: exit code %d, %q is not in %q", args, code, want, p.output())
		}
	}
}

func TestDataStatistics(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	arena(t, success, data(path, "othello", "-games", "20")...)
	out := arena(t, success, "selfplay", "stats", path)
	for _, want := range []string{"othello othello 6x6", "nodes=60", "games       20,", "0 to 7", "the score's side wins"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	arena(t, failure, "selfplay", "stats", path+"x")
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/journal"
)

// beArena makes the test's own file run as the program.
const beArena = "ARENA_TEST_BE_ARENA"

func TestMain(m *testing.M) {
	if os.Getenv(beArena) != "" {
		os.Unsetenv(beArena)
		main()
	}
	os.Exit(m.Run())
}

// process is the program at work.
type process struct {
	*exec.Cmd
	mu   sync.Mutex
	text bytes.Buffer
}

func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

func (p *process) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// begin starts the program, which does not outlive the test.
func begin(t *testing.T, program string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(program, args...)}
	p.Env = append(os.Environ(), beArena+"=1")
	p.Stdout, p.Stderr = p, p
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill(); p.Wait() })
	return p
}

// end waits for the program and checks its exit code.
func (p *process) end(t *testing.T, code int) {
	t.Helper()
	p.Wait()
	if got := p.ProcessState.ExitCode(); got != code {
		t.Fatalf("%v: exit code %d, want %d\n%s", p.Args[1:], got, code, p.output())
	}
}

func arena(t *testing.T, code int, args ...string) string {
	t.Helper()
	p := begin(t, os.Args[0], args...)
	p.end(t, code)
	return p.output()
}

// until waits for something that other processes do.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !done(); {
		if time.Now().After(end) {
			t.Fatalf("no end of waiting for %s", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// journaled reads the journal of a run, and fails when a game is there twice.
func journaled(t *testing.T, folder string) map[int]contest.Played {
	t.Helper()
	all := map[int]contest.Played{}
	if _, err := journal.Read(filepath.Join(folder, "journal"), func(r []byte) error { return addPlayed(all, r) }); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return all
}

func everyGameOnce(t *testing.T, folder string, n int) map[int]contest.Played {
	t.Helper()
	all := journaled(t, folder)
	for id := 1; id <= n; id++ {
		if _, ok := all[id]; !ok {
			t.Errorf("game %d is missing", id)
		}
	}
	if len(all) != n {
		t.Errorf("%d games, want %d", len(all), n)
	}
	return all
}

// moves returns what must be the same whenever a contest is played.
func moves(all map[int]contest.Played) map[int]string {
	list := map[int]string{}
	for id, g := range all {
		text := fmt.Sprint(g.Black, g.White, g.Result)
		for _, p := range g.Plies {
			score := "-"
			if p.Score != nil {
				score = fmt.Sprint(*p.Score)
			}
			text += fmt.Sprint(" ", p.Move, score, p.Nodes)
		}
		list[id] = text
	}
	return list
}

// small is a contest of games that take milliseconds.
func small(folder string, games int, more ...string) []string {
	return append([]string{"run", "-out", folder, "-game", "othello", "-size", "6", "-games", fmt.Sprint(games), "-generate", "20",
		"-each", "nodes=150,option.hash=1", "-engine", "name=A", "-engine", "name=B", "-patience", "1s"}, more...)
}

// natsServer starts a server of the usual kind with a user.
func natsServer(t *testing.T) (url string) {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(),
		Username: "anna", Password: "secret", NoLog: true, NoSigs: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server does not get ready")
	}
	return s.ClientURL()
}

// TestWorkersOneKilled runs a coordinator and three workers over a server with a
// password, and kills a worker in the middle.
func TestWorkersOneKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts five processes")
	}
	const total = 120
	url := natsServer(t)
	access := []string{"-nats", url, "-nats-user", "anna"}
	t.Setenv("ARENA_NATS_PASSWORD", "secret")
	folder := t.TempDir()
	host := begin(t, os.Args[0], small(folder, total, append(access, "-concurrency", "0")...)...)
	var workers []*process
	for n := range 3 {
		workers = append(workers, begin(t, os.Args[0], append([]string{"worker", "-once", "-name", fmt.Sprint("worker", n)}, access...)...))
	}
	// The one that is killed has played, and another one has taken over something.
	until(t, "games of the first worker", func() bool {
		for _, g := range journaled(t, folder) {
			if g.Worker == "worker0" {
				return true
			}
		}
		return false
	})
	if len(journaled(t, folder)) == total {
		t.Fatal("all games were played before the worker could be killed")
	}
	workers[0].Process.Kill()
	host.end(t, success)
	workers[1].end(t, success)
	workers[2].end(t, success)
	by := map[string]int{}
	for _, g := range everyGameOnce(t, folder, total) {
		by[g.Worker]++
	}
	if len(by) != 3 {
		t.Errorf("games by worker %v, want all three among them", by)
	}
}

// TestCoordinatorKilled kills a run three times with games under way. In the end it has
// played the games that a run plays that nobody disturbs.
func TestCoordinatorKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a contest twice")
	}
	const total = 80
	folder, quiet := t.TempDir(), t.TempDir()
	for round := 1; round <= 3; round++ {
		p := begin(t, os.Args[0], small(folder, total, "-concurrency", "2")...)
		until(t, "some games", func() bool { return len(journaled(t, folder)) >= 15*round })
		p.Process.Kill()
		p.Wait()
	}
	before := journaled(t, folder)
	if len(before) == total {
		t.Fatal("all games were played before the run could be killed")
	}
	arena(t, success, "run", "-out", folder, "-patience", "1s") // the folder knows the contest
	after := everyGameOnce(t, folder, total)
	for id, g := range before {
		if !reflect.DeepEqual(after[id], g) {
			t.Errorf("game %d was played again", id)
		}
	}
	arena(t, success, small(quiet, total, "-concurrency", "1")...)
	if a, b := moves(after), moves(journaled(t, quiet)); !reflect.DeepEqual(a, b) {
		for id := range b {
			if a[id] != b[id] {
				t.Errorf("game %d: %s\nundisturbed: %s", id, a[id], b[id])
			}
		}
	}
}

// TestCoordinatorKilledUnderWorkers kills the coordinator while workers elsewhere play,
// with a server of its own, which dies too, and with another one, which does not.
func TestCoordinatorKilledUnderWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts eight processes")
	}
	const total = 100
	t.Setenv("ARENA_NATS_PASSWORD", "")
	for _, own := range []bool{true, false} {
		folder := t.TempDir()
		host, worker := small(folder, total, "-concurrency", "0"), []string{"worker", "-once", "-folder", folder}
		if !own {
			url := strings.Replace(natsServer(t), "nats://", "nats://anna:secret@", 1)
			host, worker = append(host, "-nats", url), []string{"worker", "-once", "-nats", url}
		}
		p := begin(t, os.Args[0], host...)
		if own {
			until(t, "the server", func() bool {
				_, err := os.Stat(filepath.Join(folder, "queue", "nats.json"))
				return err == nil
			})
		}
		a, b := begin(t, os.Args[0], worker...), begin(t, os.Args[0], worker...)
		until(t, "some games", func() bool { return len(journaled(t, folder)) >= 10 })
		p.Process.Kill()
		p.Wait()
		before := journaled(t, folder)
		if len(before) == total {
			t.Fatal("all games were played before the run could be killed")
		}
		arena(t, success, host...)
		for id, g := range everyGameOnce(t, folder, total) {
			if old, ok := before[id]; ok && !reflect.DeepEqual(old, g) {
				t.Errorf("game %d was played again", id)
			}
		}
		a.end(t, success)
		b.end(t, success)
	}
}

func TestInterruptAndResume(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals there")
	}
	const total = 60
	folder := t.TempDir()
	p := begin(t, os.Args[0], small(folder, total)...)
	until(t, "a game", func() bool { return len(journaled(t, folder)) > 0 })
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.Wait()
	if code := p.ProcessState.ExitCode(); code != interrupted && code != success {
		t.Fatalf("exit code %d\n%s", code, p.output())
	}
	arena(t, success, small(folder, total)...)
	everyGameOnce(t, folder, total)
	if out := arena(t, success, small(folder, total)...); strings.Contains(out, "game ") {
		t.Errorf("a finished contest was played again:\n%s", out)
	}
}

func TestAnotherContestIsRefused(t *testing.T) {
	folder := t.TempDir()
	arena(t, success, small(folder, 2)...)
	out := arena(t, misuse, small(folder, 2, "-seed", "7", "-each", "nodes=99")...)
	for _, want := range []string{"contest.seed: it has 1, wanted is 7", "limits.nodes: it has 150, wanted is 99"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	everyGameOnce(t, folder, 2)
}

// TestOtherProgramIsRefused gives a worker another file than the coordinator's.
func TestOtherProgramIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("copies the program")
	}
	other := filepath.Join(t.TempDir(), "other.exe")
	data, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, append(data, 0), 0o755); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	host := begin(t, os.Args[0], small(folder, 4, "-concurrency", "0")...)
	until(t, "the coordinator", func() bool {
		_, err := os.Stat(filepath.Join(folder, "queue", "nats.json"))
		return err == nil
	})
	w := begin(t, other, "worker", "-once", "-folder", folder)
	w.end(t, failure)
	if !strings.Contains(w.output(), "SHA-256") {
		t.Errorf("the worker says\n%s", w.output())
	}
	arena(t, success, "worker", "-once", "-folder", folder)
	host.end(t, success)
	if out := host.output(); !strings.Contains(out, "refuses to play") {
		t.Errorf("the coordinator says\n%s", out)
	}
	everyGameOnce(t, folder, 4)
}

func TestWrongPassword(t *testing.T) {
	url := natsServer(t)
	out := arena(t, misuse, "worker", "-nats", url, "-nats-user", "anna", "-nats-password", "wrong")
	if !strings.Contains(out, "Authorization") {
		t.Errorf("output %s", out)
	}
}

func TestFolderInUse(t *testing.T) {
	folder := t.TempDir()
	f, err := openFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	if out := arena(t, failure, small(folder, 2)...); !strings.Contains(out, "another arena") {
		t.Errorf("output %s", out)
	}
}

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

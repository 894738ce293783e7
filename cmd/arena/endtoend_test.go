package main

import (
	"bytes"
	"fmt"
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

package match

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine/game"
)

const onLinux = runtime.GOOS == "linux"

// patient are waits that no working engine needs, however busy the machine is.
var patient = Waits{Start: 2 * time.Minute, Reply: 2 * time.Minute, Move: 2 * time.Minute, Late: 2 * time.Minute, Exit: 50 * time.Millisecond}

// games by protocol.
var gameOf = map[string]string{"gomocup": "gomoku", "gtp": "othello", "nboard": "othello"}

// fakePlayer returns a fake engine. The mark is among the arguments of all its processes.
func fakePlayer(t testing.TB, protocol, fault, mark string, w Waits, l contest.Limits) *Player {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return NewPlayer(contest.Participant{
		Name: "Fake", Command: []string{path, "fake", protocol, fault, mark}, Protocol: protocol, Limits: l,
	}, w)
}

// ishiPlayer returns Ishi in process.
func ishiPlayer(nodes uint64) *Player {
	return NewPlayer(contest.Participant{Name: "Ishi", Limits: contest.Limits{Nodes: nodes}}, patient)
}

// leftovers lists the processes with a mark among their arguments that have not ended.
func leftovers(mark string) []string {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	var found []string
	for _, f := range files {
		line, err := os.ReadFile(f)
		if err != nil || !bytes.Contains(line, []byte("\x00"+mark+"\x00")) {
			continue
		}
		found = append(found, string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
	}
	return found
}

// noLeak fails when more goroutines run than before, after some patience.
func noLeak(t *testing.T, before int) {
	t.Helper()
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}

// faults are the reasons by faults. Those with a wait have to be waited for.
var faults = []struct {
	fault  string
	reason contest.Reason
	wait   bool
	except string // a protocol that knows no such fault
	detail string // a part of it
}{
	{fault: "silent start", reason: contest.NotStarted, wait: true, detail: "not ready"},
	{fault: "crash at start", reason: contest.NotStarted, detail: "exit status 7"},
	{fault: "noisy start", reason: contest.NotStarted, except: "nboard"},
	{fault: "silent", reason: contest.Silent, wait: true},
	{fault: "half a line", reason: contest.Silent, wait: true, detail: `"7"`},
	{fault: "crash", reason: contest.Crashed, detail: "exit status 3"},
	{fault: "crash with a child", reason: contest.Crashed, detail: "exit status 3"},
	{fault: "closed output", reason: contest.Crashed, detail: "closed its output"},
	{fault: "flood", reason: contest.Flooded, detail: "1 MiB"},
	{fault: "flood of lines", reason: contest.Flooded},
	{fault: "flood of errors", reason: contest.Flooded, detail: "error output"},
	{fault: "occupied", reason: contest.IllegalMove},
	{fault: "off the board", reason: contest.IllegalMove},
	{fault: "negative", reason: contest.IllegalMove},
	{fault: "huge", reason: contest.IllegalMove},
	{fault: "malformed", reason: contest.Malformed, detail: "hello"},
	{fault: "two moves", reason: contest.Malformed},
	{fault: "error", reason: contest.Refused, except: "nboard", detail: "no"},
	{fault: "late", reason: contest.Late, detail: "too late"},
	{fault: "memory", reason: contest.OutOfMemory, detail: "MiB"},
}

func TestFaults(t *testing.T) {
	for _, protocol := range []string{"gomocup", "gtp", "nboard"} {
		for _, f := range faults {
			if f.except == protocol || f.fault == "memory" && !onLinux {
				continue
			}
			t.Run(protocol+"/"+f.fault, func(t *testing.T) {
				before := runtime.NumGoroutine()
				w, l := patient, contest.Limits{}
				if f.wait {
					w.Start, w.Move = 300*time.Millisecond, 300*time.Millisecond
					if f.fault != "silent start" {
						w.Start = patient.Start
					}
				}
				switch f.fault {
				case "late":
					l.Turn, l.Margin = 50*time.Millisecond, 10*time.Millisecond
				case "memory":
					l.Memory = 200 << 20
				}
				mark := "mark-" + strconv.FormatInt(time.Now().UnixNano(), 36)
				own, other := ishiPlayer(20), fakePlayer(t, protocol, f.fault, mark, w, l)
				c := &contest.Contest{Game: gameOf[protocol], Participants: []contest.Participant{own.participant, other.participant}}
				rounds := 1
				if strings.HasPrefix(f.fault, "crash") || f.fault == "occupied" {
					rounds = 2 // it is started anew
				}
				for range rounds {
					got := Play(t.Context(), c, contest.Job{ID: 3, Black: 0, White: 1}, own, other, Options{})
					if got.Reason != f.reason || got.Result.Outcome != game.BlackWins || !strings.Contains(got.Detail, f.detail) {
						t.Fatalf("%q, %v, %s; want %q, lost, with %q", got.Reason, got.Result, got.Detail, f.reason, f.detail)
					}
					if f.reason != contest.NotStarted && !got.Conduct[game.White].Restarted {
						t.Error("the fake has not been ended")
					}
					if f.fault == "crash" && !strings.Contains(got.Conduct[game.White].Stderr, "assertion failed") {
						t.Errorf("its error output: %q", got.Conduct[game.White].Stderr)
					}
				}
				other.Close()
				own.Close()
				if left := leftovers(mark); len(left) > 0 {
					t.Errorf("left: %q", left)
				}
				noLeak(t, before)
			})
		}
	}
}

// TestManners plays whole games against fakes that play well and do not end well.
func TestManners(t *testing.T) {
	for _, protocol := range []string{"gomocup", "gtp", "nboard"} {
		for _, fault := range []string{"none", "slow start", "slow exit", "leaves a child"} {
			t.Run(protocol+"/"+fault, func(t *testing.T) {
				before := runtime.NumGoroutine()
				mark := "mark-" + strconv.FormatInt(time.Now().UnixNano(), 36)
				own, other := ishiPlayer(20), fakePlayer(t, protocol, fault, mark, patient, contest.Limits{})
				c := &contest.Contest{Game: gameOf[protocol], Participants: []contest.Participant{own.participant, other.participant}}
				for n := range 2 {
					players := [2]*Player{own, other}
					got := Play(t.Context(), c, contest.Job{ID: n, Black: n, White: 1 - n}, players[n], players[1-n], Options{})
					if got.Reason != contest.Regular || len(got.Plies) < 9 {
						t.Fatalf("%q, %v, %s after %d plies", got.Reason, got.Result, got.Detail, len(got.Plies))
					}
					if got.Conduct[0].Restarted || got.Conduct[1].Restarted {
						t.Error("started anew for no reason")
					}
				}
				if onLinux && len(leftovers(mark)) == 0 {
					t.Error("no process is found while it runs: the search for leftovers is of no use")
				}
				other.Close()
				own.Close()
				if left := leftovers(mark); len(left) > 0 {
					t.Errorf("left: %q", left)
				}
				noLeak(t, before)
			})
		}
	}
}

// TestInterrupted ends a game while an engine thinks.
func TestInterrupted(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	own, other := ishiPlayer(20), fakePlayer(t, "gomocup", "silent", "mark-interrupted", patient, contest.Limits{})
	c := &contest.Contest{Game: "gomoku", Participants: []contest.Participant{own.participant, other.participant}}
	got := Play(ctx, c, contest.Job{ID: 1, White: 1}, own, other, Options{Ply: func(contest.Ply) { time.AfterFunc(50*time.Millisecond, cancel) }})
	if got.Reason != contest.Interrupted || got.Result.Outcome != game.Ongoing {
		t.Errorf("%q, %v", got.Reason, got.Result)
	}
	other.Close()
	if left := leftovers("mark-interrupted"); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	noLeak(t, before)
}

func TestNotThere(t *testing.T) {
	gone := contest.Participant{Name: "Gone", Command: []string{"/nonexistent/engine"}, Protocol: "gtp"}
	p, q := NewPlayer(gone, patient), NewPlayer(gone, patient)
	c := &contest.Contest{Game: "othello", Participants: []contest.Participant{gone, gone}}
	got := Play(t.Context(), c, contest.Job{White: 1}, ishiPlayer(20), p, Options{})
	if got.Reason != contest.NotStarted || got.Result.Outcome != game.BlackWins {
		t.Errorf("%q, %v, %s", got.Reason, got.Result, got.Detail)
	}
	got = Play(t.Context(), c, contest.Job{White: 1}, p, q, Options{})
	if got.Reason != contest.NotStarted || got.Result.Outcome != game.Draw {
		t.Errorf("both: %q, %v, %s", got.Reason, got.Result, got.Detail)
	}
}

//go:build !windows

package repl

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"golang.org/x/term"
)

// patience is how long a test waits for something to appear on the screen before it calls
// the prompt hung. No test passes or fails by less.
const patience = time.Minute

// Keys as terminals send them.
const (
	keyEnter = "\r"
	keyTab   = "\t"
	keyCtrlC = "\x03"
	keyCtrlD = "\x04"
	keyUp    = "\x1b[A"
	keyLeft  = "\x1b[D"
	keyBack  = "\x7f"
)

// sitting is a prompt in a terminal of its own.
type sitting struct {
	t      *testing.T
	ours   *os.File // the terminal's other end
	theirs *os.File
	cmd    *exec.Cmd
	vt     vt10x.Terminal

	mu  sync.Mutex
	raw bytes.Buffer
}

// sit opens a prompt in a terminal of 100 columns and 50 rows.
func sit(t *testing.T, game string, env ...string) *sitting {
	t.Helper()
	if testing.Short() {
		t.Skip("starts processes")
	}
	ours, theirs, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	s := &sitting{t: t, ours: ours, theirs: theirs, vt: vt10x.New(vt10x.WithSize(100, 50))}
	if err := pty.Setsize(ours, &pty.Winsize{Cols: 100, Rows: 50}); err != nil {
		t.Fatal(err)
	}
	s.cmd = exec.Command(os.Args[0])
	s.cmd.Dir = t.TempDir()
	s.cmd.Env = append([]string{
		childVariable + "=" + game, "TERM=xterm-256color", "LANG=C.UTF-8", "XDG_STATE_HOME=" + t.TempDir(), "HOME=" + t.TempDir(),
	}, env...)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = theirs, theirs, theirs
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go s.watch()
	t.Cleanup(func() {
		s.cmd.Process.Kill()
		s.cmd.Wait()
		ours.Close()
		theirs.Close()
	})
	s.see(game + "> ")
	return s
}

// watch keeps the screen up to date.
func (s *sitting) watch() {
	buffer := make([]byte, 4096)
	for {
		n, err := s.ours.Read(buffer)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.raw.Write(buffer[:n])
		s.mu.Unlock()
		s.vt.Write(buffer[:n])
	}
}

func (s *sitting) output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.raw.String()
}

// rows are those of the screen that are not empty.
func (s *sitting) rows() []string {
	var rows []string
	for _, row := range strings.Split(s.vt.String(), "\n") {
		if row = strings.TrimRight(row, " "); row != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// press sends keys.
func (s *sitting) press(keys ...string) {
	s.t.Helper()
	if _, err := io.WriteString(s.ours, strings.Join(keys, "")); err != nil {
		s.t.Fatal(err)
	}
}

// until waits for the screen to be as wanted.
func (s *sitting) until(what string, ok func() bool) {
	s.t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("never seen: %s\n%s", what, strings.Join(s.rows(), "\n"))
		}
	}
}

// see waits for a text on the screen.
func (s *sitting) see(text string) {
	s.t.Helper()
	s.until(text, func() bool { return strings.Contains(s.vt.String(), text) })
}

// seeLast waits for a text to be the last row, with the cursor behind it.
func (s *sitting) seeLast(text string) {
	s.t.Helper()
	s.until("last "+text, func() bool {
		rows := s.rows()
		return len(rows) > 0 && rows[len(rows)-1] == strings.TrimRight(text, " ") && s.vt.Cursor().X == len([]rune(text))
	})
}

// leave waits for the end and returns the exit status.
func (s *sitting) leave() int {
	s.t.Helper()
	done := make(chan struct{})
	go func() { s.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(patience):
		s.t.Fatalf("does not end\n%s", strings.Join(s.rows(), "\n"))
	}
	return s.cmd.ProcessState.ExitCode()
}

func TestLinesAreEdited(t *testing.T) {
	s := sit(t, "gomoku")
	s.press("lvel 3", strings.Repeat(keyLeft, 5), "e")
	s.until("the line with the cursor in it", func() bool {
		rows := s.rows()
		return rows[len(rows)-1] == "gomoku> level 3" && s.vt.Cursor().X == len("gomoku> le")
	})
	s.press(keyEnter)
	s.see("level 3 of 20")
}

func TestCompletion(t *testing.T) {
	s := sit(t, "othello")
	if err := os.WriteFile(filepath.Join(s.cmd.Dir, "partie.txt"), []byte("f5d6\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s.press("anal", keyTab)
	s.seeLast("othello> analyze ")
	s.press(keyCtrlC, "set thr", keyTab, " 2", keyEnter)
	s.see("\nthreads 2 ")
	s.press("play d", keyTab)
	s.seeLast("othello> play d3")
	s.press(keyEnter)
	s.see("move 1: black d3")
	s.press("load p", keyTab)
	s.seeLast("othello> load partie.txt")
	s.press(keyEnter)
	s.see("move 2: white d6")
	s.press("hi", keyTab, keyTab)
	s.see("hint  ")
	s.press("s", keyTab, keyEnter)
	s.see("2   white  d6")
	s.press("new re", keyTab)
	s.seeLast("othello> new renju")
}

func TestHistoryOutlivesThePrompt(t *testing.T) {
	state := "XDG_STATE_HOME=" + t.TempDir()
	s := sit(t, "gomoku", state)
	s.press("level 7", keyEnter)
	s.see("level 7 of 20")
	s.press(keyCtrlD)
	if code := s.leave(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s = sit(t, "gomoku", state)
	s.press(keyUp)
	s.seeLast("gomoku> level 7")
	s.press(keyBack, "8", keyEnter)
	s.see("level 8 of 20")
}

func TestCtrlCStopsTheSearchFirst(t *testing.T) {
	s := sit(t, "gomoku")
	s.press("solve", keyEnter)
	s.see("nodes")
	s.press("lev")
	s.seeLast("gomoku> lev")
	s.press(keyCtrlC)
	s.see("not solved")
	s.seeLast("gomoku> lev") // what was typed is still there
	s.press("el", keyEnter)
	s.see("level 20 of 20")
	s.press("some words")
	s.seeLast("gomoku> some words")
	s.press(keyCtrlC)
	s.see("some words^C")
	s.seeLast("gomoku> ")
}

func TestResultsDoNotBreakTheLine(t *testing.T) {
	s := sit(t, "gomoku")
	s.press("hint 3 nodes 400000", keyEnter, "play h", keyLeft)
	s.see("black to move, ")
	s.until("the line drawn anew", func() bool {
		rows := s.rows()
		return rows[len(rows)-1] == "gomoku> play h" && strings.Contains(rows[len(rows)-2], "black to move, ") && s.vt.Cursor().X == len("gomoku> play ")
	})
	if n := strings.Count(s.vt.String(), "play h"); n != 1 {
		t.Errorf("the line is on the screen %d times:\n%s", n, s.vt.String())
	}
}

func TestAnyKeyEndsAnAnalysis(t *testing.T) {
	s := sit(t, "othello")
	s.press("analyze 2", keyEnter)
	s.see("black to move, ")
	s.press("level 4", keyEnter)
	s.see("level 4 of 20")
	s.press("analyze", keyEnter)
	s.until("live rows", func() bool { return strings.Count(s.vt.String(), "black to move, ") >= 3 })
	s.press(" ")
	s.press("level 5", keyEnter)
	s.see("othello> level 5") // the blank is not part of it
	s.see("level 5 of 20")
}

func TestResize(t *testing.T) {
	s := sit(t, "gomoku")
	s.press("hint 2 nodes 2000", keyEnter)
	s.see("black to move, ")
	s.press("play ", strings.Repeat("h8 ", 12))
	s.see(strings.TrimSpace(strings.Repeat("h8 ", 12)))
	s.vt.Resize(40, 20)
	if err := pty.Setsize(s.ours, &pty.Winsize{Cols: 40, Rows: 20}); err != nil {
		t.Fatal(err)
	}
	s.until("a line that fits", func() bool {
		rows := s.rows()
		return strings.HasPrefix(rows[len(rows)-1], "gomoku> {") && len(rows[len(rows)-1]) <= 40
	})
	s.press(keyCtrlC, "level 9", keyEnter)
	s.see("level 9 of 20")
	s.press("analyze 3", keyEnter)
	s.see("black to move, ")
	s.press(keyCtrlC)
	s.seeLast("gomoku> ")
}

func TestDumbTerminal(t *testing.T) {
	s := sit(t, "gomoku", "TERM=dumb")
	s.press("h8", keyEnter)
	s.see("move 1: black h8")
	s.press("solve", keyEnter)
	s.until("second prompt", func() bool { return strings.Count(s.output(), "gomoku> ") >= 3 })
	s.press(keyCtrlC)
	s.see("not solved")
	s.seeLast("gomoku> ")
	s.press("level 2", keyEnter)
	s.see("level 2 of 20")
	s.press(keyCtrlC) // nothing runs: a new prompt
	s.press("quit", keyEnter)
	if code := s.leave(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	for _, r := range s.output() {
		if r == '\x1b' || r > 127 && r != '…' {
			t.Fatalf("%q in the output of a dumb terminal:\n%s", r, s.output())
		}
	}
}

func TestNoColor(t *testing.T) {
	s := sit(t, "othello", "NO_COLOR=1")
	s.press("d3", keyEnter)
	s.see("(●)")
	if strings.Contains(s.output(), "m") && strings.Contains(s.output(), "\x1b[38;5") {
		t.Errorf("colours: %q", s.output())
	}
	colored := sit(t, "othello")
	colored.press("d3", keyEnter)
	colored.see("move 1: black d3")
	if !strings.Contains(colored.output(), "\x1b[38;5") {
		t.Errorf("no colours: %q", colored.output())
	}
}

// TestTheTerminalIsRestored ends prompts in all ways and looks at the terminal's modes.
func TestTheTerminalIsRestored(t *testing.T) {
	signal := func(sig syscall.Signal) func(*sitting) {
		return func(s *sitting) {
			s.press("solve", keyEnter)
			s.see("nodes")
			if err := s.cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, test := range map[string]struct {
		end  func(*sitting)
		code int
	}{
		"quit":    {func(s *sitting) { s.press("quit", keyEnter) }, 0},
		"Ctrl-D":  {func(s *sitting) { s.press(keyCtrlD) }, 0},
		"panic":   {func(s *sitting) { s.press("a1", keyEnter) }, 2},
		"SIGTERM": {signal(syscall.SIGTERM), 3},
		"SIGHUP":  {signal(syscall.SIGHUP), 3},
		"SIGQUIT": {signal(syscall.SIGQUIT), 3},
	} {
		t.Run(name, func(t *testing.T) {
			s := sit(t, map[bool]string{true: "row", false: "gomoku"}[name == "panic"])
			during, err := term.GetState(int(s.theirs.Fd()))
			if err != nil {
				t.Fatal(err)
			}
			fresh, freshTTY, err := pty.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer fresh.Close()
			defer freshTTY.Close()
			before, err := term.GetState(int(freshTTY.Fd()))
			if err != nil {
				t.Fatal(err)
			}
			if *during == *before {
				t.Fatal("the prompt has not changed the terminal's modes")
			}
			test.end(s)
			if code := s.leave(); code != test.code {
				t.Errorf("exit status %d, want %d", code, test.code)
			}
			after, err := term.GetState(int(s.theirs.Fd()))
			if err != nil {
				t.Fatal(err)
			}
			if *after != *before {
				t.Errorf("modes %v, before %v", after, before)
			}
		})
	}
}

func TestPastedLinesAreNotRemembered(t *testing.T) {
	s := sit(t, "gomoku")
	s.press("new 6", keyEnter)
	s.see("gomoku 6x6")
	s.press("paste", keyEnter, "......", keyEnter, ".XO...", keyEnter, "..X...", keyEnter, "......", keyEnter, "......", keyEnter, "......", keyEnter)
	s.press(keyEnter)
	s.see("black  ●  2, white  ●  1")
	s.press(keyUp)
	s.seeLast("gomoku> paste")
}

func TestLookingLeavesTheSearchAlone(t *testing.T) {
	s := sit(t, "gomoku")
	s.press("new renju", keyEnter, "h8 a1 h9 a3 i10 a5 j10 a7", keyEnter)
	s.see("move 8: white a7")
	s.press("hint 2 nodes 900M", keyEnter)
	s.see("black to move, ")
	for command, answer := range map[string]string{
		"threats": "forbidden: double three  h10", "forbid": "h10  double three", "moves": "h8 a1 h9 a3 i10 a5 j10 a7",
		"level": "level 20 of 20", "set threads": "threads 1", "eval": "points for black", "nonsense": "unknown command",
	} {
		s.press(command, keyEnter)
		s.see(answer)
	}
	if strings.Contains(s.vt.String(), "given up") {
		t.Errorf("the search was given up:\n%s", s.vt.String())
	}
	s.press("stop", keyEnter)
	s.press("hint 2 nodes 900M", keyEnter, "undo", keyEnter)
	s.see("hint: given up")
	s.see("move 7: black j10")
	if strings.Contains(s.output(), "nothing runs") {
		t.Errorf("the search had ended:\n%s", s.vt.String())
	}
}

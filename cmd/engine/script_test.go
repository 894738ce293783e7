package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// patience is how long a script waits for a line or for the end of the engine
// before it calls it hung. No test passes or fails by less.
const patience = time.Minute

// TestScripts runs testdata/script/*.txtar on the built binary. Beside the usual
// commands they know
//
//	talk [exit|deaf] FILE PROGRAM ARGS...
//
// which runs the program and plays a conversation with it: lines "> text" are
// sent, lines "< regexp" expected one by one, lines "# text" are comments. After
// the last line the input ends; with exit the engine must have ended by itself
// before; with deaf nobody reads its output any more. Nothing else may have been
// written, and the exit code must be 0.
func TestScripts(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(bin, program("engine")), ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", bin+string(os.PathListSeparator)+e.Getenv("PATH"))
			e.Setenv("ENGINE", filepath.Join(bin, program("engine")))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"talk": talk},
	})
}

func program(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// talk is the command of the scripts.
func talk(ts *testscript.TestScript, neg bool, args []string) {
	end := ""
	if len(args) > 0 && (args[0] == "exit" || args[0] == "deaf") {
		end, args = args[0], args[1:]
	}
	if neg || len(args) < 2 {
		ts.Fatalf("usage: talk [exit|deaf] file program args...")
	}
	lines := strings.Split(strings.TrimSpace(ts.ReadFile(args[0])), "\n")
	path := args[1]
	if !filepath.IsAbs(path) {
		if local := ts.MkAbs(path); strings.Contains(path, "/") {
			path = local
		} else {
			path = filepath.Join(filepath.Dir(ts.Getenv("ENGINE")), program(path))
		}
	}
	c := exec.Command(path, args[2:]...)
	c.Dir = ts.MkAbs(".")
	for _, key := range []string{"ISHI_THREADS", "ISHI_NODES", "ISHI_HASH", "ISHI_LOG", "ISHI_CONFIG", "ISHI_PROTOCOL", "ISHI_GOMOKU_CAUTION", "SYSTEMROOT"} {
		if v := ts.Getenv(key); v != "" {
			c.Env = append(c.Env, key+"="+v)
		}
	}
	if err := converse(ts, c, lines, end); err != nil {
		ts.Fatalf("talk %s: %v", args[0], err)
	}
}

// converse plays a conversation with c.
func converse(ts *testscript.TestScript, c *exec.Cmd, lines []string, end string) error {
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	var stderr strings.Builder
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		return err
	}
	hung := time.AfterFunc(patience, func() { c.Process.Kill() })
	defer hung.Stop()
	replies := bufio.NewReader(out)
	for i, line := range lines {
		mark, text, _ := strings.Cut(line, " ")
		switch mark {
		case ">":
			ts.Logf("> %s", text)
			_, err = fmt.Fprintf(in, "%s\r\n", text)
		case "<":
			err = expect(ts, replies, text)
		case "#", "":
		default:
			err = fmt.Errorf("strange line %q", line)
		}
		if err != nil {
			c.Process.Kill()
			return fmt.Errorf("line %d: %w\nstderr: %s", i+1, err, stderr.String())
		}
	}
	switch end {
	case "deaf":
		out.Close()
		in.Close()
	case "":
		in.Close()
	}
	rest, _ := io.ReadAll(replies)
	if err := c.Wait(); err != nil {
		return fmt.Errorf("exit: %w\nstderr: %s", err, stderr.String())
	}
	if len(rest) > 0 || stderr.Len() > 0 {
		return fmt.Errorf("unexpected at the end: stdout %q, stderr %q", rest, stderr.String())
	}
	return nil
}

// expect reads a line and compares it with a regular expression.
func expect(ts *testscript.TestScript, replies *bufio.Reader, pattern string) error {
	want, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		return err
	}
	got, err := replies.ReadString('\n')
	got = strings.TrimRight(got, "\r\n")
	if err != nil {
		return fmt.Errorf("got %q and %w, want %s", got, err, pattern)
	}
	ts.Logf("< %s", got)
	if !want.MatchString(got) {
		return fmt.Errorf("got %q, want %s", got, pattern)
	}
	return nil
}

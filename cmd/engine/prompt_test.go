//go:build !windows

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/creack/pty"
)

// TestPromptOnATerminal starts the program without arguments on a terminal, as people do.
func TestPromptOnATerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	path := filepath.Join(t.TempDir(), "engine")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	c := exec.Command(path)
	state := t.TempDir()
	c.Env = append(os.Environ(), "TERM=xterm", "XDG_STATE_HOME="+state, "ISHI_GAME=gomoku")
	terminal, err := pty.StartWithSize(c, &pty.Winsize{Cols: 80, Rows: 30})
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer terminal.Close()
	hung := time.AfterFunc(patience, func() { c.Process.Kill() })
	defer hung.Stop()
	if _, err := io.WriteString(terminal, "level 4\rquit\r"); err != nil {
		t.Fatal(err)
	}
	var seen bytes.Buffer
	io.Copy(&seen, terminal) // ends with an error when the program has closed the terminal
	if err := c.Wait(); err != nil {
		t.Errorf("%v\n%s", err, seen.String())
	}
	for _, want := range []string{"gomoku> ", "level 4 of 20", "gomoku 15x15"} {
		if !bytes.Contains(seen.Bytes(), []byte(want)) {
			t.Errorf("%q is not in\n%s", want, seen.String())
		}
	}
	if data, err := os.ReadFile(filepath.Join(state, "ishi", "history")); err != nil || string(data) != "level 4\nquit\n" {
		t.Errorf("history %q, %v", data, err)
	}
}

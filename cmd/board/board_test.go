package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ishi/protocol/web"
)

// asBoard makes the test binary be the program.
const asBoard = "BE_THE_BOARD"

func TestMain(m *testing.M) {
	if os.Getenv(asBoard) != "" {
		main()
	}
	os.Exit(m.Run())
}

// freeAddr returns an address that nobody listens on.
func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// start runs the program and waits until it answers.
func start(t *testing.T, out io.Writer, addr, data string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], "-addr", addr, "-data", data, "-threads", "2")
	c.Env = append(os.Environ(), asBoard+"=1")
	c.Stdout, c.Stderr = out, out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	for range 600 {
		r, err := http.Get("http://" + addr + "/healthz")
		if err == nil {
			_ = r.Body.Close()
			return c
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server does not answer")
	return nil
}

// movesPlayed returns how many moves the server has seen since it started.
func movesPlayed(t *testing.T, addr string) (moves int) {
	t.Helper()
	r, err := http.Get("http://" + addr + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	for line := bufio.NewScanner(r.Body); line.Scan(); {
		if n, found := strings.CutPrefix(line.Text(), "ishi_board_moves_total "); found {
			moves, _ = strconv.Atoi(n)
		}
	}
	return moves
}

// TestKill kills the server in the middle of many games: all of them go on to their
// ends on the next server, no acknowledged move is lost.
func TestKill(t *testing.T) {
	games, kills := 20, 2
	if !testing.Short() {
		games = 60
	}
	addr, data := freeAddr(t), filepath.Join(t.TempDir(), "board.db")
	server := start(t, io.Discard, addr, data)
	o, err := parse([]string{"-loadtest", "ws://" + addr + "/ws", "-loadtest-games", fmt.Sprint(games), "-loadtest-level", "3"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	var report bytes.Buffer
	done := make(chan error, 1)
	go func() { done <- loadTest(context.Background(), o, &report) }()
	for range kills {
		for movesPlayed(t, addr) < games {
			time.Sleep(5 * time.Millisecond)
		}
		if err := server.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = server.Wait()
		server = start(t, io.Discard, addr, data)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	t.Log(report.String())
	if !strings.Contains(report.String(), " 0 not played to the end") {
		t.Error(report.String())
	}
}

// TestLoad plays 200 games at a time against level 3: none may be lost. The report tells
// how long the moves took, which depends on the machine.
func TestLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 200 games")
	}
	addr := freeAddr(t)
	start(t, io.Discard, addr, filepath.Join(t.TempDir(), "board.db"))
	o, err := parse([]string{"-loadtest", "ws://" + addr + "/ws"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	var report bytes.Buffer
	if err := loadTest(context.Background(), o, &report); err != nil {
		t.Error(err)
	}
	t.Log(report.String())
}

func TestStops(t *testing.T) {
	var out lockedBuffer
	addr, data := freeAddr(t), filepath.Join(t.TempDir(), "board.db")
	server := start(t, &out, addr, data)
	var second bytes.Buffer
	if code := run(t.Context(), []string{"-addr", "127.0.0.1:0", "-data", data}, io.Discard, &second); code != failure || !strings.Contains(second.String(), "in use") {
		t.Errorf("a second server on the same file: %d %s", code, second.String())
	}
	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Skip("no signals here")
	}
	if err := server.Wait(); err != nil {
		t.Errorf("interrupted: %v", err)
	}
	for _, want := range []string{"http://" + addr + "/", data, "Only this machine", "Shutting down"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not told:\n%s", want, out.String())
		}
	}
}

func TestGreet(t *testing.T) {
	var out bytes.Buffer
	greet(&out, &net.TCPAddr{IP: net.IPv6unspecified, Port: 8080}, web.Config{Data: "x"})
	if !strings.Contains(out.String(), "http://127.0.0.1:8080/") || !strings.Contains(out.String(), "OPEN TO THE NETWORK") {
		t.Error(out.String())
	}
}

func TestOptions(t *testing.T) {
	for _, bad := range []string{"-games=0", "-threads=0", "-hash=0", "-move-time=1ms", "-expire=1s", "-loadtest-level=21", "-x", "file"} {
		var errs bytes.Buffer
		if code := run(t.Context(), []string{bad}, io.Discard, &errs); code != misuse || errs.Len() == 0 {
			t.Errorf("%s: code %d, %q", bad, code, errs.String())
		}
	}
	t.Setenv("ISHI_BOARD_MOVE_TIME", "3s")
	o, err := parse([]string{"-addr", ":80", "-origin", "a.example, b.example"}, io.Discard)
	if err != nil || o.moveTime != 3*time.Second || len(list(o.origins)) != 2 || o.addr != ":80" {
		t.Errorf("%+v %v", o, err)
	}
}

package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

func testRun() Run {
	return Run{ID: "r1", Name: "test", Kind: "test", Body: json.RawMessage(`{}`), Patience: time.Second}
}

func start(t *testing.T, folder string) (*Server, *nats.Conn) {
	t.Helper()
	s, err := StartServer(folder)
	if err != nil {
		t.Fatal(err)
	}
	nc, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close(); s.Close() })
	return s, nc
}

func open(t *testing.T, nc *nats.Conn, note func(Note)) *Host {
	t.Helper()
	if note == nil {
		note = func(Note) {}
	}
	h, err := Open(t.Context(), nc, testRun(), 0, note)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func put(t *testing.T, h *Host, ids ...int) {
	t.Helper()
	for _, id := range ids {
		if err := h.Put(t.Context(), Task{ID: id, Body: fmt.Append(nil, "task ", id)}); err != nil {
			t.Fatal(err)
		}
	}
}

// take takes n results and returns how often each task is among them.
func take(t *testing.T, h *Host, n int) map[int]int {
	t.Helper()
	got := map[int]int{}
	for range n {
		r, err := h.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprint("done task ", r.ID); string(r.Body) != want {
			t.Errorf("result %q, want %q", r.Body, want)
		}
		if err := r.Done(); err != nil {
			t.Fatal(err)
		}
		got[r.ID]++
	}
	return got
}

func echo(_ context.Context, _ int, t Task) ([]byte, error) {
	return append([]byte("done "), t.Body...), nil
}

func serve(t *testing.T, w *Worker) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() {
		if err := w.Serve(ctx, ctx, testRun()); err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	})
	return func() { cancel(); done.Wait() }
}

func TestEveryTaskComesBack(t *testing.T) {
	_, nc := start(t, t.TempDir())
	h := open(t, nc, nil)
	put(t, h, 1, 2, 3, 4, 5, 6)
	put(t, h, 2, 3) // queued already
	defer serve(t, &Worker{Conn: nc, Name: "a", Slots: 2, Play: echo})()
	defer serve(t, &Worker{Conn: nc, Name: "b", Slots: 1, Play: echo})()
	got := take(t, h, 6)
	for id := 1; id <= 6; id++ {
		if got[id] != 1 {
			t.Errorf("task %d came back %d times", id, got[id])
		}
	}
	if err := h.Finish(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestDeadWorker takes a task with a worker that is then gone without a word.
func TestDeadWorker(t *testing.T) {
	s, nc := start(t, t.TempDir())
	h := open(t, nc, nil)
	put(t, h, 1)
	dying, err := Connect(Access{URL: s.URL()})
	if err != nil {
		t.Fatal(err)
	}
	has := make(chan bool)
	stop := serve(t, &Worker{Conn: dying, Name: "dying", Slots: 1, Play: func(ctx context.Context, _ int, _ Task) ([]byte, error) {
		dying.Close()
		close(has)
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	<-has
	defer serve(t, &Worker{Conn: nc, Name: "heir", Slots: 1, Play: echo})()
	take(t, h, 1)
	stop()
}

func TestTasksThatFailComeAgain(t *testing.T) {
	_, nc := start(t, t.TempDir())
	notes := make(chan Note, 100)
	h := open(t, nc, func(n Note) { notes <- n })
	put(t, h, 1)
	tries := 0
	defer serve(t, &Worker{Conn: nc, Name: "a", Slots: 1, Play: func(ctx context.Context, slot int, task Task) ([]byte, error) {
		tries++
		switch tries {
		case 1:
			return nil, errors.New("no luck")
		case 2:
			panic("bad luck")
		}
		return echo(ctx, slot, task)
	}})()
	take(t, h, 1)
	var said []string
	for len(said) < 2 {
		if n := <-notes; n.Failed {
			said = append(said, n.Text)
			if n.Task != 1 || n.Worker != "a" {
				t.Errorf("note %+v", n)
			}
		}
	}
	if said[0] != "no luck" || said[1] != "panic: bad luck" {
		t.Errorf("said %q", said)
	}
}

// TestResume closes the server over tasks in every state and opens the run again.
func TestResume(t *testing.T) {
	folder := t.TempDir()
	s, nc := start(t, folder)
	url := s.URL()
	h := open(t, nc, nil)
	put(t, h, 1, 2, 3, 4)
	n := make(chan bool, 10)
	stop := serve(t, &Worker{Conn: nc, Name: "a", Slots: 1, Play: func(ctx context.Context, slot int, task Task) ([]byte, error) {
		if len(n) == 2 {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		n <- true
		return echo(ctx, slot, task)
	}})
	first := take(t, h, 1)
	if r, err := h.Next(t.Context()); err != nil || r.ID == 0 { // taken, not done
		t.Fatal(r, err)
	}
	stop()
	nc.Close()
	s.Close()

	s, nc = start(t, folder)
	if s.URL() != url {
		t.Logf("another port: %s", s.URL())
	}
	h = open(t, nc, nil)
	if h.Backlog() != 1 {
		t.Fatalf("backlog %d, want the result that was not done", h.Backlog())
	}
	got := take(t, h, 1)
	for id := range first {
		got[id]++
	}
	for id := 1; id <= 4; id++ {
		if h.Queued(id) == (got[id] == 1) {
			t.Errorf("task %d: queued %v, done %d times", id, h.Queued(id), got[id])
		}
	}
	defer serve(t, &Worker{Conn: nc, Name: "b", Slots: 1, Play: echo})()
	for id, times := range take(t, h, 2) {
		if got[id] += times; got[id] != 1 {
			t.Errorf("task %d was done %d times", id, got[id])
		}
	}
}

func TestWithdraw(t *testing.T) {
	_, nc := start(t, t.TempDir())
	h := open(t, nc, nil)
	put(t, h, 1, 2, 3)
	has, let := make(chan int), make(chan bool)
	defer serve(t, &Worker{Conn: nc, Name: "a", Slots: 1, Play: func(ctx context.Context, slot int, task Task) ([]byte, error) {
		has <- task.ID
		<-let
		return echo(ctx, slot, task)
	}})()
	if id := <-has; id != 1 {
		t.Fatalf("task %d first", id)
	}
	withdrawn, err := h.Withdraw(t.Context())
	if err != nil || fmt.Sprint(withdrawn) != "[2 3]" {
		t.Fatalf("withdrawn %v, error %v", withdrawn, err)
	}
	close(let)
	if got := take(t, h, 1); got[1] != 1 {
		t.Errorf("results %v", got)
	}
}

func TestLargeResults(t *testing.T) {
	_, nc := start(t, t.TempDir())
	h := open(t, nc, nil)
	put(t, h, 1)
	large := strings.Repeat("a long line of play ", 1<<20)
	defer serve(t, &Worker{Conn: nc, Name: "a", Slots: 1, Play: func(context.Context, int, Task) ([]byte, error) {
		return []byte(large), nil
	}})()
	r, err := h.Next(t.Context())
	if err != nil || string(r.Body) != large {
		t.Errorf("%d bytes, error %v; want %d", len(r.Body), err, len(large))
	}
}

// TestFollow serves runs one after the other; the end of one stops what serves it.
func TestFollow(t *testing.T) {
	_, nc := start(t, t.TempDir())
	h := open(t, nc, nil)
	serving := make(chan string)
	drain, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- Follow(t.Context(), drain, nc, func(r Run) bool { return r.Kind == "test" }, func(ctx context.Context, r Run) error {
			serving <- r.ID
			<-ctx.Done()
			serving <- "end of " + r.ID
			return nil
		})
	}()
	if id := <-serving; id != "r1" {
		t.Fatal(id)
	}
	other := testRun()
	other.ID = "r2"
	h2, err := Open(t.Context(), nc, other, 0, func(Note) {})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text := <-serving; text != "end of r1" {
		t.Fatal(text)
	}
	if id := <-serving; id != "r2" {
		t.Fatal(id)
	}
	stop()
	if err := h2.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text := <-serving; text != "end of r2" {
		t.Fatal(text)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestAccess connects to a server of the usual kind with a user and a password.
func TestAccess(t *testing.T) {
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(),
		Username: "anna", Password: "se/cret", NoLog: true, NoSigs: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(startPatience) {
		t.Fatal("not ready")
	}
	if _, err := Connect(Access{URL: s.ClientURL(), User: "anna", Password: "wrong"}); err == nil {
		t.Error("connected with a wrong password")
	}
	if _, err := Connect(Access{URL: s.ClientURL()}); err == nil {
		t.Error("connected without a password")
	}
	nc, err := Connect(Access{URL: s.ClientURL(), User: "anna", Password: "se/cret"})
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	h := open(t, nc, nil)
	put(t, h, 1)
	defer serve(t, &Worker{Conn: nc, Name: "a", Slots: 1, Play: echo})()
	take(t, h, 1)
}

func TestServerWithoutJetStream(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(startPatience) {
		t.Fatal("not ready")
	}
	nc, err := Connect(Access{URL: s.ClientURL()})
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if _, err := Open(t.Context(), nc, testRun(), 0, func(Note) {}); err == nil || !strings.Contains(err.Error(), "nats-server -js") {
		t.Errorf("error %v, want one that says what to do", err)
	}
}

func TestAccessCheck(t *testing.T) {
	for _, test := range []struct {
		access Access
		want   string
	}{
		{Access{}, "no URL"},
		{Access{URL: "nats://h", Cert: "c"}, "nats-key"},
		{Access{URL: "nats://h", Password: "p"}, "nats-user"},
	} {
		if err := test.access.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want %q", test.access, err, test.want)
		}
	}
	_, err := Connect(Access{URL: "nats://anna:secret@127.0.0.1:1"})
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v: want one without the password", err)
	}
}

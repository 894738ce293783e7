package protocol

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// writes records each Write.
type writes struct {
	mu   sync.Mutex
	all  []string
	fail error
	bad  int // writes that failed
}

func (w *writes) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fail != nil {
		w.bad++
		return 0, w.fail
	}
	w.all = append(w.all, string(p))
	return len(p), nil
}

func TestWriterOneWriteAReply(t *testing.T) {
	out := &writes{}
	w := NewWriter(out, nil)
	w.Reply("OK")
	w.Reply("= a\nb\n")
	w.Reply("")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w.Reply("after")
	end := newline()
	want := []string{"OK" + end, "= a" + end + "b" + end + end, end}
	if !slices.Equal(out.all, want) {
		t.Errorf("got %q, want %q", out.all, want)
	}
}

func TestWriterNeverWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe() // nobody reads
		w := NewWriter(out, nil)
		start := time.Now()
		for range 10000 {
			w.Reply("MESSAGE")
		}
		if waited := time.Since(start); waited != 0 {
			t.Errorf("replies waited %v", waited)
		}
		w.Close()
		if waited := time.Since(start); waited != 2*closeTimeout {
			t.Errorf("Close waited %v, want %v", waited, 2*closeTimeout)
		}
		in.Close() // frees the writer's goroutine
	})
}

// TestWriterSlowReceiver: a receiver that takes its time gets everything.
func TestWriterSlowReceiver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe()
		w := NewWriter(out, nil)
		for range 50 {
			w.Reply("x")
		}
		got := make(chan int)
		go func() {
			n := 0
			for buffer := make([]byte, 10); ; n++ {
				time.Sleep(closeTimeout * 9 / 10)
				if _, err := in.Read(buffer); err != nil {
					got <- n
					return
				}
			}
		}()
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		out.Close()
		if n := <-got; n != 50 {
			t.Errorf("%d replies arrived", n)
		}
	})
}

func TestWriterError(t *testing.T) {
	broken := errors.New("broken pipe")
	out := &writes{fail: broken}
	w := NewWriter(out, nil)
	for range 100 {
		w.Reply("OK")
	}
	if err := w.Close(); err != broken {
		t.Errorf("got %v", err)
	}
	if out.bad != 1 {
		t.Errorf("%d writes to a receiver that is gone", out.bad)
	}
}

func TestWriterOrder(t *testing.T) {
	out := &writes{}
	w := NewWriter(out, nil)
	var want []string
	for i := range 1000 {
		text := strings.Repeat("x", i%7+1)
		w.Reply(text)
		want = append(want, text+newline())
	}
	w.Close()
	if !slices.Equal(out.all, want) {
		t.Error("replies out of order")
	}
}

func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &writes{}
		log := NewLog(out)
		conn := NewConn(strings.NewReader("START 15\r\n"), io.Discard, log)
		line := <-conn.Lines()
		time.Sleep(1500 * time.Microsecond)
		conn.Reply("OK\nand more")
		synctest.Wait()
		log.Note("depth %d", 7)
		conn.Close()
		if line.Text != "START 15" {
			t.Errorf("got %q", line.Text)
		}
		const day = "2000-01-01 00:00:00."
		got := strings.ReplaceAll(strings.Join(out.all, ""), line.Read.Format("2006-01-02 15:04:05."), day)
		want := day + "000000 > START 15\n" +
			day + "001500 < OK\n" + day + "001500 < and more\n" +
			day + "001500 # depth 7\n"
		if got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	})
	var none *Log
	none.Note("nothing")
	none.Received(Line{})
}

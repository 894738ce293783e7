package protocol

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// readAll returns the texts of all lines of r.
func readAll(t *testing.T, in io.Reader) (texts []string, err error) {
	t.Helper()
	r := NewReader(in, nil)
	for line := range r.Lines() {
		if line.Err != nil {
			texts = append(texts, "error: "+line.Err.Error())
			continue
		}
		texts = append(texts, line.Text)
	}
	return texts, r.Err()
}

func TestReaderLineEnds(t *testing.T) {
	for _, test := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"\r\n\n\r", nil},
		{"a\r\nb\r\n", []string{"a", "b"}},
		{"a\nb\n", []string{"a", "b"}},
		{"a\rb\r", []string{"a", "b"}},
		{"a\r\n\r\n\nb", []string{"a", "b"}},
		{"  a b \t\n", []string{"a b"}},
		{"\ufeffSTART 15\n", []string{"START 15"}},
		{"no end", []string{"no end"}},
		{"a\x00b\n", []string{"a\x00b"}},
	} {
		for name, r := range map[string]io.Reader{
			"whole": strings.NewReader(test.in),
			"bytes": iotest.OneByteReader(strings.NewReader(test.in)),
			"eof":   iotest.DataErrReader(strings.NewReader(test.in)),
		} {
			got, err := readAll(t, r)
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("%q, %s: got %q, %v; want %q", test.in, name, got, err, test.want)
			}
		}
	}
}

func TestReaderLongLines(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	got, err := readAll(t, strings.NewReader("a\n"+long+"\nb\n"+long+"y\nc\n"))
	if err != nil || len(got) != 5 {
		t.Fatalf("%d lines, %v", len(got), err)
	}
	if got[1] != long {
		t.Error("a line of the greatest length is not kept")
	}
	if got[3] != "error: "+ErrTooLong.Error() || got[4] != "c" {
		t.Errorf("after a line too long: %.40q, %q", got[3], got[4])
	}
}

func TestReaderChunks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var in strings.Builder
		var want []string
		for range random.IntN(20) {
			text := strings.Repeat("z", random.IntN(200))
			in.WriteString(text + []string{"\n", "\r\n", "\r"}[random.IntN(3)])
			if text != "" {
				want = append(want, text)
			}
		}
		got, _ := readAll(t, &chunks{text: in.String(), random: random})
		if !slices.Equal(got, want) {
			t.Fatalf("%q: got %q, want %q", in.String(), got, want)
		}
	}
}

// chunks reads a text in pieces of random length.
type chunks struct {
	text   string
	random *rand.Rand
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.text == "" {
		return 0, io.EOF
	}
	n := copy(p, c.text[:min(len(c.text), c.random.IntN(50))])
	c.text = c.text[n:]
	return n, nil
}

func TestReaderError(t *testing.T) {
	broken := errors.New("broken")
	got, err := readAll(t, io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := readAll(t, idle{}); err != io.ErrNoProgress {
		t.Errorf("a reader without progress: %v", err)
	}
}

// idle never reads anything.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestReaderTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe()
		r := NewReader(in, nil)
		start := time.Now()
		io.WriteString(out, "TURN 7,")
		time.Sleep(time.Second)
		io.WriteString(out, "7\n")
		time.Sleep(time.Second)
		line := <-r.Lines()
		if got := line.Read.Sub(start); got != time.Second {
			t.Errorf("read at %v, want when the line was complete", got)
		}
		out.Close()
	})
}

func TestReaderFirst(t *testing.T) {
	r := NewReader(strings.NewReader("\nfirst\nsecond\n"), nil)
	for range 2 {
		if line, ok := r.First(); !ok || line.Text != "first" {
			t.Fatalf("got %q, %v", line.Text, ok)
		}
	}
	if line := <-r.Lines(); line.Text != "first" {
		t.Errorf("the first line was taken: got %q", line.Text)
	}
	r = NewReader(strings.NewReader("\n\n"), nil)
	if _, ok := r.First(); ok {
		t.Error("a first line of nothing")
	}
}

func TestReaderClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewReader(strings.NewReader(strings.Repeat("line\n", 1000)), nil)
		synctest.Wait() // it waits for somebody to take lines
		r.Close()       // and must end now, or the bubble does not
	})
}

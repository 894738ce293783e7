package gtp

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"golang.org/x/tools/txtar"

	"ishi/engine/game"
	"ishi/protocol"
)

// FuzzGTP sends anything. The front end must not break, must answer every command with
// one well-formed response in order, and must still play a game afterwards.
func FuzzGTP(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, conversation := range archive.Files {
			var sent strings.Builder
			for line := range strings.SplitSeq(string(conversation.Data), "\n") {
				if text, ok := strings.CutPrefix(line, "> "); ok {
					sent.WriteString(text + "\n")
				}
			}
			f.Add(sent.String())
		}
	}
	for _, name := range []string{"quarry-selfplay-black-sent.txt", "quarry-timed-sent.txt"} {
		if sent, err := os.ReadFile("testdata/" + name); err == nil {
			f.Add(string(sent))
		}
	}
	f.Fuzz(func(t *testing.T, sent string) {
		if lower := strings.ToLower(sent); len(sent) > 1<<13 || strings.Contains(lower, "loadsgf") || strings.Contains(lower, "-param") {
			t.Skip("too long to be of use, reads files, or changes limits")
		}
		var responses []string
		var log string
		synctest.Test(t, func(*testing.T) { // so that no response is lost to a slow machine
			responses, log = converse(sent + "\n\nboardsize 8\nclear_board\n471100 genmove b\n")
		})
		ids, leaves := commandsIn(sent)
		if len(responses) != len(ids)+3 && !leaves {
			t.Errorf("%d responses, %d commands:\n%s", len(responses), len(ids)+3, log)
		}
		for i, r := range responses {
			if !responseForm.MatchString(r) {
				t.Errorf("response %q", r)
			} else if i < len(ids) && !strings.HasPrefix(r[1:], ids[i]) {
				t.Errorf("response %q to command %q", r, ids[i])
			}
		}
		if strings.Contains(log, "# panic:") || strings.Contains(log, "broke down") {
			t.Errorf("it broke:\n%s", log)
		}
		if n := len(responses); !leaves && (n == 0 || !strings.HasPrefix(responses[n-1], "=471100 ")) {
			t.Errorf("no game afterwards:\n%s", log)
		}
	})
}

// converse sends text to a server and returns its writes and its log.
func converse(text string) ([]string, string) {
	config := smallConfig()
	config.Nodes, config.Depth = 60, 2
	log := &lockedBuilder{}
	out := &collector{}
	conn := protocol.NewConn(strings.NewReader(text), out, protocol.NewLog(log))
	Serve(context.Background(), conn, Choice{Games: bothGames(), Config: config}, About{Name: "Ishi", Version: "0.1"})
	conn.Close()
	return out.all, log.String()
}

// collector keeps each write.
type collector struct {
	mu  sync.Mutex
	all []string
}

func (c *collector) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, strings.ReplaceAll(string(p), "\r\n", "\n"))
	return len(p), nil
}

// commandsIn returns the ids of the commands in a text, and whether one of them is quit.
func commandsIn(sent string) (ids []string, leaves bool) {
	for line := range strings.FieldsFuncSeq(sent, func(r rune) bool { return r == '\n' || r == '\r' }) {
		r, ok := parse(strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")))
		if !ok {
			continue
		}
		ids = append(ids, r.id)
		leaves = leaves || r.name == "quit"
	}
	return ids, leaves
}

// FuzzVertex: what is written is read again, and nothing outside of the encodable
// points is read.
func FuzzVertex(f *testing.F) {
	for _, text := range []string{"a1", "H8", "j9", "t19", "z32", "aa1", "AG32", "pass", "PA", "--", "i5", "a0", "a33", "", "a", "1", "aa"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, n := range []notation{withI, withoutI} {
			m, err := n.parse(text)
			if err != nil {
				continue
			}
			if m != game.Pass && (!m.IsPoint() || m.X() >= game.MaxSize || m.Y() >= game.MaxSize) {
				t.Fatalf("%q: %d", text, m)
			}
			if again, err := n.parse(n.vertex(m)); err != nil || again != m {
				t.Errorf("%q: %s is read as %v, %v", text, n.vertex(m), again, err)
			}
		}
	})
}

// TestVertices: every point has a name of its own, with the letter I or without it.
func TestVertices(t *testing.T) {
	for _, n := range []notation{withI, withoutI} {
		seen := map[string]bool{}
		for y := range game.MaxSize {
			for x := range game.MaxSize {
				m := game.At(x, y)
				name := n.vertex(m)
				if seen[name] || strings.Contains(name, "I") && n == withoutI {
					t.Errorf("%s: twice or with I", name)
				}
				seen[name] = true
				for _, text := range []string{name, strings.ToLower(name)} {
					if got, err := n.parse(text); err != nil || got != m {
						t.Errorf("%s: %v, %v", text, got, err)
					}
				}
			}
		}
	}
	if a, b := withI.vertex(game.At(8, 4)), withoutI.vertex(game.At(8, 4)); a != "I5" || b != "J5" {
		t.Errorf("%s and %s for the ninth column", a, b)
	}
}

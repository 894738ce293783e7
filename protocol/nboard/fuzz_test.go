package nboard

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"golang.org/x/tools/txtar"

	"ishi/engine"
	"ishi/engine/othello"
	"ishi/protocol"
)

// FuzzNBoard sends anything. The front end must not break, must say nothing that NBoard
// does not know, and must still play afterwards.
func FuzzNBoard(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, conversation := range archive.Files {
			var sent strings.Builder
			for text := range strings.SplitSeq(string(conversation.Data), "\n") {
				if text, ok := strings.CutPrefix(text, "> "); ok {
					sent.WriteString(strings.ReplaceAll(text, "$START", ggfStart) + "\n")
				}
			}
			f.Add(sent.String())
		}
	}
	f.Fuzz(func(t *testing.T, sent string) {
		if len(sent) > 1<<13 {
			t.Skip("too long to be of use")
		}
		var said []string
		var log string
		synctest.Test(t, func(*testing.T) { // so that no reply is lost to a slow machine
			said, log = converse(sent + "\nnboard 2\nset game " + ggfStart + ";)\nping 4711\ngo\n")
		})
		for _, text := range said {
			if !lineForm.MatchString(text) {
				t.Errorf("line %q", text)
			}
		}
		if strings.Contains(log, "# panic:") || strings.Contains(log, "broke down") {
			t.Errorf("it broke:\n%s", log)
		}
		if leaves(sent) {
			return
		}
		if n := len(said); n == 0 || !strings.HasPrefix(said[n-1], "=== ") {
			t.Errorf("no move afterwards:\n%s", log)
		}
	})
}

// converse sends text to a server and returns its lines and its log.
func converse(text string) ([]string, string) {
	config := engine.DefaultConfig()
	config.Hash = 1 << 20
	config.Nodes, config.Depth = 100, 2
	log := &lockedBuilder{}
	out := &collector{}
	conn := protocol.NewConn(strings.NewReader(text), out, protocol.NewLog(log))
	Serve(context.Background(), conn, engine.NewSession(othello.Game(), config), "Ishi")
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
	c.all = append(c.all, strings.TrimSuffix(strings.TrimSuffix(string(p), "\n"), "\r"))
	return len(p), nil
}

// leaves reports whether a text holds quit.
func leaves(sent string) bool {
	for text := range strings.FieldsFuncSeq(sent, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if verb, _ := protocol.Cut(strings.TrimPrefix(strings.TrimSpace(text), "\ufeff")); verb == "quit" {
			return true
		}
	}
	return false
}

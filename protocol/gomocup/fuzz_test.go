package gomocup

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"golang.org/x/tools/txtar"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/protocol"
)

// replyForm is what a brain may say at all.
var replyForm = regexp.MustCompile(`^(OK|SWAP|\d+,\d+( \d+,\d+){0,2}|(ERROR|UNKNOWN|MESSAGE|DEBUG) [^\r\n]+|FORBID (\d{4})*\.|name="[^\r\n]*)\r?\n$`)

var pointForm = regexp.MustCompile(`^\d+,\d+\r?\n$`)

// FuzzGomocup sends anything. The front end must not break, must say nothing
// that was not asked for, and must still play a game afterwards.
func FuzzGomocup(f *testing.F) {
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
	if sent, err := os.ReadFile("testdata/qpiskvork-sent.txt"); err == nil {
		f.Add(string(sent))
	}
	f.Fuzz(func(t *testing.T, sent string) {
		if len(sent) > 1<<14 || strings.Contains(strings.ToLower(sent), "yxhashdump") {
			t.Skip("too long to be of use, or writes files")
		}
		replies, log := converse(t, sent+"\nDONE\nINFO rule 0\nINFO show_detail 0\nSTART 15\nSTART 15\nBEGIN\n")
		for _, r := range replies {
			if !replyForm.MatchString(r) {
				t.Errorf("reply %q", r)
			}
		}
		if strings.Contains(log, "# panic:") || strings.Contains(log, "broke down") {
			t.Errorf("it broke:\n%s", log)
		}
		if asked := askedFor(sent) + 4; len(replies) > asked {
			t.Errorf("%d replies, %d commands:\n%s", len(replies), asked, log)
		}
		if ends(sent) {
			return
		}
		n := len(replies)
		if n < 2 || strings.TrimSpace(replies[n-2]) != "OK" || !pointForm.MatchString(replies[n-1]) {
			t.Errorf("no game afterwards:\n%s", log)
		}
	})
}

// converse sends text to a server and returns its writes and its log.
func converse(t *testing.T, text string) (replies []string, traffic string) {
	synctest.Test(t, func(*testing.T) {
		config := engine.DefaultConfig()
		config.Hash = 1 << 20
		config.Nodes = 500
		log := &lockedBuilder{}
		out := &collector{}
		conn := protocol.NewConn(strings.NewReader(text), out, protocol.NewLog(log))
		session := engine.NewSession(&enginetest.Game{Depths: 1}, config)
		Serve(context.Background(), conn, session, testAbout)
		conn.Close()
		replies, traffic = out.all, log.String()
	})
	return replies, traffic
}

// collector keeps each write.
type collector struct {
	mu  sync.Mutex
	all []string
}

func (c *collector) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, string(p))
	return len(p), nil
}

// askedFor returns how many replies a text asks for at most: none for INFO, one
// for all else, two where a limit may be reported too, and any number where
// the progress of the search was asked for.
func askedFor(sent string) int {
	sent = strings.ToLower(sent)
	if strings.Contains(sent, "show_detail") || strings.Contains(sent, "yx") {
		return len(sent) * 1000
	}
	each := 1
	if strings.Contains(sent, "max_memory") || strings.Contains(sent, "rule") {
		each = 2
	}
	n := 0
	for line := range strings.FieldsFuncSeq(sent, isLineEnd) {
		if verb, _ := protocol.Cut(line); verb != "info" && verb != "" {
			n += each
		}
	}
	return n
}

// ends reports whether a text holds END.
func ends(sent string) bool {
	for line := range strings.FieldsFuncSeq(sent, isLineEnd) {
		if verb, _ := protocol.Cut(strings.TrimPrefix(line, "\ufeff")); verb == "end" {
			return true
		}
	}
	return false
}

func isLineEnd(r rune) bool { return r == '\n' || r == '\r' }

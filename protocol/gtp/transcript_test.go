package gtp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/tools/txtar"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
)

// TestTranscripts plays the conversations of testdata/*.txtar, one a file of the
// archive:
//
//	> genmove b       is sent
//	< = D3            is the response; further lines belong to it, a final * stands
//	<   4 ...           for any rest of a line, a last line ... for any lines
//	<vertex 7         is the success of command 7 with a point or a pass
//	wait 200ms        lets time pass
//	quiet             nothing more has been said
//	eof               the input ends
//	ended             the program has ended and said nothing more
//	# text            is a comment; "#" can be sent as "> # text"
//
// The comment of the archive names the games, and its lines "option value" set options.
// Files that begin with "file:" are written to a folder, which stands for $DIR.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(file), ".txtar")
		for _, f := range archive.Files {
			if strings.HasPrefix(f.Name, "file:") {
				continue
			}
			t.Run(base+"/"+f.Name, func(t *testing.T) {
				dir := writeFiles(t, archive)
				synctest.Test(t, func(t *testing.T) {
					transcript(t, string(archive.Comment), strings.ReplaceAll(string(f.Data), "$DIR", dir))
				})
			})
		}
	}
}

func transcript(t *testing.T, head, body string) {
	c := dial(t, choose(t, head))
	lines := strings.Split(body, "\n")
	for i := 0; i < len(lines); i++ {
		word, rest, _ := strings.Cut(lines[i], " ")
		switch word {
		case "", "#":
		case ">":
			c.send(rest)
		case "<":
			want := []string{rest}
			for ; i+1 < len(lines) && (strings.HasPrefix(lines[i+1], "< ") || lines[i+1] == "<"); i++ {
				want = append(want, strings.TrimPrefix(strings.TrimPrefix(lines[i+1], "<"), " "))
			}
			if got := c.response(); !matches(got, want) {
				t.Fatalf("line %d: got %q, want %q", i+1, got, strings.Join(want, "\n"))
			}
		case "<vertex":
			text, ok := strings.CutPrefix(c.response(), "="+rest+" ")
			if _, err := withoutI.parse(text); !ok || err != nil {
				t.Fatalf("line %d: got %q, want a vertex", i+1, text)
			}
		case "wait":
			d, err := time.ParseDuration(rest)
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			time.Sleep(d)
		case "quiet":
			c.quiet()
		case "eof":
			c.in.Close()
		case "ended":
			c.hasEnded()
		default:
			t.Fatalf("line %d: %q: strange line", i+1, lines[i])
		}
	}
	c.quiet()
}

// matches compares a response line by line.
func matches(got string, want []string) bool {
	lines := strings.Split(got, "\n")
	if last := len(want) - 1; want[last] == "..." && len(lines) >= last {
		lines, want = lines[:last], want[:last]
	}
	if len(lines) != len(want) {
		return false
	}
	for i, w := range want {
		prefix, open := strings.CutSuffix(w, "*")
		if lines[i] != strings.TrimRight(w, " ") && !(open && strings.HasPrefix(lines[i], prefix)) {
			return false
		}
	}
	return true
}

// choose reads the head of an archive.
func choose(t *testing.T, head string) Choice {
	config := smallConfig()
	choice := Choice{}
	for line := range strings.SplitSeq(head, "\n") {
		key, value, ok := strings.Cut(line, " ")
		if !ok || key == "#" {
			continue
		}
		switch key {
		case "games":
			for name := range strings.FieldsSeq(value) {
				choice.Games = append(choice.Games, testGame(t, name))
			}
		case "rule":
			choice.Rule = value
		default:
			for _, o := range config.Options() {
				if o.Name == key {
					if err := o.Set(value); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	choice.Config = config
	return choice
}

// testGame returns a game by name. "slow" is a game in which a node takes a tenth of a
// second.
func testGame(t *testing.T, name string) engine.Game {
	switch name {
	case "othello":
		return othello.Game()
	case "gomoku":
		return gomoku.Game()
	case "slow":
		return &enginetest.Game{NodeTime: 100 * time.Millisecond}
	}
	t.Fatalf("no game %q", name)
	return nil
}

// writeFiles writes the files of an archive that are not conversations.
func writeFiles(t *testing.T, archive *txtar.Archive) string {
	dir := t.TempDir()
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "file:"); ok {
			if err := os.WriteFile(filepath.Join(dir, name), f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

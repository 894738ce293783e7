package gomocup

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/tools/txtar"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/engine/game"
	"ishi/engine/gomoku"
	"ishi/protocol"
)

// TestTranscripts plays the conversations of testdata/*.txtar, one a file of the
// archive:
//
//	> TURN 7,7        is sent
//	< 8,8             is the reply; a final * stands for any rest
//	<move             is the reply, a point that is free and was not said before
//	<one 1,2 3,4      is one of these
//	<not 1,2          is any other free point
//	wait 200ms        lets time pass
//	within 100ms      is all the time that the next reply may take
//	quiet             nothing more has been said
//	eof               ends the input
//	ended             the program has ended and said nothing more
//	# text            is a comment
//
// The comment of the archive names the game, and its lines "option value" set
// options.
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
			t.Run(base+"/"+f.Name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					transcript(t, string(archive.Comment), string(f.Data))
				})
			})
		}
	}
}

func transcript(t *testing.T, head, body string) {
	g, options := openGame(t, head)
	c := dial(t, g, func(config *engine.Config) {
		for _, o := range append(config.Options(), g.Options()...) {
			if v, ok := options[o.Name]; ok {
				if err := o.Set(v); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	said := map[string]bool{}
	const noLimit = 24 * time.Hour
	limit := noLimit
	reply := func() string {
		t.Helper()
		begin := time.Now()
		text := c.reply()
		if took := time.Since(begin); took > limit {
			t.Fatalf("%q after %v, want it within %v", text, took, limit)
		}
		limit = noLimit
		return text
	}
	for i, line := range strings.Split(body, "\n") {
		word, rest, _ := strings.Cut(strings.TrimRight(line, "\r"), " ")
		switch word {
		case "", "#":
		case ">":
			c.send(rest)
			if verb, args := protocol.Cut(rest); strings.HasSuffix(verb, "start") || verb == "board" {
				clear(said)
			} else {
				said[args] = true
			}
		case "<":
			got := reply()
			want, any := strings.CutSuffix(rest, "*")
			if got != rest && !(any && strings.HasPrefix(got, want)) {
				t.Fatalf("line %d: got %q, want %q", i+1, got, rest)
			}
		case "<move", "<one", "<not":
			got := reply()
			if !c.isPoint(got) || said[got] {
				t.Fatalf("line %d: got %q, want a free point", i+1, got)
			}
			if listed := slices.Contains(strings.Fields(rest), got); word == "<one" && !listed || word == "<not" && listed {
				t.Fatalf("line %d: got %q, want %s", i+1, got, strings.TrimPrefix(line, "<"))
			}
			said[got] = true
		case "wait", "within":
			d, err := time.ParseDuration(rest)
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			if word == "within" {
				limit = d
			} else {
				time.Sleep(d)
			}
		case "quiet":
			c.quiet()
		case "eof":
			c.in.Close()
		case "ended":
			c.hasEnded()
		default:
			t.Fatalf("line %d: %q: want >, <, <move, <one, <not, wait, within, quiet, eof, ended", i+1, line)
		}
	}
	c.quiet()
}

// isPoint reports whether text is x,y on the board.
func (c *client) isPoint(text string) bool {
	x, y, _ := strings.Cut(text, ",")
	px, err1 := strconv.Atoi(x)
	py, err2 := strconv.Atoi(y)
	if err1 != nil || err2 != nil || px < 0 || py < 0 || px >= game.MaxSize || py >= game.MaxSize {
		return false
	}
	synctest.Wait() // the server may still be at work behind its reply
	return c.session.OnBoard(game.At(px, py))
}

// openGame reads the head of an archive.
func openGame(t *testing.T, head string) (engine.Game, map[string]string) {
	options := map[string]string{}
	for line := range strings.SplitSeq(head, "\n") {
		if key, value, ok := strings.Cut(line, " "); ok && key != "#" {
			options[key] = strings.TrimSpace(value)
		}
	}
	switch name := options["game"]; name {
	case "row":
		g := &enginetest.Game{Depths: 3}
		if text, ok := options["node-time"]; ok {
			d, err := time.ParseDuration(text)
			if err != nil {
				t.Fatal(err)
			}
			g.NodeTime, g.Depths = d, 0
		}
		return g, options
	case "gomoku":
		return gomoku.Game(), options
	default:
		t.Fatalf("no game %q", name)
	}
	return nil, nil
}

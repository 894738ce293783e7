package nboard

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/tools/txtar"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/engine/othello"
)

// TestTranscripts plays the conversations of testdata/*.txtar, one a file of the
// archive:
//
//	> ping 3          is sent
//	< pong 3          is the answer; a final * stands for any rest; states and counts
//	                  of nodes before it are left out
//	<status text      is the next line of any kind; * as above
//	wait 200ms        lets time pass
//	quiet             nothing more has been answered
//	silent            nothing at all has been said
//	eof               the input ends
//	ended             the program has ended and answered nothing more
//	# text            is a comment
//
// The comment of the archive names the game, and its lines "option value" set options.
// $START stands for the beginning of a game in GGF.
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
					transcript(t, string(archive.Comment), strings.ReplaceAll(string(f.Data), "$START", ggfStart))
				})
			})
		}
	}
}

// ggfStart begins a game as NBoard writes it.
const ggfStart = "(;GM[Othello]PC[NBoard]DT[2014-01-29 23:05:30 GMT]PB[me]PW[you]RE[?]TI[0//0]TY[8]" +
	"BO[8 ---------------------------O*------*O--------------------------- *]"

func transcript(t *testing.T, head, body string) {
	g, config := choose(t, head)
	c := dial(t, g, config)
	for i, text := range strings.Split(body, "\n") {
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "", "#":
		case ">":
			c.send(rest)
		case "<":
			got := c.answer()
			if prefix, open := strings.CutSuffix(rest, "*"); got != rest && !(open && strings.HasPrefix(got, prefix)) {
				t.Fatalf("line %d: got %q, want %q", i+1, got, rest)
			}
		case "<status":
			got := c.line()
			if prefix, open := strings.CutSuffix("status "+rest, "*"); got != "status "+rest && !(open && strings.HasPrefix(got, prefix)) {
				t.Fatalf("line %d: got %q, want status %q", i+1, got, rest)
			}
		case "wait":
			d, err := time.ParseDuration(rest)
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			time.Sleep(d)
		case "quiet":
			c.quiet()
		case "silent":
			c.silent()
		case "eof":
			c.in.Close()
		case "ended":
			c.hasEnded()
		default:
			t.Fatalf("line %d: %q: strange line", i+1, text)
		}
	}
	c.quiet()
}

// choose reads the head of an archive. The game "slow" is one in which a node takes a
// tenth of a second.
func choose(t *testing.T, head string) (engine.Game, engine.Config) {
	var g engine.Game
	config := smallConfig()
	for text := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(text, " ")
		if key == "game" {
			switch value {
			case "othello":
				g = othello.Game()
			case "slow":
				g = &enginetest.Game{NodeTime: 100 * time.Millisecond}
			}
			continue
		}
		for _, o := range config.Options() {
			if o.Name == key {
				if err := o.Set(value); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if g == nil {
		t.Fatalf("no game in %q", head)
	}
	return g, config
}

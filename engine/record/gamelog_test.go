package record

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ishi/engine/game"
)

func TestGamelog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.csv")
	g := &Game{
		Name: "othello", Width: 8, Height: 8, Black: `Smith, "Joe"`, White: "line\nend", Date: "2026-02-28 14:03:00", Result: "+4.000", End: "two passes",
		Moves: points("f5 pass d6", game.Black),
	}
	g.Moves[0].Time, g.Moves[1].Time, g.Moves[2].Time = time.Second, 250*time.Millisecond, 500*time.Millisecond
	for range 2 { // the header is written once
		l, err := OpenGamelog(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Add(g); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	const row = `2026-02-28 14:03:00,othello,,8,"Smith, ""Joe""",line end,B+4,two passes,f5 pass d6,1.500,0.250,` + "\n"
	const want = "date,game,rule,size,black,white,result,end,moves,black_time,white_time,start\n" + row + row
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s, want\n%s", err, got, want)
	}
	n := 0
	err = ReadFile(path, func(g *Game) error {
		n++
		if g.Format != CSV || g.Black != `Smith, "Joe"` || line(g) != "b:f5 w:pass b:d6" || g.Moves[2].Time != 750*time.Millisecond || g.Line != n+1 {
			t.Errorf("%+v", g)
		}
		return nil
	})
	if err != nil || n != 2 {
		t.Errorf("%d games, %v", n, err)
	}
}

// TestGamelogCut: a line that was not written to its end spoils no other.
func TestGamelogCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.csv")
	if err := os.WriteFile(path, append(gamelogHeader(), "2026,gomoku,renju,15,a,b"...), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := OpenGamelog(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Add(gomokuGame()); err != nil {
		t.Fatal(err)
	}
	var got []string
	err = ReadFile(path, func(g *Game) error { got = append(got, line(g)); return nil })
	if err == nil || !strings.Contains(err.Error(), "csv: line 2:") || len(got) != 1 || got[0] != line(gomokuGame()) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestGamelogForeign: a file that is something else is left alone.
func TestGamelogForeign(t *testing.T) {
	folder := t.TempDir()
	for i, text := range []string{"my notes", "date,game\n", strings.Join(gamelogColumns, ",") + ",more\n", "\x00"} {
		path := filepath.Join(folder, fmt.Sprint(i))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenGamelog(path); err == nil || !strings.Contains(err.Error(), "is no log of games") {
			t.Errorf("%q: %v", text, err)
		}
		if now, _ := os.ReadFile(path); string(now) != text {
			t.Errorf("%q became %q", text, now)
		}
	}
	if _, err := OpenGamelog(folder); err == nil {
		t.Error("a folder was opened")
	}
	if _, err := OpenGamelog(filepath.Join(folder, "no", "such")); err == nil {
		t.Error("a file in no folder was opened")
	}
	crlf := filepath.Join(folder, "crlf")
	if err := os.WriteFile(crlf, []byte(strings.Join(gamelogColumns, ",")+"\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if l, err := OpenGamelog(crlf); err != nil {
		t.Errorf("a log with CR LF: %v", err)
	} else {
		l.Close()
	}
}

// TestGamelogTogether: several writers of one file lose nothing.
func TestGamelogTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.csv")
	const writers, each = 4, 50
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			l, err := OpenGamelog(path) // each has its own, as processes do
			if err != nil {
				t.Error(err)
				return
			}
			defer l.Close()
			var both sync.WaitGroup
			for range 2 {
				both.Go(func() {
					for range each {
						if err := l.Add(gomokuGame()); err != nil {
							t.Error(err)
						}
					}
				})
			}
			both.Wait()
		})
	}
	all.Wait()
	n := 0
	err := ReadFile(path, func(g *Game) error {
		n++
		if line(g) != line(gomokuGame()) {
			t.Errorf("%+v", g)
		}
		return nil
	})
	if err != nil || n != 2*writers*each {
		t.Errorf("%d games, %v", n, err)
	}
}

func TestGamelogDamage(t *testing.T) {
	head := string(gamelogHeader())
	for _, test := range []struct{ text, err, moves string }{
		{"", "csv: line 1: want a log of games: " + strings.TrimSpace(head), ""},
		{"a,b\n", "csv: line 1: want a log of games: " + strings.TrimSpace(head), ""},
		{head + "a,b\n,gomoku,,15,,,,,h8,,,\n", "csv: line 2: wrong number of fields", "b:h8"},
		{head + ",gomoku,,99,,,,,h8,,,\n", `csv: line 2: size "99": want 1 to 32`, ""},
		{head + ",gomoku,,15,,,,,h8 p1,,,\n", "csv: line 2: move 2: p1 is off a board of 15x15", "b:h8"},
		{head + ",gomoku,,15,,,,,h8 ?,,,\n", `csv: line 2: move 2: "?" is no point`, "b:h8"},
		{head + "\",gomoku\n", `csv: line 2: extraneous or missing " in quoted-field`, ""},
		{head + ",gomoku,,5,,,,,a1,,,....x X\n", `csv: line 2: start "....x X": want 5 rows and the side to move`, ""},
		{head + ",gomoku,,2,,,,,a1,,,../..x X\n", "csv: line 2: start: row 2 has 3 points", ""},
		{head + ",gomoku,,2,,,,,a1,,,../.? X\n", "csv: line 2: start: row 2: '?' is no stone", ""},
		{head + ",gomoku,,15,,,,,\"0,0\",,,\n", `csv: line 2: moves "0,0": want points`, ""},
	} {
		games, err := readAll(CSV, test.text)
		if err == nil || err.Error() != test.err {
			t.Errorf("%q: %v, want %s", test.text, err, test.err)
		}
		got := ""
		if len(games) > 0 {
			got = line(games[0])
		}
		if got != test.moves {
			t.Errorf("%q: %q, want %q", test.text, got, test.moves)
		}
	}
}

func FuzzGamelog(f *testing.F) {
	head := string(gamelogHeader())
	f.Add(head + `2026-02-28,othello,,8,"Smith, ""Joe""",b,B+4,,f5 pass d6,1.500,0.250,` + "\n")
	f.Add(head + ",gomoku,renju,4x5,,,,,a1,,,..../.X../..O./..../.... O\n")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := readAll(CSV, text)
		checkOffset(t, text, err)
		for _, g := range games {
			for i := range g.Moves {
				g.Moves[i].Time = 0 // what it is spread over may be rounded
			}
			checkFixpoint(t, g)
		}
	})
}

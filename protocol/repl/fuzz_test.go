package repl

import (
	"strings"
	"testing"

	"ishi/engine/game"
)

// FuzzLine feeds anything to the readers of a line's parts.
func FuzzLine(f *testing.F) {
	for _, line := range []string{"play h8 i9", "h8i9g7", "7,7 8 , 8; 1. h8 2...i9, pass", `load "my game.sgf" 3`, "go time 1:30 depth 5 nodes 20k", "time 5:00+3", "'", "\x00,9", "aa32,0,31", "\fh8\v"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words, err := split(line)
		if err != nil {
			return
		}
		for _, w := range words {
			if strings.ContainsAny(w, "\"'") && !strings.ContainsAny(line, "\"'") {
				t.Errorf("%q: a quote from nowhere", w)
			}
			if main, bonus, err := parseClock(w); err == nil && (main <= 0 || main > longest || bonus < 0 || bonus > longest) {
				t.Errorf("%q: %v, %v", w, main, bonus)
			}
			if n, err := parseCount(w); err == nil && (n < 1 || n > 1e15) {
				t.Errorf("%q: %d", w, n)
			}
		}
		if len(words) > 0 {
			unknownCommand(words[0])
		}
		if b, err := parseBounds(words, nil); err == nil && (b.time < 0 || b.depth < 0 || b.depth > 1000) {
			t.Errorf("%q: %+v", line, b)
		}
		moves, err := parseMoves(words)
		if err != nil {
			return
		}
		for _, m := range moves {
			if m != game.Pass && (!m.IsPoint() || m.X() >= game.MaxSize || m.Y() >= game.MaxSize) {
				t.Errorf("%q: %v", line, m)
			}
		}
		again, err := parseMoves([]string{movesText(moves)})
		if err != nil || movesText(again) != movesText(moves) {
			t.Errorf("%q: %v comes back as %v, %v", line, moves, again, err)
		}
	})
}

// FuzzCompletion completes anything anywhere.
func FuzzCompletion(f *testing.F) {
	f.Add("load \"my", 8)
	f.Add("play é", 6)
	c := completer{&wordList{moves: []string{"h8"}}}
	f.Fuzz(func(t *testing.T, line string, pos int) {
		runes := []rune(line)
		if pos < 0 || pos > len(runes) || strings.HasPrefix(line, "load") || strings.HasPrefix(line, "save") {
			return // files are none of the fuzzer's business
		}
		head, _, tail := c.word(string(runes), pos)
		if !strings.HasPrefix(string(runes), head) || !strings.HasSuffix(string(runes), tail) {
			t.Errorf("%q at %d: %q … %q", line, pos, head, tail)
		}
	})
}

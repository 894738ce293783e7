package record

import (
	"testing"

	"ishi/engine/game"
)

func TestParseResult(t *testing.T) {
	black := func(margin int, reason string) game.Result {
		return game.Result{Outcome: game.BlackWins, Margin: margin, Reason: reason}
	}
	white := func(margin int, reason string) game.Result {
		return game.Result{Outcome: game.WhiteWins, Margin: margin, Reason: reason}
	}
	draw := game.Result{Outcome: game.Draw}
	for text, want := range map[string]game.Result{
		"B+12": black(12, ""), "W+4": white(4, ""), "b+": black(0, ""), "W+R": white(0, "resignation"), "W+Resign": white(0, "resignation"),
		"B+T": black(0, "time"), "B+Time": black(0, "time"), "w+f": white(0, "forfeit"), "Black+5": black(5, ""), "B+3.5": black(4, ""),
		"Draw": draw, "0": draw, "1/2-1/2": draw, "+0.000": draw, "32-32": draw, "-0.0": draw,
		"+4.000": black(4, ""), "-22.87": white(23, ""), "+64.000:r": black(64, "resignation"), "-2:t": white(2, "time"), "12": black(12, ""),
		"40-24": black(16, ""), "0-64": white(64, ""), "1-0": black(0, ""), "0-1": white(0, ""), " 1-0 ": black(0, ""),
		"black wins": black(0, ""), "white wins: five in a row": white(0, "five in a row"), "W+five": white(0, "five"),
	} {
		if got, ok := ParseResult(text); !ok || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "?", "Void", "ongoing", "B", "+", "B-", "1e99", "NaN", "black", "12-x", "Bob"} {
		if got, ok := ParseResult(text); ok {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestFormatResult(t *testing.T) {
	for _, text := range []string{"B+12", "W+", "Draw", "W+R", "B+T", "W+F", ""} {
		r, _ := ParseResult(text)
		if got := FormatResult(r); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := FormatResult(game.Result{Outcome: game.WhiteWins, Reason: "five in a row"}); got != "W+" {
		t.Error(got)
	}
}

func TestGGFResults(t *testing.T) {
	for text, want := range map[string]string{"+4.000": "+4.000", "-22.87": "-22.870", "B+3": "+3.000", "W+10": "-10.000", "Draw": "+0.000", "40-24": "+16.000", "B+": "?", "": "?", "?": "?"} {
		if got := ggfResult(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

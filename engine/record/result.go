package record

import (
	"math"
	"strconv"
	"strings"

	"ishi/engine/game"
)

// ParseResult reads how a game ended in the manners of the formats: B+12, W+R, B+, Draw,
// 0, +4.000 and -22 (from Black's side), 40-24 (discs of Black and White), 1-0, 0-1, 1/2-1/2, "black wins". It is false
// for what tells nothing.
func ParseResult(text string) (game.Result, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	switch text {
	case "draw", "0", "jigo", "1/2-1/2", "tie", "d":
		return game.Result{Outcome: game.Draw}, true
	case "1-0":
		return game.Result{Outcome: game.BlackWins}, true
	case "0-1":
		return game.Result{Outcome: game.WhiteWins}, true
	}
	for side, words := range [2][]string{{"b", "black"}, {"w", "white"}} {
		for _, word := range words {
			rest, ok := strings.CutPrefix(text, word)
			if !ok {
				continue
			}
			r := game.Result{Outcome: game.WonBy(game.Side(side))}
			if how, ok := strings.CutPrefix(rest, "+"); ok {
				r.Margin, r.Reason = sgfMargin(how)
				return r, true
			}
			if rest == " wins" || strings.HasPrefix(rest, " wins:") || rest == " won" {
				r.Reason = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(rest, " wins"), ":"))
				return r, true
			}
		}
	}
	if black, white, ok := strings.Cut(text, "-"); ok {
		b, err1 := strconv.Atoi(strings.TrimSpace(black))
		w, err2 := strconv.Atoi(strings.TrimSpace(white))
		if err1 == nil && err2 == nil && b >= 0 && w >= 0 {
			return resultOf(b - w), true
		}
	}
	number, how, _ := strings.Cut(text, ":") // +64.000:r
	if f, ok := ggfNumber(number); ok && math.Abs(f) <= game.MaxPly {
		r := resultOf(int(math.Round(f)))
		_, r.Reason = sgfMargin(how)
		return r, true
	}
	return game.Result{}, false
}

// resultOf returns the result with a lead of Black's.
func resultOf(lead int) game.Result {
	switch {
	case lead > 0:
		return game.Result{Outcome: game.BlackWins, Margin: lead}
	case lead < 0:
		return game.Result{Outcome: game.WhiteWins, Margin: -lead}
	}
	return game.Result{Outcome: game.Draw}
}

// sgfMargin reads what stands behind the plus sign of a result.
func sgfMargin(text string) (int, string) {
	switch text {
	case "r", "resign", "resignation":
		return 0, "resignation"
	case "t", "time", "timeout":
		return 0, "time"
	case "f", "forfeit":
		return 0, "forfeit"
	}
	if f, ok := ggfNumber(text); ok && f >= 0 && f <= game.MaxPly {
		return int(math.Round(f)), ""
	}
	return 0, text
}

// FormatResult writes a result in the manner of SGF: B+12, W+, W+R, W+T, Draw; empty for a game that
// goes on.
func FormatResult(r game.Result) string {
	side := "W+"
	switch r.Outcome {
	case game.Ongoing:
		return ""
	case game.Draw:
		return "Draw"
	case game.BlackWins:
		side = "B+"
	}
	switch {
	case r.Reason == "resignation":
		return side + "R"
	case r.Reason == "time":
		return side + "T"
	case r.Reason == "forfeit":
		return side + "F"
	case r.Margin > 0:
		return side + strconv.Itoa(r.Margin)
	}
	return side
}

package client

import (
	"math"
	"strconv"
	"strings"

	"ishi/engine/game"
)

// hear takes what a brain says in a MESSAGE of its search, if it is that. Brains write
// the same words in many ways:
//
//	depth 12-21 ev 34 n 1234567 nps 801234 tm 1541 pv h8 i9 g7
//	Depth 13-22 | Eval 356 | Time 12ms | I7 G9 H7
//	Speed 1431K | Depth 14-17 | Eval -M8 | Node 20K | Time 14ms
//	(2) …                                            the second best line
//
// What a line does not tell stays as it was.
func (r *Report) hear(text string) {
	text = strings.NewReplacer(">=", "", "<=", "").Replace(text) // a bound is as good
	words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t:=,;", c) })
	if len(words) > 0 && words[0][0] == '(' {
		if words[0] != "(1)" {
			return
		}
		words = words[1:]
	}
	heard, told := *r, false
	for i := 0; i+1 < len(words); i++ {
		value := strings.TrimRight(words[i+1], "|")
		switch strings.ToLower(words[i]) {
		case "depth", "d":
			first, _, _ := strings.Cut(value, "-")
			if n, err := strconv.Atoi(first); err == nil && n >= 0 {
				heard.Depth, told = n, true
			}
		case "ev", "eval", "evaluation", "val", "value", "score":
			if s, ok := score(value); ok {
				heard.Score = &s
			}
		case "n", "node", "nodes":
			if n, ok := count(value); ok {
				heard.Nodes = n
			}
		case "pv", "bestline":
			heard.PV = strings.Join(words[i+1:], " ")
			i = len(words)
		}
	}
	if !told {
		return
	}
	if fields := strings.Split(text, "|"); len(fields) > 1 && areMoves(fields[len(fields)-1]) {
		heard.PV = strings.Join(strings.Fields(fields[len(fields)-1]), " ")
	}
	*r = heard
}

// score reads a score: a number, or a win or a loss by its distance in plies, +M7, -M8,
// behind the sign of a bound if there is one.
func score(text string) (float64, bool) {
	text = strings.TrimLeft(text, "<>=~")
	if at := strings.IndexAny(text, "Mm#"); at >= 0 && at <= 1 {
		n, err := strconv.Atoi(text[at+1:])
		switch {
		case err != nil || n < 0 || n > game.MaxPly:
			return 0, false
		case text[0] == '-':
			return float64(game.LossIn(n)), true
		}
		return float64(game.WinIn(n)), true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

// count reads a number of nodes, 20K and 1.5M among them.
func count(text string) (uint64, bool) {
	unit := 1.0
	if n := len(text); n > 0 {
		switch text[n-1] {
		case 'k', 'K':
			unit = 1e3
		case 'm', 'M':
			unit = 1e6
		case 'g', 'G', 'b', 'B':
			unit = 1e9
		}
		if unit > 1 {
			text = text[:n-1]
		}
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil && unit == 1 {
		return n, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0 && f*unit < 1<<63) {
		return 0, false
	}
	return uint64(math.Round(f * unit)), true
}

// areMoves reports whether a text is a line of points, one or more.
func areMoves(text string) bool {
	words := strings.Fields(text)
	for _, w := range words {
		if m, err := game.ParseMove(w); err != nil || !m.IsPoint() {
			return false
		}
	}
	return len(words) > 0
}

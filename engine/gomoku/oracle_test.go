package gomoku

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"ishi/engine/game"
	"ishi/search"
)

// minimax is the plainest search: all candidates to a fixed depth, the static
// evaluation at the leaves, wins seen on the board only.
func minimax(b *Board, depth, ply int) game.Score {
	if b.Full() {
		return 0
	}
	if depth == 0 {
		return b.evaluate()
	}
	best := game.LossIn(ply)
	legal := false
	rows := b.cand
	for y := range b.h {
		for x := range b.w {
			c := CellAt(x, y)
			if rows[y]>>x&1 == 0 || !b.Empty(c) || b.banned(c) {
				continue
			}
			b.Play(c)
			score := game.WinIn(ply + 1)
			if !b.Won(c) {
				score = -minimax(b, depth-1, ply+1)
			}
			b.Undo()
			if !legal || score > best {
				best, legal = score, true
			}
		}
	}
	return best
}

// randomBoard returns a board with random stones and no five on it.
func randomBoard(t testing.TB, random *rand.Rand, w, h int, rule Rule, stones int) *Board {
	for {
		b, err := NewBoard(w, h, rule)
		if err != nil {
			t.Fatal(err)
		}
		b.SetArea(AreaFull)
		won := false
		for tries := 0; b.ply < stones && tries < 1000; tries++ {
			c := CellAt(random.IntN(w), random.IntN(h))
			if b.Empty(c) && !b.banned(c) {
				b.Play(c)
				won = won || b.Won(c)
			}
		}
		if !won {
			return b
		}
	}
}

// searchWith searches b to a depth under the given rules for pruning.
func searchWith(b *Board, tuning Tuning, table *search.Table, limits search.Limits) []search.Info {
	return search.Deepen(context.Background(), search.Setup{Table: table, Searcher: func(w *search.Worker) search.Searcher {
		s := newSearcher(b)
		s.reset(b, w, settings{Tuning: tuning, area: b.area})
		return s
	}}, limits)
}

// exactTunings are the settings whose scores must equal minimax.
var exactTunings = map[string]Tuning{
	"plain":        {},
	"alpha-beta":   {AlphaBeta: true},
	"table":        {AlphaBeta: true, TableCuts: true},
	"mate-window":  {AlphaBeta: true, TableCuts: true, MateDistance: true},
	"plain, table": {TableCuts: true},
}

func TestSearchEqualsMinimax(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, tuning := range exactTunings {
		t.Run(name, func(t *testing.T) {
			for rule := range ruleCount {
				for range 6 {
					w, h := 5+random.IntN(2), 5+random.IntN(2)
					b := randomBoard(t, random, w, h, rule, 4+random.IntN(w*h/2))
					const depth = 3
					want := minimax(b, depth, 0)
					got := searchWith(b, tuning, search.NewTable(1<<20), search.Limits{Depth: depth, Analysis: true})
					if len(got) == 0 {
						t.Fatalf("%v %dx%d %s: no move", rule, w, h, movesOf(b))
					}
					if got[0].Score != want {
						t.Errorf("%v %dx%d %s: score %v, minimax %v", rule, w, h, movesOf(b), got[0].Score, want)
					}
				}
			}
		})
	}
}

func movesOf(b *Board) string {
	text := ""
	for _, c := range b.Moves() {
		text += c.String()
	}
	return text
}

// TestVerdicts checks every proof from the patterns against minimax: a win with
// the n-th ply must be seen by a full search n plies deep, and no shorter one.
func TestVerdicts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	seen := map[string]int{}
	plain := Tuning{AlphaBeta: true, MateDistance: true, TableCuts: true}
	for tries := 0; tries < 6000; tries++ {
		rule := Rule(random.IntN(int(ruleCount)))
		b := randomBoard(t, random, 7, 7, rule, 6+random.IntN(14))
		score, ok := b.verdict(0)
		if !ok {
			continue
		}
		kind := fmt.Sprintf("%v %v", rule, score)
		if seen[kind]++; seen[kind] > 12 || score == game.WinIn(1) && seen[kind] > 3 {
			continue
		}
		got := searchWith(b, plain, search.NewTable(1<<22), search.Limits{Depth: score.Plies(), Analysis: true, Nodes: 3_000_000})
		if len(got) == 0 {
			t.Fatalf("%v %s: no move", rule, movesOf(b))
		}
		if got[0].Depth < score.Plies() {
			continue // too wide to be searched out
		}
		if score > 0 && got[0].Score < score || score < 0 && got[0].Score > score {
			t.Errorf("%v %s: verdict %v, search %v", rule, movesOf(b), score, got[0].Score)
		}
	}
	t.Log(seen)
}

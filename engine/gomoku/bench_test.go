package gomoku

import (
	"math/rand/v2"
	"testing"
)

// middleGame is a 15x15 position of about 30 stones played at random among
// the candidates of the smallest area, and candidates to try in it.
func middleGame(tb testing.TB, rule Rule, seed uint64) (*Board, []Cell) {
	tb.Helper()
	b, err := NewBoard(15, 15, rule)
	if err != nil {
		tb.Fatal(err)
	}
	b.SetArea(AreaSmall)
	r := rand.New(rand.NewPCG(seed, 1))
	b.Play(CellAt(7, 7))
	for n := 20 + r.IntN(21); b.Ply() < n; {
		cells := candidates(b)
		c := cells[r.IntN(len(cells))]
		b.Play(c)
		if b.Won(c) {
			b.Undo()
		}
	}
	b.SetArea(DefaultArea)
	cells := candidates(b)
	r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return b, cells
}

func candidates(b *Board) []Cell {
	var cells []Cell
	for y := range b.h {
		for x := range b.w {
			if b.cand[y]&^b.occupied[y]>>x&1 != 0 {
				cells = append(cells, CellAt(x, y))
			}
		}
	}
	return cells
}

func BenchmarkPlayUndo(b *testing.B) {
	for rule := range ruleCount {
		b.Run(rule.String(), func(b *testing.B) {
			const positions = 16
			var boards [positions]*Board
			var cells [positions][]Cell
			for i := range boards {
				boards[i], cells[i] = middleGame(b, rule, uint64(i))
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := 0; i < b.N; {
				k := i / 64 % positions
				board, moves := boards[k], cells[k]
				for range 64 {
					board.Play(moves[i%len(moves)])
					board.Undo()
					i++
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpairs/s")
		})
	}
}

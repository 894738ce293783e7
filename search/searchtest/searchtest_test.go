package searchtest

import (
	"slices"
	"testing"

	"ishi/engine/game"
)

// heap is the game of taking one or two stones from a heap; who takes the last
// one wins. Multiples of three are lost for the side to move.
type heap struct {
	stones int
	taken  []int
}

var takes = []game.Move{game.At(0, 0), game.At(1, 0)} // one stone, two stones

func (h *heap) Moves() []game.Move { return takes[:min(h.stones, 2)] }

func (h *heap) Play(m game.Move) {
	n := m.X() + 1
	h.stones -= n
	h.taken = append(h.taken, n)
}

func (h *heap) Undo() {
	h.stones += h.taken[len(h.taken)-1]
	h.taken = h.taken[:len(h.taken)-1]
}

func (h *heap) Value(ply int) game.Score {
	if h.stones == 0 {
		return game.LossIn(ply)
	}
	return game.Score(h.stones)
}

func TestMinimax(t *testing.T) {
	for stones := 1; stones <= 12; stones++ {
		h := &heap{stones: stones}
		got := Minimax(h, 99)
		if lost := stones%3 == 0; got.Score.IsLoss() != lost || got.Score.IsWin() == lost {
			t.Errorf("%d stones: %v", stones, got.Score)
		}
		if got.Score.Plies() != len(got.PV) || h.stones != stones {
			t.Errorf("%d stones: %v with the line %v leaves %d stones", stones, got.Score, got.PV, h.stones)
		}
	}
	if got := Minimax(&heap{stones: 7}, 0); got.Score != 7 || len(got.PV) != 0 {
		t.Errorf("depth 0: %+v, want the value 7", got)
	}
	if got := Minimax(&heap{stones: 7}, 2); got.Score != 4 {
		t.Errorf("depth 2: %v, want 4, the larger of 5-or-4 and 4-or-3 at their worst", got.Score)
	}
}

func TestLines(t *testing.T) {
	lines := Lines(&heap{stones: 4}, 9)
	if len(lines) != 2 || lines[0].Score != game.WinIn(3) || lines[0].PV[0] != takes[0] || lines[1].Score != game.LossIn(2) {
		t.Errorf("four stones: %+v, want a win with one stone and a loss with two", lines)
	}
}

func TestPerft(t *testing.T) {
	// The games of n stones follow Fibonacci: a game ends when all are taken.
	for stones, want := range []uint64{1, 1, 2, 3, 5, 8, 13, 21} {
		if got := Perft(&heap{stones: stones}, 99); got != want {
			t.Errorf("%d stones: %d games, want %d", stones, got, want)
		}
	}
	for depth, want := range []uint64{1, 2, 4, 8} {
		if got := Perft(&heap{stones: 99}, depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
	}
}

func TestWalk(t *testing.T) {
	h := &heap{stones: 5}
	var seen []int
	Walk(h, []byte{0, 1, 7, 0, 0, 0}, func(ply int) {
		if ply != len(seen) {
			t.Errorf("ply %d after %d visits", ply, len(seen))
		}
		seen = append(seen, h.stones)
	})
	if want := []int{5, 4, 2, 0}; !slices.Equal(seen, want) || h.stones != 5 {
		t.Errorf("the walk saw %v and left %d stones, want %v and 5", seen, h.stones, want)
	}
}

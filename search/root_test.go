package search

import (
	"slices"
	"testing"

	"ishi/engine/game"
)

// moves returns the points (0,0), (1,0), … that the tests call 0, 1, ….
func moves(numbers ...int) []game.Move {
	var list []game.Move
	for _, n := range numbers {
		list = append(list, game.At(n, 0))
	}
	return list
}

func order(r *Root) []game.Move {
	var list []game.Move
	for _, m := range r.moves {
		list = append(list, m.Move)
	}
	return list
}

func TestRootKeepsTheOrderOfMovesWithoutScore(t *testing.T) {
	r := NewRoot(moves(0, 1, 2, 3, 4))
	r.begin(false)
	r.Update(0, 10, nil, 100, 3)
	r.Update(1, -game.Infinite, nil, 50, 9)
	r.Update(2, -game.Infinite, nil, 50, 9)
	r.Update(3, 15, moves(7, 8), 80, 6)
	r.Update(4, -game.Infinite, nil, 50, 9)
	r.sort()
	if got, want := order(r), moves(3, 0, 1, 2, 4); !slices.Equal(got, want) {
		t.Fatalf("order %v, want %v", got, want)
	}
	best := r.moves[0]
	if best.Score != 15 || best.Nodes != 80 || best.SelDepth != 6 || !slices.Equal(best.PV, moves(3, 7, 8)) {
		t.Errorf("the best move is %+v", best)
	}
	if behind := r.moves[2]; behind.SelDepth != 0 || !slices.Equal(behind.PV, moves(1)) {
		t.Errorf("a move without a score took a line: %+v", behind)
	}

	r.begin(false)
	if first := r.moves[0]; first.Previous != 15 || first.Score != -game.Infinite {
		t.Errorf("begin left %+v", first)
	}
	if later := r.moves[2]; later.Previous != -game.Infinite {
		t.Errorf("a move without a score got the previous score %v", later.Previous)
	}
	r.Update(0, 5, nil, 20, 1)
	if got := r.moves[0]; got.Nodes != 100 || !slices.Equal(got.PV, moves(3)) {
		t.Errorf("the second iteration left %+v, want 100 nodes and the line of one move", got)
	}
}

func TestRootRanks(t *testing.T) {
	r := NewRoot(moves(0, 1, 2, 3))
	r.begin(false)
	r.Update(2, 30, nil, 1, 1)
	r.sort()
	r.rank = 1
	if got := r.Candidates(); len(got) != 3 || got[0].Move != game.At(0, 0) {
		t.Fatalf("candidates of rank 1: %+v", got)
	}
	r.Update(2, 40, nil, 1, 1) // move 3, the third of the rest
	r.sort()
	if got, want := order(r), moves(2, 3, 0, 1); !slices.Equal(got, want) {
		t.Errorf("order %v, want %v: a finished rank does not move", got, want)
	}
	if r.settle(2) {
		t.Error("settle found 30, 40 in order")
	}
	if got, want := order(r), moves(3, 2, 0, 1); !slices.Equal(got, want) || r.rank != 0 {
		t.Errorf("settled order %v, rank %d, want %v, 0", got, r.rank, want)
	}
	if !r.settle(2) {
		t.Error("settle twice")
	}
}

func TestRootExclude(t *testing.T) {
	r := NewRoot(moves(0, 1, 2))
	r.exclude(moves(1, 9))
	if got, want := order(r), moves(0, 2); !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
	r.exclude(moves(2, 0))
	if got, want := order(r), moves(0, 2); !slices.Equal(got, want) {
		t.Errorf("order %v, want %v: never nothing", got, want)
	}
}

func TestRootKeepsEstimatesOverAnOutcome(t *testing.T) {
	r := NewRoot(moves(0, 1, 2))
	r.begin(false)
	r.Update(0, 10, nil, 1, 1)
	r.Update(1, 15, nil, 1, 1)
	r.sort()
	r.begin(false)
	r.Update(1, 1, nil, 1, 1) // the outcome, a win with move 0
	r.Update(2, 1, nil, 1, 1)
	r.sort()
	r.begin(true)
	if got, want := order(r), moves(0, 2, 1); !slices.Equal(got, want) {
		t.Fatalf("order %v, want %v", got, want)
	}
	for i, want := range []game.Score{10, 15, 15} {
		if got := r.moves[i]; got.Previous != want || got.Score != -game.Infinite {
			t.Errorf("begin left %+v, want the previous score %v", got, want)
		}
	}
}

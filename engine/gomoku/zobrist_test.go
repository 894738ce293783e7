package gomoku

import (
	"math/rand/v2"
	"testing"
)

func TestHashForgetsTheOrder(t *testing.T) {
	a := boardOf(t, 15, 15, Freestyle, "h8i9j10k11c3")
	b := boardOf(t, 15, 15, Freestyle, "c3k11h8i9j10")
	if a.Hash() != b.Hash() {
		t.Error("the same stones in another order have another hash")
	}
}

// TestHashTellsApart plays the same stones under all rules on different sizes, and
// to both sides.
func TestHashTellsApart(t *testing.T) {
	seen := map[uint64]string{}
	add := func(b *Board, what string) {
		if other, ok := seen[b.Hash()]; ok {
			t.Errorf("%s and %s have the same hash", what, other)
		}
		seen[b.Hash()] = what
	}
	for rule := range ruleCount {
		for _, size := range [][2]int{{15, 15}, {20, 20}, {15, 20}, {20, 15}} {
			b := boardOf(t, size[0], size[1], rule, "h8i9")
			add(b, rule.String())
			b.PlayPass()
			add(b, rule.String()+", other side")
			b.UndoPass()
			b.Undo()
			b.Undo()
			add(b, rule.String()+", empty")
			if err := b.Block(CellAt(4, 4)); err != nil {
				t.Fatal(err)
			}
			add(b, rule.String()+", blocked")
		}
	}
	add(boardOf(t, 15, 15, Freestyle, "i9h8"), "colours exchanged")
}

// TestHashSpreads looks for positions of random games that share a hash.
func TestHashSpreads(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[uint64]bool{}
	for range 200 {
		b := newBoard(t, 15, 15, Freestyle)
		for range 50 {
			b.Play(randomMove(b, r))
			seen[b.Hash()] = true
		}
	}
	if len(seen) < 200*50-100 { // the first plies of games may meet
		t.Errorf("%d hashes of 10000 positions", len(seen))
	}
}

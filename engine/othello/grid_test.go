package othello

import (
	"math/rand/v2"
	"testing"
)

// naiveGrid is the plainest board: a slice of cells, 1 for the side to move, 2 for the other.
type naiveGrid struct {
	cells []int
	size  int
}

func plain(g *Grid) naiveGrid {
	n := naiveGrid{cells: make([]int, g.size*g.size), size: g.size}
	for i := range n.cells {
		switch at := point(i%g.size, i/g.size); {
		case g.own.has(at):
			n.cells[i] = 1
		case g.opp.has(at):
			n.cells[i] = 2
		}
	}
	return n
}

func (n *naiveGrid) turned(x, y int) (count int) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			run := 0
			for i, j := x+dx, y+dy; i >= 0 && i < n.size && j >= 0 && j < n.size; i, j = i+dx, j+dy {
				cell := n.cells[j*n.size+i]
				if cell == 2 {
					run++
					continue
				}
				if cell == 1 {
					count += run
				}
				break
			}
		}
	}
	return count
}

// TestGridEqualsOracle plays random games on all sizes against the plain board.
func TestGridEqualsOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for size := MinSize; size <= MaxSize; size += 2 {
		for range 6 {
			g := NewGrid(size)
			for !g.over() {
				n := plain(&g)
				m := g.moves()
				for i, cell := range n.cells {
					at, turned := point(i%size, i/size), 0
					if cell == 0 {
						turned = n.turned(i%size, i/size)
						if f := g.flips(at); f.count() != turned || !f.without(g.opp).empty() {
							t.Fatalf("size %d: move %d turns %d discs, want %d", size, i, f.count(), turned)
						}
					}
					if m.has(at) != (turned > 0) {
						t.Fatalf("size %d: move %d legal: %v, turns %d", size, i, m.has(at), turned)
					}
				}
				if m.empty() {
					g = g.pass()
					continue
				}
				for range r.IntN(m.count()) {
					m.next()
				}
				at := m.next()
				g = g.play(at, g.flips(at))
			}
			n := plain(&g)
			count := map[int]int{}
			for _, cell := range n.cells {
				count[cell]++
			}
			want := count[1] - count[2]
			switch {
			case want > 0:
				want += count[0]
			case want < 0:
				want -= count[0]
			}
			if g.final() != want {
				t.Errorf("size %d: final score %d, want %d", size, g.final(), want)
			}
		}
	}
}

func gridPerft(g Grid, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	m := g.moves()
	if m.empty() {
		if p := g.pass(); !g.over() {
			return gridPerft(p, depth-1)
		}
		return 1
	}
	var n uint64
	for !m.empty() {
		at := m.next()
		n += gridPerft(g.play(at, g.flips(at)), depth-1)
	}
	return n
}

// TestGridPerft compares both boards where both exist.
func TestGridPerft(t *testing.T) {
	for _, c := range []struct {
		area  Area
		depth int
	}{{Area4, 20}, {Area6, 6}, {Area8, 6}} {
		g := NewGrid(c.area.Size())
		b, area := g.board()
		if area != c.area || b != Start {
			t.Fatalf("%d: board %v in %#x", c.area.Size(), b, area)
		}
		for _, d := range []int{1, 4, c.depth} {
			want := gridPerft(g, d)
			if got := Perft(b, area, d); got != want {
				t.Errorf("size %d: perft %d = %d, want %d", c.area.Size(), d, got, want)
			}
			if c.area == Area4 && d == c.depth && want != 60060 {
				t.Errorf("4x4 has %d games, want 60060", want)
			}
		}
	}
}

package gomoku

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

var boardSizes = [][2]int{{5, 5}, {15, 15}, {20, 20}, {15, 20}, {32, 32}, {32, 5}, {6, 31}}

// randomMove returns an empty cell, mostly near the last stones so that
// lines come about.
func randomMove(b *Board, r *rand.Rand) Cell {
	if b.Full() {
		return NoCell
	}
	for range 20 {
		last := b.lastMove(1 + r.IntN(6))
		if last == NoCell {
			break
		}
		x, y := last.X()+r.IntN(7)-3, last.Y()+r.IntN(7)-3
		if b.Contains(x, y) && b.Empty(CellAt(x, y)) {
			return CellAt(x, y)
		}
	}
	for {
		if c := CellAt(r.IntN(b.w), r.IntN(b.h)); b.Empty(c) {
			return c
		}
	}
}

func forEachRuleAndSize(t *testing.T, f func(t *testing.T, w, h int, rule Rule)) {
	for rule := range ruleCount {
		for _, size := range boardSizes {
			name := fmt.Sprintf("%v/%dx%d", rule, size[0], size[1])
			t.Run(name, func(t *testing.T) { f(t, size[0], size[1], rule) })
		}
	}
}

func newBoard(tb testing.TB, w, h int, rule Rule) *Board {
	tb.Helper()
	b, err := NewBoard(w, h, rule)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// TestIncremental plays and takes back at random and compares with the oracle.
func TestIncremental(t *testing.T) {
	forEachRuleAndSize(t, func(t *testing.T, w, h int, rule Rule) {
		r := rand.New(rand.NewPCG(uint64(w), uint64(h)))
		b := newBoard(t, w, h, rule)
		checkBoard(t, b)
		for i := range 240 {
			switch c := randomMove(b, r); {
			case b.ply > 0 && (c == NoCell || r.IntN(4) == 0):
				b.Undo()
			case r.IntN(20) == 0:
				b.PlayPass()
			default:
				b.Play(c)
			}
			if i%40 == 39 {
				checkBoard(t, b)
				b.SetArea(i / 40)
				checkBoard(t, b)
			}
		}
	})
}

// TestFullBoard fills boards to the last cell and empties them again.
func TestFullBoard(t *testing.T) {
	forEachRuleAndSize(t, func(t *testing.T, w, h int, rule Rule) {
		r := rand.New(rand.NewPCG(uint64(w), uint64(h)))
		b := newBoard(t, w, h, rule)
		start := b.Clone()
		for !b.Full() {
			b.Play(randomMove(b, r))
		}
		if b.ply != w*h || b.count != [2][16]uint16{} || b.value != [2]int32{} {
			t.Fatalf("full board: %d stones, counts %v, value %d", b.ply, b.count, b.value)
		}
		for b.ply > 0 {
			b.Undo()
		}
		checkSame(t, b, start)
	})
}

// checkSame compares every part of two boards that a search can see.
func checkSame(t *testing.T, got, want *Board) {
	t.Helper()
	if got.state != want.state || got.cells != want.cells || got.grid != want.grid {
		t.Fatalf("state, cells or grid differ at ply %d", got.ply)
	}
	if got.side != want.side || got.ply != want.ply || got.area != want.area || got.blocked != want.blocked ||
		got.rule != want.rule || got.w != want.w || got.h != want.h {
		t.Fatalf("header differs at ply %d", got.ply)
	}
	if got.occupied != want.occupied || got.hot != want.hot || got.warm != want.warm || got.foul != want.foul {
		t.Fatalf("sets differ at ply %d", got.ply)
	}
	for i := range got.ply {
		if got.moves[i] != want.moves[i] || got.history[i] != want.history[i] {
			t.Fatalf("history differs at move %d", i)
		}
	}
	for i := range got.top {
		if got.records[i] != want.records[i] {
			t.Fatalf("record %d differs", i)
		}
	}
	for i := range got.flipTop {
		if got.flips[i] != want.flips[i] {
			t.Fatalf("flip %d differs", i)
		}
	}
}

// TestUndo takes moves back one by one, passes among them, and compares every
// bit with copies made on the way.
func TestUndo(t *testing.T) {
	for rule := range ruleCount {
		r := rand.New(rand.NewPCG(7, uint64(rule)))
		b := newBoard(t, 13, 17, rule)
		var before []*Board
		var passed []bool
		for range 60 {
			before = append(before, b.Clone())
			passed = append(passed, r.IntN(8) == 0)
			if passed[len(passed)-1] {
				b.PlayPass()
			} else {
				b.Play(randomMove(b, r))
			}
		}
		for i := len(before) - 1; i >= 0; i-- {
			if passed[i] {
				b.UndoPass()
			} else {
				b.Undo()
			}
			checkSame(t, b, before[i])
		}
	}
}

// TestUndoAcrossPass takes a stone back without taking back the pass before it:
// the stone's side is to move.
func TestUndoAcrossPass(t *testing.T) {
	b := newBoard(t, 15, 15, Freestyle)
	b.Play(CellAt(7, 7))
	b.PlayPass()
	b.Play(CellAt(8, 8)) // Black again
	if s, ok := b.Stone(CellAt(8, 8)); !ok || s != Black || b.Side() != White {
		t.Fatalf("after a pass: stone of %v, %v to move", s, b.Side())
	}
	b.Undo()
	b.Undo()
	checkSame(t, b, newBoard(t, 15, 15, Freestyle))
}

// TestCopyIsIndependent changes a copy and looks at the original, and copies
// onto a board that was used for something else.
func TestCopyIsIndependent(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	b := newBoard(t, 15, 15, Renju)
	for range 30 {
		b.Play(randomMove(b, r))
	}
	other := newBoard(t, 20, 8, Exact)
	for range 50 {
		other.Play(randomMove(other, r))
	}
	b.Copy(other)
	checkSame(t, other, b)
	keep := b.Clone()
	for range 20 {
		other.Play(randomMove(other, r))
	}
	checkSame(t, b, keep)
	for b.ply > 0 {
		b.Undo()
	}
	for other.ply > 0 {
		other.Undo()
	}
	checkSame(t, other, b)
}

// TestSymmetries plays the same game turned and mirrored in all eight ways.
func TestSymmetries(t *testing.T) {
	forEachRuleAndSize(t, func(t *testing.T, w, h int, rule Rule) {
		r := rand.New(rand.NewPCG(uint64(w), uint64(h)))
		b := newBoard(t, w, h, rule)
		var boards [8]*Board
		for i := range boards {
			bw, bh := w, h
			if i&4 != 0 {
				bw, bh = h, w
			}
			boards[i] = newBoard(t, bw, bh, rule)
		}
		for range min(60, w*h) {
			c := randomMove(b, r)
			b.Play(c)
			for i, o := range boards {
				o.Play(turned(b, c, i))
			}
		}
		for i, o := range boards {
			checkTurned(t, b, o, i)
		}
	})
}

// checkTurned compares b with o, which is b under a symmetry.
func checkTurned(t *testing.T, b, o *Board, symmetry int) {
	t.Helper()
	if o.count != b.count || o.value != b.value {
		t.Fatalf("symmetry %d: counts %v, value %d, want %v, %d", symmetry, o.count, o.value, b.count, b.value)
	}
	for y := range b.h {
		for x := range b.w {
			c := CellAt(x, y)
			tc := turned(b, c, symmetry)
			same := b.cand[y]>>x&1 == o.cand[tc.Y()]>>tc.X()&1 && b.Empty(c) == o.Empty(tc)
			if b.Empty(c) {
				same = same && b.Forbidden(c) == o.Forbidden(tc) &&
					b.Class(Black, c) == o.Class(Black, tc) && b.Class(White, c) == o.Class(White, tc)
			}
			if !same {
				t.Fatalf("symmetry %d: %v and %v differ", symmetry, c, tc)
			}
		}
	}
}

// turned returns c under one of the eight symmetries.
func turned(b *Board, c Cell, symmetry int) Cell {
	x, y := c.X(), c.Y()
	if symmetry&1 != 0 {
		x = b.w - 1 - x
	}
	if symmetry&2 != 0 {
		y = b.h - 1 - y
	}
	if symmetry&4 != 0 {
		x, y = y, x
	}
	return CellAt(x, y)
}

// TestBlocked closes cells and compares with the oracle, which sees them as walls.
func TestBlocked(t *testing.T) {
	for rule := range ruleCount {
		r := rand.New(rand.NewPCG(5, uint64(rule)))
		b := newBoard(t, 9, 11, rule)
		for range 12 {
			if err := b.Block(randomMove(b, r)); err != nil {
				t.Fatal(err)
			}
		}
		for !b.Full() {
			b.Play(randomMove(b, r))
			if b.ply%10 == 0 {
				checkBoard(t, b)
			}
		}
		if b.ply != 9*11-12 {
			t.Errorf("%v: full with %d stones", rule, b.ply)
		}
		if err := b.Block(CellAt(0, 0)); err == nil {
			t.Errorf("%v: closed an occupied cell", rule)
		}
	}
}

// TestSetWeights gives every code other weights and finds them in the sums. The
// other tests of the package find the old weights again.
func TestSetWeights(t *testing.T) {
	var before [2][numCodes]int16
	for code := range numCodes {
		p := ExactCaro.tables().codes[White][code]
		before[0][code], before[1][code] = p.moving(), p.waiting()
	}
	defer setWeights(ExactCaro, White, before[0][:], before[1][:])
	b := boardOf(t, 15, 15, ExactCaro, "h8i9j10k8")
	var moving, waiting [numCodes]int16
	for code := range moving {
		moving[code], waiting[code] = int16(7*code%4001-2000), int16(11*code%4001-2000)
	}
	setWeights(ExactCaro, White, moving[:], waiting[:])
	b.refresh()
	want := [2]int32{}
	for y := range 15 {
		for x := range 15 {
			if q := &b.cells[CellAt(x, y)]; q.stone == empty {
				own := b.pattern(Black, q.pat[Black])
				want[Black] += int32(own.moving()) - int32(waiting[codeOf[q.pat[White]]])
				want[White] += int32(moving[codeOf[q.pat[White]]]) - int32(own.waiting())
			}
		}
	}
	if b.value != want {
		t.Errorf("value %d, want %d", b.value, want)
	}
}

// TestNoAllocations plays, takes back and asks for forbidden points.
func TestNoAllocations(t *testing.T) {
	for rule := range ruleCount {
		b, cells := middleGame(t, rule, 1)
		if n := testing.AllocsPerRun(3, func() {
			for _, c := range cells {
				b.Play(c)
				b.PlayPass()
				b.Forbidden(cells[0])
				b.Won(c)
				b.UndoPass()
				b.Undo()
			}
		}); n != 0 {
			t.Errorf("%v: %v allocations", rule, n)
		}
	}
}

func TestNewBoardBounds(t *testing.T) {
	for _, size := range [][2]int{{4, 15}, {15, 4}, {33, 15}, {15, 33}, {0, 0}, {-1, 9}} {
		if _, err := NewBoard(size[0], size[1], Freestyle); err == nil {
			t.Errorf("a board of %dx%d was made", size[0], size[1])
		}
	}
	if _, err := NewBoard(15, 15, ruleCount); err == nil {
		t.Error("a board of an unknown rule was made")
	}
}

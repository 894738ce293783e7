package othello

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// naiveIndices reads the squares of every instance one by one. It is the oracle of the packed indices.
func naiveIndices(b Board) (x indices) {
	for i, squares := range patterns.squares {
		index, power := uint64(0), uint64(1)
		for _, sq := range squares {
			digit := uint64(1)
			switch {
			case b.Own>>sq&1 != 0:
				digit = 0
			case b.Opp>>sq&1 != 0:
				digit = 2
			}
			index += digit * power
			power *= 3
		}
		x[i/perWord] |= index << (i % perWord * 16)
	}
	return x
}

// symmetric returns the image of a board.
func symmetric(b Board, k int) (image Board) {
	for sq := range Squares {
		to := symmetricSquare(sq, k)
		image.Own |= b.Own >> sq & 1 << to
		image.Opp |= b.Opp >> sq & 1 << to
	}
	return image
}

func TestShapes(t *testing.T) {
	if len(shapes) < 12 {
		t.Errorf("%d shapes", len(shapes))
	}
	covered := [Squares]int{}
	for i, squares := range patterns.squares {
		if n := len(squares); n < 8 || n > 10 {
			t.Errorf("instance %d has %d squares, which 16 bits do not hold or are not worth it", i, n)
		}
		if s := &shapes[patterns.shape[i/perWord]]; len(s.list()) != len(squares) {
			t.Errorf("instance %d is no %s", i, s.name)
		}
		for _, sq := range squares {
			covered[sq]++
		}
	}
	for sq, n := range covered {
		if n != covered[symmetricSquare(sq, 5)] || n == 0 {
			t.Errorf("square %d lies in %d patterns, its image in %d", sq, n, covered[symmetricSquare(sq, 5)])
		}
	}
	// Every line of three and more squares lies in one pattern, so that the patterns imply mobility.
	lines := 0
	for sq := range Squares {
		for d, end := range rayEnds(sq) {
			if bits.OnesCount64(end) < 3 {
				continue
			}
			lines++
			if !covers(end) {
				t.Errorf("the line from %d in direction %d lies in no pattern", sq, d)
			}
		}
	}
	if lines == 0 {
		t.Error("no lines")
	}
}

// rayEnds returns the whole lines that begin at a square of the edge: east, south, south-east, south-west.
func rayEnds(sq int) (lines [4]uint64) {
	for d, step := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		x, y := sq&7, sq>>3
		if px, py := x-step[0], y-step[1]; px >= 0 && px < 8 && py >= 0 && py < 8 {
			continue // not the beginning
		}
		for ; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+step[0], y+step[1] {
			lines[d] |= 1 << (y*8 + x)
		}
	}
	return lines
}

func covers(line uint64) bool {
	for _, squares := range patterns.squares {
		set := uint64(0)
		for _, sq := range squares {
			set |= 1 << sq
		}
		if line&^set == 0 {
			return true
		}
	}
	return false
}

func TestMirror(t *testing.T) {
	for i := range shapes {
		s := &shapes[i]
		mirror := s.mirror()
		fixed := 0
		for index, m := range mirror {
			if int(mirror[m]) != index {
				t.Fatalf("%s: the mirror image of the mirror image of %d is %d", s.name, index, mirror[m])
			}
			if int(m) == index {
				fixed++
			}
		}
		asymmetric := len(s.instances()) == 2*perWord
		if asymmetric != (fixed == len(mirror)) {
			t.Errorf("%s: %d of %d indices are their own mirror image", s.name, fixed, len(mirror))
		}
	}
}

func TestIndicesOfAnyBoard(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 2000 {
		b := scatter(r)
		var x, passed indices
		x.set(b)
		if want := naiveIndices(b); x != want {
			t.Fatalf("%+v: indices %x, want %x", b, x, want)
		}
		passed.pass(&x)
		if want := naiveIndices(b.Pass()); passed != want {
			t.Fatalf("%+v passed: indices %x, want %x", b, passed, want)
		}
	}
}

// checkState compares a state with everything computed anew.
func checkState(t *testing.T, s *State, b Board) {
	t.Helper()
	if s.Board() != b {
		t.Fatalf("board %+v, want %+v", s.Board(), b)
	}
	if got, want := s.frames[s.ply].index, naiveIndices(b); got != want {
		t.Fatalf("%+v: indices %x, want %x", b, got, want)
	}
	if got, want := s.Score(), Eval(b); got != want {
		t.Fatalf("%+v: score %d, computed anew %d", b, got, want)
	}
}

// playOut plays a random game on the state and takes it back.
func playOut(t *testing.T, s *State, next func(n int) int) {
	b := Start
	s.Init(b)
	history := []Board{}
	for !b.Over() {
		history = append(history, b)
		m := b.Moves()
		if m == 0 {
			b = b.Pass()
			s.Pass()
			checkState(t, s, b)
			continue
		}
		for n := next(bits.OnesCount64(m)); n > 0; n-- {
			m &= m - 1
		}
		sq := first(m)
		f := b.Flips(sq)
		b = b.Play(sq, f)
		s.Play(sq, f)
		checkState(t, s, b)
	}
	for i := len(history) - 1; i >= 0; i-- {
		s.Undo()
		checkState(t, s, history[i])
	}
}

// The kernels of this processor and their twins in Go must agree.
func TestKernelsEqualTheirTwins(t *testing.T) {
	useRandomWeights(t)
	r := rand.New(rand.NewPCG(3, 3))
	for range 3000 {
		b := scatter(r)
		var from, got, want indices
		from.set(b)
		weights := CurrentWeights().table(30)
		if got, want := from.sum(weights, b), from.sumGeneric(weights, b); got != want {
			t.Fatalf("%+v: sum %d, twin %d", b, got, want)
		}
		for m := b.Moves(); m != 0; m &= m - 1 {
			sq := first(m)
			got.play(&from, sq, b.Flips(sq))
			want.playGeneric(&from, sq, b.Flips(sq))
			if got != want {
				t.Fatalf("%+v: %d gives %x, twin %x", b, sq, got, want)
			}
		}
	}
}

func TestStateOverGames(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	s := new(State)
	for range 60 {
		playOut(t, s, r.IntN)
	}
}

func FuzzState(f *testing.F) {
	f.Add([]byte("a game"))
	f.Fuzz(func(t *testing.T, choices []byte) {
		i := -1
		playOut(t, new(State), func(n int) int {
			if i++; i >= len(choices) {
				return 0
			}
			return int(choices[i]) % n
		})
	})
}

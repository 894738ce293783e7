package othello

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

func newPosition(t testing.TB, size int) *position {
	t.Helper()
	p, err := Game().New(engine.Setup{Width: size, Height: size})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*position)
}

func playAll(t testing.TB, p *position, moves string) {
	t.Helper()
	list, err := game.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if legal := p.Legal(); len(legal) == 1 && legal[0] == game.Pass {
			if err := p.Play(game.Pass); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Play(m); err != nil {
			t.Fatalf("%s: %v", moves, err)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, bad := range []engine.Setup{
		{Width: 3, Height: 3}, {Width: 7, Height: 7}, {Width: 18, Height: 18}, {Width: 8, Height: 10},
		{Width: -8, Height: -8}, {Width: 2, Height: 2}, {Rule: "freestyle"},
	} {
		if _, err := Game().New(bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
	p, err := Game().New(engine.Setup{})
	if err != nil || p.Setup().Width != 8 {
		t.Errorf("default: %v %v", p, err)
	}
}

func TestStart(t *testing.T) {
	p := newPosition(t, 8)
	for text, want := range map[string]game.Side{"e4": game.Black, "d5": game.Black, "d4": game.White, "e5": game.White} {
		m, err := game.ParseMove(text)
		if side, ok := p.At(m); err != nil || !ok || side != want {
			t.Errorf("%s holds %v %v, want %v", text, side, ok, want)
		}
	}
	if got := game.FormatMoves(p.Legal()); got != "d3c4f5e6" || p.Side() != game.Black {
		t.Errorf("%v moves first with %s", p.Side(), got)
	}
}

func TestIllegalMovesChangeNothing(t *testing.T) {
	p := newPosition(t, 8)
	before := slices.Clone(p.stack)
	for _, text := range []string{"pass", "a1", "d4", "i9", "e3"} {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		var illegal *game.IllegalMoveError
		if err := p.Play(m); !errors.As(err, &illegal) || illegal.Move != m {
			t.Errorf("%s: error %v", text, err)
		}
	}
	if err := p.Play(game.NoMove); err == nil {
		t.Error("no move is accepted as a move")
	}
	if !reflect.DeepEqual(p.stack, before) {
		t.Error("an illegal move changed the position")
	}
}

func TestPassAndUndo(t *testing.T) {
	p := newPosition(t, 8)
	playAll(t, p, "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8")
	if p.Side() != game.Black || !slices.Equal(p.Legal(), []game.Move{game.Pass}) {
		t.Fatalf("%v to move with %v, want black to pass", p.Side(), p.Legal())
	}
	if err := p.Play(game.Pass); err != nil {
		t.Fatal(err)
	}
	if len(p.Legal()) != 3 || p.Side() != game.White {
		t.Errorf("%v to move with %v, want white with three moves", p.Side(), p.Legal())
	}
	if err := p.Play(game.Pass); err == nil {
		t.Error("a second pass is accepted although there are moves")
	}
	if !p.Undo() || p.Side() != game.Black || !p.Undo() || p.Side() != game.White {
		t.Error("undo across a pass")
	}
	for p.Undo() {
	}
	if !reflect.DeepEqual(p.stack, newPosition(t, 8).stack) {
		t.Error("undo does not lead back to the start")
	}
}

func TestResults(t *testing.T) {
	for _, c := range []struct {
		moves  string
		want   game.Result
		isOver bool
	}{
		{"f5", game.Result{}, false},
		// Black wipes White out with 51 squares empty.
		{"f5d6c5f4e7f6g5e6e3", game.Result{Outcome: game.BlackWins, Margin: 64, Reason: "wipe-out"}, true},
	} {
		p := newPosition(t, 8)
		playAll(t, p, c.moves)
		if got := p.Result(); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.moves, got, c.want)
		}
		if c.isOver != (len(p.Legal()) == 0) {
			t.Errorf("%s: moves %v", c.moves, p.Legal())
		}
	}
}

// TestSetUp builds positions disc by disc and takes them down again.
func TestSetUp(t *testing.T) {
	for _, toMove := range []game.Side{game.Black, game.White} {
		p := newPosition(t, 6)
		stones := []engine.Stone{
			{Move: game.At(0, 0), Side: game.White},
			{Move: game.At(1, 0), Side: game.Black},
			{Move: game.At(0, 1), Side: game.Black},
			{Move: game.At(5, 5), Side: game.White},
			{Move: game.At(4, 4), Side: game.Black},
		}
		if err := p.SetUp(stones, toMove); err != nil {
			t.Fatal(err)
		}
		if p.Side() != toMove {
			t.Errorf("%v to move, want %v", p.Side(), toMove)
		}
		for n := len(stones); ; n-- {
			for i, s := range stones {
				side, ok := p.At(s.Move)
				if ok != (i < n) || ok && side != s.Side {
					t.Errorf("%d discs: %v holds %v %v", n, s.Move, side, ok)
				}
			}
			if !p.Undo() {
				break
			}
		}
		bad := append(slices.Clone(stones), stones[0])
		if err := p.SetUp(bad, toMove); err == nil {
			t.Error("two discs on a square are accepted")
		}
		if err := p.SetUp([]engine.Stone{{Move: game.At(6, 0)}}, toMove); err == nil {
			t.Error("a disc off the board is accepted")
		}
	}
}

// searchPosition searches with one thread.
func searchPosition(p *position, table *search.Table, limits search.Limits) []search.Info {
	return search.Deepen(context.Background(), search.Setup{Table: table, Searcher: p.Searcher}, limits)
}

// TestPlaysAllSizes lets the search play against random moves: it must always find a legal move, with
// a single node too, and win.
func TestPlaysAllSizes(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	table := search.NewTable(1 << 20)
	for size := MinSize; size <= MaxSize; size += 2 {
		won, games := 0, 4
		for g := range games {
			p := newPosition(t, size)
			us := game.Side(g & 1)
			for p.Result().Outcome == game.Ongoing {
				legal := p.Legal()
				if one := searchPosition(p, table, search.Limits{Nodes: 1}); !slices.Contains(legal, one[0].Move()) {
					t.Fatalf("size %d: one node gives %v, legal are %v", size, one[0].Move(), legal)
				}
				m := legal[r.IntN(len(legal))]
				if p.Side() == us {
					m = searchPosition(p, table, search.Limits{Nodes: 300})[0].Move()
				}
				if err := p.Play(m); err != nil {
					t.Fatalf("size %d: %v", size, err)
				}
			}
			if p.Result().Outcome == game.WonBy(us) {
				won++
			}
			if lines := searchPosition(p, table, search.Limits{Nodes: 1}); lines != nil {
				t.Errorf("size %d: a finished game is searched: %+v", size, lines)
			}
		}
		if won < games-1 && size > 4 || won == 0 {
			t.Errorf("size %d: %d of %d games won against random moves", size, won, games)
		}
	}
}

// TestSmallBoardsAreSolved compares the exact search with plain minimax where that is possible.
func TestSmallBoardsAreSolved(t *testing.T) {
	p := newPosition(t, 4)
	lines := searchPosition(p, search.NewTable(1<<20), search.Limits{})
	b, a := p.grid().board()
	if want := negamax(b, a, -16, 16); !lines[0].Exact || int(lines[0].Score) != want {
		t.Errorf("4x4 from the start: %+v, minimax %d", lines[0], want)
	}
	r := rand.New(rand.NewPCG(21, 22))
	for range 10 {
		p := newPosition(t, 6)
		for p.grid().count() > 9 {
			legal := p.Legal()
			if len(legal) == 0 || p.Play(legal[r.IntN(len(legal))]) != nil {
				break
			}
		}
		if p.Result().Outcome != game.Ongoing {
			continue
		}
		lines := searchPosition(p, search.NewTable(1<<20), search.Limits{})
		b, a := p.grid().board()
		if want := negamax(b, a, -36, 36); !lines[0].Exact || int(lines[0].Score) != want {
			t.Errorf("6x6: %+v, want %d", lines[0], want)
		}
	}
}

// TestGridSearchSolves compares the exact search of the large boards with minimax near the end.
func TestGridSearchSolves(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	solved := 0
	for range 12 {
		p := newPosition(t, 10)
		for p.grid().count() > 6 {
			legal := p.Legal()
			if len(legal) == 0 || p.Play(legal[r.IntN(len(legal))]) != nil {
				break
			}
		}
		if p.Result().Outcome != game.Ongoing {
			continue
		}
		solved++
		lines := searchPosition(p, search.NewTable(1<<20), search.Limits{})
		if want := gridNegamax(*p.grid()); !lines[0].Exact || int(lines[0].Score) != want {
			t.Errorf("%+v, want %d", lines[0], want)
		}
	}
	if solved == 0 {
		t.Error("no game came to its end")
	}
}

func gridNegamax(g Grid) int {
	m := g.moves()
	if m.empty() {
		if g.over() {
			return g.final()
		}
		return -gridNegamax(g.pass())
	}
	best := -MaxSize * MaxSize
	for !m.empty() {
		at := m.next()
		best = max(best, -gridNegamax(g.play(at, g.flips(at))))
	}
	return best
}

// TestBoardOf: the board is seen from its mover, and there is none of another size.
func TestBoardOf(t *testing.T) {
	pos, err := Game().New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if b, ok := BoardOf(pos); !ok || b != Start {
		t.Errorf("the start: %v, %v", b, ok)
	}
	if err := pos.Play(game.At(5, 4)); err != nil {
		t.Fatal(err)
	}
	at := 4*8 + 5
	if b, ok := BoardOf(pos); !ok || b != Start.Play(at, Start.Flips(at)) {
		t.Errorf("after f5: %v, %v", b, ok)
	}
	small, err := Game().New(engine.Setup{Width: 6, Height: 6})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := BoardOf(small); ok {
		t.Error("6x6 is a usual board")
	}
}

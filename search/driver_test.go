package search_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ishi/engine/game"
	"ishi/search"
)

// scripted is a searcher that returns what a test wants.
type scripted struct {
	worker  *search.Worker
	moves   []game.Move
	depth   int                                     // the largest one
	steps   []search.Iteration                      // instead of one ply after the other to depth
	scale   game.Score                              // 0: none of its own
	window  game.Score                              // of all iterations
	values  func(m game.Move, depth int) game.Score // of the root moves
	cost    time.Duration                           // of an iteration
	prove   func(root *search.Root) bool
	proof   search.Iteration
	done    int             // of the steps
	windows [][2]game.Score // that were asked for
	depths  []int           // that were asked for
}

func (s *scripted) Moves() []game.Move { return s.moves }

func (s *scripted) Next(prev search.Iteration) (search.Iteration, bool) {
	if s.steps != nil {
		if s.done == len(s.steps) {
			return prev, false
		}
		s.done++
		return s.steps[s.done-1], true
	}
	return search.Iteration{Depth: prev.Depth + 1, Window: s.window}, prev.Depth < s.depth
}

func (s *scripted) Search(it search.Iteration, alpha, beta game.Score, root *search.Root) game.Score {
	s.windows = append(s.windows, [2]game.Score{alpha, beta})
	s.depths = append(s.depths, it.Depth)
	time.Sleep(s.cost)
	best := -game.Infinite
	for i, c := range root.Candidates() {
		if s.worker.Visit() {
			return 0
		}
		score := s.values(c.Move, it.Depth)
		best = max(best, score)
		reported := -game.Infinite
		if score > alpha {
			alpha, reported = score, score
		}
		root.Update(i, reported, nil, 1, 1)
		if score >= beta {
			break
		}
	}
	return best
}

// proving is a scripted searcher that is also a Prover.
type proving struct{ *scripted }

func (p proving) Prove(root *search.Root) (search.Iteration, bool) {
	return p.proof, p.prove(root)
}

// scaled is a scripted searcher that is also a Scaler.
type scaled struct{ *scripted }

func (s scaled) Scale() game.Score { return s.scale }

var abc = []game.Move{game.At(0, 0), game.At(1, 0), game.At(2, 0)}

// play runs the script and returns the answer.
func (s *scripted) play(limits search.Limits) []search.Info {
	setup := search.Setup{Table: search.NewTable(1), Searcher: func(w *search.Worker) search.Searcher {
		s.worker = w
		if s.prove != nil {
			return proving{s}
		}
		if s.scale != 0 {
			return scaled{s}
		}
		return s
	}}
	return search.Deepen(context.Background(), setup, limits)
}

// steady gives every move its place among the moves as its value.
func steady(values ...game.Score) func(game.Move, int) game.Score {
	return func(m game.Move, _ int) game.Score { return values[m.X()] }
}

func TestAspirationBeginsAroundThePreviousScore(t *testing.T) {
	s := &scripted{moves: abc, depth: 3, window: 10, values: steady(1, 30, 2)}
	s.play(search.Limits{})
	want := [][2]game.Score{{-game.Infinite, game.Infinite}, {20, 40}, {20, 40}}
	if !slices.Equal(s.windows, want) {
		t.Errorf("windows %v, want %v", s.windows, want)
	}
}

func TestAspirationWidens(t *testing.T) {
	for name, jump := range map[string]game.Score{
		"up": 100, "far up": 25000, "to a win": game.WinIn(9),
		"down": -100, "far down": -25000, "to a loss": game.LossIn(9),
	} {
		s := &scripted{moves: abc, depth: 2, window: 10, values: func(_ game.Move, depth int) game.Score {
			return jump * game.Score(depth-1)
		}}
		got := s.play(search.Limits{})[0]
		if got.Score != jump || got.Bound != search.Exact {
			t.Errorf("%s: score %v, bound %v, want %v", name, got.Score, got.Bound, jump)
		}
		last := s.windows[len(s.windows)-1]
		if jump <= last[0] && last[0] > -game.Infinite || jump >= last[1] && last[1] < game.Infinite {
			t.Errorf("%s: the last window %v does not hold %v", name, last, jump)
		}
		if n := len(s.windows); n < 3 || n > 12 {
			t.Errorf("%s: %d searches", name, n)
		}
	}
}

func TestAspirationIsLeftOutAroundWins(t *testing.T) {
	s := &scripted{moves: abc, depth: 3, window: 10, values: steady(game.WinIn(5), 0, 0)}
	s.play(search.Limits{})
	for i, w := range s.windows {
		if w != [2]game.Score{-game.Infinite, game.Infinite} {
			t.Errorf("search %d had the window %v", i, w)
		}
	}
}

func TestAnUnsteadyScoreEnds(t *testing.T) {
	// The score flees from the window: up when it is searched low, down when
	// high. The driver must come to an end all the same.
	calls := 0
	s := &scripted{moves: abc[:1], depth: 2, window: 1, values: func(_ game.Move, depth int) game.Score {
		calls++
		if calls%2 == 0 {
			return 3000
		}
		return -3000
	}}
	s.play(search.Limits{})
	if calls > 60 {
		t.Errorf("%d searches for two iterations", calls)
	}
}

func TestWhenTheAnswerIsKnown(t *testing.T) {
	win := steady(0, game.WinIn(3), 0)
	loss := steady(game.LossIn(4), game.LossIn(4), game.LossIn(2))
	tests := []struct {
		name   string
		moves  []game.Move
		values func(game.Move, int) game.Score
		limits search.Limits
		depth  int // that is reached of 9
	}{
		{"single move, timed", abc[:1], steady(0), search.Limits{Hard: time.Hour}, 1},
		{"single move, analysis", abc[:1], steady(0), search.Limits{Hard: time.Hour, Analysis: true}, 9},
		{"single move, nodes", abc[:1], steady(0), search.Limits{Nodes: 1000}, 9},
		{"single move left by Exclude", abc, steady(0, 0, 0), search.Limits{Hard: time.Hour, Exclude: abc[:2]}, 1},
		{"win, timed", abc, win, search.Limits{Hard: time.Hour}, 3}, // the third could be no shorter
		{"win, nodes", abc, win, search.Limits{Nodes: 1000}, 3},
		{"win at once", abc, steady(0, game.WinIn(1), 0), search.Limits{Hard: time.Hour}, 1},
		{"long win, two more tries", abc, steady(0, game.WinIn(25), 0), search.Limits{Hard: time.Hour}, 3},
		{"win, depth", abc, win, search.Limits{Depth: 7}, 7},
		{"win, analysis", abc, win, search.Limits{Hard: time.Hour, Analysis: true}, 9},
		{"win, two best", abc, win, search.Limits{Hard: time.Hour, NBest: 2}, 9},
		{"loss, timed", abc, loss, search.Limits{Hard: time.Hour}, 5},
		{"nothing known", abc, steady(1, 2, 3), search.Limits{Hard: time.Hour}, 9},
	}
	for _, test := range tests {
		s := &scripted{moves: test.moves, depth: 9, window: 10, values: test.values}
		if got := s.play(test.limits)[0]; got.Depth != test.depth {
			t.Errorf("%s: depth %d, want %d", test.name, got.Depth, test.depth)
		}
	}
}

func TestProver(t *testing.T) {
	tests := []struct {
		name   string
		limits search.Limits
		prove  func(root *search.Root) bool
		asked  bool
		best   game.Move
		score  game.Score
		depth  int
	}{
		{"proves", search.Limits{}, func(r *search.Root) bool {
			r.Update(2, game.WinIn(3), []game.Move{abc[0], abc[1]}, 7, 5)
			return true
		}, true, abc[2], game.WinIn(3), 3},
		{"does not", search.Limits{}, func(*search.Root) bool { return false }, true, abc[1], 30, 4},
		{"changes its mind", search.Limits{}, func(r *search.Root) bool {
			r.Update(2, game.WinIn(3), nil, 7, 5)
			return false
		}, true, abc[1], 30, 4},
		{"proves nothing", search.Limits{}, func(*search.Root) bool { return true }, true, abc[1], 30, 4},
		{"is not asked for two lines", search.Limits{NBest: 2}, nil, false, abc[1], 30, 4},
		{"is not asked in an analysis", search.Limits{Analysis: true}, nil, false, abc[1], 30, 4},
	}
	for i, test := range tests {
		asked := false
		s := &scripted{moves: abc, depth: 4, window: 10, values: steady(1, 30, 2)}
		s.proof.Exact = i%2 == 0 // the first one proves, and exactly
		s.prove = func(r *search.Root) bool {
			asked = true
			return test.prove != nil && test.prove(r)
		}
		got := s.play(test.limits)[0]
		if want := i == 0; got.Exact != want {
			t.Errorf("%s: exact %v, want %v", test.name, got.Exact, want)
		}
		if asked != test.asked || got.Move() != test.best || got.Score != test.score || got.Depth != test.depth {
			t.Errorf("%s: asked %v, got %v %v at depth %d, want %v, %v %v at depth %d",
				test.name, asked, got.Move(), got.Score, got.Depth, test.asked, test.best, test.score, test.depth)
		}
	}
}

func TestRanksOutOfOrderAreSettled(t *testing.T) {
	// The second search of depth 3 finds the value that the first one missed.
	calls := 0
	s := &scripted{moves: abc, depth: 3, values: func(m game.Move, depth int) game.Score {
		if m == abc[0] {
			calls++
		}
		if m == abc[1] && depth == 3 && calls > 3 {
			return 90
		}
		return steady(50, 20, 10)(m, depth)
	}}
	lines := s.play(search.Limits{NBest: 2})
	if lines[0].Score < lines[1].Score || lines[0].Rank != 0 || lines[1].Rank != 1 {
		t.Errorf("lines %+v are not in order", lines)
	}
}

func TestStoppedRanksKeepWhatIsFinished(t *testing.T) {
	// Depth 2 turns the order round; the nodes end in its third rank.
	s := &scripted{moves: abc, depth: 9, values: func(m game.Move, depth int) game.Score {
		return game.Score(m.X()) * game.Score(10*depth-15)
	}}
	depth1 := uint64(3 + 2 + 1)
	lines := s.play(search.Limits{NBest: 3, Nodes: depth1 + 3 + 2 + 1})
	want := []struct {
		move  game.Move
		depth int
	}{{abc[2], 2}, {abc[1], 2}, {abc[0], 1}}
	for rank, line := range lines {
		if line.Move() != want[rank].move || line.Depth != want[rank].depth || line.Rank != rank {
			t.Errorf("rank %d: %v of depth %d, want %v of depth %d", line.Rank, line.Move(), line.Depth, want[rank].move, want[rank].depth)
		}
	}
}

func TestTimeIsTakenWhileTheBestMoveChanges(t *testing.T) {
	elapsed := func(values func(game.Move, int) game.Score) time.Duration {
		var took time.Duration
		synctest.Test(t, func(*testing.T) {
			s := &scripted{moves: abc, depth: 1000, cost: 10 * time.Millisecond, values: values}
			took = s.play(search.Limits{Soft: time.Second, Hard: time.Minute})[0].Elapsed
		})
		return took
	}
	calm := elapsed(steady(5, 1, 2))
	if calm != 500*time.Millisecond {
		t.Errorf("a stable move took %v of 1s, want a half", calm)
	}
	changing := elapsed(func(m game.Move, depth int) game.Score {
		if m.X() == depth%3 {
			return 9
		}
		return 5
	})
	if changing < time.Second || changing > 2*time.Second {
		t.Errorf("a changing move took %v of 1s, want more, up to twice", changing)
	}
}

func TestTheScaleIsTheSearchers(t *testing.T) {
	elapsed := func(scale game.Score) time.Duration {
		var took time.Duration
		synctest.Test(t, func(*testing.T) {
			s := &scripted{moves: abc, depth: 1000, scale: scale, cost: 10 * time.Millisecond}
			s.values = func(m game.Move, depth int) game.Score { return game.Score(20 - 2*depth - m.X()) }
			took = s.play(search.Limits{Soft: time.Second, Hard: time.Minute})[0].Elapsed
		})
		return took
	}
	coarse, own, fine := elapsed(0), elapsed(20), elapsed(2)
	if coarse >= own || own >= fine || own != 600*time.Millisecond {
		t.Errorf("a fall by 2 takes %v of 1s by the usual scale, %v by 20, %v by 2", coarse, own, fine)
	}
}

func TestOutcomesAreNoEstimates(t *testing.T) {
	s := &scripted{moves: abc, steps: []search.Iteration{
		{Depth: 1, Window: 10}, {Depth: 9, Outcome: true}, {Depth: 9, Window: 10, Exact: true},
	}}
	s.values = func(m game.Move, depth int) game.Score {
		if s.done == 2 {
			return steady(-1, -1, 1)(m, depth)
		}
		return steady(1, 30, 2)(m, depth)
	}
	got := s.play(search.Limits{})[0]
	want := [][2]game.Score{{-game.Infinite, game.Infinite}, {-game.Infinite, game.Infinite}, {20, 40}}
	if !slices.Equal(s.windows, want) {
		t.Errorf("windows %v, want %v", s.windows, want)
	}
	if got.Move() != abc[1] || !got.Exact || got.Outcome {
		t.Errorf("the answer is %+v", got)
	}
}

func TestHelpersSkipSingleStepsOnly(t *testing.T) {
	steps := []search.Iteration{{Depth: 1}, {Depth: 2}, {Depth: 3}, {Depth: 4}, {Depth: 5}, {Depth: 6}, {Depth: 9}, {Depth: 9}, {Depth: 9}}
	synctest.Test(t, func(t *testing.T) {
		var all []*scripted
		setup := search.Setup{Table: search.NewTable(1), Searcher: func(w *search.Worker) search.Searcher {
			s := &scripted{worker: w, moves: abc, steps: steps, values: steady(1, 2, 3), cost: time.Millisecond}
			if w.ID == 0 {
				s.cost = 10 * time.Millisecond // the helpers come to their ends before
			}
			all = append(all, s)
			return s
		}}
		search.Deepen(t.Context(), setup, search.Limits{Threads: 6})
		for id, s := range all {
			if n := len(s.windows); n < 3 || id == 0 && n != len(steps) || id > 0 && n == len(steps) {
				t.Errorf("thread %d searched %d of %d iterations", id, n, len(steps))
			}
			if n := len(s.depths); !slices.Equal(s.depths[max(0, n-3):], []int{9, 9, 9}) {
				t.Errorf("thread %d searched the depths %v", id, s.depths)
			}
		}
	})
}

func TestAnUnfinishedOutcomeTellsOtherMovesOnly(t *testing.T) {
	for _, test := range []struct {
		nodes uint64 // of the outcome
		move  game.Move
		score game.Score
		depth int
	}{{1, abc[1], 30, 1}, {2, abc[0], 0, 9}} {
		s := &scripted{moves: abc, steps: []search.Iteration{{Depth: 1}, {Depth: 9, Outcome: true}}}
		s.values = func(m game.Move, depth int) game.Score {
			if s.done == 2 {
				return steady(0, -1, 1)(m, depth)
			}
			return steady(1, 30, 2)(m, depth)
		}
		got := s.play(search.Limits{Nodes: 3 + test.nodes + 1})[0]
		if got.Move() != test.move || got.Score != test.score || got.Depth != test.depth {
			t.Errorf("%d nodes: %v %v of depth %d, want %v %v of depth %d",
				test.nodes, got.Move(), got.Score, got.Depth, test.move, test.score, test.depth)
		}
	}
}

package engine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/engine/game"
	"ishi/search"
)

// newSession starts a 15x15 game with a small table.
func newSession(t *testing.T, g *enginetest.Game) *engine.Session {
	t.Helper()
	config := engine.DefaultConfig()
	config.Hash = 1 << 20
	s := engine.NewSession(g, config)
	if err := s.NewGame(engine.Setup{}); err != nil {
		t.Fatal(err)
	}
	return s
}

func start(t *testing.T, s *engine.Session, r engine.Request) *engine.Search {
	t.Helper()
	run, err := s.Search(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func TestSearchKeepsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const node = 10 * time.Microsecond
		s := newSession(t, &enginetest.Game{NodeTime: node})
		for _, turn := range []time.Duration{0, time.Millisecond, 100 * time.Millisecond, 5 * time.Second} {
			s.Clock.Turn = turn
			read := time.Now()
			time.Sleep(turn / 10) // the command was read some time ago
			limits := s.Limits(read)
			a := start(t, s, engine.Request{Limits: limits}).Wait()
			used := time.Since(read)
			if late := used - limits.Hard; late > 300*node {
				t.Errorf("turn %v: %v after the hard deadline", turn, late)
			}
			if turn == 0 && used > 30*time.Millisecond {
				t.Errorf("turn 0: answered after %v", used)
			}
			if !a.Move().IsPoint() || a.Err != nil {
				t.Errorf("turn %v: %v, %v", turn, a.Move(), a.Err)
			}
		}
		s.Close()
	})
}

func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t, &enginetest.Game{NodeTime: 10 * time.Microsecond})
		run := start(t, s, engine.Request{})
		time.Sleep(time.Second)
		select {
		case <-run.Done():
			t.Fatal("an infinite search has ended")
		default:
		}
		begin := time.Now()
		for range 10 {
			run.Stop()
		}
		if a := run.Wait(); !a.Move().IsPoint() || time.Since(begin) > 10*time.Millisecond {
			t.Errorf("%v after %v", a.Move(), time.Since(begin))
		}
		run.Stop()

		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		stopped, err := s.Search(ctx, engine.Request{})
		if err != nil || !stopped.Wait().Move().IsPoint() {
			t.Errorf("a search stopped before it began: %v", err)
		}
	})
}

// TestChangesStopTheSearch: whatever changes the position ends a search first.
func TestChangesStopTheSearch(t *testing.T) {
	for name, change := range map[string]func(*engine.Session) error{
		"play":   func(s *engine.Session) error { return s.Play(game.At(1, 1)) },
		"undo":   func(s *engine.Session) error { s.Undo(); return nil },
		"set up": func(s *engine.Session) error { return s.SetUp(nil, game.White) },
		"new":    func(s *engine.Session) error { return s.NewGame(engine.Setup{Width: 20, Height: 20}) },
		"rule":   func(s *engine.Session) error { return s.SetRule("renju") },
		"option": func(s *engine.Session) error { _, err := s.SetOption("tuned", "x"); return err },
		"hash":   func(s *engine.Session) error { s.ClearHash(); return nil },
		"search": func(s *engine.Session) error {
			start(t, s, engine.Request{Limits: search.Limits{Depth: 1}})
			return nil
		},
		"restore": func(s *engine.Session) error { return s.Restore() },
		"close":   func(s *engine.Session) error { s.Close(); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSession(t, &enginetest.Game{NodeTime: 10 * time.Microsecond})
				if err := s.Play(game.At(7, 7)); err != nil {
					t.Fatal(err)
				}
				run := start(t, s, engine.Request{})
				time.Sleep(time.Second)
				if err := change(s); err != nil {
					t.Fatal(err)
				}
				select {
				case <-run.Done():
				default:
					t.Fatal("the search still runs")
				}
				s.Settle()
			})
		})
	}
}

func TestPanicInTheSearch(t *testing.T) {
	for _, after := range []int{0, 300, 3000} {
		nodes := 0
		g := &enginetest.Game{Node: func(*search.Worker) {
			if nodes++; nodes > after {
				panic("broken")
			}
		}}
		s := newSession(t, g)
		a := start(t, s, engine.Request{}).Wait()
		if a.Err == nil || !strings.Contains(a.Err.Error(), "broken") {
			t.Errorf("after %d nodes: error %v", after, a.Err)
		}
		if s.Play(a.Move()) != nil {
			t.Errorf("after %d nodes: move %v", after, a.Move())
		}
		g.Node = nil
		if a := start(t, s, engine.Request{Limits: search.Limits{Depth: 2}}).Wait(); a.Err != nil || !a.Move().IsPoint() {
			t.Errorf("the next search: %v, %v", a.Move(), a.Err)
		}
	}
}

func TestPanicInTheListener(t *testing.T) {
	s := newSession(t, &enginetest.Game{})
	a := start(t, s, engine.Request{Listener: func(search.Info) { panic("broken") }}).Wait()
	if a.Err == nil || !a.Move().IsPoint() {
		t.Errorf("%v, %v", a.Move(), a.Err)
	}
}

func TestNoLegalMove(t *testing.T) {
	s := newSession(t, &enginetest.Game{})
	var five []engine.Stone
	for x := range 5 {
		five = append(five, engine.Stone{Move: game.At(x, 0), Side: game.White})
	}
	if err := s.SetUp(five, game.Black); err != nil {
		t.Fatal(err)
	}
	if a := start(t, s, engine.Request{}).Wait(); len(a.Lines) != 0 || a.Err != nil {
		t.Errorf("%v, %v in a game that is over", a.Lines, a.Err)
	}
}

func TestNoGame(t *testing.T) {
	s := engine.NewSession(&enginetest.Game{}, engine.DefaultConfig())
	_, err := s.Search(context.Background(), engine.Request{})
	for _, err := range []error{err, s.Play(game.At(0, 0)), s.SetUp(nil, game.Black), s.SetRule("renju")} {
		if !errors.Is(err, engine.ErrNoGame) {
			t.Errorf("got %v", err)
		}
	}
	if s.Undo() || s.OnBoard(game.At(0, 0)) || s.Restore() != nil {
		t.Error("something works without a game")
	}
	if err := s.NewGame(engine.Setup{Width: 3, Height: 3}); err == nil || s.Position() != nil {
		t.Errorf("a board of 3x3: %v, %v", err, s.Position())
	}
	s.Close()
}

func TestRecord(t *testing.T) {
	s := newSession(t, &enginetest.Game{})
	white := engine.Stone{Move: game.At(3, 3), Side: game.White}
	if err := s.SetUp([]engine.Stone{white}, game.White); err != nil {
		t.Fatal(err)
	}
	if err := s.Play(game.At(4, 4)); err != nil {
		t.Fatal(err)
	}
	if err := s.Play(game.At(4, 4)); err == nil {
		t.Error("two stones on a point")
	}
	want := []engine.Stone{white, {Move: game.At(4, 4), Side: game.White}}
	if !slices.Equal(s.Record(), want) {
		t.Errorf("record %v", s.Record())
	}
	check := func(when string, side game.Side, n int) {
		t.Helper()
		if s.Position().Side() != side || len(s.Record()) != n {
			t.Errorf("%s: %v to move after %v", when, s.Position().Side(), s.Record())
		}
		if got, ok := s.At(white.Move); n > 0 && (!ok || got != game.White) {
			t.Errorf("%s: the stone is gone", when)
		}
	}
	check("played", game.Black, 2)
	if err := s.Restore(); err != nil {
		t.Fatal(err)
	}
	check("restored", game.Black, 2)
	if err := s.SetRule("renju"); err != nil || s.Position().Setup().Rule != "renju" {
		t.Fatal(err)
	}
	check("other rule", game.Black, 2)
	if err := s.SetRule("chess"); err == nil {
		t.Error("a rule that the game does not know")
	}
	if !s.Undo() {
		t.Fatal("no undo")
	}
	check("undone", game.White, 1)
	if !s.Undo() || s.Undo() {
		t.Error("undo of a stone that was set up, or of nothing")
	}
	check("empty", game.White, 0)
	if err := s.Restore(); err != nil {
		t.Fatal(err)
	}
}

func TestLimitsFromTheConfiguration(t *testing.T) {
	s := newSession(t, &enginetest.Game{})
	s.Config.Depth, s.Config.Nodes, s.Config.Threads = 7, 1000, 3
	s.Config.Reserve, s.Clock.Turn = 100*time.Millisecond, time.Second
	l := s.Limits(time.Now())
	if l.Hard != 900*time.Millisecond {
		t.Errorf("%v of a second with a reserve of 100 ms", l.Hard)
	}
	if l.Depth != 7 || l.Nodes != 1000 || l.Threads != 3 {
		t.Errorf("%+v", l)
	}
	s.Config.Strength = 0
	if l := s.Limits(time.Now()); l.Nodes != 20 {
		t.Errorf("strength 0: %d nodes", l.Nodes)
	}
	s.Config.Strength = 99
	if l := s.Limits(time.Now()); l.Nodes != 1000 {
		t.Errorf("strength 99: %d nodes", l.Nodes)
	}
}

// plannedGame is a game whose positions are Planners.
type plannedGame struct {
	*enginetest.Game
	moves func(left time.Duration) int
}

func (g *plannedGame) New(setup engine.Setup) (engine.Position, error) {
	pos, err := g.Game.New(setup)
	return plannedPosition{pos, g.moves}, err
}

type plannedPosition struct {
	engine.Position
	moves func(left time.Duration) int
}

func (p plannedPosition) MovesExpected(left time.Duration) int { return p.moves(left) }

func TestPositionsPlan(t *testing.T) {
	for _, test := range []struct{ moves, share int }{{10, 10}, {2, 2}, {1, 1}, {0, 1}, {-3, 1}, {100, 22}} {
		s := engine.NewSession(&plannedGame{&enginetest.Game{}, func(left time.Duration) int {
			if left != time.Hour {
				t.Errorf("asked for %v, want an hour", left)
			}
			return test.moves
		}}, engine.DefaultConfig())
		if err := s.NewGame(engine.Setup{}); err != nil {
			t.Fatal(err)
		}
		s.Config.Reserve = 0
		s.Clock = engine.Clock{Turn: engine.Unlimited, Left: time.Hour}
		if got, want := s.Limits(time.Now()).Soft, time.Hour/time.Duration(test.share); got != want {
			t.Errorf("%d moves: %v of an hour, want %v", test.moves, got, want)
		}
	}
}

func TestMovesExpectedWithoutAPlan(t *testing.T) {
	s := engine.NewSession(&enginetest.Game{}, engine.DefaultConfig())
	if got := s.MovesExpected(time.Hour); got != 40 {
		t.Errorf("%d moves without a game, want 40", got)
	}
	if err := s.NewGame(engine.Setup{Width: 5, Height: 5}); err != nil {
		t.Fatal(err)
	}
	for played, want := range []int{13, 12, 12} {
		if got := s.MovesExpected(time.Hour); got != want {
			t.Errorf("%d moves on 5x5 after %d, want %d", got, played, want)
		}
		if err := s.Play(game.At(played, played)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOptions(t *testing.T) {
	g := &enginetest.Game{}
	s := newSession(t, g)
	for _, o := range s.Options() {
		if o.Kind != engine.Number {
			continue
		}
		if o.Name != "hash" && o.Get() != o.Default {
			t.Errorf("%s is %s, its default %s", o.Name, o.Get(), o.Default)
		}
		for _, bad := range []string{"", "x", "-1", "99999999999999999999"} {
			if o.Set(bad) == nil {
				t.Errorf("%s takes %q", o.Name, bad)
			}
		}
		if err := o.Set("7"); err != nil || o.Get() != "7" {
			t.Errorf("%s: %v, then %s", o.Name, err, o.Get())
		}
	}
	if known, err := s.SetOption("MOVE_TIME", "250"); !known || err != nil || s.Config.MoveTime != 250*time.Millisecond {
		t.Errorf("move time %v: %v, %v", s.Config.MoveTime, known, err)
	}
	if known, _ := s.SetOption("tuned", "a b"); !known || g.Tuned != "a b" {
		t.Error("the game's own option is not set")
	}
	if known, _ := s.SetOption(strings.ToUpper(g.Name())+".Tuned", "c"); !known || g.Tuned != "c" {
		t.Errorf("an option with the game's name: known %v, value %q", known, g.Tuned)
	}
	if known, _ := s.SetOption("chess.tuned", "d"); known {
		t.Error("another game's option is known")
	}
	if known, _ := s.SetOption("nonsense", "1"); known {
		t.Error("an option that nobody has")
	}
}

package nboard

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/engine/game"
	"ishi/engine/othello"
)

// board is a referee.
type board struct {
	engine.Position
	ggf string // the game so far, without its end
}

func newBoard(t *testing.T) *board {
	pos, err := othello.Game().New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return &board{pos, ggfStart}
}

func (b *board) legal() []game.Move { return b.Position.(engine.Viewer).Legal() }

// play plays a move in the notation of GGF with what may follow it.
func (b *board) play(t *testing.T, item string) {
	t.Helper()
	text, _, _ := strings.Cut(item, "/")
	m, err := game.ParseMove(text)
	if err == nil {
		b.ggf += strings.ToUpper(b.Side().String()[:1]) + "[" + item + "]"
		err = b.Play(m)
	}
	if err != nil {
		t.Fatalf("%s: %v", item, err)
	}
}

// TestGames plays whole games as NBoard does: the engine on one side or on both, only
// what changed before each request, everything that is answered checked.
func TestGames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, version := range []int{1, 2} {
		for _, engines := range []string{"black", "white", "black white"} {
			t.Run(fmt.Sprint(version, engines), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { playGame(t, version, engines, random) })
			})
		}
	}
}

func playGame(t *testing.T, version int, engines string, random *rand.Rand) {
	c := dialOthello(t)
	b := newBoard(t)
	c.send(fmt.Sprintf("nboard %d", version))
	c.expect("set myname Ishi0.1")
	c.send("set game "+b.ggf+";)", "set contempt 0", "set depth 3")
	moves := 0
	for ; b.Result().Outcome == game.Ongoing; moves++ {
		c.send(fmt.Sprintf("ping %d", moves))
		c.expect(fmt.Sprintf("pong %d", moves))
		item := point(b.legal()[random.IntN(len(b.legal()))])
		if strings.Contains(engines, b.Side().String()) {
			c.send("go")
			text, ok := strings.CutPrefix(c.answer(), "=== ")
			if !ok {
				t.Fatalf("%q: want a move", text)
			}
			if version == 1 && strings.Contains(text, "/") {
				t.Errorf("%q for a client of version 1", text)
			}
			item = text
		} else if version == 2 && random.IntN(2) == 0 {
			item += "/-1.20/0.5"
		}
		b.play(t, item)
		if version == 1 {
			item, _, _ = strings.Cut(item, "/")
		}
		if random.IntN(4) == 0 { // as after a step back and forth
			c.send("set game " + b.ggf + ";)")
		} else {
			c.send("move " + item)
		}
	}
	if moves < 50 {
		t.Errorf("%d moves only", moves)
	}
	c.send("ping 100", "learn")
	c.expect("pong 100", "learned")
	c.send("quit")
	c.hasEnded()
}

// TestHint: the search is streamed, the n best moves of each depth are told from the
// best to the worst, and moves are legal.
func TestHint(t *testing.T) {
	for _, n := range []int{1, 3, 100} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := dialOthello(t)
				b := newBoard(t)
				for _, m := range []string{"F5", "D6", "C3", "D3", "C4"} {
					b.play(t, m)
				}
				legal := map[string]bool{}
				for _, m := range b.legal() {
					legal[point(m)] = true
				}
				want := min(n, len(legal))
				c.send("set game "+b.ggf+";)", "set depth 3", fmt.Sprintf("hint %d", n))
				time.Sleep(time.Second)
				c.send("ping 1")
				seen := map[string]map[string]bool{} // moves by depth
				last := 1000.0
				for {
					f := strings.Fields(c.answer())
					if f[0] == "pong" {
						break
					}
					move, depth := f[1][:2], f[4]
					score, _ := strconv.ParseFloat(f[2], 64)
					if seen[depth] == nil {
						seen[depth], last = map[string]bool{}, 1000
					}
					if !legal[move] || seen[depth][move] || score > last {
						t.Errorf("strange hint %q: legal %v", f, legal)
					}
					seen[depth][move], last = true, score
				}
				if len(seen) < 2 {
					t.Errorf("depths %v only", seen)
				}
				for depth, moves := range seen {
					if len(moves) > want || depth == "1" && len(moves) < want {
						t.Errorf("depth %s: %d moves, want %d", depth, len(moves), want)
					}
				}
			})
		})
	}
}

// TestHintAtTheEnd: scores that are results of the game are told as such, from the side
// to move, and the search ends by itself.
func TestHintAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := smallConfig()
		config.Nodes = 0
		c := dial(t, othello.Game(), config)
		rows := "*****OO-" + strings.Repeat("********", 4) + strings.Repeat("OOOOOOOO", 3) // h1 turns f1 and g1
		c.send("nboard 2", "set game (;GM[Othello]BO[8 "+rows+" *];)", "set depth 12", "hint 2")
		c.expect("set myname *", "search H1 16.00 0 *")
		c.send("go")
		for c.answer() != "=== H1/16.00/0.00" {
		}
		c.send("analyze")
		c.expect("analysis 0 16.00")
		c.send("move H1", "analyze")
		c.expect("analysis 1 16.00", "analysis 0 16.00")
		c.quiet()
	})
}

// TestPassInHint: a side that must pass is told so, and the line goes on behind it.
func TestPassInHint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := dialOthello(t)
		c.send("set game "+ggfStart+"B[E6]W[F6]B[C4]W[C5]B[C6]W[D6]B[G7]W[F4]B[G4]W[G6]B[E7]W[H8]B[H6]W[G5]B[G8]W[F8];)", "hint 2", "ping 1")
		deep := false
		for {
			text := c.answer()
			if text == "pong 1" {
				break
			}
			line := strings.Fields(text)[1]
			if !strings.HasPrefix(line, "PA") {
				t.Errorf("%q: Black must pass", text)
			}
			deep = deep || len(line) > 2
		}
		if !deep {
			t.Error("no line goes on behind the pass")
		}
	})
}

// TestAnalyze: every position once, from the last one to the first one, passes counted,
// and the game is the same afterwards.
func TestAnalyze(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := dialOthello(t)
		b := newBoard(t)
		random := rand.New(rand.NewPCG(3, 4))
		passes := 0
		for b.Result().Outcome == game.Ongoing {
			m := b.legal()[random.IntN(len(b.legal()))]
			if m == game.Pass {
				passes++
			}
			b.play(t, point(m))
		}
		b.play(t, "PA")
		moves := strings.Count(b.ggf, "]") - strings.Count(ggfStart, "]")
		c.send("set game "+b.ggf+";)", "set depth 1", "analyze")
		result := b.Result()
		want := float64(result.Margin)
		if result.Outcome == game.WhiteWins {
			want = -want
		}
		c.expect(fmt.Sprintf("analysis %d %.2f", moves, want), fmt.Sprintf("analysis %d %.2f", moves-1, want))
		for n := moves - 2; n >= 0; n-- {
			c.expect(fmt.Sprintf("analysis %d *", n))
		}
		c.quiet()
		if passes == 0 {
			t.Error("a game without a pass")
		}
		c.send("go")
		c.expect("=== PA")

		// An analysis that is cut short leaves the game as it was too.
		c.send("analyze")
		c.expect(fmt.Sprintf("analysis %d *", moves))
		c.send("ping 1")
		for c.answer() != "pong 1" {
		}
		c.send("go")
		c.expect("=== PA")
	})
}

// TestPongIsTheLast: nothing about the old position comes after a pong, and the state
// is cleared before it.
func TestPongIsTheLast(t *testing.T) {
	for _, request := range []string{"go", "hint 5", "analyze"} {
		for _, wait := range []time.Duration{0, time.Millisecond, 100 * time.Millisecond, time.Second, time.Minute} {
			synctest.Test(t, func(t *testing.T) {
				config := smallConfig()
				config.Nodes = 0
				c := dial(t, &enginetest.Game{NodeTime: time.Millisecond}, config)
				c.send("set depth 500", "move H8", request)
				time.Sleep(wait)
				c.send("ping 9")
				status, pong := "", false
				for !pong {
					text := c.line()
					if rest, ok := strings.CutPrefix(text, "status"); ok {
						status = rest
					}
					pong = text == "pong 9"
				}
				if status != "" {
					t.Errorf("%s, %v: state %q at the pong", request, wait, status)
				}
				time.Sleep(time.Hour)
				c.silent()
			})
		}
	}
}

// TestClock: the time of the game, less what its moves took, decides.
func TestClock(t *testing.T) {
	const open = "(;GM[Othello]TY[15]"
	for _, test := range []struct {
		name        string
		lines       []string
		least, most time.Duration
	}{
		{"no time", []string{"set game " + open + "TI[0//0];)"}, 4 * time.Second, 5 * time.Second},
		{"five minutes", []string{"set game " + open + "TI[5:00];)"}, time.Second, 30 * time.Second},
		{"much used", []string{"set game " + open + "TI[1:00]B[A1//55]W[B1//1];)"}, 0, time.Second},
		{"much used, told by move", []string{"set game " + open + "TI[1:00];)", "move A1//55", "move B1/2.0/0.1"}, 0, time.Second},
		{"all used", []string{"set game " + open + "TI[1:00]B[A1//99]W[B1//1];)"}, 0, 50 * time.Millisecond},
		{"the other's time", []string{"set game " + open + "TI[5:00]B[A1//1]W[B1//299];)"}, time.Second, 30 * time.Second},
		{"increment", []string{"set game " + open + "TI[1:00/0:20]B[A1//75]W[B1//1];)"}, time.Second, 5 * time.Second},
		{"own clocks", []string{"set game " + open + "TB[0:01]TW[9:00];)"}, 0, 500 * time.Millisecond},
		{"a depth", []string{"set game " + open + "TI[0];)", "set depth 2"}, 0, 500 * time.Millisecond},
		{"a depth out of reach", []string{"set game " + open + "TI[0:10];)", "set depth 900"}, 100 * time.Millisecond, 2 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := smallConfig()
				config.Nodes = 0
				c := dial(t, &enginetest.Game{NodeTime: 100 * time.Microsecond}, config)
				c.send(test.lines...)
				c.send("go")
				begin := time.Now()
				c.expect("=== *")
				if took := time.Since(begin); took < test.least || took > test.most {
					t.Errorf("%v, want %v to %v", took, test.least, test.most)
				}
			})
		})
	}
}

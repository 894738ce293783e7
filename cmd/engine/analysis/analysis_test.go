package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/othello"
	"ishi/search"
)

// script is a Solver that knows a verdict for each number of empty squares.
type script struct {
	verdicts map[int]Verdict
	asked    []int
}

func (s *script) Forget() {}

func (s *script) Solve(pos engine.Position, n int) (Verdict, bool) {
	empty := 0
	for y := range pos.Setup().Height {
		for x := range pos.Setup().Width {
			if _, taken := pos.(engine.Viewer).At(game.At(x, y)); !taken {
				empty++
			}
		}
	}
	s.asked = append(s.asked, empty)
	v, ok := s.verdicts[empty]
	return v, ok
}

// printer keeps what it gets.
type printer struct {
	positions []Position
	games     []Game
	err       error
}

func (p *printer) Position(x Position) error { p.positions = append(p.positions, x); return p.err }
func (p *printer) Game(x Game) error         { p.games = append(p.games, x); return p.err }
func (p *printer) Total(Total) error         { return p.err }

func lineOf(score int, moves string) Line {
	pv, err := game.ParseMoves(moves)
	if err != nil {
		panic(err)
	}
	return Line{Value: float64(score), Score: game.Score(score), PV: pv}
}

// moves returns a game of Othello with its passes left out.
func movesOf(t *testing.T, text string) engine.Line {
	t.Helper()
	moves, err := game.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	l := engine.Line{}
	for i, m := range moves {
		l.Moves = append(l.Moves, engine.Stone{Move: m, Side: game.Side(i & 1)})
	}
	return l
}

func analyst(s Solver, p Printer) *Analyst {
	a := New(othello.Game(), engine.DefaultConfig())
	a.Limits = search.Limits{Depth: 1}
	a.Solver, a.Printer, a.Empties = s, p, 64
	return a
}

// TestLosses: a move costs what the best one is worth more, seen from its mover, and
// the best one nothing.
func TestLosses(t *testing.T) {
	s := &script{verdicts: map[int]Verdict{
		60: {Exact: true, Lines: []Line{lineOf(4, "c4c3"), lineOf(1, "f5")}},
		59: {Exact: true, Lines: []Line{lineOf(0, "d6")}},
		58: {Exact: true, Lines: []Line{lineOf(2, "f4")}},
		57: {Exact: true, Lines: []Line{lineOf(20, "f4")}},
	}}
	p := &printer{}
	a := analyst(s, p)
	defer a.Close()
	if err := a.Add(context.Background(), Subject{File: "x", Number: 1, Record: movesOf(t, "f5d6c3")}); err != nil {
		t.Fatal(err)
	}
	if len(p.games) != 1 || len(p.games[0].Moves) != 3 {
		t.Fatalf("games %v", p.games)
	}
	// Black's f5 stands in the same search as the best move; White's d6 is the best one;
	// c3 leads to a position in which White is 20 ahead.
	want := []struct {
		loss float64
		mark Mark
		text string
	}{{3, "?!", "+1"}, {0, "", "-2"}, {22, "??", "-20"}}
	for i, m := range p.games[0].Moves {
		if m.Loss != want[i].loss || m.Mark != want[i].mark || m.Played.Text() != want[i].text {
			t.Errorf("ply %d: loss %v mark %q played %s, want %v", m.Ply, m.Loss, m.Mark, m.Played.Text(), want[i])
		}
	}
	black := p.games[0].Sum(game.Black)
	if black != (Sum{Moves: 2, Blunders: 1, Dubious: 1, Loss: 25}) {
		t.Errorf("black %+v", black)
	}
	if n := a.Total(); n.Games != 1 || n.Moves != 3 || n.Positions != 0 {
		t.Errorf("total %+v", n)
	}
}

// TestSearchCorrected: a move that proves better than the search before it saw is the
// best move from then on, and White is measured against that.
func TestSearchCorrected(t *testing.T) {
	s := &script{verdicts: map[int]Verdict{
		60: {Lines: []Line{lineOf(2, "c4")}},
		59: {Lines: []Line{lineOf(-6, "d6")}},
	}}
	p := &printer{}
	a := analyst(s, p)
	defer a.Close()
	if err := a.Add(context.Background(), Subject{Record: movesOf(t, "f5")}); err != nil {
		t.Fatal(err)
	}
	m := p.games[0].Moves[0]
	if m.Loss != 0 || m.Before.Lines[0].Move() != m.Move || m.Before.Lines[0].Value != 6 {
		t.Errorf("loss %v, before %+v", m.Loss, m.Before.Lines)
	}
}

func TestLossOfOutcomes(t *testing.T) {
	win, lost, unknown := Line{Score: 1, Outcome: true}, Line{Score: -1, Outcome: true}, Line{Unknown: true}
	for _, c := range []struct {
		best, played Line
		unit         string
		want         float64
	}{
		{win, lineOf(29, "a1"), discs, 0}, // both win
		{lost, lineOf(-29, "a1"), discs, 0},
		{win, lineOf(-8, "a1"), discs, 10}, // a win is two discs at least
		{lineOf(12, "a1"), lost, discs, 14},
		{win, lost, discs, 4},
		{unknown, lineOf(-20, "a1"), discs, 0},
		{lineOf(20, "a1"), unknown, discs, 0},
		{lineOf(3, "a1"), lineOf(5, "a1"), discs, 0},
		{Line{Score: game.WinIn(3)}, Line{Score: game.LossIn(4)}, "points", 100},
		{Line{Score: game.WinIn(3)}, Line{Score: game.WinIn(9)}, "points", 0},
		{Line{Score: game.WinIn(3)}, Line{}, "points", 50},
	} {
		if got := loss(c.best, c.played, c.unit); got != c.want {
			t.Errorf("loss(%s, %s, %s) = %v, want %v", c.best.Text(), c.played.Text(), c.unit, got, c.want)
		}
	}
}

// TestExpected: 200 units are 73 %, as game.Score says.
func TestExpected(t *testing.T) {
	for score, want := range map[game.Score]float64{0: 50, 200: 73.1, -200: 26.9, game.WinIn(1): 100, game.LossIn(2): 0} {
		if got := Expected(score); got < want-0.05 || got > want+0.05 {
			t.Errorf("Expected(%v) = %v, want %v", score, got, want)
		}
	}
}

func TestMarks(t *testing.T) {
	for _, c := range []struct {
		loss float64
		unit string
		want Mark
	}{
		{0, discs, ""}, {3, discs, "?!"}, {7, discs, "?"}, {15, discs, "??"}, {64, discs, "??"},
		{9.9, "points", ""}, {10, "points", "?!"}, {20, "points", "?"}, {40, "points", "??"},
	} {
		if got := MarkOf(c.loss, c.unit); got != c.want {
			t.Errorf("MarkOf(%v, %s) = %q, want %q", c.loss, c.unit, got, c.want)
		}
	}
}

// TestGraph: black's view, whoever moved.
func TestGraph(t *testing.T) {
	g := Game{Unit: discs, Moves: []Move{
		{Side: game.Black, Played: lineOf(0, "a1")},
		{Side: game.White, Played: lineOf(-64, "a1")},
		{Side: game.Black, Played: lineOf(-64, "a1")},
		{Side: game.White, Played: lineOf(16, "a1")},
	}}
	if got := Graph(g); got != "▅█▁▃" {
		t.Errorf("graph %s", got)
	}
}

// TestPositions: a position is compared with what the file knows of it, and its exact
// score counts however few squares games are solved from.
func TestPositions(t *testing.T) {
	for _, c := range []struct {
		name   string
		known  []Known
		found  Line
		agrees bool
	}{
		{"the same", []Known{{game.At(2, 3), 4}}, lineOf(4, "c4"), true},
		{"another move of the same score", []Known{{game.At(3, 2), 4}, {game.At(2, 3), 4}}, lineOf(4, "c4"), true},
		{"another score", []Known{{game.At(2, 3), 6}}, lineOf(4, "c4"), false},
		{"a worse move", []Known{{game.At(3, 2), 4}, {game.At(2, 3), 2}}, lineOf(4, "c4"), false},
		{"a move without a score", []Known{{game.At(3, 2), 4}}, lineOf(4, "c4"), false},
	} {
		p := &printer{}
		a := analyst(&script{verdicts: map[int]Verdict{60: {Exact: true, Lines: []Line{c.found}}}}, p)
		a.Empties = 0
		if err := a.Add(context.Background(), Subject{Known: c.known}); err != nil {
			t.Fatal(err)
		}
		right := 0
		if c.agrees {
			right = 1
		}
		if total := a.Total(); p.positions[0].Agrees != c.agrees || total.Known != 1 || total.Right != right {
			t.Errorf("%s: agrees %v, total %+v", c.name, p.positions[0].Agrees, total)
		}
		a.Close()
	}
}

// TestEmpties: positions of a game with more empty squares are searched.
func TestEmpties(t *testing.T) {
	s := &script{}
	a := analyst(s, &printer{})
	defer a.Close()
	a.Empties = 58
	if err := a.Add(context.Background(), Subject{Record: movesOf(t, "f5d6c3")}); err != nil {
		t.Fatal(err)
	}
	if len(s.asked) != 2 || s.asked[0] != 57 || s.asked[1] != 58 {
		t.Errorf("asked to solve %v", s.asked)
	}
}

func TestErrors(t *testing.T) {
	p := &printer{}
	a := analyst(nil, p)
	defer a.Close()
	illegal := &engine.MoveError{}
	if err := a.Add(context.Background(), Subject{Record: movesOf(t, "f5a1")}); !errors.As(err, &illegal) {
		t.Errorf("illegal move: %v", err)
	}
	p.err = errors.New("full")
	unprinted := &PrintError{}
	if err := a.Add(context.Background(), Subject{Record: movesOf(t, "f5")}); !errors.As(err, &unprinted) || !errors.Is(err, p.err) {
		t.Errorf("printer: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := a.Add(ctx, Subject{Record: movesOf(t, "f5")}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestJSON: every line is an object, and the scores are there as documented.
func TestJSON(t *testing.T) {
	var out bytes.Buffer
	j := NewJSON(&out)
	board := Board{Game: "othello", Width: 8, Height: 8, Rule: "othello", Empty: 60}
	lines := []Line{lineOf(4, "c4c3"), {Score: game.WinIn(3)}, {Score: game.LossIn(2)}, {Score: -1, Outcome: true}, {Unknown: true}}
	verdict := Verdict{Lines: lines, Exact: true, Nodes: 7, Unit: discs}
	if err := j.Position(Position{Subject: Subject{File: "<a>", Number: 2, Known: []Known{{}}}, Board: board, Verdict: verdict}); err != nil {
		t.Fatal(err)
	}
	g := Game{Subject: Subject{File: "f", Number: 1, Black: "B"}, Board: board, Unit: discs, Moves: []Move{
		{Ply: 1, Move: game.At(2, 3), Played: lines[0], Loss: 3.26, Mark: "?!", Before: verdict},
	}}
	if err := errors.Join(j.Game(g), j.Total(Total{Games: 1, Moves: 1})); err != nil {
		t.Fatal(err)
	}
	var types []string
	for line := range strings.Lines(out.String()) {
		var o struct {
			Type  string
			Loss  float64
			Lines []struct {
				Move     string
				Score    *float64
				MateIn   *int `json:"mate_in"`
				Outcome  *int
				Expected *float64
				PV       []string
			}
			Agrees *bool
		}
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		types = append(types, o.Type)
		if o.Type != "position" {
			continue
		}
		l := o.Lines
		if *l[0].Score != 4 || l[0].Move != "c4" || len(l[0].PV) != 2 || *l[1].MateIn != 3 || *l[2].MateIn != -2 || *l[3].Outcome != -1 ||
			l[4].Score != nil || l[4].MateIn != nil || l[4].Outcome != nil || l[0].Expected != nil || o.Agrees == nil || *o.Agrees {
			t.Errorf("position %s", line)
		}
	}
	if got := strings.Join(types, " "); got != "position move game total" {
		t.Errorf("objects: %s", got)
	}
	if !strings.Contains(out.String(), `"<a>"`) || !strings.Contains(out.String(), `"loss":3.3`) {
		t.Errorf("written %s", out.String())
	}
}

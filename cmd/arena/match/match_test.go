package match

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
)

// own returns two players that are Ishi in process, and a contest between them.
func own(of string, a, b uint64) (*contest.Contest, *Player, *Player) {
	p, q := ishiPlayer(a), ishiPlayer(b)
	return &contest.Contest{Game: of, Participants: []contest.Participant{p.participant, q.participant}}, p, q
}

func moves(t *testing.T, text string) []game.Move {
	t.Helper()
	m, err := game.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// played writes the moves of a game.
func played(g contest.Played) string {
	var b strings.Builder
	for _, p := range g.Plies {
		fmt.Fprint(&b, p.Move, " ")
	}
	return b.String()
}

func TestSameGamesAgain(t *testing.T) {
	for _, of := range []string{"gomoku", "othello"} {
		opening := contest.Opening{Name: "two moves", Moves: moves(t, map[string]string{"gomoku": "h8i9", "othello": "d3c5"}[of])}
		job := contest.Job{ID: 1, White: 1, Seed: 5, Opening: opening}
		c, p, q := own(of, 300, 200)
		first := Play(t.Context(), c, job, p, q, Options{})
		Play(t.Context(), c, contest.Job{ID: 2, White: 1}, p, q, Options{})
		again := Play(t.Context(), c, job, p, q, Options{})
		if first.Reason != contest.Regular || played(first) != played(again) {
			t.Errorf("%s: %v, %s\nagain:\n%s\n%s", of, first.Reason, first.Detail, played(first), played(again))
		}
		if !first.Plies[0].Opening || first.Plies[2].Opening || first.Plies[2].Nodes == 0 || first.Plies[2].Time <= 0 || first.Plies[2].PV == "" {
			t.Errorf("%s: plies %+v", of, first.Plies[:3])
		}
	}
}

func mustGame(t *testing.T, name string) engine.Game {
	t.Helper()
	g, ok := Game(name)
	if !ok {
		t.Fatal("no game ", name)
	}
	return g
}

func TestOpeningsThatCannotBe(t *testing.T) {
	for _, o := range []contest.Opening{
		{Name: "twice", Moves: moves(t, "h8h8")},
		{Name: "off", Moves: []game.Move{game.At(20, 3)}},
		{Name: "set up twice", Stones: []engine.Stone{{Move: game.At(1, 1)}, {Move: game.At(1, 1)}}},
	} {
		c, p, q := own("gomoku", 20, 20)
		got := Play(t.Context(), c, contest.Job{White: 1, Opening: o}, p, q, Options{})
		if got.Reason != contest.Interrupted || !strings.Contains(got.Detail, o.Name) {
			t.Errorf("%s: %q, %s", o.Name, got.Reason, got.Detail)
		}
	}
	c, p, q := own("chess", 20, 20)
	if got := Play(t.Context(), c, contest.Job{White: 1}, p, q, Options{}); got.Reason != contest.Interrupted {
		t.Errorf("chess: %q", got.Reason)
	}
}

// TestStones begins with stones that were set up, White to move, for each protocol.
func TestStones(t *testing.T) {
	stones := []engine.Stone{
		{Move: game.At(7, 7), Side: game.Black}, {Move: game.At(8, 8), Side: game.Black}, {Move: game.At(6, 8), Side: game.White},
	}
	c, p, _ := own("gomoku", 50, 50)
	q := fakePlayer(t, "gomocup", "none", "mark-stones", patient, contest.Limits{})
	defer q.Close()
	for n := range 2 {
		players := [2]*Player{p, q}
		job := contest.Job{Black: n, White: 1 - n, Opening: contest.Opening{Stones: stones, First: game.White}}
		got := Play(t.Context(), c, job, players[n], players[1-n], Options{})
		if got.Reason != contest.Regular || got.Plies[0].Side != game.White {
			t.Errorf("%q, %s, first %+v", got.Reason, got.Detail, got.Plies[:1])
		}
	}
}

func TestSwap2(t *testing.T) {
	for _, test := range []struct {
		fault  string // of the second player
		first  bool   // the fake puts the three stones
		black  int
		stones string
		reason contest.Reason
	}{
		{fault: "swap2 swap", black: 1, reason: contest.Regular},
		{fault: "swap2 stay", black: 0, reason: contest.Regular},
		{fault: "swap2 put", black: -1, reason: contest.Regular}, // Ishi chooses
		{fault: "swap2 swap", first: true, black: -1, stones: "h8 i9 j8", reason: contest.Regular},
		{fault: "swap2 wrong", black: 0, reason: contest.Malformed},
	} {
		p, q := ishiPlayer(100), fakePlayer(t, "gomocup", test.fault, "mark-swap2", patient, contest.Limits{})
		c := &contest.Contest{Game: "gomoku", Swap2: true, Participants: []contest.Participant{p.participant, q.participant}}
		job, players := contest.Job{White: 1, Seed: 3}, [2]*Player{p, q}
		if test.first {
			job.Black, job.White = 1, 0
			players = [2]*Player{q, p}
		}
		got := Play(t.Context(), c, job, players[0], players[1], Options{})
		if got.Reason != test.reason || test.black >= 0 && got.Black != test.black || got.Black+got.White != 1 {
			t.Errorf("%+v: %q, black %d, %s: %s", test, got.Reason, got.Black, got.Detail, played(got))
		}
		if !strings.HasPrefix(played(got), test.stones) {
			t.Errorf("%+v: %s", test, played(got))
		}
		if test.fault == "swap2 put" && !slices.ContainsFunc(got.Plies[3:5], func(p contest.Ply) bool { return p.Move == game.At(4, 4) }) {
			t.Errorf("%+v: %s", test, played(got))
		}
		q.Close()
	}
	c, p, q := own("gomoku", 300, 300)
	c.Swap2 = true
	first := Play(t.Context(), c, contest.Job{White: 1, Seed: 9}, p, q, Options{})
	again := Play(t.Context(), c, contest.Job{White: 1, Seed: 9}, p, q, Options{})
	other := Play(t.Context(), c, contest.Job{White: 1, Seed: 10}, p, q, Options{})
	if first.Reason != contest.Regular || played(first) != played(again) || played(first) == played(other) {
		t.Errorf("%q %s\n%s\n%s\n%s", first.Reason, first.Detail, played(first), played(again), played(other))
	}
}

func TestLog(t *testing.T) {
	var log bytes.Buffer
	p, q := ishiPlayer(20), fakePlayer(t, "gomocup", "crash", "mark-log", patient, contest.Limits{})
	defer q.Close()
	c := &contest.Contest{Game: "gomoku", Participants: []contest.Participant{p.participant, q.participant}}
	Play(t.Context(), c, contest.Job{White: 1}, p, q, Options{Log: &log})
	for _, want := range []string{" Fake > START 15\n", " Fake < OK\n", " Fake > TURN ", " Fake ! assertion failed\n", " Fake # ended: exit status 3\n"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %q in\n%s", want, log.String())
		}
	}
}

// TestReports reads what the fake tells.
func TestReports(t *testing.T) {
	for protocol, want := range map[string]struct {
		score float64
		depth int
		nodes uint64
		pv    string
	}{"gomocup": {12, 3, 345, "a1 b2"}, "nboard": {-1.25, 7, 0, "F5D6"}} {
		p, q := fakePlayer(t, protocol, "none", "mark-report", patient, contest.Limits{}), ishiPlayer(20)
		c := &contest.Contest{Game: gameOf[protocol], Participants: []contest.Participant{p.participant, q.participant}}
		got := Play(t.Context(), c, contest.Job{White: 1}, p, q, Options{}).Plies[0]
		if got.Score == nil || *got.Score != want.score || got.Depth != want.depth || got.Nodes != want.nodes || got.PV != want.pv {
			t.Errorf("%s: %+v", protocol, got)
		}
		p.Close()
	}
}

// scored makes plies from the scores of both sides, in turn; 99 stands for none.
func scored(scores ...float64) []contest.Ply {
	var plies []contest.Ply
	for n, s := range scores {
		p := contest.Ply{Side: game.Side(n % 2), Move: game.At(n, 0), Score: &s}
		if s == 99 {
			p.Score = nil
		}
		plies = append(plies, p)
	}
	return plies
}

func TestAdjudication(t *testing.T) {
	draw := contest.Adjudication{DrawScore: 5, DrawFrom: 6, DrawPlies: 4}
	resign := contest.Adjudication{ResignScore: 100, ResignMoves: 2}
	for _, test := range []struct {
		name  string
		a     contest.Adjudication
		plies []contest.Ply
		want  game.Outcome
	}{
		{"never", contest.Adjudication{}, scored(0, 0, 0, 0, 0, 0, 0, 0), game.Ongoing},
		{"draw", draw, scored(50, -50, 5, -5, 0, 0), game.Draw},
		{"too early for a draw", draw, scored(0, 0, 0, 0), game.Ongoing},
		{"no draw for one", draw, scored(0, 0, 0, 6, 0, 0), game.Ongoing},
		{"no draw without a score", draw, scored(0, 0, 0, 0, 0, 99), game.Ongoing},
		{"black resigns", resign, scored(-100, 150, -101, 100), game.WhiteWins},
		{"white resigns", resign, scored(0, 0, 100, -120, 150, -100), game.BlackWins},
		{"white does not agree", resign, scored(-100, 150, -101, 99), game.Ongoing},
		{"one move is not enough", resign, scored(-100, 150), game.Ongoing},
		{"the second does not count", resign, scored(-100, 150, -99, 150), game.Ongoing},
		{"no score, no end", resign, scored(-100, 150, 99, 150), game.Ongoing},
		{"long", contest.Adjudication{MaxPlies: 3}, scored(99, 99, 99), game.Draw},
		{"not long", contest.Adjudication{MaxPlies: 4}, scored(99, 99, 99), game.Ongoing},
	} {
		pos, err := mustGame(t, "gomoku").New(engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := adjudicate(test.a, test.plies, pos)
		if got.Outcome != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestExactEmpties: what is said of the end is what perfect play makes of it.
func TestExactEmpties(t *testing.T) {
	for _, empties := range []int{10, 0} {
		c, p, q := own("othello", 400, 400)
		c.Adjudication.ExactEmpties = empties
		got := Play(t.Context(), c, contest.Job{White: 1}, p, q, Options{})
		if empties == 0 {
			if got.Reason != contest.Regular {
				t.Errorf("%q, %v", got.Reason, got.Result)
			}
			continue
		}
		stones := 4
		for _, ply := range got.Plies {
			if ply.Move != game.Pass {
				stones++
			}
		}
		if got.Reason != contest.Adjudicated || stones != 64-empties {
			t.Errorf("%q with %d stones: %v", got.Reason, stones, got.Result)
		}
		// Ishi solves the rest by itself.
		c.Adjudication.ExactEmpties = 0
		c.Participants[0].Limits, c.Participants[1].Limits = contest.Limits{Depth: 20}, contest.Limits{Depth: 20}
		p, q = NewPlayer(c.Participants[0], patient), NewPlayer(c.Participants[1], patient)
		opening := contest.Opening{}
		for _, ply := range got.Plies {
			opening.Moves = append(opening.Moves, ply.Move)
		}
		rest := Play(t.Context(), c, contest.Job{White: 1, Opening: opening}, p, q, Options{})
		if rest.Result.Outcome != got.Result.Outcome || rest.Result.Margin != got.Result.Margin {
			t.Errorf("adjudicated %v, played %v", got.Result, rest.Result)
		}
	}
}

// TestMatchTime: increments are added, what is used is taken off, and who has nothing
// left has lost.
func TestMatchTime(t *testing.T) {
	b := budget{used: 7 * time.Second, moves: 3}
	if got := b.left(contest.Limits{Match: 10 * time.Second, Increment: 2 * time.Second}); got != 9*time.Second {
		t.Errorf("%v left, want 9s", got)
	}
	p := ishiPlayer(20)
	q := fakePlayer(t, "gomocup", "late", "mark-time", patient, contest.Limits{Match: 450 * time.Millisecond})
	defer q.Close()
	c := &contest.Contest{Game: "gomoku", Participants: []contest.Participant{p.participant, q.participant}}
	got := Play(t.Context(), c, contest.Job{White: 1}, p, q, Options{}) // 200 ms for each move
	if got.Reason != contest.Late || len(got.Plies) > 5 {
		t.Errorf("%q after %d plies: %s", got.Reason, len(got.Plies), got.Detail)
	}
	late := got.Conduct[game.White]
	if late.Late <= 0 || late.Used <= late.Late || got.Conduct[game.Black].Late != 0 {
		t.Errorf("conduct %+v", got.Conduct)
	}
}

// TestDetection finds out what a fake speaks.
func TestDetection(t *testing.T) {
	for protocol, of := range gameOf {
		q := fakePlayer(t, protocol, "none", "mark-detect", patient, contest.Limits{})
		q.participant.Protocol = ""
		q.participant.Command[2] = protocol
		q.participant.Command = slices.Clone(q.participant.Command)
		p := ishiPlayer(20)
		c := &contest.Contest{Game: of, Participants: []contest.Participant{p.participant, q.participant}}
		got := Play(t.Context(), c, contest.Job{White: 1}, p, q, Options{})
		if got.Reason != contest.Regular || q.dialect.String() != protocol {
			t.Errorf("%s: %q, %s, taken for %v", protocol, got.Reason, got.Detail, q.dialect)
		}
		q.Close()
	}
}

// BenchmarkOverhead plays games between two fakes that answer at once.
func BenchmarkOverhead(b *testing.B) {
	for _, protocol := range []string{"gomocup", "gtp", "nboard"} {
		b.Run(protocol, func(b *testing.B) {
			p := fakePlayer(b, protocol, "none", "mark-bench", patient, contest.Limits{})
			q := fakePlayer(b, protocol, "none", "mark-bench", patient, contest.Limits{})
			defer p.Close()
			defer q.Close()
			c := &contest.Contest{Game: gameOf[protocol], Participants: []contest.Participant{p.participant, q.participant}}
			plies, engines := 0, time.Duration(0)
			for b.Loop() {
				got := Play(b.Context(), c, contest.Job{White: 1}, p, q, Options{})
				if got.Reason != contest.Regular {
					b.Fatal(got.Detail)
				}
				plies += len(got.Plies)
				for _, ply := range got.Plies {
					engines += ply.Time
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(plies), "µs/ply")
			b.ReportMetric(float64((b.Elapsed()-engines).Microseconds())/float64(plies), "µs-outside-clock/ply")
		})
	}
}

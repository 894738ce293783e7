package rating

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine/game"
)

func three() *contest.Contest {
	return &contest.Contest{Name: "test", Game: "gomoku", Participants: []contest.Participant{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
}

func won(id, pair, black, white int, o game.Outcome) (contest.Job, contest.Played) {
	return contest.Job{ID: id, Pair: pair, Black: black, White: white},
		contest.Played{Job: id, Black: black, White: white, Reason: contest.Regular, Result: game.Result{Outcome: o}}
}

// TestLedger adds up eight games by hand.
func TestLedger(t *testing.T) {
	l := NewLedger(three(), 20)
	add := func(id, pair, black, white int, o game.Outcome, r contest.Reason) {
		job, p := won(id, pair, black, white, o)
		p.Reason = r
		l.Add(job, p)
	}
	add(1, 1, 0, 1, game.BlackWins, contest.Regular) // a-b 1
	add(3, 2, 0, 2, game.WhiteWins, contest.Late)    // a-c 0
	add(2, 1, 1, 0, game.WhiteWins, contest.Crashed) // a-b 1: pair 1 is 2 of 2
	add(4, 2, 2, 0, game.Draw, contest.Adjudicated)  // a-c ½: pair 2 is ½ of 2
	add(5, 3, 1, 2, game.Draw, contest.Regular)      // b-c ½
	add(6, 3, 2, 1, game.Draw, contest.Regular)      // b-c ½: pair 3 is 1 of 2
	add(7, 4, 0, 1, game.WhiteWins, contest.Resigned)
	add(8, 0, 1, 2, game.BlackWins, contest.Regular)
	add(9, 4, 1, 0, game.BlackWins, contest.Interrupted)
	add(1, 1, 0, 1, game.WhiteWins, contest.Regular) // again: left out
	s := l.Summary(nil)
	want := map[[2]int]Tally{
		{0, 1}: {Wins: 2, Losses: 1, Pairs: [5]int{4: 1}},
		{1, 0}: {Wins: 1, Losses: 2, Pairs: [5]int{0: 1}},
		{0, 2}: {Draws: 1, Losses: 1, Pairs: [5]int{1: 1}},
		{2, 0}: {Draws: 1, Wins: 1, Pairs: [5]int{3: 1}},
		{1, 2}: {Wins: 1, Draws: 2, Pairs: [5]int{2: 1}},
	}
	for k, w := range want {
		if got := s.Crosstable[k[0]][k[1]]; got != w || l.Tally(k[0], k[1]) != w {
			t.Errorf("%v: %+v, want %+v", k, got, w)
		}
	}
	if s.Games != 8 || s.Total != 20 || s.Interrupted != 1 || s.First != nil {
		t.Errorf("%d of %d games, %d interrupted, first %v", s.Games, s.Total, s.Interrupted, s.First)
	}
	if want := (Tally{Wins: 2, Draws: 3, Losses: 3}); s.Colours != want {
		t.Errorf("colours %+v, want %+v", s.Colours, want)
	}
	if want := map[contest.Reason]int{contest.Regular: 4, contest.Late: 1, contest.Crashed: 1, contest.Adjudicated: 1, contest.Resigned: 1}; !reflect.DeepEqual(s.Reasons, want) {
		t.Errorf("reasons %v", s.Reasons)
	}
	for _, st := range s.Standings {
		switch st.Name {
		case "a":
			if want := map[contest.Reason]int{contest.Late: 1}; !reflect.DeepEqual(st.Faults, want) || st.Points != 2.5 || st.Games() != 5 {
				t.Errorf("a: %+v", st)
			}
			if want := (Tally{Wins: 1, Losses: 2}); st.Black != want {
				t.Errorf("a with Black: %+v", st.Black)
			}
			if want := (Tally{Wins: 1, Draws: 1}); st.White != want {
				t.Errorf("a with White: %+v", st.White)
			}
		case "b":
			if want := map[contest.Reason]int{contest.Crashed: 1}; !reflect.DeepEqual(st.Faults, want) {
				t.Errorf("b: %+v", st.Faults)
			}
		case "c":
			if st.Faults != nil || st.Points != 2.5 {
				t.Errorf("c: %+v", st)
			}
		}
	}
	if len(s.Curves) != 3 || len(s.Curves[0].Points) != 5 || s.Curves[0].Points[4].Games != 5 {
		t.Errorf("curves %+v", s.Curves)
	}
}

// TestSwapped: in a swap2 game the sides may have changed; what counts is who had the
// winning stones.
func TestSwapped(t *testing.T) {
	c := three()
	c.Participants = c.Participants[:2]
	l := NewLedger(c, 2)
	job, p := won(1, 1, 0, 1, game.BlackWins)
	p.Black, p.White = 1, 0
	l.Add(job, p)
	job, p = won(2, 1, 1, 0, game.BlackWins)
	p.Black, p.White = 0, 1
	l.Add(job, p)
	s := l.Summary(&SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05})
	if want := (Tally{Wins: 1, Losses: 1, Pairs: [5]int{2: 1}}); s.First.Tally != want {
		t.Errorf("%+v, want %+v", s.First.Tally, want)
	}
	if s.First.SPRT == nil || s.First.SPRT.State != Continue || len(s.Curves) != 1 {
		t.Errorf("%+v, %d curves", s.First.SPRT, len(s.Curves))
	}
}

func TestPlay(t *testing.T) {
	c := three()
	c.Participants = c.Participants[:2]
	l := NewLedger(c, 1)
	job, p := won(1, 0, 0, 1, game.BlackWins)
	job.Opening = contest.Opening{Name: "x:1", Moves: []game.Move{game.At(7, 7)}}
	p.Plies = []contest.Ply{{Side: game.Black, Move: game.At(7, 7), Opening: true, Time: time.Hour}}
	for i := range 200 {
		over := time.Duration(i-199) * time.Millisecond
		if i >= 197 {
			over = time.Duration(i-196) * time.Millisecond // 1, 2, 3 ms late
		}
		p.Plies = append(p.Plies, contest.Ply{Side: game.White, Time: time.Duration(i) * time.Millisecond, Over: over})
	}
	p.Plies = append(p.Plies, contest.Ply{Side: game.Black, Time: time.Second, Nodes: 3000, Depth: 8},
		contest.Ply{Side: game.Black, Time: time.Second, Nodes: 1000, Depth: 5}, contest.Ply{Side: game.Black, Time: time.Second})
	p.Conduct = [2]contest.Conduct{{Resident: 5}, {Resident: 7, Restarted: true}}
	l.Add(job, p)
	s := l.Summary(nil)
	want := map[string]Play{
		"a": {Moves: 3, Time: time.Second, Longest: time.Second, Nodes: 2000, Depth: 6.5, Speed: 2000, Resident: 5},
		"b": {
			Moves: 200, Time: 99500 * time.Microsecond, Longest: 199 * time.Millisecond, Timed: 200, Late: 3,
			MostOver: 3 * time.Millisecond, Over99: time.Millisecond, Resident: 7, Restarts: 1,
		},
	}
	for _, st := range s.Standings {
		if st.Play != want[st.Name] {
			t.Errorf("%s: %+v\nwant %+v", st.Name, st.Play, want[st.Name])
		}
	}
	row := s.Openings[0]
	if row.Name != "x:1" || row.Moves != "h8" || row.Plies != 204 || *row.First != (Tally{Wins: 1}) || row.Black != (Tally{Wins: 1}) {
		t.Errorf("opening %+v", row)
	}
}

func TestOvershoots(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	var o overshoots
	var all []time.Duration
	for range 50 {
		for range random.IntN(9) {
			d := time.Duration(random.IntN(40) - 20)
			all = append(all, d)
			o.fresh = append(o.fresh, d)
		}
		slices.Sort(all)
		if got := o.sort(); !slices.Equal(got, all) {
			t.Fatalf("%v, want %v", got, all)
		}
	}
}

// BenchmarkSummary is a summary in the midst of a long match: 20,000 games of 60 timed
// moves over 5,000 openings.
func BenchmarkSummary(b *testing.B) {
	c := three()
	c.Participants = c.Participants[:2]
	l := NewLedger(c, 20000)
	random := rand.New(rand.NewPCG(2, 3))
	add := func(id int) {
		job, p := won(id, (id+1)/2, id%2, 1-id%2, game.BlackWins+game.Outcome(random.IntN(3)))
		job.Opening.Name = strconv.Itoa(id % 5000)
		for i := range 60 {
			p.Plies = append(p.Plies, contest.Ply{Side: game.Side(i % 2), Time: time.Second, Over: time.Duration(random.IntN(1000) - 990)})
		}
		l.Add(job, p)
	}
	for id := range 20000 {
		add(id)
	}
	id := 20000
	for b.Loop() {
		add(id)
		l.Summary(test)
		id++
	}
}

var test = &SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}

// TestSummaryJSON: a summary is the same after a journey as JSON, with numbers that are
// not known too.
func TestSummaryJSON(t *testing.T) {
	l := NewLedger(three(), 3)
	job, p := won(1, 1, 0, 1, game.BlackWins)
	l.Add(job, p)
	text, err := json.Marshal(l.Summary(nil))
	if err != nil {
		t.Fatal(err)
	}
	var back Summary
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(back)
	if err != nil || string(again) != string(text) {
		t.Errorf("%s\nbecomes %s, %v", text, again, err)
	}
}

// TestCurve: a long curve keeps a bounded number of points, evenly spread, and ends after
// the last game.
func TestCurve(t *testing.T) {
	var c curve
	var now Tally
	for i := range 5001 {
		if i%3 == 0 {
			now.Wins++
		} else {
			now.Losses++
		}
		c.add(now)
		if len(c.tallies) >= curvePoints {
			t.Fatalf("%d points after %d games", len(c.tallies), i+1)
		}
	}
	points := c.points(now)
	if len(points) < curvePoints/2 || points[len(points)-1].Games != 5001 {
		t.Errorf("%d points, the last after %d games", len(points), points[len(points)-1].Games)
	}
	for i := 1; i < len(points)-1; i++ {
		if points[i].Games-points[i-1].Games != c.step {
			t.Fatalf("from %d to %d", points[i-1].Games, points[i].Games)
		}
	}
}

package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/rating"
	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
	"ishi/engine/record"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("%s differs; got\n%s", name, got)
	}
}

func newContest(names ...string) *contest.Contest {
	c := &contest.Contest{Name: "Spring <b>cup</b>", Game: "gomoku", Setup: engine.Setup{Width: 15, Height: 15, Rule: "freestyle"}, Seed: 7}
	for _, n := range names {
		c.Participants = append(c.Participants, contest.Participant{Name: n, Limits: contest.Limits{Match: time.Minute, Increment: time.Second}})
	}
	return c
}

// play makes up n pairs of games in turn between all participants.
func play(c *contest.Contest, pairs int) (jobs []contest.Job, games []contest.Played) {
	random := rand.New(rand.NewPCG(c.Seed, 1))
	n := len(c.Participants)
	outcomes := []game.Outcome{game.BlackWins, game.BlackWins, game.WhiteWins, game.Draw}
	id := 0
	for pair := 1; pair <= pairs; pair++ {
		a := pair % n
		b := (a + 1 + random.IntN(n-1)) % n
		opening := contest.Opening{Name: "cup.txt:" + string(rune('1'+pair%3)), Moves: []game.Move{game.At(7, 7), game.At(8, pair%3)}}
		for swap := range 2 {
			id++
			job := contest.Job{ID: id, Round: pair, Pair: pair, Black: a, White: b, Opening: opening}
			if swap == 1 {
				job.Black, job.White = b, a
			}
			jobs = append(jobs, job)
			p := contest.Played{
				Job: id, Black: job.Black, White: job.White, Reason: contest.Regular, Worker: "here",
				Result:  game.Result{Outcome: outcomes[random.IntN(4)], Reason: "five in a row"},
				Started: time.Date(2026, 5, 1, 12, 0, id%60, 0, time.UTC), Took: 3 * time.Second,
			}
			p.Conduct[0].Resident = 123 << 20
			if id%7 == 0 {
				p.Result = game.Result{Outcome: game.WhiteWins}
				p.Reason, p.Detail = contest.Late, "1.5 s for a move\x1b[2J of 1 s"
			}
			p.Plies = []contest.Ply{
				{Side: game.Black, Move: opening.Moves[0], Opening: true}, {Side: game.White, Move: opening.Moves[1], Opening: true},
				{Side: game.Black, Move: game.At(6, 6), Time: 1500 * time.Millisecond, Over: 500 * time.Millisecond, Score: f(12.5), Depth: 9, Nodes: 12345, PV: "g7 h9"},
				{Side: game.White, Move: game.At(5, 5), Time: 40 * time.Millisecond, Over: -960 * time.Millisecond, Score: f(-3), Depth: 7, Nodes: 800},
			}
			games = append(games, p)
		}
	}
	return jobs, games
}

func f(v float64) *float64 { return &v }

func summary(c *contest.Contest, pairs int, test *rating.SPRT) rating.Summary {
	l := rating.NewLedger(c, 2*pairs+10)
	jobs, games := play(c, pairs)
	for i := range jobs {
		l.Add(jobs[i], games[i])
	}
	return l.Summary(test)
}

var test = &rating.SPRT{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05}

func TestGolden(t *testing.T) {
	two := summary(newContest("Ishi", `<script>alert("1")</script>`), 30, test)
	four := summary(newContest("Ishi", "Rapfi", "名人 & co", "O'Neill"), 60, nil)
	for name, s := range map[string]rating.Summary{"two": two, "four": four} {
		for kind, write := range map[string]func(io.Writer, rating.Summary) error{"json": JSON, "csv": CSV, "html": HTML} {
			var text bytes.Buffer
			if err := write(&text, s); err != nil {
				t.Errorf("%s.%s: %v", name, kind, err)
			}
			golden(t, name+"."+kind, text.String())
		}
		golden(t, name+".txt", Table(s, LiveOptions{}))
	}
}

// TestPage: the page is well-formed, needs nothing from elsewhere, and names stay text.
func TestPage(t *testing.T) {
	evil := `"><img src=x onerror=alert(1)>'&{{.}}` + "\x1b[31m\u202e"
	for _, s := range []rating.Summary{
		summary(newContest("Ishi", evil), 30, test),
		summary(newContest(evil, "b", "c"), 40, nil),
		summary(newContest("a", "b"), 0, test),
		summary(newContest("a", "b"), 1, nil),
		rating.NewLedger(newContest(), 0).Summary(nil),
	} {
		var text bytes.Buffer
		if err := HTML(&text, s); err != nil {
			t.Fatal(err)
		}
		page := text.String()
		for _, bad := range []string{"<script", "<img", "http:", "https:", "url(", "\x1b", "\u202e", "NaN", "Inf", "ZgotmplZ"} {
			if strings.Contains(page, bad) {
				t.Errorf("%q in the page", bad)
			}
		}
		wellFormed(t, page)
	}
	var text bytes.Buffer
	HTML(&text, summary(newContest("Ishi", evil), 30, test))
	for _, want := range []string{"<svg", "<polyline", `class="band`, "&lt;img src=x", "Spring &lt;b&gt;cup", "LLR", "Likelihood of superiority"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

// wellFormed reads a page as XML.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	depth := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	if depth != 0 {
		t.Errorf("%d elements are open at the end", depth)
	}
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	for pairs := range 3 {
		if err := Write(folder, summary(newContest("a", "b"), pairs, nil)); err != nil {
			t.Fatal(err)
		}
	}
	entries, _ := os.ReadDir(folder)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != "report.html summary.csv summary.json" {
		t.Errorf("files: %s", got)
	}
	text, _ := os.ReadFile(filepath.Join(folder, "summary.json"))
	var s rating.Summary
	if err := json.Unmarshal(text, &s); err != nil || s.Games != 4 || s.Schema != rating.Schema {
		t.Errorf("summary.json: %d games, schema %q, %v", s.Games, s.Schema, err)
	}
	if err := Write(filepath.Join(folder, "nowhere"), s); err == nil {
		t.Error("a folder that is not there")
	}
}

// TestGames writes games, as after a run that was interrupted, and reads them again.
func TestGames(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "games")
	c := newContest("Ishi", "Rapfi")
	jobs, played := play(c, 5)
	for _, n := range []int{4, 10} { // the second run begins anew with all
		g, err := OpenGames(folder, c, gomoku.Game())
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if err := g.Add(jobs[i], played[i]); err != nil {
				t.Fatal(err)
			}
		}
		stopped := played[0]
		stopped.Job, stopped.Reason = 99, contest.Interrupted
		if err := g.Add(jobs[1], played[1]); err != nil { // again
			t.Error(err)
		}
		if err := g.Add(jobs[0], stopped); err != nil {
			t.Error(err)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
	var games []*record.Game
	if err := record.ReadFile(filepath.Join(folder, "games.sgf"), func(g *record.Game) error { games = append(games, g); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(games) != 10 {
		t.Fatalf("%d games in games.sgf", len(games))
	}
	g := games[6]
	if g.Black != c.Participants[played[6].Black].Name || g.Date != "2026-05-01" || len(g.Moves) != 4 || g.Rule == "" {
		t.Errorf("game 7: %+v", g)
	}
	if !strings.HasSuffix(g.Result, "+T") || !strings.Contains(g.Comment, "late") || strings.Contains(g.Comment, "\x1b") {
		t.Errorf("game 7: result %q, comment %q", g.Result, g.Comment)
	}
	m := g.Moves[2]
	if m.Time != 1500*time.Millisecond || m.Score != 12.5 || !strings.Contains(m.Comment, "depth 9, nodes 12345, time 1.500 s, late by 0.500 s, pv g7 h9") {
		t.Errorf("move 3: %+v", m)
	}
	if g.Moves[0].Comment != "opening" || g.Moves[3].Score != -3 {
		t.Errorf("moves 1 and 4: %+v %+v", g.Moves[0], g.Moves[3])
	}
	psq, err := filepath.Glob(filepath.Join(folder, "psq", "*.psq"))
	if err != nil || len(psq) != 10 || filepath.Base(psq[9]) != "000010.psq" {
		t.Errorf("psq: %v, %v", psq, err)
	}
	err = record.ReadFile(psq[2], func(g *record.Game) error {
		if len(g.Moves) != 4 || g.Moves[2].Time != 1500*time.Millisecond || g.Black != c.Participants[played[2].Black].Name {
			t.Errorf("%s: %+v", psq[2], g)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	file, _ := os.Open(filepath.Join(folder, "games.csv"))
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) != 11 {
		t.Fatalf("games.csv: %d lines, %v", len(rows), err)
	}
	var text strings.Builder
	w := csv.NewWriter(&text)
	w.WriteAll(rows)
	golden(t, "games.csv", text.String())
}

func TestGamesOfOthello(t *testing.T) {
	folder := t.TempDir()
	c := &contest.Contest{Name: "o", Game: "othello", Participants: []contest.Participant{{Name: "a"}, {Name: "b"}}}
	line, err := game.ParseMoves("e6f4c3c4d3d6e3c2b3d2c5f5f3f6e1d1e2f1")
	if err != nil {
		t.Fatal(err)
	}
	p := contest.Played{Job: 1, White: 1, Reason: contest.Adjudicated, Result: game.Result{Outcome: game.BlackWins, Margin: 12}}
	for i, m := range line[:8] {
		p.Plies = append(p.Plies, contest.Ply{Side: game.Side(i % 2), Move: m, Time: time.Second, Score: f(float64(i))})
	}
	set := contest.Job{ID: 2, White: 1, Opening: contest.Opening{First: game.White, Stones: []engine.Stone{
		{Move: game.At(3, 3), Side: game.White}, {Move: game.At(4, 3)}, {Move: game.At(5, 3)}, {Move: game.At(3, 4)}, {Move: game.At(4, 4), Side: game.White},
	}}}
	q := contest.Played{Job: 2, White: 1, Reason: contest.Resigned, Result: game.Result{Outcome: game.WhiteWins}}
	q.Plies = []contest.Ply{{Side: game.White, Move: game.At(5, 2), Time: time.Second}}
	g, err := OpenGames(folder, c, othello.Game())
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Add(contest.Job{ID: 1, White: 1}, p); err != nil {
		t.Error(err)
	}
	if err := g.Add(set, q); err != nil {
		t.Error(err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"games.ggf", "games.sgf"} {
		var games []*record.Game
		if err := record.ReadFile(filepath.Join(folder, name), func(g *record.Game) error { games = append(games, g); return nil }); err != nil {
			t.Fatal(err)
		}
		if len(games) != 2 || len(games[0].Moves) != 8 || games[0].Moves[3].Time != time.Second || games[0].Moves[3].Score != 3 {
			t.Errorf("%s: %+v", name, games)
		}
		if r, ok := record.ParseResult(games[0].Result); !ok || r.Margin != 12 || r.Outcome != game.BlackWins {
			t.Errorf("%s: result %q", name, games[0].Result)
		}
		if len(games) == 2 && (len(games[1].Setup) != 5 || games[1].First != game.White) {
			t.Errorf("%s: the game that was set up: %+v", name, games[1])
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "psq")); err == nil {
		t.Error("psq files of Othello")
	}
}

package othello

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ishi/engine/othello"
)

// wthorFolder writes a folder with one file of games, which are played at random to the end. The
// theoretical score of each is the real one.
func wthorFolder(t *testing.T, games int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	file := make([]byte, 16)
	binary.LittleEndian.PutUint32(file[4:], uint32(games))
	file[14] = 10
	for range games {
		b, black := othello.Start, true
		record := make([]byte, 68)
		n := 8
		for !b.Over() {
			if b.Moves() == 0 {
				b, black = b.Pass(), !black
			}
			if b.Count() == 10 {
				score := othello.NewSolver(solverTable).Exact(b)
				if !black {
					score = -score
				}
				record[7] = byte(32 + score/2)
			}
			sq := randomMove(r, b)
			record[n] = byte(10*(sq/8+1) + sq%8 + 1)
			n++
			b, black = b.Play(sq, b.Flips(sq)), !black
		}
		file = append(file, record...)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "WTH_2000.wtb"), file, 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

func readGames(t *testing.T, games int) []Line {
	t.Helper()
	lines, damaged, err := ReadGames(wthorFolder(t, games))
	if err != nil || damaged != 0 || len(lines) != games {
		t.Fatalf("%d games, %d damaged, %v", len(lines), damaged, err)
	}
	return lines
}

func TestReadGames(t *testing.T) {
	for n, line := range readGames(t, 5) {
		if line.Boards[0] != othello.Start || line.Black&1 == 0 {
			t.Errorf("game %d does not begin with Black at the start", n)
		}
		for i := 1; i < len(line.Boards); i++ {
			before, after := line.Boards[i-1], line.Boards[i]
			if after.Count() != before.Count()-1 || after.Moves() == 0 {
				t.Fatalf("game %d: position %d does not follow", n, i)
			}
			if line.Black>>i&1 == line.Black>>(i-1)&1 { // a pass
				after = after.Pass()
			}
			// The discs of the side that moved are a superset of what they were.
			if before.Own&^after.Opp != 0 {
				t.Fatalf("game %d: position %d changed colours", n, i)
			}
		}
	}
	if _, _, err := ReadGames(t.TempDir()); err == nil {
		t.Error("an empty folder is accepted")
	}
}

func TestIllegalGameIsCut(t *testing.T) {
	folder := wthorFolder(t, 1)
	name := filepath.Join(folder, "WTH_2000.wtb")
	file, _ := os.ReadFile(name)
	file[16+8+20] = 11 // a1 is hardly playable with move 21; 99 never is
	file[16+8+30] = 99
	os.WriteFile(name, file, 0o644)
	lines, damaged, err := ReadGames(folder)
	if err != nil || damaged == 0 || len(lines) != 1 || len(lines[0].Boards) > 30 {
		t.Errorf("%d games, %d damaged, %v", len(lines), damaged, err)
	}
}

func TestLabelsAreRight(t *testing.T) {
	games := readGames(t, 6)
	folder := t.TempDir()
	l, err := OpenLabels(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []Labelled
	collect := func(p Labelled) { all = append(all, p) }
	if err := l.Positions(context.Background(), games, LabelOptions{Solve: 7, Ahead: 50}, nil, collect); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	counts := map[Source]int{}
	solver := othello.NewSolver(solverTable)
	for _, p := range all {
		counts[p.Source]++
		n := p.Board.Count()
		if wantExact := n <= 7 || n == 10; (p.Source == Exact) != wantExact {
			t.Fatalf("%d empty: %v", n, p.Source)
		}
		if p.Source == Exact && int(p.Score) != solver.Exact(p.Board) {
			t.Fatalf("%+v: %v, exact %d", p.Board, p.Score, solver.Exact(p.Board))
		}
		if p.Source == Theoretical && n > 10 {
			line := &games[p.Game]
			for i, b := range line.Boards {
				if b == p.Board && line.forBlack(i, p.Score) != line.Theoretical {
					t.Fatalf("game %d, %d empty: %v for the mover, theoretical %v for Black", p.Game, n, p.Score, line.Theoretical)
				}
			}
		}
	}
	if counts[Exact] == 0 || counts[Theoretical] < 100 {
		t.Errorf("labels: %v", counts)
	}

	// A second run reads from the cache what the first one solved, and drops a record cut short.
	name := filepath.Join(folder, "solved.bin")
	file, _ := os.ReadFile(name)
	os.WriteFile(name, append(file, 1, 2, 3), 0o644)
	l, err = OpenLabels(folder)
	if err != nil {
		t.Fatal(err)
	}
	first := all
	all = nil
	if err := l.Positions(context.Background(), games, LabelOptions{Solve: 7, Ahead: 50}, nil, collect); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, all) {
		t.Error("the labels from the cache are others")
	}
	if again, _ := os.ReadFile(name); len(again) > len(file)+3 || len(file)%solvedSize != 0 {
		t.Errorf("the cache grew from %d to %d bytes", len(file), len(again))
	}
}

func TestTheoreticalScoresNotTooEarly(t *testing.T) {
	games := readGames(t, 3)
	l, err := OpenLabels(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	counts := map[int]int{}
	if err := l.Positions(context.Background(), games, LabelOptions{Ahead: 4}, nil, func(p Labelled) {
		counts[p.Board.Count()]++
	}); err != nil {
		t.Fatal(err)
	}
	for empties := 10; empties <= 60; empties++ {
		if want := 3 * min(1, max(0, 15-empties)); counts[empties] != want {
			t.Errorf("%d empty: %d positions, want %d", empties, counts[empties], want)
		}
	}
}

// A mistake between two exact scores makes what lies between unknown.
func TestPositionsBetweenDifferentScoresAreLeftOut(t *testing.T) {
	games := readGames(t, 1)
	for _, drift := range []float32{0, 4, 6, 40} {
		l, err := OpenLabels(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		line := &games[0]
		for i, b := range line.Boards {
			switch b.Count() {
			case 20:
				l.Add(Labelled{Board: b, Score: line.forBlack(i, line.Theoretical+drift), Source: Exact})
			case 18:
				l.Add(Labelled{Board: b, Score: line.forBlack(i, 12), Source: Searched})
			}
		}
		between, searched := 0, 0
		if err := l.Positions(context.Background(), games, LabelOptions{Ahead: 50}, nil, func(p Labelled) {
			if n := p.Board.Count(); n > 10 && n < 20 {
				between++
				if p.Source == Searched {
					searched++
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
		want := 9
		if drift > maxDrift {
			want = 1
		}
		if between != want || searched != 1 {
			t.Errorf("drift %v: %d positions, %d of them searched, want %d and 1", drift, between, searched, want)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBetterSourceStays(t *testing.T) {
	l, err := OpenLabels(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, p := range []Labelled{
		{Score: 3, Source: Searched}, {Score: 1, Source: Exact}, {Score: 2, Source: Theoretical}, {Score: 5, Source: Searched},
	} {
		l.Add(p)
	}
	if got := l.known[othello.Board{}]; got != (label{1, Exact}) {
		t.Errorf("%+v", got)
	}
}

func TestLabelledText(t *testing.T) {
	line := "--XXXX--X-OOXO--XOOXOOOOXOOOOOOOXOOOOOOOXOOOOOOO-OOOOOO--OOOOOOO"
	black, err := parseLabelled(line + " X 4 17")
	if err != nil {
		t.Fatal(err)
	}
	white, err := parseLabelled(line + " O 4 17")
	if err != nil {
		t.Fatal(err)
	}
	if black.Board != white.Board.Pass() || black.Score != 4 || white.Score != -4 || black.Game != 17 {
		t.Errorf("%+v, %+v", black, white)
	}
	if black.Board.Own != 0x1010109113C {
		t.Errorf("black discs %x", black.Board.Own)
	}
	white.Score = 2.5
	again, err := parseLabelled(strings.TrimSpace(string(appendLabelled(nil, white))))
	if err != nil || again != white {
		t.Errorf("%+v became %+v, %v", white, again, err)
	}
	for _, bad := range []string{
		"", line, line + " X 4", line[1:] + " X 4 1", line + " x 4 1", line + " X 65 1", line + " X NaN 1",
		line + " X 4 -1", line + " X 4 1 2", strings.Replace(line, "-", "?", 1) + " X 4 1",
	} {
		if _, err := parseLabelled(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// sampleSet labels random positions with a known linear evaluation of a few parameters.
func sampleSet(t *testing.T, truth []float32) *Set {
	t.Helper()
	set := NewSet(1)
	r := rand.New(rand.NewPCG(2, 2))
	for game := range 400 {
		for b := othello.Start; !b.Over(); {
			if b.Moves() == 0 {
				b = b.Pass()
			}
			sum := float32(0)
			for _, id := range othello.AppendParameters(nil, b) {
				sum += truth[id]
			}
			if n := b.Count(); n == 30 || n == 33 {
				set.Add(Labelled{Board: b, Score: sum, Game: game})
			}
			sq := randomMove(r, b)
			b = b.Play(sq, b.Flips(sq))
		}
	}
	set.Settle(40)
	return set
}

func TestFitFindsTheTruth(t *testing.T) {
	truth := make([]float32, othello.ParameterCount())
	scalars := len(truth) - 85
	for i := range 40 {
		truth[scalars+i] = float32(i) - 8    // own moves
		truth[scalars+40+i] = 6 - float32(i) // replies
	}
	set := sampleSet(t, truth)
	o := FitOptions{Ridge: 0.1, Smooth: 0.1, Sweeps: 1, Iterations: 25, Focus: 40, Checkpoints: t.TempDir()}
	w, err := Fit(context.Background(), set, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	stage := othello.Stage(64 - 30)
	flat := make([]float32, len(truth))
	before, after := measure(set.Test[stage], flat, sources), measure(set.Test[stage], w[stage], sources)
	if before.Positions < 20 || before.Mean < 3 || after.Mean > 0.7*before.Mean {
		t.Errorf("mean error %.3f before, %.3f after the fit on %d positions", before.Mean, after.Mean, after.Positions)
	}

	// The same again, from the checkpoints and without.
	again, err := Fit(context.Background(), set, o, nil)
	if err != nil || !reflect.DeepEqual(w, again) {
		t.Errorf("from checkpoints: other parameters, %v", err)
	}
	o.Checkpoints = ""
	again, err = Fit(context.Background(), set, o, nil)
	if err != nil || !reflect.DeepEqual(w, again) {
		t.Errorf("without checkpoints: other parameters, %v", err)
	}

	// A stage without data takes over what its neighbours know, damped.
	own := scalars + 12
	if near := w[stage-1][own]; w[stage][own]*near <= 0 || math.Abs(float64(near)) > math.Abs(float64(w[stage][own])) {
		t.Errorf("own moves 12: %v, in the stage before %v", w[stage][own], near)
	}

	var table bytes.Buffer
	reports := Report(set, w)
	Print(&table, reports)
	if lines := strings.Count(table.String(), "\n"); lines != othello.Stages+1 {
		t.Errorf("the report has %d lines:\n%s", lines, table.String())
	}
	if text := Describe(reports); !strings.Contains(text, "held-out discs 34-35 exact ") || strings.Contains(text, "\n\n") {
		t.Errorf("description:\n%s", text)
	}
}

// minimise must find the minimum: no small step away from it may be better.
func TestMinimiseIsAtTheMinimum(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	truth := make([]float32, othello.ParameterCount())
	set := sampleSet(t, truth)
	samples := set.Train[othello.Stage(34)]
	for i := range samples {
		samples[i].Score = float32(r.NormFloat64() * 10)
		samples[i].Weight = 0.5 + r.Float32()
	}
	p := newProblem(samples)
	prior := make([]float32, len(truth))
	for i := range prior {
		prior[i] = r.Float32() - 0.5
	}
	const ridge = 5
	cost := func(w []float32) (sum float64) {
		for i := range p.scores {
			miss := float64(p.scores[i])
			for _, id := range p.row(i) {
				miss -= float64(w[id])
			}
			sum += float64(p.weight[i]) * miss * miss
		}
		for id := range w {
			sum += ridge * float64(w[id]-prior[id]) * float64(w[id]-prior[id])
		}
		return sum
	}
	w := make([]float32, len(truth))
	start := cost(w)
	p.minimise(w, prior, ridge, 60)
	best := cost(w)
	if best > 0.9*start {
		t.Errorf("cost %g, at the start %g", best, start)
	}
	for range 30 {
		id := p.rows[r.IntN(len(p.rows))]
		for _, step := range []float32{-0.3, 0.3} {
			old := w[id]
			w[id] += step
			if c := cost(w); c < best {
				t.Errorf("parameter %d moved by %v: cost %g, below %g", id, step, c, best)
			}
			w[id] = old
		}
	}
}

func TestSetKeepsHalvesApart(t *testing.T) {
	set := NewSet(5)
	train, test := -1, -1
	for game := 0; train < 0 || test < 0; game++ {
		if HeldOut(game, 5) {
			test = game
		} else {
			train = game
		}
	}
	b := othello.Start
	sq := bits.TrailingZeros64(b.Moves())
	after := b.Play(sq, b.Flips(sq))
	for _, p := range []Labelled{
		{Board: b, Score: 2, Game: train, Source: Theoretical}, {Board: b, Score: 6, Game: train, Source: Theoretical},
		{Board: b, Score: 4, Game: test, Source: Theoretical},
		{Board: after, Score: 1, Game: test, Source: Exact}, {Board: after, Score: 50, Game: test, Source: Theoretical},
		{Board: othello.Board{Own: 1, Opp: 0}, Game: train},
	} {
		set.Add(p)
	}
	set.Settle(40)
	if got := set.Train[0]; len(got) != 1 || got[0].Score != 4 || math.Abs(float64(got[0].Weight)-math.Sqrt2/1.01) > 1e-5 {
		t.Errorf("trained with %+v, want the mean of two", got)
	}
	if got := set.Test[0]; len(got) != 1 || got[0].Board != after || got[0].Score != 1 {
		t.Errorf("tested with %+v, want the position that is not trained with, by its better source", got)
	}
	held := 0
	for game := range 10000 {
		if HeldOut(game, 3) {
			held++
		}
	}
	if held < 850 || held > 1150 {
		t.Errorf("%d of 10000 games are held out", held)
	}
}

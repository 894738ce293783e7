package othello

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// randomParameters fills all stages; every thousandth parameter is large.
func randomParameters(seed uint64) [][]float32 {
	r := rand.New(rand.NewPCG(seed, 5))
	all := make([][]float32, Stages)
	for s := range all {
		all[s] = make([]float32, ParameterCount())
		for i := range all[s] {
			all[s][i] = float32(r.NormFloat64() / 4)
			if i%1000 == 0 {
				all[s][i] *= 100
			}
		}
	}
	return all
}

// randomWeights are written and read once for all tests.
var randomWeights = sync.OnceValues(func() ([][]float32, []byte) {
	parameters := randomParameters(9)
	var file bytes.Buffer
	if err := WriteWeights(&file, "data none\nseed 7", parameters); err != nil {
		panic(err)
	}
	return parameters, file.Bytes()
})

// useRandomWeights makes the tests independent of what the binary's weights happen to be.
func useRandomWeights(t testing.TB) [][]float32 {
	parameters, file := randomWeights()
	w, err := ParseWeights(file)
	if err != nil {
		t.Fatal(err)
	}
	UseWeights(w)
	t.Cleanup(func() { UseWeights(nil) })
	return parameters
}

func TestEmbeddedWeights(t *testing.T) {
	if err := CheckWeights(); err != nil {
		t.Fatal(err)
	}
	w := CurrentWeights()
	if len(embeddedWeights) >= 3<<20 {
		t.Errorf("the weights take %d bytes, 3 MiB are allowed", len(embeddedWeights))
	}
	for _, want := range []string{"data ", "seed ", "held-out "} {
		if !strings.Contains("\n"+w.Description(), "\n"+want) {
			t.Errorf("the description has no line %q:\n%s", want, w.Description())
		}
	}
	for discs := 4; discs <= Squares; discs++ {
		w.table(discs)
	}
}

// The evaluation is the sum of the parameters that a trainer is told of, each rounded to a unit.
func TestScoreIsTheSumOfParameters(t *testing.T) {
	parameters := useRandomWeights(t)
	r := rand.New(rand.NewPCG(4, 2))
	var ids []int32
	for range 3000 {
		b := scatter(r)
		discs := bits.OnesCount64(b.Own | b.Opp)
		if discs == Squares {
			continue
		}
		ids = AppendParameters(ids[:0], b)
		if len(ids) != ParametersPerBoard {
			t.Fatalf("%d parameters, want %d", len(ids), ParametersPerBoard)
		}
		sum := 0.0
		for _, id := range ids {
			sum += math.Round(float64(parameters[Stage(discs)][id]) * DiscUnits)
		}
		if want := int(max(-MaxEval, min(MaxEval, sum))); Eval(b) != want {
			t.Fatalf("%+v: %d, want %d", b, Eval(b), want)
		}
	}
}

func TestEvalIsSymmetric(t *testing.T) {
	useRandomWeights(t)
	r := rand.New(rand.NewPCG(4, 3))
	for range 500 {
		b := scatter(r)
		for k := range symmetries {
			if got, want := Eval(symmetric(b, k)), Eval(b); got != want {
				t.Fatalf("%+v: symmetry %d scores %d, not %d", b, k, got, want)
			}
		}
	}
}

// No single parameter may be out of reach: a pattern that the evaluation forgot would go unnoticed.
func TestEveryInstanceCounts(t *testing.T) {
	useRandomWeights(t)
	r := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		b := scatter(r)
		var x indices
		x.set(b)
		before := x.score(b, CurrentWeights())
		if before <= -MaxEval+2*DiscUnits || before >= MaxEval-2*DiscUnits {
			continue
		}
		for i := range instances {
			changed := 0
			for value := range uint64(60) {
				y := x
				y[i/perWord] = y[i/perWord]&^(0xFFFF<<(i%perWord*16)) | value<<(i%perWord*16)
				if y.score(b, CurrentWeights()) != before {
					changed++
				}
			}
			if changed == 0 {
				t.Fatalf("instance %d does not change the score", i)
			}
		}
	}
}

func TestWeightsRoundTrip(t *testing.T) {
	parameters := make([][]float32, Stages)
	for stage := range parameters {
		parameters[stage] = make([]float32, ParameterCount())
	}
	parameters[3][5] = 1e9
	parameters[3][6] = -1e9
	var file bytes.Buffer
	if err := WriteWeights(&file, "data none\nseed 7", parameters); err != nil {
		t.Fatal(err)
	}
	w, err := ParseWeights(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if w.Description() != "data none\nseed 7" {
		t.Errorf("description %q", w.Description())
	}
	if got := w.unpack(3).patterns[0]; got[5] != math.MaxInt16 || got[6] != math.MinInt16 {
		t.Errorf("out of range: %d, %d", got[5], got[6])
	}
	if err := WriteWeights(new(bytes.Buffer), "data\n\nseed", parameters); err == nil {
		t.Error("an empty line in the description is accepted")
	}
	if err := WriteWeights(new(bytes.Buffer), "", parameters[1:]); err == nil {
		t.Error("a missing stage is accepted")
	}
	parameters[1] = parameters[1][1:]
	if err := WriteWeights(new(bytes.Buffer), "", parameters); err == nil {
		t.Error("a missing parameter is accepted")
	}
}

func TestDamagedWeights(t *testing.T) {
	_, file := randomWeights()
	// sign gives changed contents a right checksum again.
	sign := func(body []byte) []byte {
		return binary.LittleEndian.AppendUint32(body, crc32.ChecksumIEEE(body))
	}
	header := bytes.Index(file, []byte("\n\n"))
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":        {nil, "not a file"},
		"magic only":   {file[:len(weightsMagic)+1], "checksum"},
		"flipped bit":  {append(append(bytes.Clone(file[:5000]), file[5000]^4), file[5001:]...), "checksum"},
		"cut":          {file[:len(file)-100], "checksum"},
		"other shapes": {sign(bytes.Replace(file[:len(file)-4], []byte("shapes "), []byte("shapes 0"), 1)), "other patterns"},
		"no end":       {sign(bytes.Clone(file[:header])), "header"},
		"no sizes":     {sign(bytes.Clone(file[:header+9])), "sizes"},
		"short block":  {sign(bytes.Clone(file[:len(file)-4000])), "cut short"},
	} {
		if _, err := ParseWeights(c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func FuzzParseWeights(f *testing.F) {
	f.Add([]byte(weightsMagic + "\nshapes 0\n\n"))
	f.Add(embeddedWeights[:2000])
	f.Fuzz(func(t *testing.T, body []byte) {
		file := binary.LittleEndian.AppendUint32(body, crc32.ChecksumIEEE(body))
		if w, err := ParseWeights(file); err == nil && !strings.HasPrefix(string(body), weightsMagic) {
			t.Fatalf("accepted: %q", w.Description())
		}
	})
}

func TestStages(t *testing.T) {
	last := 0
	for discs := 4; discs <= Squares; discs++ {
		s := Stage(discs)
		if s < last || s > last+1 || s >= Stages {
			t.Errorf("%d discs: stage %d after %d", discs, s, last)
		}
		last = s
	}
	if last != Stages-1 {
		t.Errorf("the last stage is %d", last)
	}
}

func TestDiscs(t *testing.T) {
	for eval, want := range map[int]int{
		0: 0, 15: 0, 16: 1, -15: 0, -16: -1, 47: 1, 48: 2, MaxEval: 63, -MaxEval: -63,
	} {
		if got := Discs(eval); got != want {
			t.Errorf("Discs(%d) = %d, want %d", eval, got, want)
		}
	}
}

func benchmarkPositions() []Board {
	r := rand.New(rand.NewPCG(5, 5))
	var boards []Board
	for len(boards) < 256 {
		if b := randomPosition(r, 20+r.IntN(20)); b.Moves() != 0 {
			boards = append(boards, b)
		}
	}
	return boards
}

var sink int

// BenchmarkScore is a score of a position whose indices are known.
func BenchmarkScore(b *testing.B) {
	boards := benchmarkPositions()
	states := make([]State, len(boards))
	for i := range states {
		states[i].Init(boards[i])
	}
	for i := 0; b.Loop(); i++ {
		sink += states[i&255].Score()
	}
}

// BenchmarkPlayScore is a move, its score and the way back, with the flips known: what a leaf costs.
func BenchmarkPlayScore(b *testing.B) {
	boards := benchmarkPositions()
	var s State
	s.Init(boards[0])
	flips := make([]uint64, len(boards))
	squares := make([]int, len(boards))
	states := make([]State, len(boards))
	for i, board := range boards {
		states[i].Init(board)
		squares[i] = first(board.Moves())
		flips[i] = board.Flips(squares[i])
	}
	for i := 0; b.Loop(); i++ {
		s := &states[i&255]
		s.Play(squares[i&255], flips[i&255])
		sink += s.Score()
		s.Undo()
	}
}

func TestEvaluationAllocatesNothing(t *testing.T) {
	useRandomWeights(t)
	s := new(State)
	s.Init(Start)
	sq := first(Start.Moves())
	s.Score()
	s.Play(sq, Start.Flips(sq))
	s.Score()
	s.Undo()
	if n := testing.AllocsPerRun(100, func() {
		s.Init(Start)
		s.Play(sq, Start.Flips(sq))
		sink += s.Score()
		s.Pass()
		sink += s.Score()
		s.Undo()
		s.Undo()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

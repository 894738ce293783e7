package gomoku

import (
	"fmt"
	"strconv"

	"ishi/engine"
)

// Tuning switches the rules by which the searcher leaves work out. With all
// of them off the search is plain minimax over the candidates, with the static
// evaluation at the leaves; every switch costs or gains time and strength only.
type Tuning struct {
	AlphaBeta        bool // cut at beta at all, and null windows after the first move
	TableCuts        bool // take scores from the transposition table
	MateDistance     bool // bound scores by the shortest possible win
	Verdicts         bool // see wins and losses within five plies from the patterns
	ForcedReplies    bool // answer a five only where it can be stopped
	ThreatDefence    bool // answer an open four or a four-three only where it can be stopped
	LeafVCF          bool // look for a win by fours at the leaves
	RootVCF          bool // look for a win by fours before the first iteration
	RootVCT          bool // look for a win by threats before the first iteration
	RootTest         bool // test the best move at the root by the opponent's threats
	Razoring         bool // go to the leaf when the evaluation is far below alpha
	Futility         bool // return when the evaluation is far above beta, skip hopeless moves
	NullMove         bool // return when even a pass is good enough
	LateMovePrune    bool // leave out late quiet moves at low depth
	LateMoveReduce   bool // search late moves less deep
	Singular         bool // extend a table move that stands alone
	FourExtension    bool // do not count the answer to a four
	DefenceExtension bool // do not count the answer to a three where there are few
	InternalReduce   bool // search less deep where the table knows little
	FailHighReduce   bool // search less deep where the evaluation is above beta as expected
	RaisedReduce     bool // search less deep after a move raised alpha
}

// DefaultTuning has everything on that has been found to gain.
func DefaultTuning() Tuning {
	return Tuning{
		AlphaBeta: true, TableCuts: true, MateDistance: true, Verdicts: true,
		ForcedReplies: true, ThreatDefence: true, LeafVCF: true, RootVCF: true, RootVCT: true, RootTest: true,
		Razoring: true, Futility: true, NullMove: true, LateMovePrune: true,
		LateMoveReduce: true, Singular: true, FourExtension: true, DefenceExtension: true, InternalReduce: true, FailHighReduce: true, RaisedReduce: true,
	}
}

// options lists the switches and the candidate area as options by name.
func (t *settings) options() []engine.Option {
	list := []engine.Option{{
		Name: "caution", Usage: "width of the area round the stones in which moves are looked for, 0 (5x5) to 5 (whole board)",
		Kind: engine.Number, Default: strconv.Itoa(DefaultArea), Min: 0, Max: AreaFull,
		Get: func() string { return strconv.Itoa(t.area) },
		Set: func(v string) error {
			n, err := strconv.Atoi(v)
			if err != nil || n < 0 || n > AreaFull {
				return fmt.Errorf("caution %q: want 0 to %d", v, AreaFull)
			}
			t.area = n
			return nil
		},
	}}
	for _, f := range t.Tuning.switches() {
		list = append(list, f.option())
	}
	return list
}

// toggle is one named switch.
type toggle struct {
	name, usage string
	on          *bool
}

func (t *Tuning) switches() []toggle {
	return []toggle{
		{"alpha-beta", "cut branches that cannot change the result", &t.AlphaBeta},
		{"table-cuts", "take scores from the transposition table", &t.TableCuts},
		{"mate-distance", "bound scores by the shortest possible win", &t.MateDistance},
		{"verdicts", "see wins and losses within five plies from the patterns", &t.Verdicts},
		{"forced-replies", "answer a four only where it can be stopped", &t.ForcedReplies},
		{"threat-defence", "answer an open four or a four-three only where it can be stopped", &t.ThreatDefence},
		{"leaf-vcf", "look for a win by fours at the leaves", &t.LeafVCF},
		{"root-vcf", "look for a win by fours before the first iteration", &t.RootVCF},
		{"root-vct", "look for a win by fours and threes before the first iteration", &t.RootVCT},
		{"root-test", "test the best move at the root by the opponent's fours and threes", &t.RootTest},
		{"razoring", "go to the leaf when the evaluation is far below alpha", &t.Razoring},
		{"futility", "return when the evaluation is far above beta, skip hopeless moves", &t.Futility},
		{"null-move", "return when even a pass is good enough", &t.NullMove},
		{"late-move-pruning", "leave out late quiet moves at low depth", &t.LateMovePrune},
		{"late-move-reductions", "search late moves less deep", &t.LateMoveReduce},
		{"singular", "extend a table move that stands alone", &t.Singular},
		{"four-extension", "do not count the answer to a four as a ply", &t.FourExtension},
		{"defence-extension", "do not count the answer to an open three as a ply where there are few", &t.DefenceExtension},
		{"internal-reduction", "search less deep where the table knows little", &t.InternalReduce},
		{"fail-high-reduction", "search less deep where the evaluation is above beta as expected", &t.FailHighReduce},
		{"raised-reduction", "search less deep after a move raised alpha", &t.RaisedReduce},
	}
}

func (f toggle) option() engine.Option {
	return engine.Option{
		Name: f.name, Usage: f.usage, Kind: engine.Flag, Default: strconv.FormatBool(*f.on),
		Get: func() string { return strconv.FormatBool(*f.on) },
		Set: func(v string) error {
			on, err := strconv.ParseBool(v)
			if err != nil {
				return fmt.Errorf("%s %q: want true or false", f.name, v)
			}
			*f.on = on
			return nil
		},
	}
}

// settings is what can be tuned for all positions of the game.
type settings struct {
	Tuning
	area int
}

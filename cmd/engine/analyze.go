package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"ishi/cmd/engine/analysis"
	"ishi/engine"
	"ishi/engine/record"
	"ishi/engine/replay"
	"ishi/search"
)

// analyzeTable is the size of the solver's table in bytes.
const analyzeTable = 256 << 20

// usualMoveTime is spent on a position where nothing else is said.
const usualMoveTime = time.Second

// analysisFlags are the options of the command.
type analysisFlags struct {
	depth, nbest, threads, empties int
	nodes                          uint64
	time                           time.Duration
	exact, json                    bool
	game, rule, size, format       string
	memory                         int64
}

func (f *analysisFlags) register(fs *flag.FlagSet) {
	fs.IntVar(&f.depth, "depth", 0, "largest depth in plies, 0 for no limit")
	fs.DurationVar(&f.time, "time", 0, "time for a position, such as 500ms or 10s; a second where nothing else limits the search")
	fs.Uint64Var(&f.nodes, "nodes", 0, "largest number of nodes for a position, 0 for no limit")
	fs.IntVar(&f.nbest, "nbest", 1, "number of best moves to show")
	fs.IntVar(&f.threads, "threads", 1, "search threads; exact scores are found by one")
	fs.Int64Var(&f.memory, "memory", 0, "memory limit of the process in MiB, 0 for the usual one")
	fs.BoolVar(&f.exact, "exact", false, "solve positions of Othello to the end")
	fs.IntVar(&f.empties, "empties", 20, "with -exact: number of empty squares from which on the positions of games are solved")
	fs.BoolVar(&f.json, "json", false, "one JSON object a line")
	fs.StringVar(&f.game, "game", "", "game, where the file does not tell: gomoku or othello")
	fs.StringVar(&f.rule, "rule", "", "rule of Gomoku, where the file does not tell")
	fs.StringVar(&f.size, "size", "", "board, 15 or 20x15, where the file does not tell")
	fs.StringVar(&f.format, "format", "", "format of the files, told by name and content if empty")
}

// check refuses what makes no sense.
func (f *analysisFlags) check() error {
	switch {
	case f.depth < 0:
		return fmt.Errorf("depth %d: want at least 0", f.depth)
	case f.time < 0:
		return fmt.Errorf("time %v: want at least 0", f.time)
	case f.nbest < 1:
		return fmt.Errorf("nbest %d: want at least 1", f.nbest)
	case f.threads < 1 || f.threads > engine.MaxThreads:
		return fmt.Errorf("threads %d: want 1 to %d", f.threads, engine.MaxThreads)
	case f.empties < 0 || f.empties > 60:
		return fmt.Errorf("empties %d: want 0 to 60", f.empties)
	case f.memory < 0:
		return fmt.Errorf("memory %d: want at least 0", f.memory)
	}
	return nil
}

// limits returns the limits of the search for one position.
func (f *analysisFlags) limits() search.Limits {
	l := search.Limits{Depth: f.depth, Nodes: f.nodes, NBest: f.nbest, Threads: f.threads, Analysis: f.nbest > 1}
	budget := f.time
	if budget == 0 && f.depth == 0 && f.nodes == 0 {
		budget = usualMoveTime
	}
	if budget > 0 {
		l.Hard, l.Soft = budget, 2*budget
	}
	return l
}

// analyze judges the positions and games of files.
func analyze(args []string, out io.Writer) error {
	fs := newFlagSet("analyze")
	f := &analysisFlags{}
	f.register(fs)
	if err := parseFlags(fs, args); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return &usageError{fmt.Errorf("analyze: %w", err)}
	}
	a, err := newAnalyzer(f, out)
	if err != nil {
		return &usageError{fmt.Errorf("analyze: %w", err)}
	}
	defer a.close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	files := fs.Args()
	if len(files) == 0 {
		files = []string{"-"}
	}
	return a.files(ctx, files)
}

// analyzer feeds what stands in files to the analysts of the games.
type analyzer struct {
	flags    *analysisFlags
	settings *settings
	source   record.Source
	printer  analysis.Printer
	analysts map[string]*analysis.Analyst
	solver   analysis.Solver
	progress *progress
}

func newAnalyzer(f *analysisFlags, out io.Writer) (*analyzer, error) {
	a := &analyzer{flags: f, settings: newSettings(), analysts: map[string]*analysis.Analyst{}}
	var err error
	if f.format != "" {
		if a.source.Format, err = record.ParseFormat(f.format); err != nil {
			return nil, err
		}
	}
	if f.game != "" {
		g, err := a.settings.game(f.game)
		if err != nil {
			return nil, err
		}
		a.source.Game = g.Name()
	}
	if a.source.Width, a.source.Height, err = parseSize(f.size); err != nil {
		return nil, err
	}
	if err := a.settings.setFirstRule(f.rule); err != nil {
		return nil, err
	}
	if f.exact {
		a.solver = newExactSolver(analyzeTable)
	}
	a.printer = analysis.NewTable(out, wantsColour(out))
	if f.json {
		a.printer = analysis.NewJSON(out)
	}
	return a, nil
}

// wantsColour reports whether out is a terminal that shows colours.
func wantsColour(out io.Writer) bool {
	file, ok := out.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func (a *analyzer) close() {
	for _, x := range a.analysts {
		x.Close()
	}
}

// files analyses one file after the other, - being the standard input. What is damaged
// does not keep the rest from being done; the first error is returned.
func (a *analyzer) files(ctx context.Context, names []string) error {
	a.progress = newProgress(names)
	var first error
	for _, name := range names {
		err := a.file(ctx, name)
		if err != nil && first == nil {
			first = fmt.Errorf("analyze: %s: %w", name, err)
		}
		if ctx.Err() != nil {
			first = errors.New("analyze: interrupted")
			break
		}
	}
	var total analysis.Total
	for _, x := range a.analysts {
		total.Add(x.Total())
	}
	if first != nil && total == (analysis.Total{}) { // there is nothing to sum up
		return first
	}
	if err := (behind{a.progress, a.printer}).Total(total); err != nil {
		return err
	}
	return first
}

// file analyses a file. A game that cannot be replayed is told like damage.
func (a *analyzer) file(ctx context.Context, name string) error {
	number := 0
	var wrong error
	add := func(g *record.Game) error {
		number++
		err := a.add(ctx, g, name, number)
		if bad := (*analysis.PrintError)(nil); ctx.Err() != nil || errors.As(err, &bad) {
			return err
		}
		if err != nil && wrong == nil {
			wrong = fmt.Errorf("game %d: %w", number, err)
		}
		return nil
	}
	var err error
	source := a.source
	if name == "-" {
		err = source.Read(bufio.NewReader(os.Stdin), add)
	} else {
		source.Name = name
		err = source.ReadFile(add)
	}
	return errors.Join(err, wrong)
}

// add analyses a game or a position. Of a game with a move that cannot be the beginning is
// analysed, and the move is the error.
func (a *analyzer) add(ctx context.Context, g *record.Game, file string, number int) error {
	rules, err := replay.Choose(g, a.settings.games...)
	if err != nil {
		return err
	}
	if g.Rule == "" && rules.Name() == "gomoku" {
		g.Rule = a.settings.firstRule
	}
	line, wrong := replay.Line(g, rules)
	if illegal := (*engine.MoveError)(nil); wrong != nil && (!errors.As(wrong, &illegal) || len(line.Moves) == 0) {
		return wrong
	}
	s := analysis.Subject{
		File: file, Number: number, Line: g.Line, Black: g.Black, White: g.White, Result: g.Result, Record: line,
	}
	for _, k := range g.Scores {
		s.Known = append(s.Known, analysis.Known{Move: k.Move, Score: k.Score})
	}
	a.progress.at(file, number, g.Offset)
	if err := a.analyst(rules).Add(ctx, s); err != nil {
		return err
	}
	return wrong
}

// analyst returns the analyst of a game.
func (a *analyzer) analyst(g engine.Game) *analysis.Analyst {
	if x := a.analysts[g.Name()]; x != nil {
		return x
	}
	config := engine.DefaultConfig()
	config.Threads = a.flags.threads
	config.Limit = a.flags.memory << 20
	x := analysis.New(g, config)
	x.Limits, x.Empties, x.Solver = a.flags.limits(), a.flags.empties, a.solver
	x.Printer, x.Step = behind{a.progress, a.printer}, a.progress.step
	a.analysts[g.Name()] = x
	return x
}

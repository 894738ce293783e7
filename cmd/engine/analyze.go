package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"ishi/engine/game"
	"ishi/engine/othello"
	"ishi/engine/record"
)

// analyzeTable is the size of the solver's table in bytes.
const analyzeTable = 256 << 20

// analyze solves the positions of OBF files.
func analyze(args []string, out io.Writer) error {
	fs := newFlagSet("analyze")
	exact := fs.Bool("exact", false, "solve Othello positions to the end")
	if err := parseFlags(fs, args); err != nil {
		return err
	}
	if !*exact || fs.NArg() == 0 {
		return &usageError{errors.New("analyze: want -exact and files of Othello positions (OBF)")}
	}
	a := analysis{solver: othello.NewSolver(analyzeTable), out: tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)}
	fmt.Fprintln(a.out, "line\tempty\tscore\tmove\tnodes\tms\tnodes/s\t\t")
	var damaged error
	for _, name := range fs.Args() {
		if err := a.file(name); err != nil && damaged == nil {
			damaged = fmt.Errorf("analyze: %s: %w", name, err)
		}
	}
	a.row("all", "", "", "", a.nodes, a.took, fmt.Sprintf("%d of %d as the file says", a.right, a.known))
	if err := a.out.Flush(); err != nil {
		return err
	}
	return damaged
}

// analysis is what is summed up over files.
type analysis struct {
	solver       *othello.Solver
	out          *tabwriter.Writer
	nodes        uint64
	took         time.Duration
	known, right int // positions with a score in the file, and those that agree
}

func (a *analysis) file(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return record.ReadOBF(f, func(p record.Position) error { return a.position(p) })
}

// position solves one position with an empty table and writes its row.
func (a *analysis) position(p record.Position) error {
	b := boardOf(p)
	a.solver.Forget()
	before, start := a.solver.Nodes(), time.Now()
	score := a.solver.Exact(b)
	took, nodes := time.Since(start), a.solver.Nodes()-before
	best := game.Pass
	if line := a.solver.Line(); len(line) > 0 {
		best = line[0]
	} else if b.Moves() == 0 && b.Pass().Moves() == 0 {
		best = game.NoMove
	}
	note := ""
	if len(p.Scores) > 0 {
		a.known++
		if agrees(p, score, best) {
			a.right++
		} else {
			note = fmt.Sprintf("the file says %v %+d", p.Scores[0].Move, p.Scores[0].Score)
		}
	}
	a.nodes += nodes
	a.took += took
	a.row(fmt.Sprint(p.Line), fmt.Sprint(b.Count()), fmt.Sprintf("%+d", score), best.String(), nodes, took, note)
	return nil
}

// agrees reports whether the file has this score for its best move and for the
// move found.
func agrees(p record.Position, score int, best game.Move) bool {
	if p.Scores[0].Score != score {
		return false
	}
	for _, s := range p.Scores {
		if s.Move == best {
			return s.Score == score
		}
	}
	return false
}

func (a *analysis) row(position, empty, score, move string, nodes uint64, took time.Duration, note string) {
	rate := uint64(float64(nodes) / max(took.Seconds(), 1e-9))
	fmt.Fprintf(a.out, "%s\t%s\t%s\t%s\t%d\t%.0f\t%d\t\t%s\n", position, empty, score, move, nodes, took.Seconds()*1000, rate, note)
}

// boardOf returns the position from its mover's side.
func boardOf(p record.Position) othello.Board {
	var black, white uint64
	for i, c := range p.Squares {
		switch c {
		case 'X':
			black |= 1 << i
		case 'O':
			white |= 1 << i
		}
	}
	if p.Side == game.White {
		return othello.Board{Own: white, Opp: black}
	}
	return othello.Board{Own: black, Opp: white}
}

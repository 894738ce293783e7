// Package analysis judges positions and recorded games: what the side to move should
// play, what the move that was played cost. It knows neither files nor their formats,
// and it prints nothing: reports go to a Printer.
//
//	Subject ──▶ Analyst ── search or Solver ──▶ Position, Move …, Game ──▶ Printer
package analysis

import (
	"context"
	"fmt"
	"math"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// Subject is what is to be analysed.
type Subject struct {
	// File and Number, from 1, tell where it is from; Line is its line in the file, 0
	// where that says nothing.
	File   string
	Number int
	Line   int

	Black, White string // players
	Result       string // as recorded

	Record engine.Line
	// Known are scores that the file has for moves of the position, best first.
	Known []Known
}

// Known is a move with the score that a file gives for it, from the mover's side.
type Known struct {
	Move  game.Move
	Score int
}

// Solver finds exact results.
type Solver interface {
	// Solve returns the n best moves of a position with their exact scores, best
	// first; false where it cannot be solved.
	Solve(pos engine.Position, n int) (Verdict, bool)
	// Forget makes the next Solve independent of those before.
	Forget()
}

// Analyst analyses one subject after the other.
type Analyst struct {
	// Limits bound the search of each position.
	Limits search.Limits
	// Solver may be nil.
	Solver Solver
	// Empties is the number of empty points from which on the positions of a game are
	// solved. Positions by themselves always are.
	Empties int
	// Printer receives the results.
	Printer Printer
	// Step, which may be nil, hears the number of moves before each position of a
	// game that is about to be judged.
	Step func(ply int)

	session *engine.Session
	total   Total
}

// New returns an analyst for a game.
func New(g engine.Game, config engine.Config) *Analyst {
	return &Analyst{session: engine.NewSession(g, config)}
}

// Close lets the memory of the searches go.
func (a *Analyst) Close() { a.session.Close() }

// Total returns the sums over all that has been analysed.
func (a *Analyst) Total() Total { return a.total }

// Add analyses a subject: every move of a game, or a position by itself. The error is
// one of the record, of ctx, or of the printer.
func (a *Analyst) Add(ctx context.Context, s Subject) error {
	if err := a.session.Load(s.Record); err != nil {
		return err
	}
	if len(s.Record.Moves) == 0 {
		return a.position(ctx, s)
	}
	return a.game(ctx, s)
}

// quicklySolved is a number of empty points at which a position is solved sooner than
// the solver forgets: below it nothing would be measured but that.
const quicklySolved = 16

// position judges the position on the board.
func (a *Analyst) position(ctx context.Context, s Subject) error {
	if a.Solver != nil && a.empty() > quicklySolved {
		a.Solver.Forget()
	}
	v, err := a.judge(ctx, a.Solver != nil)
	if err != nil {
		return err
	}
	p := Position{Subject: s, Verdict: v, Board: a.board()}
	a.total.Positions++
	if len(s.Known) > 0 && v.Exact {
		a.total.Known++
		p.Agrees = agrees(s.Known, v)
		if p.Agrees {
			a.total.Right++
		}
	}
	return printed(a.Printer.Position(p))
}

// agrees reports whether the file has this score for its best move and for the move
// that was found.
func agrees(known []Known, v Verdict) bool {
	if len(v.Lines) == 0 || known[0].Score != int(math.Round(v.Lines[0].Value)) {
		return false
	}
	if v.Lines[0].Move() == game.NoMove { // the game is over
		return true
	}
	for _, k := range known {
		if k.Move == v.Lines[0].Move() {
			return k.Score == known[0].Score
		}
	}
	return false
}

// judge finds out what the position on the board is worth.
func (a *Analyst) judge(ctx context.Context, exact bool) (Verdict, error) {
	start := time.Now()
	if r := a.session.Position().Result(); r.Outcome != game.Ongoing {
		return Verdict{Lines: []Line{a.result(r)}, Exact: true, Unit: a.unit()}, nil
	}
	v, solved := Verdict{}, false
	if exact {
		v, solved = a.solve(ctx)
	}
	if !solved && ctx.Err() == nil {
		var err error
		if v, err = a.search(ctx); err != nil {
			return Verdict{}, err
		}
	}
	v.Took = time.Since(start)
	v.Unit = a.unit()
	if err := ctx.Err(); err != nil {
		return Verdict{}, err
	}
	a.total.Nodes += v.Nodes
	a.total.Took += v.Took
	return v, nil
}

// solve waits for the solver, which cannot be stopped, no longer than for ctx; after that
// the solver must not be used again.
func (a *Analyst) solve(ctx context.Context) (Verdict, bool) {
	type answer struct {
		verdict Verdict
		ok      bool
	}
	done := make(chan answer, 1)
	go func() {
		v, ok := a.Solver.Solve(a.session.Position(), max(a.Limits.NBest, 1))
		done <- answer{v, ok}
	}()
	select {
	case x := <-done:
		return x.verdict, x.ok
	case <-ctx.Done():
		return Verdict{}, false
	}
}

// result is the line of a finished game, from the side that would be to move.
func (a *Analyst) result(r game.Result) Line {
	toMove := a.session.Position().Side()
	switch {
	case a.unit() == discs:
		score := r.Margin
		if r.Outcome == game.WonBy(toMove.Other()) {
			score = -score
		}
		return Line{Value: float64(score), Score: game.Score(score)}
	case r.Outcome == game.Draw:
		return Line{}
	case r.Outcome == game.WonBy(toMove):
		return Line{Value: float64(game.Win), Score: game.Win}
	}
	return Line{Value: float64(game.LossIn(0)), Score: game.LossIn(0)}
}

func (a *Analyst) search(ctx context.Context) (Verdict, error) {
	limits := a.Limits
	limits.Start = time.Now()
	run, err := a.session.Search(ctx, engine.Request{Limits: limits})
	if err != nil {
		return Verdict{}, err
	}
	answer := run.Wait()
	if answer.Err != nil {
		return Verdict{}, answer.Err
	}
	v := Verdict{}
	for i, info := range answer.Lines {
		if i == 0 {
			v.Depth, v.Exact, v.Nodes = info.Depth, info.Exact, info.Nodes
		}
		v.Lines = append(v.Lines, Line{
			Value: float64(info.Score), Score: info.Score, Outcome: info.Outcome,
			Unknown: info.Bound == search.None, PV: info.PV,
		})
	}
	return v, nil
}

// unit is what the scores of the game are counted in.
func (a *Analyst) unit() string {
	if e, ok := a.session.Position().(engine.Evaluator); ok {
		_, unit := e.Evaluate()
		return unit
	}
	return "points"
}

func (a *Analyst) board() Board {
	pos := a.session.Position()
	setup := pos.Setup()
	return Board{
		Game: a.session.Game().Name(), Width: setup.Width, Height: setup.Height, Rule: setup.Rule,
		Side: pos.Side(), Empty: a.empty(),
	}
}

// empty counts the points without a stone.
func (a *Analyst) empty() int {
	setup := a.session.Position().Setup()
	n := 0
	for y := range setup.Height {
		for x := range setup.Width {
			if _, taken := a.session.At(game.At(x, y)); !taken {
				n++
			}
		}
	}
	return n
}

// size writes a board's size as people do.
func size(width, height int) string { return fmt.Sprintf("%dx%d", width, height) }

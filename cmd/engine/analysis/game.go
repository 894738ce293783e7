package analysis

import (
	"context"
	"slices"
	"time"

	"ishi/engine"
	"ishi/engine/game"
)

// Position is a position by itself.
type Position struct {
	Subject
	Board
	Verdict
	// Agrees says that the scores known from the file are the same.
	Agrees bool
}

// Move is a move of a game with what the position before it and the move are worth.
type Move struct {
	Ply  int // from 1
	Side game.Side
	Move game.Move
	// Before is the verdict on the position in which it was played.
	Before Verdict
	// Forced says that there was nothing else to play.
	Forced bool
	// Played is the line of the move itself, from its mover's side.
	Played Line
	// Loss is what the move cost against the best one, in discs or else in percent of
	// a win, at least 0.
	Loss float64
	Mark Mark
}

// Game is a game with its moves.
type Game struct {
	Subject
	Board // as the game began
	Moves []Move
	// Final is the result by the rules.
	Final game.Result
	Unit  string
}

// Sum is what a side's moves cost together.
type Sum struct {
	Moves, Blunders, Mistakes, Dubious int
	Loss                               float64
}

// Sum adds a side's moves up.
func (g *Game) Sum(side game.Side) Sum {
	var s Sum
	for _, m := range g.Moves {
		if m.Side != side || m.Forced {
			continue
		}
		s.Moves++
		s.Loss += m.Loss
		switch m.Mark {
		case "??":
			s.Blunders++
		case "?":
			s.Mistakes++
		case "?!":
			s.Dubious++
		}
	}
	return s
}

// Total sums up over subjects.
type Total struct {
	Positions, Games, Moves int
	Known, Right            int // positions with known scores, and those that agree
	Nodes                   uint64
	Took                    time.Duration
}

// Add adds another sum.
func (t *Total) Add(u Total) {
	t.Positions += u.Positions
	t.Games += u.Games
	t.Moves += u.Moves
	t.Known += u.Known
	t.Right += u.Right
	t.Nodes += u.Nodes
	t.Took += u.Took
}

// game judges all positions of the game on the board, the last one first: what is found
// there the table still knows in the positions before.
func (a *Analyst) game(ctx context.Context, s Subject) error {
	g := Game{Subject: s, Final: a.session.Position().Result()}
	played := a.session.Record()[len(s.Record.Stones):]
	after, err := a.end(ctx)
	if err != nil {
		return err
	}
	for i, stone := range slices.Backward(played) {
		a.session.Undo()
		if a.Step != nil {
			a.Step(i)
		}
		m := Move{Ply: i + 1, Side: stone.Side, Move: stone.Move, Forced: a.forced()}
		m.Played = turned(stone.Move, after)
		if m.Before, err = a.before(ctx, m); err != nil {
			return err
		}
		m.weigh()
		after = m.Before.Lines[0]
		g.Moves = append(g.Moves, m)
	}
	slices.Reverse(g.Moves)
	g.Board, g.Unit = a.board(), a.unit()
	a.total.Games++
	a.total.Moves += len(g.Moves)
	return printed(a.Printer.Game(g))
}

// end returns the line of the last position: its result, or what a search says.
func (a *Analyst) end(ctx context.Context) (Line, error) {
	v, err := a.judge(ctx, a.solves())
	if err != nil || len(v.Lines) == 0 {
		return Line{}, err
	}
	return v.Lines[0], nil
}

// solves reports whether the position on the board is to be solved.
func (a *Analyst) solves() bool { return a.Solver != nil && a.empty() <= a.Empties }

// before judges the position in which a move was played. Where there was no choice it
// is worth what the move is.
func (a *Analyst) before(ctx context.Context, m Move) (Verdict, error) {
	if m.Forced {
		return Verdict{Lines: []Line{m.Played}, Unit: a.unit()}, nil
	}
	return a.judge(ctx, a.solves())
}

// forced reports whether there is a single legal move.
func (a *Analyst) forced() bool {
	if _, ok := a.session.Position().(engine.Viewer); !ok {
		return false
	}
	return len(a.session.Legal()) == 1
}

// turned makes the line after a move that of the move, from its mover's side.
func turned(m game.Move, after Line) Line {
	l := Line{Value: -after.Value, Score: -after.Score, Outcome: after.Outcome, Unknown: after.Unknown}
	switch {
	case after.Score.IsWin():
		l.Score = game.LossIn(after.Score.Plies() + 1)
	case after.Score.IsLoss():
		l.Score = game.WinIn(after.Score.Plies() + 1)
	}
	l.PV = append([]game.Move{m}, after.PV...)
	return l
}

// weigh finds out what the move cost. A best move costs nothing, and one among the n
// best is compared within the same search. A move that turned out better than what the
// search before it saw proves that search wrong: the position is worth that much.
func (m *Move) weigh() {
	if len(m.Before.Lines) == 0 {
		m.Before.Lines = []Line{m.Played}
	}
	unit := m.Before.Unit
	best := m.Before.Lines[0]
	i := slices.IndexFunc(m.Before.Lines, func(l Line) bool { return l.Move() == m.Move })
	switch {
	case i > 0:
		m.Played = m.Before.Lines[i]
	case i < 0 && loss(m.Played, best, unit) > 0:
		m.Before.Lines = slices.Insert(m.Before.Lines, 0, m.Played)
		return
	}
	if i != 0 {
		m.Loss = loss(best, m.Played, unit)
	}
	m.Mark = MarkOf(m.Loss, unit)
}

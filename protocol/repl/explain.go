package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

func explainCommands() []*command {
	const topic = "Understanding"
	sides := fixedWords("black", "white")
	return []*command{
		{
			name: "eval", aliases: []string{"evaluate"}, args: "[all|POINT]", topic: topic, calm: always, run: (*shell).evalCommand,
			help: "take the static evaluation apart: its terms and the largest of their parts",
			more: "Gomoku: what each empty point is worth by its lines (- row, | column, \\ and / diagonals),\n" +
				"and what the move is worth. Othello: each shape of patterns with its places, the moves of\n" +
				"both sides, parity. all shows every part, a point those that speak of it.",
			example: "eval\neval all\neval h8",
			words:   moveWords,
		},
		{
			name: "threats", args: "[black|white]", topic: topic, calm: always, run: (*shell).threatsCommand,
			help:    "list the points where a side can make threes, fours and fives (Gomoku)",
			example: "threats\nthreats white", words: sides,
		},
		{
			name: "forbid", aliases: []string{"forbidden"}, topic: topic, calm: always, run: (*shell).forbidCommand,
			help:    "list the forbidden points and why they are forbidden (renju)",
			example: "forbid",
		},
		{
			name: "vcf", args: "[black|white] [LIMIT]", topic: topic,
			run:     func(s *shell, args []string) error { return s.threatSearch("vcf", args) },
			help:    "look for a win by continuous fours and show the line (Gomoku)",
			more:    "The side is the one to move; for the other it tells what it threatens. " + limitHelp,
			example: "vcf\nvcf white", words: sides,
		},
		{
			name: "vct", args: "[black|white] [LIMIT]", topic: topic,
			run:     func(s *shell, args []string) error { return s.threatSearch("vct", args) },
			help:    "look for a win by continuous threats, fours and open threes, and show the line (Gomoku)",
			more:    "The side is the one to move; for the other it tells what it threatens. " + limitHelp,
			example: "vct\nvct black time 30", words: sides,
		},
		{
			name: "solve", args: "[LIMIT]", topic: topic, run: (*shell).solveCommand,
			help:    "search until the result with perfect play is known (Othello: the exact score)",
			more:    limitHelp + "\nWithout one it takes as long as it takes; Ctrl-C ends it.",
			example: "solve\nsolve time 60", words: fixedWords("time", "depth", "nodes"),
		},
	}
}

// partLines is how many lines parts may take unless all are asked for. Where that leaves
// less than two for a term none are shown.
const partLines = 24

func (s *shell) evalCommand(args []string) error {
	if len(args) > 1 {
		return errUsage
	}
	all, at := len(args) == 1 && args[0] == "all", game.NoMove
	if len(args) == 1 && !all {
		var err error
		if at, err = point(args[0]); err != nil {
			return err
		}
	}
	pos, err := s.look()
	if err != nil {
		return err
	}
	e, ok := pos.(engine.Evaluator)
	if !ok {
		return errors.New("this game has no static evaluation")
	}
	value, unit := e.Evaluate()
	var terms []engine.Term
	if x, ok := pos.(engine.Explainer); ok {
		terms = x.Explain()
	}
	most := partLines / max(len(terms), 1)
	switch {
	case all:
		most = game.MaxPly
	case most < 2:
		most = 0
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, t := range terms {
		writeTerm(w, t, most, at)
	}
	w.Flush()
	if at == game.NoMove {
		fmt.Fprintf(&b, "%+.2f %s for %v, who is to move", value, unit, pos.Side())
		if most == 0 && len(terms) > 0 {
			b.WriteString("; eval all shows the parts")
		}
	} else if b.Len() == 0 {
		return fmt.Errorf("no part of the evaluation speaks of %v", at)
	}
	s.say("%s", s.fold(trimLines(b.String()), 2*lineIndent))
	return nil
}

// writeTerm writes a term with the largest of its parts, or the parts that speak of a
// point alone.
func writeTerm(w *tabwriter.Writer, t engine.Term, most int, at game.Move) {
	parts := slices.Clone(t.Parts)
	slices.SortStableFunc(parts, func(p, q engine.Term) int { return cmp.Compare(q.Value*q.Value, p.Value*p.Value) })
	if at != game.NoMove {
		parts = slices.DeleteFunc(parts, func(p engine.Term) bool {
			return p.At != at && !slices.Contains(strings.Fields(p.Name), at.String())
		})
		if len(parts) == 0 {
			return
		}
		most = len(parts)
	}
	fmt.Fprintf(w, "%+.2f\t%s\t%s\n", t.Value, t.Name, t.Detail)
	for i, p := range parts {
		if most == 0 {
			break
		}
		if i == most {
			fmt.Fprintf(w, "\t  … %d more\n", len(parts)-most)
			break
		}
		fmt.Fprintf(w, "\t  %+.2f  %s\t%s\n", p.Value, p.Name, p.Detail)
	}
}

func (s *shell) threatsCommand(args []string) error {
	sides := []game.Side{game.Black, game.White}
	if len(args) > 0 {
		by, ok := side(args[0])
		if !ok || len(args) > 1 {
			return errUsage
		}
		sides = []game.Side{by}
	}
	pos, err := s.look()
	if err != nil {
		return err
	}
	t, ok := pos.(engine.Threatener)
	if !ok {
		return fmt.Errorf("%s knows no threats", s.session.Game().Name())
	}
	for _, by := range sides {
		s.say("%s", threatList(by, t.Threats(by)))
	}
	return nil
}

// threatList puts threats of a kind into a line.
func threatList(by game.Side, threats []engine.Threat) string {
	if len(threats) == 0 {
		return fmt.Sprintf("%v: none", by)
	}
	var names []string
	at := map[string][]game.Move{}
	for _, t := range threats {
		if at[t.Name] == nil {
			names = append(names, t.Name)
		}
		at[t.Name] = append(at[t.Name], t.At)
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%v:\n", by)
	for _, name := range names {
		fmt.Fprintf(w, "  %s\t%s\n", name, movesText(at[name]))
	}
	w.Flush()
	return trimLines(b.String())
}

func (s *shell) forbidCommand(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	pos, err := s.copyPosition()
	if err != nil {
		return err
	}
	f, ok := pos.(engine.Forbidder)
	if !ok {
		return fmt.Errorf("%s forbids no points", s.session.Game().Name())
	}
	list := f.Forbidden()
	if len(list) == 0 && pos.Play(game.Pass) == nil { // perhaps to the other side
		list = f.Forbidden()
	}
	if len(list) == 0 {
		s.say("no point is forbidden")
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v must not play\n", pos.Side())
	for _, m := range list {
		reason := ""
		if illegal := (*game.IllegalMoveError)(nil); errors.As(pos.Play(m), &illegal) {
			reason = strings.TrimPrefix(illegal.Reason, "forbidden: ")
		}
		fmt.Fprintf(&b, "  %-4v %s\n", m, reason)
	}
	s.say("%s", trimLines(b.String()))
	return nil
}

// threatSearch looks for a win by threats of the side to move, or of the other one as if
// it were its turn.
func (s *shell) threatSearch(name string, args []string) error {
	by := s.position().Side()
	if len(args) > 0 {
		if of, ok := side(args[0]); ok {
			by, args = of, args[1:]
		}
	}
	b, err := parseBounds(args, nil)
	if err != nil {
		return err
	}
	if s.over() {
		return s.overError()
	}
	t, ok := s.position().(engine.Threatener)
	if !ok {
		return fmt.Errorf("%s knows no threats", s.session.Game().Name())
	}
	usage := name
	for _, kind := range t.ThreatSearches() {
		if kind.Name == name {
			usage = kind.Usage
		}
	}
	turned := by != s.position().Side()
	if turned {
		if err := s.session.Play(game.Pass); err != nil {
			return err
		}
	}
	back := func() {
		if turned {
			s.session.Undo()
		}
	}
	limits := search.Limits{Start: time.Now(), Depth: b.depth, Nodes: b.nodes, Hard: b.time}
	j, err := s.search(name, engine.Request{Limits: limits, Threats: name}, func(a engine.Answer, stopped bool) error {
		s.say("%s", s.fold(proofText(by, usage, a.Lines[0], turned), lineIndent))
		return nil
	})
	if err != nil {
		back()
		return err
	}
	j.cleanup, j.rows = back, nil
	return nil
}

// proofText tells what a search for a win by threats has found.
func proofText(by game.Side, usage string, i search.Info, turned bool) string {
	effort := fmt.Sprintf("%d nodes in %.2f s", i.Nodes, i.Elapsed.Seconds())
	if i.Score.IsWin() {
		who := fmt.Sprintf("%v has a %s", by, usage)
		if turned {
			who = fmt.Sprintf("%v threatens a %s", by, usage)
		}
		return fmt.Sprintf("%s, %d plies: %s\n%s", who, len(i.PV), movesText(i.PV), effort)
	}
	if i.Iteration.Exact {
		return fmt.Sprintf("%v has no %s; %s", by, usage, effort)
	}
	return fmt.Sprintf("no %s of %v was found with up to %d threats; %s", usage, by, i.Depth, effort)
}

func (s *shell) solveCommand(args []string) error {
	b, err := parseBounds(args, nil)
	if err != nil {
		return err
	}
	if s.over() {
		return s.overError()
	}
	by := s.position().Side()
	limits := search.Limits{Start: time.Now(), Threads: s.session.Config.Workers(), Depth: b.depth, Nodes: b.nodes, Hard: b.time}
	ctx, solved := context.WithCancel(s.ctx)
	run, err := s.session.Search(ctx, engine.Request{Limits: limits, Listener: func(i search.Info) {
		s.feed.take(i)
		if i.Rank == 0 && i.Bound == search.Exact && (i.Score.IsWin() || i.Score.IsLoss()) {
			solved()
		}
	}})
	if err != nil {
		solved()
		return err
	}
	s.start(&job{
		name: "solve", stop: run.Stop, done: run.Done(), rows: s.liveRows, cleanup: solved,
		finish: func(bool) error {
			a := run.Wait()
			if len(a.Lines) == 0 {
				return errors.New("no legal move")
			}
			s.say("%s", s.fold(s.solution(by, a.Lines[0]), lineIndent))
			return nil
		},
	})
	return nil
}

// solution tells the result with perfect play, or that it is not known.
func (s *shell) solution(by game.Side, i search.Info) string {
	effort := fmt.Sprintf("%d nodes in %.2f s", i.Nodes, i.Elapsed.Seconds())
	winner := by
	if i.Score < 0 {
		winner = by.Other()
	}
	line := movesText(i.PV)
	switch {
	case i.Bound == search.Exact && (i.Score.IsWin() || i.Score.IsLoss()):
		return fmt.Sprintf("%v wins in %d plies: %s\n%s", winner, i.Score.Plies(), line, effort)
	case !i.Iteration.Exact || i.Bound != search.Exact:
		return fmt.Sprintf("not solved; so far %s\n%s", s.describe(i), effort)
	case i.Score == 0:
		return fmt.Sprintf("a draw with perfect play: %s\n%s", line, effort)
	case i.Outcome:
		return fmt.Sprintf("%v wins with perfect play: %s\n%s", winner, line, effort)
	}
	unit := "points"
	if e, ok := s.position().(engine.Evaluator); ok {
		_, unit = e.Evaluate()
	}
	return fmt.Sprintf("%v wins by %d %s with perfect play: %s\n%s", winner, max(i.Score, -i.Score), unit, line, effort)
}

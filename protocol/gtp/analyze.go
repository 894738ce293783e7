package gtp

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// ishiCommands are the engine's own: they show what it thinks of the position.
var ishiCommands = map[string]command{
	"ishi-legal_moves": {run: (*server).legalMoves, board: true},
	"ishi-forbidden":   {run: (*server).forbidden, board: true},
	"ishi-evaluate":    {run: (*server).evaluate, board: true},
	"ishi-move_scores": {run: (*server).moveScores, board: true},
	"ishi-pv":          {run: (*server).principalVariation, board: true},
	"ishi-best_lines":  {run: (*server).bestLines, most: 1, board: true},
	"ishi-rule":        {run: (*server).ruleCommand, most: 1},
	"ishi-param":       {run: (*server).param, most: anyArgs},
}

// analyzeCommands describes them to GoGui: how the response is shown, the label, the
// command.
func (s *server) analyzeCommands(request) (string, error) {
	lines := []string{
		"plist/Legal Moves/ishi-legal_moves",
		"gfx/Scores of All Moves/ishi-move_scores",
		"var/Principal Variation/ishi-pv",
		"string/Static Evaluation/ishi-evaluate",
		"hstring/Best Lines/ishi-best_lines %s",
		"hstring/Show Board/showboard",
		"string/Final Result/gogui-rules_final_result",
		"none/Level 1 to 20/level %s",
		"param/Options/ishi-param",
	}
	if len(s.session.Game().Rules()) > 1 {
		lines = append(lines,
			"plist/Forbidden Points/ishi-forbidden",
			"string/Rule of New Games/ishi-rule %o")
	}
	return strings.Join(lines, "\n"), nil
}

// legalMoves lists the points that can be played on.
func (s *server) legalMoves(request) (string, error) {
	if s.over() {
		return "", nil
	}
	return s.notation.vertices(slices.DeleteFunc(s.session.Legal(), func(m game.Move) bool { return !m.IsPoint() })), nil
}

// forbidden lists the empty points on which the side to move must not play.
func (s *server) forbidden(request) (string, error) {
	if f, ok := s.session.Position().(engine.Forbidder); ok {
		return s.notation.vertices(f.Forbidden()), nil
	}
	return "", nil
}

func (s *server) evaluate(request) (string, error) {
	e, ok := s.session.Position().(engine.Evaluator)
	if !ok {
		return "", failure("no static evaluation")
	}
	value, unit := e.Evaluate()
	return fmt.Sprintf("%+.2f %s for %v, who is to move", value, unit, s.session.Position().Side()), nil
}

// analyze searches the n best lines of the position; write makes the response.
func (s *server) analyze(n int, write func([]search.Info) string) (string, error) {
	if s.over() {
		return "", failure("the game is over")
	}
	limits := s.analysisLimits()
	limits.NBest = n
	return s.think(engine.Request{Limits: limits}, func(a engine.Answer) (string, error) {
		if len(a.Lines) == 0 {
			return "", failure("no legal move")
		}
		return write(a.Lines), nil
	})
}

// moveScores labels all moves with their scores and marks the best.
func (s *server) moveScores(request) (string, error) {
	by := s.session.Position().Side()
	return s.analyze(len(s.session.Legal()), func(lines []search.Info) string {
		var labels, best []string
		for _, line := range lines {
			if line.Move().IsPoint() && line.Bound != search.None {
				labels = append(labels, s.notation.vertex(line.Move()), line.Score.String())
			}
			if line.Move().IsPoint() && line.Score == lines[0].Score && line.Bound == lines[0].Bound {
				best = append(best, s.notation.vertex(line.Move()))
			}
		}
		text := fmt.Sprintf("TEXT %s, %s for %v", s.notation.vertex(lines[0].Move()), scoreText(lines[0]), by)
		if len(labels) > 0 {
			text = "LABEL " + strings.Join(labels, " ") + "\nSQUARE " + strings.Join(best, " ") + "\n" + text
		}
		return text
	})
}

// principalVariation tells the line that the engine expects.
func (s *server) principalVariation(request) (string, error) {
	return s.analyze(1, func(lines []search.Info) string { return s.notation.vertices(lines[0].PV) })
}

// bestLines tells the best lines with their scores, three if no number is given.
func (s *server) bestLines(r request) (string, error) {
	n := 3
	if len(r.args) > 0 {
		var err error
		if n, err = strconv.Atoi(r.args[0]); err != nil || n < 1 || n > game.MaxPly {
			return "", errSyntax
		}
	}
	return s.analyze(n, func(lines []search.Info) string {
		var text []string
		for _, line := range lines {
			text = append(text, s.describe(line))
		}
		return strings.Join(text, "\n")
	})
}

// describe writes a line of the search:
//
//	C4 +3, depth 12-15, 104733 nodes in 0.04 s: C4 E3 F6
func (s *server) describe(i search.Info) string {
	return fmt.Sprintf("%s %s, %d nodes in %.2f s: %s",
		s.notation.vertex(i.Move()), scoreText(i), i.Nodes, i.Elapsed.Seconds(), s.notation.vertices(i.PV))
}

// scoreText writes a score and how far it can be trusted.
func scoreText(i search.Info) string {
	score := i.Score.String()
	if i.Score > 0 && !i.Score.IsWin() {
		score = "+" + score
	}
	switch i.Bound {
	case search.None:
		return "not searched"
	case search.Lower:
		score = ">= " + score
	case search.Upper:
		score = "<= " + score
	}
	if i.Outcome {
		score = map[game.Score]string{1: "win", 0: "draw", -1: "loss"}[i.Score]
	}
	switch {
	case i.Iteration.Exact:
		return score + ", final result"
	case i.Confidence > 0 && i.Confidence < 100:
		return fmt.Sprintf("%s, depth %d-%d at %d %%", score, i.Depth, i.SelDepth, i.Confidence)
	}
	return fmt.Sprintf("%s, depth %d-%d", score, i.Depth, i.SelDepth)
}

// ruleCommand tells the rule of new games, or changes it: the running game goes on under
// it if that is possible.
func (s *server) ruleCommand(r request) (string, error) {
	rules := s.session.Game().Rules()
	if len(r.args) == 0 {
		return cmp.Or(s.rule, rules[0]), nil
	}
	setup := engine.Setup{Rule: r.args[0]}
	if pos := s.session.Position(); pos != nil {
		setup.Width, setup.Height = pos.Setup().Width, pos.Setup().Height
	}
	pos, err := s.session.Game().New(setup)
	if err != nil {
		return "", failure("no such rule: want " + strings.Join(rules, ", "))
	}
	if s.session.Position() != nil {
		if err := s.session.SetRule(pos.Setup().Rule); err != nil {
			return "", err
		}
	}
	s.rule = pos.Setup().Rule
	return "", nil
}

// param lists the options with their values, or sets one.
func (s *server) param(r request) (string, error) {
	if len(r.args) == 1 {
		return "", errSyntax
	}
	if len(r.args) == 0 {
		var lines []string
		for _, o := range s.session.Options() {
			kind, value := "[string]", o.Get()
			if o.Kind == engine.Flag {
				kind, value = "[bool]", map[string]string{"true": "1", "false": "0"}[value]
			}
			lines = append(lines, fmt.Sprintf("%s %s %s", kind, strings.ReplaceAll(o.Name, "-", "_"), value))
		}
		return strings.Join(lines, "\n"), nil
	}
	value := strings.Join(r.args[1:], " ")
	known, err := s.session.SetOption(r.args[0], value)
	switch {
	case !known:
		return "", failure("no such option")
	case err != nil:
		return "", err
	}
	return "", nil
}

package repl

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

func thinkCommands() []*command {
	const topic = "Engine"
	limitWords := fixedWords("time", "depth", "nodes")
	return []*command{
		{
			name: "go", aliases: []string{"genmove"}, args: "[LIMIT]", topic: topic, run: (*shell).goCommand,
			help: "let the engine make a move for the side to move",
			more: limitHelp + "\nWithout one the clock counts, else the options move-time, depth and nodes.\n" +
				"stop, or Ctrl-C, makes it move at once; another command gives the search up.",
			example: "go\ngo time 10\ngo depth 12\ngo nodes 200k",
			words:   limitWords,
		},
		{
			name: "hint", args: "[N] [LIMIT]", topic: topic, run: (*shell).hintCommand,
			help:    "show the N best moves (3) with scores, depths and lines; nothing is played",
			more:    limitHelp,
			example: "hint\nhint 5\nhint 1 time 20",
			words:   limitWords,
		},
		{
			name: "analyze", aliases: []string{"analyse"}, args: "[N] [LIMIT]", topic: topic, run: (*shell).analyzeCommand,
			help: "think about the position until a key is pressed, showing the N best moves (1)",
			more: "A key that begins another command is not lost. On Windows the key is Enter or Ctrl-C.\n" +
				"In a script it needs a limit, or ends as hint does.\n" + limitHelp,
			example: "analyze\nanalyze 4",
			words:   limitWords,
		},
		{
			name: "stop", topic: topic, calm: always, run: (*shell).stopCommand,
			help:    "end what runs with what it has, as Ctrl-C does; after go, the engine moves",
			example: "stop",
		},
		{
			name: "auto", args: "[black|white|both|off]", topic: topic, calm: without(1), run: (*shell).autoCommand,
			help:    "let the engine play a side by itself; without a word, show which",
			more:    "auto off: two people play, and the engine is the referee.",
			example: "auto white\nauto off",
			words:   fixedWords("black", "white", "both", "off"),
		},
		{
			name: "match", args: "[N] [LIMIT]", topic: topic, run: (*shell).matchCommand,
			help: "let the engine play against itself from here: N moves, or to the end",
			more: limitHelp, example: "match\nmatch 10 depth 8\nmatch nodes 20k",
			words: limitWords,
		},
		{
			name: "level", args: "[1-20]", topic: topic, calm: without(1), run: (*shell).levelCommand,
			help:    "show or set how strong the engine plays; advice is always of full strength",
			example: "level 7",
		},
		{
			name: "time", aliases: []string{"clock"}, args: "[[black|white] TIME[+BONUS] | off]", topic: topic, calm: without(1), run: (*shell).timeCommand,
			help: "show or set the clocks of both sides, or of one",
			more: "They begin with the next move. A time is 300 (seconds), 5:00, 5m or 1h30m, a bonus is\n" +
				"added with each move. Who uses up his time is told so; the game goes on.",
			example: "time 5:00+3\ntime white 60\ntime off",
			words:   fixedWords("black", "white", "off"),
		},
	}
}

func (s *shell) goCommand(args []string) error {
	b, err := parseBounds(args, nil)
	if err != nil {
		return err
	}
	return s.think(b)
}

// think searches a move and plays it.
func (s *shell) think(b bounds) error {
	if s.over() {
		return s.overError()
	}
	by := s.position().Side()
	_, err := s.search("go", engine.Request{Limits: s.moveLimits(b)}, func(a engine.Answer, stopped bool) error {
		if stopped && s.match != nil {
			s.match = nil
			s.say("match: stopped")
			return nil
		}
		if stopped && s.auto == [2]bool{true, true} {
			s.auto = [2]bool{}
			s.say("the engine plays no side by itself any more")
		}
		return s.playAnswer(by, a)
	})
	return err
}

// playAnswer plays the best move of a search.
func (s *shell) playAnswer(by game.Side, a engine.Answer) error {
	best := a.Lines[0]
	p := ply{
		Stone: engine.Stone{Move: best.Move()}, engine: true,
		depth: best.Depth, used: best.Elapsed.Round(time.Millisecond),
	}
	if best.Bound != search.None {
		p.score = scoreText(best)
		p.value, p.valued = float64(best.Score), !best.Outcome && !best.Score.IsWin() && !best.Score.IsLoss()
	}
	if err := s.play(p); err != nil {
		return err
	}
	s.spend(by)
	s.say("%s", s.fold(fmt.Sprintf("%v %s", by, s.describe(best)), lineIndent))
	s.afterMove()
	return s.reply()
}

// reply lets the engine think when it is its turn.
func (s *shell) reply() error {
	switch {
	case s.over():
		s.match = nil
		return nil
	case s.match != nil:
		return s.matchMove()
	case s.auto[s.position().Side()]:
		return s.think(bounds{})
	}
	return nil
}

func (s *shell) stopCommand(args []string) error {
	if len(args) > 0 {
		return errUsage
	}
	if s.job == nil {
		return errors.New("nothing runs")
	}
	s.stopJob()
	return nil
}

func (s *shell) hintCommand(args []string) error {
	n := 3
	b, err := parseBounds(args, &n)
	if err != nil {
		return err
	}
	limits := s.adviceLimits(b)
	limits.NBest = n
	return s.advise("hint", limits, nil)
}

func (s *shell) analyzeCommand(args []string) error {
	n := 1
	b, err := parseBounds(args, &n)
	if err != nil {
		return err
	}
	limits := s.adviceLimits(b)
	endless := b.none() && s.console.person()
	if endless {
		limits = search.Limits{Start: limits.Start, Threads: limits.Threads}
	}
	limits.NBest, limits.Analysis = n, true
	return s.advise("analyze", limits, func(j *job) { j.keys = s.console.person() })
}

// advise searches without playing and shows the lines. The session's position may be
// looked at meanwhile.
func (s *shell) advise(name string, limits search.Limits, adjust func(*job)) error {
	if s.over() {
		return s.overError()
	}
	by := s.position().Side()
	j, err := s.search(name, engine.Request{Limits: limits}, func(a engine.Answer, _ bool) error {
		s.say("%s", s.fold(s.table(by, a.Lines), lineIndent))
		return nil
	})
	if err == nil && adjust != nil {
		adjust(j)
		s.start(j)
	}
	return err
}

// table shows the lines of a search.
//
//	1  h8  +35  depth 12-18  h8 i9 g7
//	2  i9  +12  depth 12-18  i9 h8
//	black to move, 1.20 s, 123456 nodes, 102880 a second, hash 3 %
func (s *shell) table(by game.Side, lines []search.Info) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for i, line := range lines {
		fmt.Fprintf(w, "%d\t%v\t%s\t%s\t%s\n", i+1, line.Move(), scoreText(line), depthText(line), movesText(line.PV))
	}
	w.Flush()
	last := lines[0]
	fmt.Fprintf(&b, "%v to move, %.2f s, %d nodes, %d a second, hash %d %%",
		by, last.Elapsed.Seconds(), last.Nodes, last.NPS(), (last.HashFull+5)/10)
	return trimLines(b.String())
}

// liveRows is the table of what is known so far.
func (s *shell) liveRows() []string {
	var known []search.Info
	for _, line := range s.feed.get() {
		if len(line.PV) > 0 {
			known = append(known, line)
		}
	}
	if len(known) == 0 {
		return nil
	}
	newest := known[0]
	for _, line := range known {
		if line.Elapsed > newest.Elapsed {
			newest = line
		}
	}
	known[0].Elapsed, known[0].Nodes, known[0].HashFull = newest.Elapsed, newest.Nodes, newest.HashFull
	return strings.Split(s.table(s.position().Side(), known), "\n")
}

// describe writes a line of a search in words.
//
//	h8 +35, depth 12-18, 123456 nodes in 1.20 s: h8 i9 g7
func (s *shell) describe(i search.Info) string {
	return fmt.Sprintf("%v %s, %s, %d nodes in %.2f s: %s",
		i.Move(), scoreText(i), depthText(i), i.Nodes, i.Elapsed.Seconds(), movesText(i.PV))
}

// scoreText writes a score, and how far it is a bound only.
func scoreText(i search.Info) string {
	if i.Bound == search.None {
		return "no score yet"
	}
	if i.Outcome {
		return map[game.Score]string{1: "win", 0: "draw", -1: "loss"}[max(-1, min(1, i.Score))]
	}
	score := i.Score.String()
	if i.Score > 0 && !i.Score.IsWin() {
		score = "+" + score
	}
	switch i.Bound {
	case search.Lower:
		score = ">=" + score
	case search.Upper:
		score = "<=" + score
	}
	return score
}

// depthText says how deep a line was searched.
func depthText(i search.Info) string {
	switch {
	case i.Iteration.Exact:
		return "final result"
	case i.Depth == 0:
		return "depth 0"
	case i.Confidence > 0 && i.Confidence < 100:
		return fmt.Sprintf("depth %d-%d at %d %%", i.Depth, max(i.Depth, i.SelDepth), i.Confidence)
	}
	return fmt.Sprintf("depth %d-%d", i.Depth, max(i.Depth, i.SelDepth))
}

func (s *shell) autoCommand(args []string) error {
	switch {
	case len(args) == 0:
	case len(args) > 1:
		return errUsage
	case args[0] == "off":
		s.auto = [2]bool{}
	case args[0] == "both":
		s.auto = [2]bool{true, true}
	default:
		by, ok := side(args[0])
		if !ok {
			return errUsage
		}
		s.auto = [2]bool{}
		s.auto[by] = true
	}
	switch s.auto {
	case [2]bool{}:
		s.say("the engine plays when it is told to (go)")
	case [2]bool{true, true}:
		s.say("the engine plays both sides")
	default:
		s.say("the engine plays %v", map[bool]game.Side{true: game.Black, false: game.White}[s.auto[game.Black]])
	}
	if len(args) == 0 {
		return nil
	}
	return s.reply()
}

// match is the engine playing against itself.
type match struct {
	bounds bounds
	left   int // moves, 0 for all
}

func (s *shell) matchCommand(args []string) error {
	n := 0
	b, err := parseBounds(args, &n)
	if err != nil {
		return err
	}
	if s.over() {
		return s.overError()
	}
	s.match = &match{bounds: b, left: n}
	return s.think(b)
}

// matchMove goes on with a match after a move.
func (s *shell) matchMove() error {
	if s.match.left > 0 {
		if s.match.left--; s.match.left == 0 {
			s.match = nil
			return nil
		}
	}
	return s.think(s.match.bounds)
}

func (s *shell) levelCommand(args []string) error {
	config := &s.session.Config
	switch len(args) {
	case 0:
	case 1:
		n, err := strconv.Atoi(args[0])
		if err != nil {
			return errUsage
		}
		percent, err := engine.LevelStrength(n)
		if err != nil {
			return err
		}
		config.Strength = percent
	default:
		return errUsage
	}
	note := fmt.Sprintf("strength %d %%", config.Strength)
	if n := engine.StrengthLevel(config.Strength); n > 0 {
		note = fmt.Sprintf("level %d of %d", n, engine.TopLevel)
	}
	if nodes := engine.StrengthNodes(config.Strength); nodes > 0 {
		note += fmt.Sprintf(": at most %d nodes a move", nodes)
	}
	s.say("%s", note)
	return nil
}

package report

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
)

// gameColumns are those of games.csv.
var gameColumns = []string{
	"game", "round", "pair", "black", "white", "opening", "opening_moves", "result", "winner", "margin", "reason", "detail",
	"plies", "black_time_s", "white_time_s", "black_depth", "white_depth", "black_nodes", "white_nodes",
	"black_max_over_s", "white_max_over_s", "black_memory", "white_memory", "worker", "started", "took_s", "moves",
}

// Games writes the games of a contest into a folder, each as it comes:
//
//	games.csv        a line for each game, with a header
//	games.sgf        all games with times, scores and comments
//	games.ggf        the same for Othello
//	psq/000001.psq   each game of Gomoku by its number, for Piskvork
//
// It belongs to one goroutine.
type Games struct {
	folder  string
	contest *contest.Contest
	rules   engine.Game
	table   *csv.Writer
	files   map[record.Format]*os.File
	known   map[int]bool
}

// OpenGames makes the files of games anew: what a contest had there before is
// replaced, so that its games so far, from the journal, are to be added again.
func OpenGames(folder string, c *contest.Contest, rules engine.Game) (g *Games, err error) {
	g = &Games{folder: folder, contest: c, rules: rules, files: map[record.Format]*os.File{}, known: map[int]bool{}}
	defer func() {
		if err != nil {
			g.Close()
		}
	}()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return g, err
	}
	for _, f := range []record.Format{record.CSV, record.SGF, record.GGF} {
		if f != record.GGF || suits(f, rules) {
			if g.files[f], err = os.Create(filepath.Join(folder, "games."+string(f))); err != nil {
				delete(g.files, f)
				return g, err
			}
		}
	}
	if suits(record.PSQ, rules) {
		if err := os.RemoveAll(filepath.Join(folder, "psq")); err != nil {
			return g, err
		}
		if err := os.Mkdir(filepath.Join(folder, "psq"), 0o755); err != nil {
			return g, err
		}
	}
	g.table = csv.NewWriter(g.files[record.CSV])
	return g, g.write(gameColumns)
}

// suits reports whether a format is used for games by those rules.
func suits(f record.Format, rules engine.Game) bool {
	info, _ := f.Info()
	for _, name := range info.Games {
		if name == rules.Name() {
			return true
		}
	}
	return false
}

func (g *Games) write(row []string) error {
	g.table.Write(row)
	g.table.Flush()
	return g.table.Error()
}

// Add writes a game. A game that was interrupted, and a second result of a job, are
// left out; so is a game from the files of a format that cannot hold it, such as one
// with an opening that was set up in psq.
func (g *Games) Add(job contest.Job, p contest.Played) error {
	if p.Reason == contest.Interrupted || g.known[p.Job] {
		return nil
	}
	g.known[p.Job] = true
	err := g.write(gameRow(g.contest, job, p))
	r := Record(g.contest, g.rules, job, p)
	for _, f := range []record.Format{record.SGF, record.GGF} {
		if file := g.files[f]; file != nil {
			text, one := written(f, r)
			if one == nil && len(text) > 0 {
				_, one = file.Write(text)
			}
			err = errors.Join(err, one)
		}
	}
	if suits(record.PSQ, g.rules) {
		text, one := written(record.PSQ, r)
		if one == nil && len(text) > 0 {
			one = os.WriteFile(filepath.Join(g.folder, "psq", fmt.Sprintf("%06d.psq", p.Job)), text, 0o644)
		}
		err = errors.Join(err, one)
	}
	return err
}

// written returns a record in a format, nothing where the format cannot hold it.
func written(f record.Format, r *record.Game) ([]byte, error) {
	var text bytes.Buffer
	err := record.Write(&text, f, r)
	var loss *record.LossError
	if errors.As(err, &loss) {
		return nil, nil
	}
	return text.Bytes(), err
}

// Close closes the files.
func (g *Games) Close() error {
	var err error
	for _, f := range g.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// gameRow returns a line of games.csv.
func gameRow(c *contest.Contest, job contest.Job, p contest.Played) []string {
	names := [2]string{c.Participants[p.Black].Name, c.Participants[p.White].Name}
	winner := ""
	switch p.Result.Outcome {
	case game.BlackWins:
		winner = names[game.Black]
	case game.WhiteWins:
		winner = names[game.White]
	}
	sides := [2]sideTotals{totals(p, game.Black), totals(p, game.White)}
	var moves []game.Move
	for _, ply := range p.Plies {
		moves = append(moves, ply.Move)
	}
	row := []string{
		strconv.Itoa(p.Job), strconv.Itoa(job.Round), strconv.Itoa(job.Pair), oneLine(names[0]), oneLine(names[1]),
		oneLine(job.Opening.Name), moveText(job.Opening.Moves), score(p.Result.Outcome), oneLine(winner),
		strconv.Itoa(p.Result.Margin), string(p.Reason), oneLine(p.Detail), strconv.Itoa(len(p.Plies)),
	}
	for _, value := range []func(sideTotals) string{
		func(t sideTotals) string { return seconds(t.time) },
		func(t sideTotals) string { return t.depth() },
		func(t sideTotals) string { return strconv.FormatUint(t.nodes, 10) },
		func(t sideTotals) string { return t.over() },
	} {
		row = append(row, value(sides[0]), value(sides[1]))
	}
	for side := range p.Conduct {
		row = append(row, strconv.FormatInt(p.Conduct[side].Resident, 10))
	}
	return append(row, oneLine(p.Worker), p.Started.UTC().Format(time.RFC3339Nano), seconds(p.Took), moveText(moves))
}

// moveText writes moves one after the other with blanks, passes included.
func moveText(moves []game.Move) string {
	var text []byte
	for i, m := range moves {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, m.String()...)
	}
	return string(text)
}

// score writes an outcome as points of Black and White.
func score(o game.Outcome) string {
	switch o {
	case game.BlackWins:
		return "1-0"
	case game.WhiteWins:
		return "0-1"
	}
	return "1/2-1/2"
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }

// sideTotals is what a side's own moves of a game add up to.
type sideTotals struct {
	time         time.Duration
	nodes        uint64
	depths, told int
	mostOver     time.Duration
	timed        bool
}

func totals(p contest.Played, side game.Side) sideTotals {
	var t sideTotals
	for _, ply := range p.Plies {
		if ply.Side != side || ply.Opening {
			continue
		}
		t.time += ply.Time
		t.nodes += ply.Nodes
		if ply.Depth > 0 {
			t.depths += ply.Depth
			t.told++
		}
		if ply.Over != 0 && (!t.timed || ply.Over > t.mostOver) {
			t.timed, t.mostOver = true, ply.Over
		}
	}
	return t
}

// depth is the mean depth, empty where none was told; over the largest overshoot, empty
// where there was no limit.
func (t sideTotals) depth() string {
	if t.told == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(t.depths)/float64(t.told), 'f', 2, 64)
}

func (t sideTotals) over() string {
	if !t.timed {
		return ""
	}
	return seconds(t.mostOver)
}

package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"ishi/engine"
	"ishi/search"
)

// benchTable is the size of the table, which the node counts depend on.
const benchTable = 16 << 20

// bench searches the fixed positions, each with an empty table, one after the
// other. With one thread the sum of the nodes depends on nothing but the search
// itself: it is the signature.
func bench(args []string, out io.Writer) error {
	s := newSettings()
	fs := newFlagSet("bench")
	only := fs.String("game", "", "game, all if empty")
	depth := fs.Int("depth", 0, "depth in plies instead of the usual one of each position")
	nodes := fs.Uint64("nodes", 0, "limit in nodes for each position instead of a depth")
	threads := fs.Int("threads", 1, "search threads; with more than one the sum is no signature")
	s.gameFlags(fs)
	if err := parse(fs, args); err != nil {
		return err
	}
	if *only != "" {
		if _, err := s.game(*only); err != nil {
			return &usageError{err}
		}
	}
	table := search.NewTable(benchTable)
	var sum search.Info
	fmt.Fprintf(out, "%-12s %5s %6s %8s %6s %11s %9s %11s\n", "rule", "size", "depth", "score", "best", "nodes", "time ms", "nodes/s")
	for _, p := range benchPositions {
		if *only != "" && *only != p.game {
			continue
		}
		limits := search.Limits{Depth: p.depth, Threads: *threads}
		if *depth > 0 {
			limits.Depth = *depth
		}
		if *nodes > 0 {
			limits.Depth, limits.Nodes = 0, *nodes
		}
		pos, err := p.position(s)
		if err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		line, err := benchSearch(pos, table, limits)
		if err != nil {
			return err
		}
		sum.Nodes += line.Nodes
		sum.Elapsed += line.Elapsed
		fmt.Fprintf(out, "%-12s %5s %6d %8v %6v %11d %9d %11d\n",
			p.rule, p.size, line.Depth, line.Score, line.Move(), line.Nodes, line.Elapsed.Milliseconds(), line.NPS())
	}
	_, err := fmt.Fprintf(out, "\nnodes     %d\ntime      %d ms\nnodes/s   %d\nsignature %d\n",
		sum.Nodes, sum.Elapsed.Milliseconds(), sum.NPS(), sum.Nodes)
	return err
}

// benchSearch searches a position with an empty table.
func benchSearch(pos engine.Position, table *search.Table, limits search.Limits) (search.Info, error) {
	table.Clear()
	limits.Start = time.Now()
	lines := search.Deepen(context.Background(), search.Setup{Table: table, Searcher: pos.Searcher}, limits)
	if len(lines) == 0 {
		return search.Info{}, fmt.Errorf("bench: a position is finished")
	}
	return lines[0], nil
}

// benchPosition is a position of the benchmark with the depth in plies to which
// it is searched.
type benchPosition struct {
	positionChoice
	depth int
}

// benchPositions cover opening, middle game and end, quiet and full of
// threats, in four rules and three sizes.
var benchPositions = []benchPosition{
	{positionChoice{"gomoku", "freestyle", "15", "h8h7j6i7f7"}, 10},
	{positionChoice{"gomoku", "freestyle", "15", "h8g7f6g8g9"}, 10},
	{positionChoice{"gomoku", "freestyle", "15", "h8i9j10i8i7g9"}, 10},
}

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

// benchPositions cover opening and middle game, quiet positions and such full of
// threats, in all rules and two sizes.
var benchPositions = []benchPosition{
	{positionChoice{"gomoku", "freestyle", "15", "h8h7j6i7f7"}, 11},
	{positionChoice{"gomoku", "freestyle", "15", "h8g7f6g8g9"}, 11},
	{positionChoice{"gomoku", "freestyle", "15", "h8i9j10i8i7g9"}, 11},
	{positionChoice{"gomoku", "freestyle", "15", "i12n11n10k9n12g11k13j8l12m11j12l10i7"}, 11},
	{positionChoice{"gomoku", "freestyle", "15", "d7g4f9i5h4e4d4g8f3g6d6d5g5f6e6e8d9g9g7h7i8d8f8h6c7"}, 11},
	{positionChoice{"gomoku", "freestyle", "20", "d7e8e7c10h10h11f6g10i10f7d9d8c8g8f9e6h9g9g11h8f8"}, 11},
	{positionChoice{"gomoku", "freestyle", "20", "k16g12h13e12k15h11f13f12h12g11k17"}, 11},
	{positionChoice{"gomoku", "exact", "15", "d15d13c13a14h11e10g12d11c12d10d12c10f13"}, 11},
	{positionChoice{"gomoku", "exact", "15", "i11k7i10i7j5m4k6l7j7j8h9i8g8j11"}, 11},
	{positionChoice{"gomoku", "exact", "15", "f14f13h14j12g10i10f11i14i9h9g11g8j11h11g12g13h10f12j8k7f7l8f8f9"}, 11},
	{positionChoice{"gomoku", "renju", "15", "b9c5b8a5b5c7a10b10e6e8d6f6e10d7e7b6"}, 11},
	{positionChoice{"gomoku", "renju", "15", "f12c9g13g11e11d10e10e12e13f11h11g10h9d11d13f13c10d8d9h10e7f7i10j9j11k12f8"}, 11},
	{positionChoice{"gomoku", "renju", "15", "j8j10i13i8k11j12j13i10h10i9i11k10l11h11m11j11k12m10l10i7i6g12"}, 11},
	{positionChoice{"gomoku", "caro", "15", "d5b8a9e7f6g6d7e8e9g8g9h7f5h8"}, 11},
	{positionChoice{"gomoku", "caro", "15", "i14i13l13k14o11n10k11g11f10h11h10g10g9g12g13f8"}, 11},
	{positionChoice{"gomoku", "exact-caro", "15", "e6a7b6c8a5d6d4e4f8d9e9e10b7d10b8b10d8c7c10d12g12e13c11g8"}, 11},
}

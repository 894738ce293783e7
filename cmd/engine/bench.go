package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"ishi/engine"
	"ishi/search"
)

// benchTable is the size of the table, which the node counts depend on.
const benchTable = 16 << 20

// bench searches the fixed positions, each with an empty table, one after the
// other. With one thread the sum of the nodes depends on nothing but the search
// itself: it is the signature, for each game and for all.
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
	return benchGame(context.Background(), s, benchChoice{*only, *depth, *nodes, *threads}, out)
}

// benchChoice says which positions are searched, and how: all games where none is
// named, to the depth of each position where neither depth nor nodes are given.
type benchChoice struct {
	game    string
	depth   int
	nodes   uint64
	threads int
}

// benchGame searches positions and writes a table.
func benchGame(ctx context.Context, s *settings, choice benchChoice, out io.Writer) error {
	table := search.NewTable(benchTable)
	sums := map[string]*search.Info{}
	fmt.Fprintf(out, benchHeader, "", "size", "depth", "score", "best", "nodes", "ms", "nodes/s")
	for _, p := range benchPositions {
		if choice.game != "" && choice.game != p.game {
			continue
		}
		limits := search.Limits{Depth: p.depth, Threads: choice.threads}
		if choice.depth > 0 {
			limits.Depth = choice.depth
		}
		if choice.nodes > 0 {
			limits.Depth, limits.Nodes = 0, choice.nodes
		}
		pos, err := p.position(s)
		if err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		line, err := benchSearch(ctx, pos, table, limits)
		if err != nil {
			return err
		}
		if sums[p.game] == nil {
			sums[p.game] = &search.Info{}
		}
		sums[p.game].Nodes += line.Nodes
		sums[p.game].Elapsed += line.Elapsed
		fmt.Fprintf(out, benchLine, p.rule, p.size, line.Depth, line.Score, line.Move(), line.Nodes, line.Elapsed.Milliseconds(), line.NPS())
	}
	return printSums(out, sums)
}

const (
	benchHeader = "%-12s %4s %6s %6s %5s %12s %8s %10s\n"
	benchLine   = "%-12s %4s %6d %6v %5v %12d %8d %10d\n"
	benchSum    = "%-36s %12d %8d %10d\n"
)

// printSums writes the sum of each game, and that of all.
func printSums(out io.Writer, sums map[string]*search.Info) error {
	var all search.Info
	fmt.Fprintln(out)
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		sum := sums[name]
		fmt.Fprintf(out, benchSum, name, sum.Nodes, sum.Elapsed.Milliseconds(), sum.NPS())
		all.Nodes += sum.Nodes
		all.Elapsed += sum.Elapsed
	}
	fmt.Fprintf(out, benchSum, "all", all.Nodes, all.Elapsed.Milliseconds(), all.NPS())
	_, err := fmt.Fprintf(out, "\nsignature %d\n", all.Nodes)
	return err
}

// benchSearch searches a position with an empty table. A search that is stopped is an
// error: its nodes say nothing.
func benchSearch(ctx context.Context, pos engine.Position, table *search.Table, limits search.Limits) (search.Info, error) {
	table.Clear()
	limits.Start = time.Now()
	lines := search.Deepen(ctx, search.Setup{Table: table, Searcher: pos.Searcher}, limits)
	if err := ctx.Err(); err != nil {
		return search.Info{}, err
	}
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
// threats, in all rules of Gomoku and two sizes; opening, middle game and exact
// endgames of Othello.
var benchPositions = []benchPosition{
	{positionChoice{"gomoku", "freestyle", "15", "h8h7j6i7f7"}, 12},
	{positionChoice{"gomoku", "freestyle", "15", "h8g7f6g8g9"}, 12},
	{positionChoice{"gomoku", "freestyle", "15", "h8i9j10i8i7g9"}, 12},
	{positionChoice{"gomoku", "freestyle", "15", "i12n11n10k9n12g11k13j8l12m11j12l10i7"}, 12},
	{positionChoice{"gomoku", "freestyle", "15", "d7g4f9i5h4e4d4g8f3g6d6d5g5f6e6e8d9g9g7h7i8d8f8h6c7"}, 12},
	{positionChoice{"gomoku", "freestyle", "20", "d7e8e7c10h10h11f6g10i10f7d9d8c8g8f9e6h9g9g11h8f8"}, 12},
	{positionChoice{"gomoku", "freestyle", "20", "k16g12h13e12k15h11f13f12h12g11k17"}, 12},
	{positionChoice{"gomoku", "exact", "15", "d15d13c13a14h11e10g12d11c12d10d12c10f13"}, 12},
	{positionChoice{"gomoku", "exact", "15", "i11k7i10i7j5m4k6l7j7j8h9i8g8j11"}, 12},
	{positionChoice{"gomoku", "exact", "15", "f14f13h14j12g10i10f11i14i9h9g11g8j11h11g12g13h10f12j8k7f7l8f8f9"}, 12},
	{positionChoice{"gomoku", "renju", "15", "b9c5b8a5b5c7a10b10e6e8d6f6e10d7e7b6"}, 12},
	{positionChoice{"gomoku", "renju", "15", "f12c9g13g11e11d10e10e12e13f11h11g10h9d11d13f13c10d8d9h10e7f7i10j9j11k12f8"}, 12},
	{positionChoice{"gomoku", "renju", "15", "j8j10i13i8k11j12j13i10h10i9i11k10l11h11m11j11k12m10l10i7i6g12"}, 12},
	{positionChoice{"gomoku", "caro", "15", "d5b8a9e7f6g6d7e8e9g8g9h7f5h8"}, 12},
	{positionChoice{"gomoku", "caro", "15", "i14i13l13k14o11n10k11g11f10h11h10g10g9g12g13f8"}, 12},
	{positionChoice{"gomoku", "exact-caro", "15", "e6a7b6c8a5d6d4e4f8d9e9e10b7d10b8b10d8c7c10d12g12e13c11g8"}, 12},
	{positionChoice{"othello", "othello", "8", "f5d6c3d3c5b3c2e3b2b6"}, 16},
	{positionChoice{"othello", "othello", "8", "f5d6c3g5g6e3f4d3c2g4h5e6f6d2"}, 16},
	{positionChoice{"othello", "othello", "8", "f5d6c4f3f4f6d7c5g3c3e6g4h3g5g6h5h4h6"}, 16},
	{positionChoice{"othello", "othello", "8", "f5d6c5f4d3e3f2b5g4f3e6f7e2g2g3h2g5h4h3g6h1g1"}, 16},
	{positionChoice{"othello", "othello", "8", "f5d6c6f6c4c3e6f4g4f3g3d3e3c5b3b2g5h5g6a2b5h4h3h6h7b4"}, 16},
	{positionChoice{"othello", "othello", "8", "f5d6c7g5e6d3e3f6f4g4c5d7c3c4d8c6e7f7g7f8e8c8h5h4h6g3h3g6h7f3"}, 16},
	{positionChoice{"othello", "othello", "8", "f5f4c3e6d7c6e3e8f3d3c4d6c5f6f7b5b3b4b6a6a4a3a2a5a7e7f8g8b2g7c2a1c1a8"}, 16},
	{positionChoice{"othello", "othello", "8", "f5f4d3c4f3e6d7e2c6d6d2c2b4b5a4a6b3b2a2e8b1g2d1e7f6c5c7b7c8d8f8g6b6a5e3a7f1a3"}, 22},
	{positionChoice{"othello", "othello", "8", "f5f4e3d6g5e2c7g6f6h5h6h7c5g4f3d3c4f2h4h3g3g2h2h1c2e6e1f1g1d1d2c1e7b1f7f8g7g8h8e8"}, 20},
	{positionChoice{"othello", "othello", "8", "f5f4f3g4c3g6g5e2f2e6f6g2f1c6c5c4d1h5h6g3h4h2d3e3d2e1h3h1g1c1b1a1d6c2b6h7b4a4a3a2b2b3"}, 18},
}

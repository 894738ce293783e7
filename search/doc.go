// Package search is the part of a game-tree search that does not depend on the
// game: iterative deepening with aspiration windows and n-best, limits and
// clock, the transposition table, principal variations, history tables, helper
// threads over one table (Lazy SMP), stop at any time.
//
//	Deepen ── Next ──▶ Searcher     one per thread, owned by one goroutine
//	   │   ── Search ─▶  │ Worker   counts nodes, sees the stop
//	   │                 │ Table    shared by all threads, lock-free
//	   ◀── Root: score and line of each root move
//	   └──▶ Info values stream to the caller; the last one is the answer
//
// It knows no game, formats no text and never sees a writer. The games bring
// their own alpha-beta (see engine/gomoku and engine/othello): a Searcher
// searches the moves of a Root to one depth within one window.
package search

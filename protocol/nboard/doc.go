// Package nboard speaks the engine protocol of NBoard, a board for Othello.
//
//	set game, move ──▶ position        nothing is answered
//	set depth      ──▶ limits
//	go, hint n     ──▶ thinking ──▶ "=== F5/2.00/0.53", "search F5D6 2.00 0 18"
//	analyze        ──▶ thinking, a position after the other ──▶ "analysis 17 2.00"
//	ping k         ──▶ stops what runs ──▶ "pong k"
//
// A single goroutine holds the state; lines come from a protocol.Reader, answers from
// an engine.Search. Everything that concerns the position ends a running search
// without a word; after a pong nothing is said about the position before. A move that
// go has found is not played: the client sends it back.
//
// The package knows games in which two sides put stones on the points of a board, but
// none in particular. Points are a letter for the column and a number for the row from
// the top.
package nboard

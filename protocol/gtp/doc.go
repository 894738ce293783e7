// Package gtp speaks the Go Text Protocol, version 2, for games other than Go, with the
// conventions of Quarry and GoGui.
//
//	"7 play b e3" ──▶ parse ──▶ command table ──▶ answer ──▶ "=7\n\n"
//	                                 │               ▲
//	                              genmove            │
//	                                 ▼               │
//	                             thinking ───────────┘
//	                             # interrupt: answer now
//	                             quit, end of file: answer now and leave
//	                             all else waits for its turn
//
// A single goroutine holds the state; lines come from a protocol.Reader, answers from
// an engine.Search. Every command gets one response, in the order of the commands.
//
// The package knows games in which two sides put stones on the points of a board, but
// none in particular. Vertices are written as the protocol says: a letter for the
// column, the letter I left out, and a number for the row; row 1 is the upper one, as
// Othello has it. Only for clients that choose the game with set_game, as Quarry does,
// the letter I counts.
package gtp

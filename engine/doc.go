// Package engine is a playing session: one game with its history, options,
// clock and one search at a time. It knows no game: the games hand themselves
// in as Game values. It formats no text.
//
//	protocol/… ──▶ Session ──▶ search.Deepen ──▶ the game's Searcher
//	           ◀── Info values
package engine

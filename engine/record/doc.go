// Package record reads and writes records of games and positions: Piskvork's psq and
// rec, SGF, GGF, OBF, WTHOR, RenLib, move strings, lists of openings, boards as people
// paste them, and a log of finished games. It knows how they are written and nothing of
// rules, evaluation or search; ishi/engine/replay plays what it has read.
//
//	file ──▶ Detect ──▶ Read ──▶ *Game, *Game, …      one after the other
//	file ◀─────────── Write ◀─── *Game, *Game, …
package record

// Package corpus is the file of games that evaluations are trained with: moves,
// searched scores and results, a few bytes a position. It knows no rules: a reader
// plays the moves on a board of its own.
//
//	file  = block…                 the first block tells what the file holds
//	block = head data
//	head  = "ISHC" kind 0 0 0      kind: 'A' about the file, 'G' games
//	        games raw stored sum   four 32-bit words, little-endian
//	data  = zstd of JSON ('A') or of games ('G')
//
// raw and stored are the lengths of the data in bytes, before and after compression;
// sum is the CRC-32C of the head before it and the stored data. A game is
//
//	number outcome margin opening plies move… flags… score…
//
// where all but outcome and flags, which are bytes, are variable-length integers, margin
// and scores signed ones: number counts the games from 0; outcome is a game.Outcome;
// opening is the number of plies before the first that an engine chose; a move is
// 1 + x + width·y, 0 for a pass; flags are 1 scored, 2 random, 4 exact; scores are those
// of the scored plies, from the side to move, in the game's unit.
//
// A file grows by whole blocks. One that a writer has left torn is cut by the next.
package corpus

// Package game is the vocabulary that every part of Ishi shares: sides, moves,
// scores and results. It is a leaf: it knows no game, no search and no
// protocol, and imports only the standard library.
//
//	  a b c …            a Move is a point of a board of up to 32x32,
//	1 . . .              written column letter, then row number,
//	2 . . .              counted from the top left: b3 is At(1, 2)
//	3 . O .
package game

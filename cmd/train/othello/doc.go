// Package othello makes the weights of the Othello evaluation: it labels positions with scores and
// fits the weights to them.
//
//	WTHOR games ─┐
//	exact scores ┼─▶ Games.Positions ─▶ Fit ─▶ weights.bin, embedded in engine/othello
//	Generate ────┘        │ solver           │
//	   ▲    positions     └── labels cache   └── checkpoints
//	   └── searches with the weights of the round before
//
// A position is labelled with the exact score where it is known or quickly solved, else with a searched
// score, else with the theoretical score of its game. Positions of one game are held out together.
package othello

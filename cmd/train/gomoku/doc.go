// Package gomoku makes the weights of the gomoku evaluation: it plays games of
// the engine against itself and fits the weights to their results.
//
//	Play ──▶ games file ──▶ Fit ──▶ weights.bin ──▶ embedded in engine/gomoku
package gomoku

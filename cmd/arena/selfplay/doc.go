// Package selfplay plays the games that evaluations are trained with: Ishi against
// itself, from random openings, at a fixed number of nodes. Each game depends on the
// settings and its number alone. It knows nothing of how the games are handed out.
//
//	Settings, number ──▶ Player.Play ──▶ corpus.Game
//	corpus file ───────▶ Statistics
package selfplay

// Package seats is the worker's side of a contest: it checks that the programs here are
// the ones that the contest means, and plays the games that it is given, several at a
// time. It knows nothing of where games come from and where results go.
//
//	contest ──▶ Check ──▶ Seats     one seat a game at a time, with players of its own
//	job ─────▶ Seats.Play ──▶ match.Play ──▶ contest.Played
package seats

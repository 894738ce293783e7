// Package match plays games: it takes a job, has two players move in turn, is the
// referee, and says what came of it. A player is an engine behind a protocol, or
// Ishi in process. It knows nothing of schedules, journals, machines and ratings.
//
//	contest.Job ──▶ Play ──▶ contest.Played
//	                 │ ▲
//	           a position, the clock; a move, a score
//	                 ▼ │
//	              Player ──▶ protocol/client ──▶ a process
//	                 └─────▶ engine.Session
package match

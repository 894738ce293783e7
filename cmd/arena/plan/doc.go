// Package plan decides which games of a contest are played: who meets whom, with which
// opening, with which colours, in which order. The same contest, options and results
// give the same games on every machine, so that an interrupted contest goes on as if
// nothing had happened. It knows neither engines nor how a game is played, and of the
// game's rules what an engine.Game tells: whether an opening is legal.
//
//	openings file ──▶ ReadOpenings ─┐
//	                  Generate ─────┤
//	                                ▼
//	Contest, Options ──────────▶ Schedule ── Next ──▶ jobs
//	results (of the journal too) ─ Add ─▶ ┘
package plan

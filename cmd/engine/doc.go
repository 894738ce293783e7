// Engine is Ishi as a program: it speaks the protocol of whatever starts it.
// This package is wiring and nothing else: options from flags, environment and
// a file beside the executable, the choice of the front end, and the commands
// that measure the engine.
//
//	flags > ISHI_… > ishi.conf ──▶ settings ──▶ front end ──▶ engine.Session
//	first line of the input ─────────────────────▲
//
// It is the only place that names the games.
package main

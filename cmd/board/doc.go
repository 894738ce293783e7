// Board serves a board in the browser for Gomoku and Othello: against the engine, for two
// people on one screen or over the network, and for two engines. This package is wiring
// and nothing else: flags, the games, the page, the listener.
//
//	flags > ISHI_BOARD_… ──▶ web.Config ──▶ web.Server ◀── net.Listener
package main

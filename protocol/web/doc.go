// Package web is the front end for browsers: games over HTTP and WebSocket, kept in a
// file, for people and engines. It knows no game, which come as engine.Game values,
// nothing of the page (any http.Handler), and no format of files beyond their names.
// doc/web.md describes the messages.
//
//	browser ─▶ conn ─▶ room ─▶ match      one game: seats, moves, clocks, offers
//	                    │  └─▶ store      on disk before anybody hears of it
//	                    └────▶ queue ─▶ worker ─▶ engine.Session
//	                           fair turns on a bounded number of threads
package web

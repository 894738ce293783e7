// Package repl is the prompt for people: it plays, takes back, advises, explains,
// sets positions up, reads and writes files, and measures, for any game. On a terminal
// lines are edited, completed and remembered, and a search runs while one types; a
// script gets the same commands without a prompt.
//
//	lines ──▶ shell: command table ──▶ engine.Session ──▶ search
//	keys  ──▶   │  one goroutine        job: what runs in the background
//	signals ▶   ▼
//	          console: terminal with a line editor, or plain streams
//
// It knows no game: what a position can do it says by the optional interfaces of
// package engine. It knows no file format: those are in engine/record.
package repl

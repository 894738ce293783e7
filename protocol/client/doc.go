// Package client is the other side of the protocols: it starts a program that plays,
// tells it the game, and asks for moves, as strict as the strictest of the managers. It
// checks what a reply looks like, not whether a move is legal: it knows no rules.
//
//	Start ──▶ Process: one program with all its children, its output in bounded queues
//	             ▲ lines
//	Connect ──▶ Engine: gomocup, gtp, nboard ──▶ Answer with move, time, score
//
// Every wait ends with its context; a program can neither block nor flood the one who
// uses it.
package client

// Package protocol is what all text protocols share: a line reader with a
// goroutine of its own, a writer that owns the output, the traffic log, the
// reading of arguments, and the guess at the protocol from its first line.
//
//	stdin ──▶ Reader ──▶ Line values with the time at which they were read
//	                          │  front end: one goroutine, a state machine
//	stdout ◀── Writer ◀── Reply: one reply, one write
//
// It knows no game and no engine. The front ends are its subpackages.
package protocol

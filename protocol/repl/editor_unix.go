//go:build !windows

package repl

import (
	"os"
	"syscall"

	"github.com/peterh/liner"
)

// editable reports whether the terminal can do what the line editor needs.
func editable() bool { return liner.TerminalSupported() }

// prepareOutput does nothing here: terminals know what colours are.
func prepareOutput() (restore func()) { return func() {} }

// openLiner starts the line editor. It sets the modes of the terminal itself, and reads
// what keys lets through: it takes its input from os.Stdin as it is when it is made.
//
//	terminal ──▶ keys ──▶ pipe ──▶ liner
func (e *editor) openLiner() *liner.State {
	terminal := os.Stdin
	r, w, err := os.Pipe()
	if err != nil {
		return liner.NewLiner() // without a look at the keys
	}
	os.Stdin = r
	defer func() { os.Stdin = terminal }()
	go e.pump(terminal, w)
	return liner.NewLiner()
}

// pump carries keys from the terminal to the line editor. The end of the terminal, such
// as a lost connection, is the end of the input.
func (e *editor) pump(terminal, to *os.File) {
	defer to.Close()
	buffer := make([]byte, 4096)
	for {
		n, err := terminal.Read(buffer)
		if err != nil {
			return
		}
		select {
		case <-e.quit:
			return
		default:
		}
		if typed := e.keys(buffer[:n]); len(typed) > 0 {
			if _, err := to.Write(typed); err != nil {
				return
			}
		}
	}
}

// redrawLine makes the line editor draw its line anew, as it does when the size of the
// terminal changes.
func redrawLine() { syscall.Kill(os.Getpid(), syscall.SIGWINCH) }

package client

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"ishi/protocol"
)

// Named returns the protocol that a command tells: the file name of a brain begins with
// pbrain-, and some programs are told their protocol by an argument.
func Named(args []string) (protocol.Dialect, bool) {
	if len(args) == 0 {
		return protocol.Unknown, false
	}
	if strings.HasPrefix(strings.ToLower(filepath.Base(args[0])), "pbrain-") {
		return protocol.Gomocup, true
	}
	for _, a := range args[1:] {
		word := strings.TrimLeft(a, "-")
		if _, value, ok := strings.Cut(word, "="); ok {
			word = value
		}
		if d, ok := protocol.ParseDialect(word); ok {
			return d, true
		}
	}
	return protocol.Unknown, false
}

// Detect finds out the protocol of a program that has just been started for a game, by
// questions that do no harm. The process is of no use afterwards: what it was asked may
// have settled what it speaks.
//
//	gomoku   ABOUT              name=… : a brain;  ? … : GTP
//	othello  protocol_version   = 2    : GTP
//	         nothing yet: nboard 2, ping 1 -> pong 1
//
// All programs for GTP answer whatever they are asked.
func Detect(ctx context.Context, p *Process, game string) (protocol.Dialect, error) {
	question := "protocol_version"
	if game == "gomoku" {
		question = "ABOUT"
	}
	p.Send(question)
	first, done := context.WithTimeout(ctx, settle)
	d, err := listen(first, p)
	done()
	if err == nil || !errors.Is(err, context.DeadlineExceeded) {
		return d, err
	}
	p.Send("nboard 2\nping 1")
	d, err = listen(ctx, p)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fault(NotStarted, "it answers neither %s nor a ping: give its protocol", question)
	}
	return d, err
}

// listen waits for a line that gives a program away.
func listen(ctx context.Context, p *Process) (protocol.Dialect, error) {
	for {
		text, _, err := p.Next(ctx)
		if err != nil {
			return protocol.Unknown, err
		}
		text = strings.TrimSpace(text)
		verb, _, _ := strings.Cut(text, " ")
		switch {
		case text == "":
		case text[0] == '=' && !strings.HasPrefix(text, "==="), text[0] == '?':
			return protocol.GTP, nil
		case strings.EqualFold(verb, "pong"), verb == "set" && strings.HasPrefix(text, "set myname"):
			return protocol.NBoard, nil
		case strings.HasPrefix(text, "name="), verb == "UNKNOWN", verb == "ERROR":
			return protocol.Gomocup, nil
		}
	}
}

// settle is how long an answer to the first question is waited for.
const settle = 2 * time.Second

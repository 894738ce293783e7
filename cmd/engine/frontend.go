package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"ishi/engine"
	"ishi/protocol"
	"ishi/protocol/gomocup"
)

// frontEnd is a protocol that Ishi speaks.
type frontEnd struct {
	dialect protocol.Dialect
	about   string
	serve   func(ctx context.Context, conn *protocol.Conn, s *settings) error
	// notice is how the protocol shows a text to people beside a reply; empty
	// where it cannot.
	notice string
}

// frontEnds lists the protocols. The first one also gets what none recognises:
// it answers everything.
func frontEnds() []frontEnd {
	return []frontEnd{
		{protocol.Gomocup, "Gomocup (Piskvork) with the Yixin-Board extension", serveGomocup, "MESSAGE %s"},
		{protocol.GTP, "Go Text Protocol for Othello and Gomoku (Quarry, GoGui)", serveGTP, ""},
		{protocol.NBoard, "NBoard's engine protocol, Othello", serveNBoard, "status %s"},
	}
}

func frontEndOf(d protocol.Dialect) (frontEnd, bool) {
	for _, f := range frontEnds() {
		if f.dialect == d {
			return f, true
		}
	}
	return frontEnd{}, false
}

func dialectNames() []string {
	var names []string
	for _, f := range frontEnds() {
		names = append(names, f.dialect.String())
	}
	return names
}

func serveGomocup(ctx context.Context, conn *protocol.Conn, s *settings) error {
	g, err := s.game("gomoku")
	if err != nil {
		return err
	}
	return gomocup.Serve(ctx, conn, engine.NewSession(g, s.engine), gomocup.About{
		Name: name, Version: version, Author: authors, Country: country,
	})
}

// serve speaks with the other side until it has enough.
func serve(ctx context.Context, s *settings, in io.Reader, out io.Writer) error {
	log, file := s.openLog()
	if file != nil {
		defer file.Close()
	}
	beginning := &preface{out: out}
	conn := protocol.NewConn(in, beginning, log)
	log.Note("%s, process %d", longVersion(), os.Getpid())
	// A write fails when the other side has left, which is its right.
	defer func() {
		if err := conn.Close(); err != nil {
			log.Note("%v", err)
		}
	}()
	front, ok := choose(conn, s.dialect)
	if !ok {
		return conn.Err()
	}
	log.Note("protocol %v; options %s", front.dialect, strings.Join(s.changed(), " "))
	for _, p := range s.problems {
		log.Note("%s", p)
		if front.notice != "" {
			beginning.lines = append(beginning.lines, fmt.Sprintf(front.notice, protocol.OneLine(p)))
		}
	}
	return front.serve(ctx, conn, s)
}

// choose returns the front end for a dialect, or for the first line where it
// is unknown; false when no line comes.
func choose(conn *protocol.Conn, d protocol.Dialect) (frontEnd, bool) {
	if d == protocol.Unknown {
		line, ok := conn.First()
		if !ok {
			return frontEnd{}, false
		}
		d = protocol.Detect(line.Text)
	}
	if f, ok := frontEndOf(d); ok {
		return f, true
	}
	return frontEnds()[0], true
}

// openLog opens the log, to which a crash of the program is written too. Both
// results are nil without one.
func (s *settings) openLog() (*protocol.Log, *os.File) {
	if s.logFile == "" {
		return nil, nil
	}
	file, err := os.OpenFile(s.logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		s.problem("log: %v", err)
		return nil, nil
	}
	if err := debug.SetCrashOutput(file, debug.CrashOptions{}); err != nil {
		s.problem("log: %v", err)
	}
	return protocol.NewLog(file), file
}

// preface puts lines before the first thing that is written: a client listens
// only once it waits for a reply. They are set before that.
type preface struct {
	out   io.Writer
	lines []string
}

func (p *preface) Write(b []byte) (int, error) {
	for _, line := range p.lines {
		if _, err := io.WriteString(p.out, line+lineEnd(b)); err != nil {
			return 0, err
		}
	}
	p.lines = nil
	return p.out.Write(b)
}

// lineEnd returns the line end of a reply.
func lineEnd(reply []byte) string {
	if strings.HasSuffix(string(reply), "\r\n") {
		return "\r\n"
	}
	return "\n"
}

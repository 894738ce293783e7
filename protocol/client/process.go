package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ishi/protocol"
)

// Command is what is started.
type Command struct {
	// Name is the program's name in the log.
	Name string
	// Args are the program and its arguments. A program without a folder in its name is
	// looked for in PATH; a relative one is seen from the arena's working directory.
	Args []string
	// Dir is the working directory, the program's own folder when empty.
	Dir string
	// Memory is the largest resident size of the program with its children in bytes, 0
	// for no limit. See Resident.
	Memory int64
	Log    *Log
}

// Path returns the absolute path of the program of a command.
func Path(args []string) (string, error) {
	if len(args) == 0 {
		return "", errors.New("no command")
	}
	path, err := exec.LookPath(args[0])
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return "", err
	}
	return filepath.Abs(path)
}

// sampling is the time between two looks at the memory of a program.
const sampling = 100 * time.Millisecond

// Process is a program with its children. Send, Next and what builds on them are for one
// goroutine; Close may be called from any.
type Process struct {
	command Command
	cmd     *exec.Cmd
	tree    *tree
	files   []*os.File // this end of its pipes
	in      *protocol.Writer
	out     *output
	errors  *tail
	log     atomic.Pointer[Log]

	exited chan struct{} // closed when the program has ended
	gone   chan struct{} // closed when all goroutines have
	once   sync.Once

	sampled time.Time
	peak    int64
}

// Start starts a program. The error is a *Fault of the kind NotStarted.
func Start(c Command) (*Process, error) {
	path, err := Path(c.Args)
	if err != nil {
		return nil, fault(NotStarted, "%v", err)
	}
	p := &Process{command: c, exited: make(chan struct{}), gone: make(chan struct{})}
	p.log.Store(c.Log)
	p.cmd = exec.Command(path, c.Args[1:]...)
	p.cmd.Args[0] = c.Args[0]
	if p.cmd.Dir = c.Dir; c.Dir == "" {
		p.cmd.Dir = filepath.Dir(path)
	}
	if err := p.start(); err != nil {
		return nil, fault(NotStarted, "%v", err)
	}
	return p, nil
}

// start makes the pipes and starts the program and the goroutines that serve it.
func (p *Process) start() error {
	var theirs []*os.File
	closeAll := func(files []*os.File) {
		for _, f := range files {
			f.Close()
		}
	}
	for i := range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(append(p.files, theirs...))
			return err
		}
		if i == 0 {
			r, w = w, r
		}
		p.files, theirs = append(p.files, r), append(theirs, w)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	var err error
	p.tree, err = startTree(p.cmd)
	closeAll(theirs)
	if err != nil {
		closeAll(p.files)
		return err
	}
	p.note("started %s, process %d", strings.Join(p.command.Args, " "), p.cmd.Process.Pid)
	p.in = protocol.NewWriter(p.files[0], nil)
	p.out = newOutput(p.files[1], func(text string, at time.Time) { p.record(at, '<', text) })
	p.errors = &tail{logged: func(text string, at time.Time) { p.record(at, '!', text) }}
	quiet := make(chan struct{})
	go func() {
		io.Copy(p.errors, p.files[2])
		close(quiet)
	}()
	go p.wait(quiet)
	return nil
}

// wait waits for the program's end and clears up behind it.
func (p *Process) wait(quiet <-chan struct{}) {
	p.cmd.Wait()
	p.note("ended: %v", p.cmd.ProcessState)
	p.tree.kill() // what it left behind
	close(p.exited)
	// Nobody writes any more, unless a process has escaped: it is not waited for.
	for _, f := range p.files[1:] {
		f.SetReadDeadline(time.Now().Add(time.Second))
	}
	<-p.out.done
	<-quiet
	p.in.Close()
	for _, f := range p.files {
		f.Close()
	}
	p.tree.close()
	close(p.gone)
}

func (p *Process) record(at time.Time, mark byte, text string) {
	p.log.Load().Record(at, p.command.Name, mark, text)
}

func (p *Process) note(format string, args ...any) {
	p.record(time.Now(), '#', fmt.Sprintf(format, args...))
}

// SetLog makes the conversation go to another log from now on; nil for none.
func (p *Process) SetLog(l *Log) { p.log.Store(l) }

// Send hands lines to the program and returns the time at which that was done. It never
// waits.
func (p *Process) Send(text string) time.Time {
	p.out.forgive()
	p.errors.forgive()
	now := time.Now()
	p.in.Reply(text)
	p.record(now, '>', text)
	return now
}

// Next waits for the next line of output. The error is a *Fault or that of ctx.
func (p *Process) Next(ctx context.Context) (string, time.Time, error) {
	var timer *time.Timer
	for {
		flooded, part, ended := p.out.state()
		if flooded == "" && p.errors.count() > maxBytes {
			flooded = "more than 16 MiB on the error output for one command"
		}
		if flooded != "" {
			return "", time.Time{}, fault(Flooded, "%s", flooded)
		}
		if l, ok := p.out.next(); ok {
			return l.text, l.read, nil
		}
		if ended {
			return "", time.Time{}, p.crash(part)
		}
		if timer == nil {
			timer = time.NewTimer(sampling)
			defer timer.Stop()
		}
		select {
		case <-p.out.wake:
		case <-timer.C:
			timer.Reset(sampling)
			if err := p.Sample(); err != nil {
				return "", time.Time{}, err
			}
		case <-ctx.Done():
			if l, ok := p.out.next(); ok { // it came just in time
				return l.text, l.read, nil
			}
			if part != "" {
				return "", time.Time{}, fmt.Errorf("only the beginning of a line, %q: %w", part, ctx.Err())
			}
			return "", time.Time{}, ctx.Err()
		}
	}
}

// Drain takes the lines that wait.
func (p *Process) Drain() []string {
	var lines []string
	for {
		l, ok := p.out.next()
		if !ok {
			return lines
		}
		lines = append(lines, l.text)
	}
}

// exitWait is how long a program that has closed its output is waited for, to tell how
// it ended.
const exitWait = 500 * time.Millisecond

// crash says how the program ended.
func (p *Process) crash(part string) *Fault {
	behind := ""
	if part != "" {
		behind = fmt.Sprintf(" behind the beginning of a line, %q", part)
	}
	timer := time.NewTimer(exitWait)
	defer timer.Stop()
	select {
	case <-p.exited:
		return fault(Crashed, "the program ended (%v)%s", p.cmd.ProcessState, behind)
	case <-timer.C:
		return fault(Crashed, "the program closed its output%s", behind)
	}
}

// Alive reports whether the program runs and can still be heard.
func (p *Process) Alive() bool {
	flooded, _, ended := p.out.state()
	return !ended && flooded == ""
}

// Sample looks at the memory that the program uses. The error is a *Fault.
func (p *Process) Sample() error {
	if time.Since(p.sampled) < sampling/2 {
		return nil
	}
	p.sampled = time.Now()
	size := p.tree.resident()
	p.peak = max(p.peak, size)
	if p.command.Memory > 0 && size > p.command.Memory {
		return fault(Exceeded, "%d MiB of memory, %d MiB are allowed", size>>20, p.command.Memory>>20)
	}
	return nil
}

// Resident returns the largest resident size of the program with its children that was
// seen since the last call, in bytes. It is known on Linux only, and 0 elsewhere.
func (p *Process) Resident() int64 {
	peak := p.peak
	p.peak = 0
	return peak
}

// Stderr returns the end of what the program wrote to its error output since the last
// call, at most 4 KiB. Once the program has ended nothing of it is missing.
func (p *Process) Stderr() string { return strings.ToValidUTF8(p.errors.take(), "?") }

// Close ends the program and all that it has started. It is told so by the word goodbye
// and the end of its input, and killed when it has not ended within wait. Close returns
// when nothing is left of it.
func (p *Process) Close(goodbye string, wait time.Duration) {
	p.once.Do(func() {
		if goodbye != "" && wait > 0 {
			p.Send(goodbye)
			p.in.Close()
			p.files[0].Close()
			timer := time.NewTimer(wait)
			select {
			case <-p.exited:
			case <-timer.C:
				p.note("still there after %v: killed", wait)
			}
			timer.Stop()
		}
		p.tree.kill()
	})
	<-p.gone
}

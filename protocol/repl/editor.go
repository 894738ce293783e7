package repl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/peterh/liner"
	"golang.org/x/term"
)

// editor is the console of a terminal. The line editor waits for keys on a goroutine
// of its own; what is printed meanwhile goes above its line, which it then draws anew.
//
//	depth 12  h8 +35 …     ◀ live rows, replaced in place
//	gomoku> play h9_       ◀ the line being typed
type editor struct {
	liner      *liner.State
	history    *history
	restore    func() // puts the terminal's output back
	prompts    chan question
	entries    chan entry
	interrupts chan struct{}
	quit       chan struct{}

	mu       sync.Mutex
	watched  watching
	asking   bool // the line editor has the line below
	entered  bool // a key has ended the line, which is on its way
	rows     int  // live rows above the line
	size     [2]int
	quiet    time.Time // no live rows before: a list of completions is shown
	writeErr error
}

// question asks for a line.
type question struct {
	prompt string
	data   bool
}

// afterTab is how long live rows stay as they are when a completion was asked for, so
// that a second Tab is seen as such.
const afterTab = 3 * time.Second

func newEditor(h *history, complete completer) *editor {
	e := &editor{
		history:    h,
		prompts:    make(chan question, 1),
		entries:    make(chan entry, 1),
		interrupts: make(chan struct{}, 1),
		quit:       make(chan struct{}),
	}
	e.restore = prepareOutput()
	e.liner = e.openLiner()
	e.liner.SetCtrlCAborts(true)
	e.liner.SetTabCompletionStyle(liner.TabPrints)
	e.liner.SetWordCompleter(func(line string, pos int) (string, []string, string) {
		e.tabbed()
		return complete.word(line, pos)
	})
	for _, line := range h.read() {
		e.liner.AppendHistory(line)
	}
	go e.edit()
	go forwardInterrupts(e.interrupts, e.quit)
	return e
}

// edit lets the line editor work whenever it is asked for a line.
func (e *editor) edit() {
	defer func() {
		if r := recover(); r != nil {
			e.entries <- entry{err: fmt.Errorf("line editor: %v", r)}
		}
	}()
	number := 0
	for q := range e.prompts {
		number++
		text, err := e.liner.Prompt(q.prompt)
		if errors.Is(err, liner.ErrPromptAborted) {
			err = errCleared
		}
		if err == nil && !q.data && strings.TrimSpace(text) != "" {
			e.liner.AppendHistory(text)
			e.history.append(text)
		}
		e.mu.Lock()
		e.asking, e.entered, e.rows = false, false, 0
		e.mu.Unlock()
		e.entries <- entry{text: text, number: number, err: err}
	}
}

func (e *editor) ask(prompt string, data bool) {
	e.mu.Lock()
	e.asking, e.entered, e.rows = true, false, 0
	e.mu.Unlock()
	e.prompts <- question{prompt, data}
}

func (e *editor) lines() <-chan entry    { return e.entries }
func (e *editor) answered()              {}
func (e *editor) stops() <-chan struct{} { return e.interrupts }
func (e *editor) lively() bool           { return true }
func (e *editor) person() bool           { return true }

func (e *editor) watch(w watching) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.watched = w
}

func (e *editor) broken() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.writeErr != nil
}

func (e *editor) columns() int {
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		return w
	}
	return usualColumns
}

// close puts the terminal back as it was, whatever the line editor does.
func (e *editor) close() {
	close(e.quit)
	e.mu.Lock()
	asking := e.asking
	e.mu.Unlock()
	e.liner.Close()
	if asking {
		fmt.Fprintln(os.Stdout)
	}
	e.restore()
}

func (e *editor) fail(text string) { e.print(text) }

// print writes above the line being typed.
func (e *editor) print(text string) {
	e.mu.Lock()
	for range 20 { // a line on its way arrives within moments
		if !e.entered {
			break
		}
		e.mu.Unlock()
		time.Sleep(time.Millisecond)
		e.mu.Lock()
	}
	defer e.mu.Unlock()
	e.draw(text+"\n", 0)
}

// live replaces the rows above the line being typed.
func (e *editor) live(rows []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	now := e.measure()
	if len(rows) == 0 && e.rows == 0 || e.entered || !e.asking || len(rows) > 0 && time.Now().Before(e.quiet) {
		return
	}
	rows = rows[:min(len(rows), max(now[1]-2, 0))]
	var text strings.Builder
	for _, row := range rows {
		text.WriteString(runewidth.Truncate(row, now[0]-1, "…") + "\n")
	}
	e.draw(text.String(), len(rows))
}

// measure takes the terminal's size. After a change the rows above may have been
// broken anew, and are left alone.
func (e *editor) measure() [2]int {
	w, h, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil || w <= 0 || h <= 0 {
		w, h = usualColumns, 24
	}
	if size := [2]int{w, h}; size != e.size {
		e.size, e.rows = size, 0
	}
	return e.size
}

// draw writes text in place of the live rows and leaves as many live as told.
func (e *editor) draw(text string, rows int) {
	if !e.asking {
		e.write(text)
		return
	}
	up := "\r"
	if e.rows > 0 {
		up += fmt.Sprintf("\x1b[%dA", e.rows)
	}
	e.write(up + "\x1b[J" + text)
	e.rows = rows
	redrawLine()
}

func (e *editor) write(text string) {
	if _, err := io.WriteString(os.Stdout, text); err != nil && e.writeErr == nil {
		e.writeErr = err
	}
}

// tabbed takes note of a completion.
func (e *editor) tabbed() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rows, e.quiet = 0, time.Now().Add(afterTab)
}

// keys looks at what has been typed before the line editor gets it, and returns what it
// shall get. Keys that stop what runs and mean nothing else are not for it.
func (e *editor) keys(typed []byte) []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	const ctrlC, ctrlL, escape = 3, 12, 27
	switch {
	case e.watched == watchAnyKey:
		wish(e.interrupts)
		alone := len(typed) == 1 && (typed[0] == escape || typed[0] == 'q')
		if alone || bytes.IndexByte([]byte{ctrlC, '\r', '\n', ' '}, typed[0]) >= 0 {
			typed = typed[1:]
		}
		e.watched = watchInterrupt
	case e.watched == watchInterrupt && bytes.IndexByte(typed, ctrlC) >= 0:
		wish(e.interrupts)
		typed = bytes.ReplaceAll(typed, []byte{ctrlC}, nil)
	}
	if bytes.ContainsAny(typed, "\r\n\x03") {
		e.entered = e.asking
	}
	if bytes.IndexByte(typed, ctrlL) >= 0 {
		e.rows = 0
	}
	return typed
}

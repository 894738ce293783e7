package repl

import (
	"os"
	"unsafe"

	"github.com/peterh/liner"
	"golang.org/x/sys/windows"
	"golang.org/x/term"
)

// editable reports whether the console understands the sequences that colours and
// drawing in place need: that of Windows 10 and later does.
func editable() bool {
	out := windows.Handle(os.Stdout.Fd())
	var mode uint32
	if windows.GetConsoleMode(out, &mode) != nil {
		return false
	}
	if windows.SetConsoleMode(out, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) != nil {
		return false
	}
	windows.SetConsoleMode(out, mode)
	return true
}

// prepareOutput makes the console understand the sequences.
func prepareOutput() (restore func()) {
	out := windows.Handle(os.Stdout.Fd())
	var mode uint32
	if windows.GetConsoleMode(out, &mode) != nil {
		return func() {}
	}
	windows.SetConsoleMode(out, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	return func() { windows.SetConsoleMode(out, mode) }
}

// openLiner starts the line editor, which reads keys from the console itself: here they
// cannot be looked at before. So Ctrl-C clears the line when it stops a search, and
// Enter is the key that ends an analysis.
func (e *editor) openLiner() *liner.State { return liner.NewLiner() }

var writeConsoleInput = windows.NewLazySystemDLL("kernel32.dll").NewProc("WriteConsoleInputW")

// sizeEvent is the INPUT_RECORD of a change of the window's size.
type sizeEvent struct {
	kind uint16
	_    uint16
	x, y int16
	_    [12]byte
}

// redrawLine makes the line editor draw its line anew, as it does when the size of the
// window changes.
func redrawLine() {
	const windowBufferSize = 4
	w, h, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return
	}
	event := sizeEvent{kind: windowBufferSize, x: int16(w), y: int16(h)}
	var written uint32
	writeConsoleInput.Call(os.Stdin.Fd(), uintptr(unsafe.Pointer(&event)), 1, uintptr(unsafe.Pointer(&written)))
}

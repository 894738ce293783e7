package protocol

import (
	"io"
	"runtime"
	"strings"
	"sync"
	"time"
)

// closeTimeout is how long Close waits for one write to a receiver that does not
// read. The official Gomocup judge kills half a second after END.
const closeTimeout = 150 * time.Millisecond

// newline is the line end of the platform: the C programs that managers grew up
// with write CR LF on Windows and LF elsewhere.
func newline() string {
	if runtime.GOOS == "windows" {
		return "\r\n"
	}
	return "\n"
}

// Writer writes replies on a goroutine of its own, each in one Write and in the
// order in which they were given. No call of Reply ever waits for the receiver.
type Writer struct {
	out  io.Writer
	log  *Log
	wake chan struct{} // holds one token: there is something to do
	done chan struct{} // closed when the goroutine ends

	mu      sync.Mutex
	queue   []string
	closed  bool
	err     error
	begun   int // writes begun
	writing bool
}

// NewWriter starts a writer to out. The traffic goes to log, which may be nil.
func NewWriter(out io.Writer, log *Log) *Writer {
	w := &Writer{out: out, log: log, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go w.run()
	return w
}

// Reply sends text and a line end. Line feeds inside become line ends, so a reply
// of several lines is one write too. After Close, or after a write that
// failed, nothing is sent.
func (w *Writer) Reply(text string) {
	w.mu.Lock()
	if !w.closed && w.err == nil {
		w.queue = append(w.queue, text)
	}
	w.mu.Unlock()
	w.signal()
}

// Close sends what is waiting and ends the writer. It gives up on a receiver
// that does not read; a busy machine is no reason to. It returns the first
// error of a write.
func (w *Writer) Close() error {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.signal()
	tick := time.NewTicker(closeTimeout)
	defer tick.Stop()
	for stuck := -1; ; {
		select {
		case <-w.done:
			return w.firstError()
		case <-tick.C:
		}
		w.mu.Lock()
		begun, writing := w.begun, w.writing
		w.mu.Unlock()
		if writing && begun == stuck {
			return w.firstError()
		}
		stuck = -1
		if writing {
			stuck = begun
		}
	}
}

func (w *Writer) firstError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

func (w *Writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *Writer) run() {
	defer close(w.done)
	end := newline()
	for range w.wake {
		for {
			w.mu.Lock()
			queue, closed := w.queue, w.closed
			w.queue = nil
			w.mu.Unlock()
			if len(queue) == 0 {
				if closed {
					return
				}
				break
			}
			for _, text := range queue {
				w.write(text, end)
			}
		}
	}
}

func (w *Writer) write(text, end string) {
	if w.err != nil { // set by this goroutine only
		return
	}
	w.mu.Lock()
	w.begun++
	w.writing = true
	w.mu.Unlock()
	_, err := io.WriteString(w.out, strings.ReplaceAll(text, "\n", end)+end)
	w.mu.Lock()
	w.writing = false
	if err != nil {
		w.err, w.queue = err, nil
	}
	w.mu.Unlock()
	if err == nil {
		w.log.sent(text)
	}
}

package protocol

import "io"

// Conn is a conversation: the lines that come in, the replies that go out and
// the log of both.
type Conn struct {
	*Reader
	*Writer
	// Log is nil when nothing is recorded.
	Log *Log
}

// NewConn starts a conversation over in and out. The log may be nil.
func NewConn(in io.Reader, out io.Writer, log *Log) *Conn {
	return &Conn{Reader: NewReader(in, log), Writer: NewWriter(out, log), Log: log}
}

// Close ends both directions; what is waiting to be sent still goes out. It
// returns the first error of a write.
func (c *Conn) Close() error {
	c.Reader.Close()
	return c.Writer.Close()
}

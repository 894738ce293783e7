package queue

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// packFrom is the size in bytes from which on bodies are compressed: servers take
	// messages of a million bytes.
	packFrom = 64 << 10
	encoding = "Content-Encoding"
	packed   = "gzip"
)

// pack makes a message of a body.
func pack(subject string, body []byte) (*nats.Msg, error) {
	msg := nats.NewMsg(subject)
	msg.Data = body
	if len(body) < packFrom {
		return msg, nil
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	msg.Data = out.Bytes()
	msg.Header.Set(encoding, packed)
	return msg, nil
}

// unpack returns the body of a message.
func unpack(msg jetstream.Msg) ([]byte, error) {
	if msg.Headers().Get(encoding) != packed {
		return msg.Data(), nil
	}
	r, err := gzip.NewReader(bytes.NewReader(msg.Data()))
	if err != nil {
		return nil, fmt.Errorf("nats: %s: %w", msg.Subject(), err)
	}
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("nats: %s: %w", msg.Subject(), err)
	}
	return body, nil
}

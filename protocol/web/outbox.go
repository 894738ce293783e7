package web

import (
	"slices"
	"sync"
)

// maxUnsent bounds what waits for a client that does not read.
const maxUnsent = 256

// outbox is what is still to be sent to a client. Of a kind of message only the newest
// is worth sending: each tells all. Replies, of no kind, are all kept.
type outbox struct {
	mu    sync.Mutex
	items []outItem
	ready chan struct{} // holds an element while there is something
	full  bool
}

type outItem struct {
	kind string
	data []byte
}

func newOutbox() *outbox { return &outbox{ready: make(chan struct{}, 1)} }

// put adds a message; false when the client is too far behind.
func (o *outbox) put(kind string, data []byte) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.full {
		return false
	}
	if kind != "" {
		for i := range o.items {
			if o.items[i].kind == kind { // its place stays: a state is before the reply to its request
				o.items[i].data = data
				return true
			}
		}
	}
	if len(o.items) >= maxUnsent {
		o.full = true
		return false
	}
	o.items = append(o.items, outItem{kind, data})
	select {
	case o.ready <- struct{}{}:
	default:
	}
	return true
}

// forget drops what is of a kind: it is of a game that the client has left.
func (o *outbox) forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.items = slices.DeleteFunc(o.items, func(i outItem) bool { return i.kind != "" })
}

// take returns all that waits.
func (o *outbox) take() []outItem {
	o.mu.Lock()
	defer o.mu.Unlock()
	items := o.items
	o.items = nil
	return items
}

package queue

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// opened is a run that the bucket has told of.
type opened struct {
	Run
	revision uint64
}

// Follow calls serve for the open runs that wanted accepts, one after the other, the
// oldest first, and waits for new ones, until serve returns an error, or drain is done
// and serve has returned. The context of serve ends with the run, or with ctx.
func Follow(ctx, drain context.Context, nc *nats.Conn, wanted func(Run) bool, serve func(context.Context, Run) error) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return explain(err)
	}
	kv, err := runs(ctx, js, 1)
	if err != nil {
		return err
	}
	watcher, err := kv.WatchAll(ctx)
	if err != nil {
		return explain(err)
	}
	defer watcher.Stop()
	f := follower{wanted: wanted, serve: serve, served: make(chan error, 1)}
	over := drain.Done()
	for {
		if drain.Err() == nil {
			f.begin(ctx)
		} else if f.current == nil {
			return nil
		}
		select {
		case <-over:
			over = nil // the run that is served is still watched
		case err := <-f.served:
			f.end()
			if err != nil {
				return err
			}
		case entry, ok := <-watcher.Updates():
			switch {
			case !ok:
				return nats.ErrConnectionClosed
			case entry != nil:
				f.see(entry)
			}
		}
	}
}

// follower serves one run at a time.
type follower struct {
	wanted  func(Run) bool
	serve   func(context.Context, Run) error
	waiting []opened
	current *opened
	stop    context.CancelFunc
	served  chan error
}

// see takes note of a run that has been opened or has ended.
func (f *follower) see(entry jetstream.KeyValueEntry) {
	if entry.Operation() != jetstream.KeyValuePut {
		f.waiting = slices.DeleteFunc(f.waiting, func(o opened) bool { return o.ID == entry.Key() })
		if f.current != nil && f.current.ID == entry.Key() {
			f.stop()
		}
		return
	}
	var run Run
	if json.Unmarshal(entry.Value(), &run) != nil || !f.wanted(run) {
		return
	}
	f.waiting = slices.DeleteFunc(f.waiting, func(o opened) bool { return o.ID == run.ID })
	f.waiting = append(f.waiting, opened{run, entry.Revision()})
}

// begin serves the oldest run that waits, if none is served.
func (f *follower) begin(ctx context.Context) {
	if f.current != nil || len(f.waiting) == 0 {
		return
	}
	next := f.waiting[0]
	f.waiting = f.waiting[1:]
	f.current = &next
	serving, stop := context.WithCancel(ctx)
	f.stop = stop
	go func() { f.served <- f.serve(serving, next.Run) }()
}

func (f *follower) end() {
	f.stop()
	f.current = nil
}

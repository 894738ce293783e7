package queue

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Host is the side that puts tasks and takes results. Its methods belong to one goroutine.
type Host struct {
	run     Run
	js      jetstream.JetStream
	open    jetstream.KeyValue
	tasks   jetstream.Stream
	workers jetstream.Consumer
	results jetstream.MessagesContext
	notes   *nats.Subscription
	backlog int
	queued  map[int]bool

	mu      sync.Mutex
	present map[string]bool // workers, by name
	gone    chan bool       // gets a value when one has left
}

// Result is what a worker has made of a task.
type Result struct {
	ID   int
	Body []byte
	// Ack takes it off the stream; nil when it is on none.
	Ack func() error
}

// Done takes the result off the stream. It is called when the result is kept; one that
// is not done comes again when the run is opened anew.
func (r Result) Done() error {
	if r.Ack == nil {
		return nil
	}
	return r.Ack()
}

// resultsAhead is how many results may be taken and not be done.
const resultsAhead = 1 << 16

// Open opens a run, or one that was left open, and lets workers see it. The streams
// have so many replicas, 1 if it is 0.
func Open(ctx context.Context, nc *nats.Conn, run Run, replicas int, note func(Note)) (h *Host, err error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, explain(err)
	}
	h = &Host{run: run, js: js, present: map[string]bool{}, gone: make(chan bool, 1)}
	if h.open, err = runs(ctx, js, replicas); err != nil {
		return nil, err
	}
	if err := h.makeStreams(ctx, max(replicas, 1)); err != nil {
		return nil, explain(err)
	}
	if h.notes, err = nc.Subscribe(run.noteSubject(), func(m *nats.Msg) {
		var n Note
		if json.Unmarshal(m.Data, &n) == nil {
			h.see(n)
			note(n)
		}
	}); err != nil {
		return nil, explain(err)
	}
	body, err := json.Marshal(run)
	if err != nil {
		return nil, err
	}
	_, err = h.open.Put(ctx, run.ID, body)
	return h, explain(err)
}

func (h *Host) makeStreams(ctx context.Context, replicas int) (err error) {
	// 1. A subject for each task, which takes one message: a task that is there cannot
	// be put again.
	h.tasks, err = h.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: h.run.tasks(), Subjects: []string{h.run.taskSubject() + "*"}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		Replicas: replicas, Description: "tasks of " + h.run.Name,
	})
	if err != nil {
		return err
	}
	h.workers, err = h.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: h.run.Patience, MaxAckPending: -1,
	})
	if err != nil {
		return err
	}
	// 2. What is queued, and only then how many results wait: a task that is done has
	// its result there before it leaves the queue, so none is in neither.
	results, err := h.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: h.run.results(), Subjects: []string{h.run.resultSubject() + "*"}, Retention: jetstream.WorkQueuePolicy,
		Replicas: replicas, Description: "results of " + h.run.Name,
	})
	if err != nil {
		return err
	}
	info, err := h.tasks.Info(ctx, jetstream.WithSubjectFilter(">"))
	if err != nil {
		return err
	}
	h.queued = map[int]bool{}
	for subject := range info.State.Subjects {
		h.queued[number(subject)] = true
	}
	if info, err = results.Info(ctx); err != nil {
		return err
	}
	h.backlog = int(info.State.Msgs)
	// 3. A new consumer: the one of a host that died would hold back what it had taken.
	if err := results.DeleteConsumer(ctx, "host"); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	consumer, err := results.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: "host", AckPolicy: jetstream.AckExplicitPolicy, AckWait: 24 * time.Hour, MaxAckPending: resultsAhead,
	})
	if err != nil {
		return err
	}
	h.results, err = consumer.Messages()
	return err
}

// workers is the consumer that all workers share.
const workers = "workers"

// Backlog returns how many results were waiting when the run was opened. They must be
// taken before anything is put.
func (h *Host) Backlog() int { return h.backlog }

// Queued reports whether a task was queued or being worked on when the run was opened.
func (h *Host) Queued(id int) bool { return h.queued[id] }

// HasQueued reports whether any task was.
func (h *Host) HasQueued() bool { return len(h.queued) > 0 }

// Put queues a task. A task that is queued already stays as it is.
func (h *Host) Put(ctx context.Context, t Task) error {
	_, err := h.js.Publish(ctx, numbered(h.run.taskSubject(), t.ID), t.Body)
	if err != nil && strings.Contains(err.Error(), "maximum messages per subject exceeded") {
		return nil
	}
	return explain(err)
}

// Next waits for a result.
func (h *Host) Next(ctx context.Context) (Result, error) {
	for {
		msg, err := h.results.Next(jetstream.NextContext(ctx))
		switch {
		case err == nil:
			// A worker may have joined before this host was there.
			if name := msg.Headers().Get(workerHeader); name != "" {
				h.see(Note{Worker: name, Joined: true})
			}
			body, err := unpack(msg)
			if err != nil {
				return Result{}, err
			}
			return Result{ID: number(msg.Subject()), Body: body, Ack: msg.Ack}, nil
		case ctx.Err() != nil:
			return Result{}, ctx.Err()
		case errors.Is(err, jetstream.ErrNoHeartbeat), errors.Is(err, nats.ErrTimeout):
			continue // the connection is made again
		}
		return Result{}, explain(err)
	}
}

// Withdraw takes back the tasks that no worker has begun and returns their IDs.
func (h *Host) Withdraw(ctx context.Context) (withdrawn []int, err error) {
	consumer, err := h.workers.Info(ctx)
	if err != nil {
		return nil, explain(err)
	}
	stream, err := h.tasks.Info(ctx)
	if err != nil {
		return nil, explain(err)
	}
	for seq := consumer.Delivered.Stream + 1; seq <= stream.State.LastSeq; seq++ {
		msg, err := h.tasks.GetMsg(ctx, seq)
		if err == nil {
			err = h.tasks.DeleteMsg(ctx, seq)
		}
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
		case err != nil:
			return withdrawn, explain(err)
		default:
			withdrawn = append(withdrawn, number(msg.Subject))
		}
	}
	return withdrawn, nil
}

// see notes which workers are there.
func (h *Host) see(n Note) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case n.Joined:
		h.present[n.Worker] = true
	case n.Left:
		delete(h.present, n.Worker)
		select {
		case h.gone <- true:
		default:
		}
	}
}

// parting is how long a host waits for its workers to take leave.
const parting = 2 * time.Second

// part waits until the workers have seen that the run is over: with a server in this
// process they could not learn it any more.
func (h *Host) part(ctx context.Context) {
	end := time.After(parting)
	for {
		h.mu.Lock()
		n := len(h.present)
		h.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-end:
			return
		case <-h.gone:
		}
	}
}

// Leave makes workers look for something else to do. What is queued stays.
func (h *Host) Leave(ctx context.Context) error {
	h.results.Stop()
	err := errors.Join(h.open.Delete(ctx, h.run.ID), h.js.Conn().Publish(h.run.overSubject(), nil))
	h.part(ctx)
	return errors.Join(err, h.notes.Unsubscribe())
}

// Finish ends the run: workers give up what they have begun, and nothing is left on the
// server.
func (h *Host) Finish(ctx context.Context) error {
	return errors.Join(h.Leave(ctx), h.js.DeleteStream(ctx, h.run.tasks()), h.js.DeleteStream(ctx, h.run.results()))
}

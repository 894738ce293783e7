package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Worker takes tasks.
type Worker struct {
	Conn *nats.Conn
	// Name tells this worker from others.
	Name string
	// Slots is the number of tasks that are worked on at a time.
	Slots int
	// Play does a task on one of the slots, which count from 0. When ctx is done it
	// must return soon; the task is then given back.
	Play func(ctx context.Context, slot int, t Task) ([]byte, error)
}

// workerHeader tells whose result it is.
const workerHeader = "Ishi-Worker"

const (
	// fetchWait is how long a worker asks for a task before it asks again.
	fetchWait = 2 * time.Second
	// pause is waited after an error of the server's.
	pause = 500 * time.Millisecond
	// sendWait bounds an attempt to send a result.
	sendWait = 2 * time.Second
	// sayWait bounds the wait for words that may get lost.
	sayWait = time.Second
	// failedDelay is waited before a task that could not be done is handed out again.
	failedDelay = time.Second
)

// Serve takes tasks of a run until ctx is done or the run has ended. When drain is
// done it takes no more and returns once those it has are finished.
func (w *Worker) Serve(ctx, drain context.Context, run Run) error {
	js, err := jetstream.New(w.Conn)
	if err != nil {
		return explain(err)
	}
	consumer, err := js.Consumer(ctx, run.tasks(), workers)
	if err != nil {
		return explain(err)
	}
	w.Say(run, Note{Text: fmt.Sprintf("takes games, %d at a time", w.Slots), Joined: true})
	// The bucket of open runs tells the end too, but late when the server was away.
	ctx, over := context.WithCancel(ctx)
	defer over()
	told, err := w.Conn.Subscribe(run.overSubject(), func(*nats.Msg) { over() })
	if err != nil {
		return explain(err)
	}
	defer told.Unsubscribe()
	taking, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(drain, stop)()
	var slots sync.WaitGroup
	for n := range w.Slots {
		slots.Go(func() {
			s := slot{w, run, js, consumer, n}
			s.serve(ctx, taking)
		})
	}
	slots.Wait()
	w.Say(run, Note{Text: "takes no more games", Left: true})
	return nil
}

// Say tells the host of a run something. It may get lost.
func (w *Worker) Say(run Run, n Note) {
	n.Worker = w.Name
	if body, err := json.Marshal(n); err == nil {
		w.Conn.Publish(run.noteSubject(), body)
		w.Conn.FlushTimeout(sayWait)
	}
}

// slot is a part of a worker that does one task at a time.
type slot struct {
	*Worker
	run      Run
	js       jetstream.JetStream
	consumer jetstream.Consumer
	number   int
}

func (s *slot) serve(ctx, taking context.Context) {
	for taking.Err() == nil {
		asking, done := context.WithTimeout(taking, fetchWait)
		msg, err := s.consumer.Next(jetstream.FetchContext(asking))
		done()
		switch {
		case err == nil:
			s.do(ctx, msg)
		case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		default:
			select {
			case <-taking.Done():
			case <-time.After(pause):
			}
		}
	}
}

// do does a task.
func (s *slot) do(ctx context.Context, msg jetstream.Msg) {
	id := number(msg.Subject())
	alive := s.keepAlive(msg)
	body, err := s.play(ctx, Task{ID: id, Body: msg.Data()})
	if err == nil {
		err = s.send(ctx, id, body)
	}
	alive()
	switch {
	case err == nil:
		// When this fails the task is done twice, and the second result is dropped.
		if ctx.Err() != nil {
			msg.Ack()
			s.Conn.FlushTimeout(sayWait)
			return
		}
		acked, done := context.WithTimeout(ctx, sendWait)
		defer done()
		msg.DoubleAck(acked)
	case ctx.Err() != nil:
		msg.Nak()
		s.Conn.FlushTimeout(sayWait)
	default:
		s.Say(s.run, Note{Task: id, Text: err.Error(), Failed: true})
		msg.NakWithDelay(failedDelay)
	}
}

// play calls Play; a panic is an error of the task.
func (s *slot) play(ctx context.Context, t Task) (body []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return s.Play(ctx, s.number, t)
}

// keepAlive tells the server that the task is being worked on, until the function that
// it returns is called.
func (s *slot) keepAlive(msg jetstream.Msg) (stop func()) {
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(max(s.run.Patience/4, time.Millisecond))
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				msg.InProgress()
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
	}
}

// send publishes a result, as often as it takes.
func (s *slot) send(ctx context.Context, id int, body []byte) error {
	msg, err := pack(numbered(s.run.resultSubject(), id), body)
	if err != nil {
		return err
	}
	msg.Header.Set(workerHeader, s.Name)
	for {
		attempt, done := context.WithTimeout(ctx, sendWait)
		_, err := s.js.PublishMsg(attempt, msg, jetstream.WithMsgID(fmt.Sprint(id)))
		done()
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case errors.Is(err, nats.ErrMaxPayload):
			return fmt.Errorf("the result of %d bytes is too large for the server; raise its max_payload: %w", len(msg.Data), err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Run is what workers have to know of a run.
type Run struct {
	// ID names the run among all, in letters and digits.
	ID string `json:"id"`
	// Name is for people.
	Name string `json:"name"`
	// Kind says what Body is.
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body"`
	// Patience is how long a worker may be silent before its task goes to another.
	Patience time.Duration `json:"patience"`
}

// Task is a piece of a run.
type Task struct {
	ID   int
	Body []byte
}

// Note is what a worker has to say.
type Note struct {
	Worker string `json:"worker"`
	// Task is the task that is spoken of, 0 for none.
	Task int    `json:"task,omitempty"`
	Text string `json:"text"`
	// Failed says that the worker could not do the task, which is given back.
	Failed bool `json:"failed,omitempty"`
	// Joined and Left say that it begins to take tasks of the run, and that it ends.
	Joined bool `json:"joined,omitempty"`
	Left   bool `json:"left,omitempty"`
}

// bucket holds the open runs by ID.
const bucket = "ishi-runs"

func (r Run) tasks() string                { return "ishi-" + r.ID + "-tasks" }
func (r Run) results() string              { return "ishi-" + r.ID + "-results" }
func (r Run) taskSubject() string          { return "ishi." + r.ID + ".task." }
func (r Run) resultSubject() string        { return "ishi." + r.ID + ".result." }
func (r Run) noteSubject() string          { return "ishi." + r.ID + ".note" }
func (r Run) overSubject() string          { return "ishi." + r.ID + ".over" }
func numbered(prefix string, n int) string { return fmt.Sprint(prefix, n) }

// number returns the number behind the last dot of a subject, 0 when there is none.
func number(subject string) (n int) {
	fmt.Sscan(subject[strings.LastIndexByte(subject, '.')+1:], &n)
	return n
}

// runs returns the bucket of open runs.
func runs(ctx context.Context, js jetstream.JetStream, replicas int) (jetstream.KeyValue, error) {
	kv, err := js.KeyValue(ctx, bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: bucket, Description: "open runs of Ishi's arena", Replicas: max(replicas, 1),
		})
		if errors.Is(err, jetstream.ErrBucketExists) {
			kv, err = js.KeyValue(ctx, bucket)
		}
	}
	return kv, explain(err)
}

// explain puts into words what a server says that lacks JetStream.
func explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount),
		errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("nats: the server has no JetStream; start it with nats-server -js: %w", err)
	}
	return fmt.Errorf("nats: %w", err)
}

// redacted removes passwords from addresses.
func redacted(addresses string) string {
	list := strings.Split(addresses, ",")
	for i, text := range list {
		if u, err := url.Parse(strings.TrimSpace(text)); err == nil && u.User != nil {
			list[i] = u.Redacted()
		}
	}
	return strings.Join(list, ",")
}

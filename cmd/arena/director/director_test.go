package director

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/journal"
	"ishi/cmd/arena/queue"
)

// schedule plans so many games at once, or one after the other when each waits for the
// one before.
type schedule struct {
	total   int
	waits   bool
	planned int
	results map[int]bool
}

func (s *schedule) Next() (jobs []contest.Job, more bool) {
	for s.planned < s.total {
		if s.waits && s.planned > 0 && !s.results[s.planned] {
			return jobs, true
		}
		s.planned++
		if !s.results[s.planned] {
			jobs = append(jobs, contest.Job{ID: s.planned})
			if s.waits {
				return jobs, true
			}
		}
	}
	return jobs, false
}

func (s *schedule) Add(p contest.Played) { s.results[p.Job] = true }

func (s *schedule) Job(id int) (contest.Job, bool) {
	return contest.Job{ID: id}, id >= 1 && id <= s.planned
}

// fake is a queue that plays at once, the last game first.
type fake struct {
	left   map[int]bool // queued by an earlier host
	old    []int        // results that wait
	tasks  []int
	put    []int
	drain  func()
	onNext int // drain before this call of Next
	calls  int
	twice  bool // every result comes twice
	again  *queue.Result
}

func (f *fake) Backlog() int       { return len(f.old) }
func (f *fake) Queued(id int) bool { return f.left[id] }

func (f *fake) Put(_ context.Context, t queue.Task) error {
	f.put, f.tasks = append(f.put, t.ID), append(f.tasks, t.ID)
	return nil
}

func (f *fake) Next(ctx context.Context) (queue.Result, error) {
	if f.calls++; f.drain != nil && f.calls == f.onNext {
		f.drain()
	}
	if ctx.Err() != nil {
		return queue.Result{}, ctx.Err()
	}
	if r := f.again; r != nil {
		f.again = nil
		return *r, nil
	}
	var id int
	switch {
	case len(f.old) > 0:
		id, f.old = f.old[0], f.old[1:]
	case len(f.tasks) > 0:
		id, f.tasks = f.tasks[len(f.tasks)-1], f.tasks[:len(f.tasks)-1]
	default:
		for left := range f.left {
			id = left
		}
		if id == 0 {
			return queue.Result{}, errors.New("nothing is queued")
		}
		delete(f.left, id)
	}
	body, err := json.Marshal(contest.Played{Job: id, Reason: contest.Regular})
	r := queue.Result{ID: id, Body: body}
	if f.twice {
		f.again = &r
	}
	return r, err
}

func (f *fake) Withdraw(context.Context) ([]int, error) {
	gone := f.tasks
	f.tasks = nil
	return gone, nil
}

// listener notes what it hears and has enough after some games.
type listener struct {
	heard  []int
	enough int
}

func (l *listener) Played(j contest.Job, _ contest.Played) { l.heard = append(l.heard, j.ID) }
func (l *listener) Progress(int)                           {}
func (l *listener) Enough() bool                           { return l.enough > 0 && len(l.heard) >= l.enough }

// direct runs a director over a journal with some games.
func direct(t *testing.T, s *schedule, q *fake, l *listener, before ...int) (journaled []int, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal")
	j, _, err := journal.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.results = map[int]bool{}
	played := map[int]contest.Played{}
	for _, id := range before {
		played[id] = contest.Played{Job: id}
		if err := j.Append(played[id]); err != nil {
			t.Fatal(err)
		}
	}
	drain, stop := context.WithCancel(t.Context())
	defer stop()
	if q.onNext > 0 {
		q.drain = stop
	}
	d := &Director{Schedule: s, Queue: q, Journal: j, Listener: l, Played: played}
	err = d.Run(t.Context(), drain)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Read(path, func(r []byte) error {
		var p contest.Played
		err := json.Unmarshal(r, &p)
		journaled = append(journaled, p.Job)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(journaled)
	return journaled, err
}

func upTo(n int) (all []int) {
	for id := 1; id <= n; id++ {
		all = append(all, id)
	}
	return all
}

func TestEveryGameOnceAndTold(t *testing.T) {
	for _, test := range []struct {
		name   string
		s      schedule
		q      fake
		before []int
		put    []int // nil for all that were not before
	}{
		{name: "new", s: schedule{total: 9}},
		{name: "more than the queue takes", s: schedule{total: 3 * window}},
		{name: "in rounds", s: schedule{total: 9, waits: true}},
		{name: "results twice", s: schedule{total: 9}, q: fake{twice: true}},
		{name: "resumed", s: schedule{total: 9}, before: []int{2, 5}, put: []int{1, 3, 4, 6, 7, 8, 9}},
		{name: "resumed in rounds", s: schedule{total: 5, waits: true}, before: []int{1, 2}, put: []int{3, 4, 5}},
		{name: "over", s: schedule{total: 3}, before: []int{3, 1, 2}, put: []int{}},
		{
			name: "queued and waiting", s: schedule{total: 6}, before: []int{1}, put: []int{4, 5, 6},
			q: fake{left: map[int]bool{2: true}, old: []int{3}},
		},
		{name: "waiting though it is kept", s: schedule{total: 2}, before: []int{1}, put: []int{2}, q: fake{old: []int{1}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := &listener{}
			got, err := direct(t, &test.s, &test.q, l, test.before...)
			if err != nil {
				t.Fatal(err)
			}
			want := upTo(test.s.total)
			if !slices.Equal(got, want) {
				t.Errorf("journal has %v", got)
			}
			if !slices.Equal(l.heard, want) {
				t.Errorf("told of %v", l.heard)
			}
			if test.put == nil {
				test.put = want
			}
			if !slices.Equal(test.q.put, test.put) {
				t.Errorf("put %v, want %v", test.q.put, test.put)
			}
		})
	}
}

func TestEnoughEndsIt(t *testing.T) {
	l := &listener{enough: 3}
	q := &fake{}
	got, err := direct(t, &schedule{total: 5000, waits: true}, q, l)
	if err != nil || len(got) != 3 {
		t.Errorf("journal has %v, error %v", got, err)
	}
}

func TestDrain(t *testing.T) {
	l := &listener{}
	got, err := direct(t, &schedule{total: 9}, &fake{onNext: 4}, l)
	// The result that came while it was told to stop may count.
	if !errors.Is(err, ErrInterrupted) || len(got) < 3 || len(got) > 4 {
		t.Errorf("journal has %v, error %v", got, err)
	}
	slices.Sort(l.heard)
	if !slices.Equal(l.heard, got) {
		t.Errorf("told of %v, journal has %v", l.heard, got)
	}
}

// wrong is a queue whose result is that of another game.
type wrong struct{ fake }

func (w *wrong) Next(context.Context) (queue.Result, error) {
	return queue.Result{ID: 1, Body: fmt.Append(nil, `{"job":2}`)}, nil
}

func TestWrongResultIsAnError(t *testing.T) {
	j, _, err := journal.Open(filepath.Join(t.TempDir(), "journal"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	d := &Director{
		Schedule: &schedule{total: 3, results: map[int]bool{}}, Queue: &wrong{}, Journal: j, Listener: &listener{}, Played: map[int]contest.Played{},
	}
	if err := d.Run(t.Context(), t.Context()); err == nil || len(d.Played) > 0 {
		t.Errorf("error %v, played %v", err, d.Played)
	}
}

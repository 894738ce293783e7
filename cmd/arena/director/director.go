package director

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/journal"
	"ishi/cmd/arena/queue"
)

// Schedule plans the games of a contest; see plan.Schedule.
type Schedule interface {
	// Next returns games that can be handed out. None with more set means that results
	// are waited for.
	Next() (jobs []contest.Job, more bool)
	// Add takes a result.
	Add(contest.Played)
	// Job returns a game that has been planned, by its ID.
	Job(id int) (contest.Job, bool)
}

// Queue is where games are handed out; see queue.Host.
type Queue interface {
	Backlog() int
	Queued(id int) bool
	Put(context.Context, queue.Task) error
	Next(context.Context) (queue.Result, error)
	Withdraw(context.Context) ([]int, error)
}

// Listener hears of the games that are in the journal.
type Listener interface {
	// Played is called for every game in the order of the schedule, whatever the order
	// in which they end, so that what follows from it is the same on every machine.
	Played(contest.Job, contest.Played)
	// Progress tells how many games have been played.
	Progress(played int)
	// Enough reports whether what was told by Played decides the contest.
	Enough() bool
}

// window is how many games are in the queue at a time: enough for the workers of many
// machines, and not many to take back.
const window = 256

// ErrInterrupted is the error of a contest that has been told to stop before its end.
var ErrInterrupted = errors.New("interrupted")

// Director runs a contest.
type Director struct {
	Schedule Schedule
	Queue    Queue
	Journal  *journal.Journal
	Listener Listener
	// Played are the games of the journal by ID.
	Played map[int]contest.Played

	wait   []contest.Job // planned, not yet handed out
	more   bool          // there may be further jobs
	queued map[int]bool  // handed out and not played
	told   int           // games that the listener has heard of
}

// Run plays the contest to its end. When drain is done it hands out nothing more and
// returns ErrInterrupted when what has been begun is played; when ctx is done it
// returns at once.
func (d *Director) Run(ctx, drain context.Context) error {
	d.queued, d.more = map[int]bool{}, true
	defer d.tellRest()
	// 1. What is in the journal counts before the schedule plans anything.
	for _, p := range d.Played {
		d.Schedule.Add(p)
	}
	// 2. What was played while nobody was there to write it down.
	for range d.Queue.Backlog() {
		if err := d.take(ctx); err != nil {
			return err
		}
	}
	// 3. Play.
	for {
		if drain.Err() != nil {
			return d.drain(ctx)
		}
		if err := d.fill(ctx); err != nil || d.tell() {
			return err
		}
		if len(d.queued) == 0 && len(d.wait) == 0 && !d.more {
			return nil
		}
		if err := d.takeOr(ctx, drain); err != nil {
			return err
		}
	}
}

// tell tells the listener of the games that are next in the schedule, and whether that
// is enough.
func (d *Director) tell() (enough bool) {
	d.Listener.Progress(len(d.Played))
	for {
		if d.Listener.Enough() {
			return true
		}
		p, played := d.Played[d.told+1]
		job, planned := d.Schedule.Job(d.told + 1)
		if !played || !planned {
			return false
		}
		d.told++
		d.Listener.Played(job, p)
	}
}

// tellRest tells of the games that were played out of order, at the end.
func (d *Director) tellRest() {
	for _, id := range slices.Sorted(maps.Keys(d.Played)) {
		if job, planned := d.Schedule.Job(id); planned && id > d.told {
			d.Listener.Played(job, d.Played[id])
		}
	}
}

// fill keeps the window full.
func (d *Director) fill(ctx context.Context) error {
	for len(d.queued) < window {
		if len(d.wait) == 0 {
			if !d.more {
				return nil
			}
			if d.wait, d.more = d.Schedule.Next(); len(d.wait) == 0 {
				if d.more && len(d.queued) == 0 {
					return errors.New("director: the schedule waits for games that nobody plays")
				}
				return nil
			}
		}
		job := d.wait[0]
		d.wait = d.wait[1:]
		if err := d.hand(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

// hand hands out a game unless it is in somebody's hands.
func (d *Director) hand(ctx context.Context, job contest.Job) error {
	d.queued[job.ID] = true
	if d.Queue.Queued(job.ID) {
		return nil
	}
	body, err := json.Marshal(job)
	if err != nil {
		return err
	}
	return d.Queue.Put(ctx, queue.Task{ID: job.ID, Body: body})
}

// takeOr takes a result, or returns when drain is done.
func (d *Director) takeOr(ctx, drain context.Context) error {
	waiting, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(drain, stop)()
	err := d.take(waiting)
	if err != nil && ctx.Err() == nil && drain.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// take takes a result, writes it down, and only then takes it off the queue.
func (d *Director) take(ctx context.Context) error {
	r, err := d.Queue.Next(ctx)
	if err != nil {
		return err
	}
	var p contest.Played
	if err := json.Unmarshal(r.Body, &p); err != nil {
		return fmt.Errorf("director: result of game %d: %w", r.ID, err)
	}
	if p.Job != r.ID {
		return fmt.Errorf("director: result of game %d tells of game %d", r.ID, p.Job)
	}
	if _, twice := d.Played[p.Job]; !twice {
		if err := d.Journal.Append(p); err != nil {
			return err
		}
		d.Played[p.Job] = p
		d.Schedule.Add(p)
	}
	delete(d.queued, p.Job)
	return r.Done()
}

// drain takes back what nobody has begun, and waits for the rest.
func (d *Director) drain(ctx context.Context) error {
	withdrawn, err := d.Queue.Withdraw(ctx)
	if err != nil {
		return err
	}
	for _, id := range withdrawn {
		delete(d.queued, id)
	}
	for len(d.queued) > 0 {
		if err := d.take(ctx); err != nil {
			return errors.Join(ErrInterrupted, err)
		}
	}
	return ErrInterrupted
}

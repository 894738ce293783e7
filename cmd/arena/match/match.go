package match

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
	"ishi/protocol/client"
)

// Waits are the times for which players are waited for, beside the limits of their
// moves. A zero value stands for that of DefaultWaits.
type Waits struct {
	// Start is for a program to start and get ready for its first game.
	Start time.Duration
	// Reply is for every other game to begin.
	Reply time.Duration
	// Move is for a move without a limit in time.
	Move time.Duration
	// Late is how long a move that is late already is still waited for, to tell one
	// that is late from one that never comes.
	Late time.Duration
	// Exit is for a program to end by itself when it is told to.
	Exit time.Duration
}

// DefaultWaits are the usual ones.
var DefaultWaits = Waits{
	Start: 60 * time.Second,
	Reply: 15 * time.Second,
	Move:  10 * time.Minute,
	Late:  3 * time.Second,
	Exit:  500 * time.Millisecond,
}

// orDefault fills in what was left out.
func (w Waits) orDefault() Waits {
	d := DefaultWaits
	return Waits{
		Start: cmp.Or(w.Start, d.Start), Reply: cmp.Or(w.Reply, d.Reply), Move: cmp.Or(w.Move, d.Move),
		Late: cmp.Or(w.Late, d.Late), Exit: cmp.Or(w.Exit, d.Exit),
	}
}

// Options are what belongs to a single game beside the contest and the job.
type Options struct {
	// Log takes all lines of both protocols and what is written to the error outputs,
	// with times; nil for none. It is not written to after Play has returned.
	Log io.Writer
	// Ply, if not nil, is called with each ply as it is played.
	Ply func(contest.Ply)
	// Worker is noted in the result.
	Worker string
}

// Game returns the rules of a game by its name, with options of their own; false for no
// game that is known.
func Game(name string) (engine.Game, bool) {
	switch name {
	case "gomoku":
		return gomoku.Game(), true
	case "othello":
		return othello.Game(), true
	}
	return nil, false
}

// Play plays a job's game. It always returns, at the latest when the players' waits
// and limits are over, soon after ctx is done, and never panics. When ctx is done the
// game has the reason Interrupted; so has one that cannot be played for no fault of the
// players, such as one with an opening that breaks the rules. The two players must not
// be the same.
func Play(ctx context.Context, c *contest.Contest, job contest.Job, black, white *Player, o Options) (played contest.Played) {
	log := client.NewLog(o.Log)
	t := &table{
		ctx: ctx, contest: c, job: job, options: o,
		players: [2]*Player{black, white}, seats: [2]int{job.Black, job.White}, log: log,
	}
	started := time.Now()
	end := t.play()
	end = t.clearUp(end)
	log.Close()
	return contest.Played{
		Job: job.ID, Result: end.result, Reason: end.reason, Detail: end.detail, Plies: t.plies,
		Black: t.seats[game.Black], White: t.seats[game.White],
		Conduct: t.conduct, Worker: o.Worker, Started: started, Took: time.Since(started),
	}
}

// play plays the game; a panic interrupts it.
func (t *table) play() (end *ending) {
	defer func() {
		if r := recover(); r != nil {
			t.log.Record(time.Now(), "arena", '#', fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
			for _, p := range t.players {
				p.discard()
			}
			end = interrupted("panic: %v", r)
		}
	}()
	if end := t.open(); end != nil {
		return end
	}
	if end := t.begin(); end != nil {
		return end
	}
	if t.contest.Swap2 {
		if end := t.swap2(); end != nil {
			return end
		}
	}
	for {
		if end := t.ended(); end != nil {
			return end
		}
		if end := t.next(); end != nil {
			return end
		}
	}
}

// clearUp ends the players' part in the game. What the sides did is kept by the stones
// that they had at the end.
func (t *table) clearUp(end *ending) (result *ending) {
	result = end
	defer func() {
		if r := recover(); r != nil {
			result = interrupted("panic: %v", r)
		}
	}()
	for side, p := range t.players {
		t.conduct[side] = p.finish()
	}
	return result
}

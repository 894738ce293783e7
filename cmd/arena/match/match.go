package match

import (
	"context"
	"io"
	"time"

	"ishi/cmd/arena/contest"
)

// Waits are the times for which players are waited for, beside the limits of their
// moves. A zero value stands for that of DefaultWaits.
type Waits struct {
	// Start is for a program to start and get ready for its first game.
	Start time.Duration
	// Reply is for every other command that is no move.
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

// Play plays a job's game. It always returns, at the latest when the players' waits
// and limits are over, soon after ctx is done, and never panics. When ctx is done the
// game has the reason Interrupted; so has one that cannot be played for no fault of the
// players, such as one with an opening that breaks the rules. The two players must not
// be the same.
func Play(ctx context.Context, c *contest.Contest, job contest.Job, black, white *Player, o Options) contest.Played {
	return contest.Played{Job: job.ID, Black: job.Black, White: job.White, Reason: contest.Interrupted, Detail: "not built yet", Started: time.Now()}
}

package seats

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/match"
)

// Seats play games, one on each seat at a time. The engines of a seat stay from one
// game to the next.
type Seats struct {
	// Worker is noted in the results.
	Worker string
	// Logs is the folder for the full log of every game, empty for none.
	Logs string
	// Waits are the times for which engines are waited for.
	Waits match.Waits

	contest *contest.Contest
	players []map[int]*match.Player // by seat and participant
}

// New returns so many seats for the games of a contest.
func New(c *contest.Contest, seats int) *Seats {
	s := &Seats{contest: c, players: make([]map[int]*match.Player, seats)}
	for i := range s.players {
		s.players[i] = map[int]*match.Player{}
	}
	return s
}

// Play plays a game on a seat. It returns an error when the game came to nothing: when
// ctx was done, or for a reason that is no engine's.
func (s *Seats) Play(ctx context.Context, seat int, job contest.Job) (contest.Played, error) {
	if n := len(s.contest.Participants); job.Black < 0 || job.White < 0 || job.Black >= n || job.White >= n || job.Black == job.White {
		return contest.Played{}, fmt.Errorf("game %d: participants %d and %d of %d", job.ID, job.Black, job.White, n)
	}
	if len(s.players[seat]) > 0 {
		if err := s.pause(ctx); err != nil {
			return contest.Played{}, err
		}
	}
	log, err := s.log(job.ID)
	if err != nil {
		return contest.Played{}, err
	}
	options := match.Options{Worker: s.Worker}
	if log != nil {
		options.Log = log
	}
	s.keepOnly(seat, job)
	played := match.Play(ctx, s.contest, job, s.player(seat, job.Black), s.player(seat, job.White), options)
	if log != nil {
		if err := log.Close(); err != nil {
			return played, err
		}
	}
	if played.Reason == contest.Interrupted {
		return played, errors.Join(ctx.Err(), errors.New(played.Detail))
	}
	return played, nil
}

// pause waits between two games.
func (s *Seats) pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(s.contest.Pause):
		return nil
	}
}

func (s *Seats) player(seat, participant int) *match.Player {
	p := s.players[seat][participant]
	if p == nil {
		p = match.NewPlayer(s.contest.Participants[participant], s.Waits)
		s.players[seat][participant] = p
	}
	return p
}

// keepOnly ends the engines of a seat that do not play now: of many participants only
// two take memory.
func (s *Seats) keepOnly(seat int, job contest.Job) {
	for i, p := range s.players[seat] {
		if i != job.Black && i != job.White {
			p.Close()
			delete(s.players[seat], i)
		}
	}
}

// log opens the log of a game; nil for none.
func (s *Seats) log(id int) (io.WriteCloser, error) {
	if s.Logs == "" {
		return nil, nil
	}
	if err := os.MkdirAll(s.Logs, 0o755); err != nil {
		return nil, err
	}
	return os.Create(filepath.Join(s.Logs, fmt.Sprintf("game-%06d.log", id)))
}

// Close ends all engines.
func (s *Seats) Close() {
	for _, players := range s.players {
		for i, p := range players {
			p.Close()
			delete(players, i)
		}
	}
}

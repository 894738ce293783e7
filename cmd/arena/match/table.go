package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol/client"
)

// table is a game that is being played.
type table struct {
	ctx     context.Context
	contest *contest.Contest
	job     contest.Job
	options Options
	log     *client.Log

	// By side: the players, their places in the contest, and their time. In a swap2
	// game the sides may change.
	players [2]*Player
	seats   [2]int
	time    [2]budget
	conduct [2]contest.Conduct

	referee *engine.Session
	plies   []contest.Ply
	told    []client.Ply // the same, as players are told
}

// ending is how a game ended.
type ending struct {
	result game.Result
	reason contest.Reason
	detail string
}

// interrupted is the end of a game that counts for nobody.
func interrupted(format string, args ...any) *ending {
	return &ending{reason: contest.Interrupted, detail: fmt.Sprintf(format, args...)}
}

// lost is the end of a game that a side has lost other than by the rules.
func lost(side game.Side, reason contest.Reason, format string, args ...any) *ending {
	return &ending{
		result: game.Result{Outcome: game.WonBy(side.Other()), Reason: string(reason)},
		reason: reason, detail: fmt.Sprintf(format, args...),
	}
}

// open sets up the board and plays the opening.
func (t *table) open() *ending {
	of, ok := Game(t.contest.Game)
	if !ok {
		return interrupted("no game %q: want gomoku or othello", t.contest.Game)
	}
	t.referee = engine.NewSession(of, engine.DefaultConfig())
	if err := t.referee.NewGame(t.contest.Setup); err != nil {
		return interrupted("%v", err)
	}
	opening := t.job.Opening
	if len(opening.Stones) > 0 {
		if err := t.referee.SetUp(opening.Stones, opening.First); err != nil {
			return interrupted("the opening %s cannot be set up: %v", opening.Name, err)
		}
	}
	for i, m := range opening.Moves {
		t.pass(true)
		if m == game.Pass && len(t.plies) > 0 && t.plies[len(t.plies)-1].Move == game.Pass {
			continue // it has been played already
		}
		side := t.referee.Position().Side()
		if err := t.referee.Play(m); err != nil {
			return interrupted("the opening %s cannot be played: move %d, %v: %v", opening.Name, i+1, m, err)
		}
		t.add(contest.Ply{Side: side, Move: m, Opening: true})
	}
	return nil
}

// pass passes for the side to move when it can do nothing else.
func (t *table) pass(opening bool) {
	if t.referee.Position().Result().Outcome != game.Ongoing || !t.referee.MustPass() {
		return
	}
	side := t.referee.Position().Side()
	if t.referee.Play(game.Pass) == nil {
		t.add(contest.Ply{Side: side, Move: game.Pass, Opening: opening})
	}
}

// add adds a ply that has been played.
func (t *table) add(p contest.Ply) {
	t.plies = append(t.plies, p)
	t.told = append(t.told, client.Ply{Side: p.Side, Move: p.Move, Time: p.Time})
	if t.options.Ply != nil {
		t.options.Ply(p)
	}
}

// begin gets both players ready. When neither is, the game is a draw by default.
func (t *table) begin() *ending {
	g := client.Game{
		Name: t.contest.Game, Setup: t.referee.Position().Setup(),
		Stones: t.job.Opening.Stones, First: t.job.Opening.First, Seed: t.job.Seed,
	}
	if len(g.Stones) == 0 {
		g.First = game.Black
	}
	var ends [2]*ending
	for side, p := range t.players {
		if err := p.begin(t.ctx, g, t.log); err != nil {
			ends[side] = t.fault(game.Side(side), err)
			if ends[side].reason == contest.Interrupted {
				return ends[side]
			}
			switch ends[side].reason {
			case contest.Flooded, contest.OutOfMemory:
			default:
				ends[side] = lost(game.Side(side), contest.NotStarted, "%s", ends[side].detail)
			}
		}
	}
	switch {
	case ends[0] != nil && ends[1] != nil:
		return &ending{
			result: game.Result{Outcome: game.Draw, Reason: "neither player started"}, reason: contest.NotStarted,
			detail: ends[0].detail + "; " + ends[1].detail,
		}
	case ends[0] != nil:
		return ends[0]
	}
	return ends[1]
}

// next asks the side to move for its move and plays it.
func (t *table) next() *ending {
	if t.referee.MustPass() {
		t.pass(false)
		return nil
	}
	side := t.referee.Position().Side()
	p := t.players[side]
	limits, left := p.participant.Limits, t.time[side].left(p.participant.Limits)
	answer, err := p.move(t.ctx, turn(side, t.told, left), t.wait(p, left))
	if err != nil {
		return t.fault(side, err)
	}
	if answer.Resigned {
		return lost(side, contest.Resigned, "%s resigns", p.participant.Name)
	}
	ply := contest.Ply{
		Side: side, Move: answer.Move, Time: answer.Time, Score: answer.Report.Score,
		Depth: answer.Report.Depth, Nodes: answer.Report.Nodes, PV: answer.Report.PV,
	}
	var end *ending
	if ply.Over, end = t.spend(side, answer.Time, limits, left); end != nil {
		return end
	}
	if answer.Move == game.Pass { // it is not asked where it has to
		err = &game.IllegalMoveError{Move: game.Pass, Reason: "there are moves"}
	} else {
		err = t.referee.Play(answer.Move)
	}
	if err != nil {
		p.discard()
		return lost(side, contest.IllegalMove, "%s: %v", p.participant.Name, err)
	}
	t.add(ply)
	return nil
}

// wait returns how long a player is waited for.
func (t *table) wait(p *Player, left time.Duration) time.Duration {
	limit, ok := p.limits().Time(left)
	if !ok {
		return p.waits.Move
	}
	return limit + p.participant.Limits.Margin + p.waits.Late
}

// spend takes a move's time from a side's account and returns what was over its limit.
func (t *table) spend(side game.Side, used time.Duration, limits contest.Limits, left time.Duration) (over time.Duration, end *ending) {
	t.time[side].used += used
	t.time[side].moves++
	p := t.players[side]
	limit, ok := p.limits().Time(left)
	if !ok {
		return 0, nil
	}
	over = used - limit
	if over > limits.Margin {
		p.discard()
		p.conduct.Late, p.conduct.Used = over, used
		end = lost(side, contest.Late, "%s: %v for a move, %v too late", p.participant.Name, used, over)
	}
	return over, end
}

// reasons are those of the clients' faults.
var reasons = map[client.Kind]contest.Reason{
	client.NotStarted: contest.NotStarted,
	client.Crashed:    contest.Crashed,
	client.Flooded:    contest.Flooded,
	client.Exceeded:   contest.OutOfMemory,
	client.Malformed:  contest.Malformed,
	client.Refused:    contest.Refused,
	client.Illegal:    contest.IllegalMove,
}

// fault is the end of a game after an error of a player, whose process is ended.
func (t *table) fault(side game.Side, err error) *ending {
	p := t.players[side]
	p.discard()
	if cause := t.ctx.Err(); cause != nil {
		return interrupted("%v", cause)
	}
	var broken *client.Fault
	switch {
	case errors.As(err, &broken):
		return lost(side, reasons[broken.Kind], "%s: %s", p.participant.Name, broken.Text)
	case errors.Is(err, context.DeadlineExceeded):
		return lost(side, contest.Silent, "%s does not reply: %v", p.participant.Name, err)
	}
	return interrupted("%s: %v", p.participant.Name, err)
}

// ended returns how the game ended if it did.
func (t *table) ended() *ending {
	if err := t.ctx.Err(); err != nil {
		return interrupted("%v", err)
	}
	pos := t.referee.Position()
	if result := pos.Result(); result.Outcome != game.Ongoing {
		return &ending{result: result, reason: contest.Regular}
	}
	if result, ok := adjudicate(t.contest.Adjudication, t.plies, pos); ok {
		return &ending{result: result, reason: contest.Adjudicated, detail: result.Reason}
	}
	return nil
}

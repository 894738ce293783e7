package report

import (
	"fmt"
	"strings"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
	"ishi/engine/replay"
)

// Record returns a played game as a record: players, event, date, clocks and result, each
// move with its time and the engine's score, and with depth, nodes, lateness and
// principal variation as its comment.
func Record(c *contest.Contest, rules engine.Game, job contest.Job, p contest.Played) *record.Game {
	line := engine.Line{Setup: c.Setup, Stones: job.Opening.Stones, First: job.Opening.First}
	for _, ply := range p.Plies {
		line.Moves = append(line.Moves, engine.Stone{Move: ply.Move, Side: ply.Side})
	}
	g := replay.Record(rules, line)
	for i, ply := range p.Plies {
		m := &g.Moves[i]
		m.Time = ply.Time
		if ply.Score != nil {
			m.Score, m.Scored = *ply.Score, true
		}
		m.Comment = plyComment(ply)
	}
	g.Event = c.Name
	if !p.Started.IsZero() {
		g.Date = p.Started.UTC().Format(time.DateOnly)
	}
	for side, i := range [2]int{p.Black, p.White} {
		participant := c.Participants[i]
		*[2]*string{&g.Black, &g.White}[side] = participant.Name
		g.Levels[side] = 1 // a program
		g.Clocks[side] = record.Clock{Main: participant.Limits.Match, Increment: participant.Limits.Increment}
	}
	g.Result = record.FormatResult(resultOf(p))
	g.Comment = gameComment(job, p)
	return g
}

// resultOf returns the result with the reason in the words that records know.
func resultOf(p contest.Played) game.Result {
	r := p.Result
	switch p.Reason {
	case contest.Late, contest.Silent:
		r.Reason = "time"
	case contest.Resigned:
		r.Reason = "resignation"
	}
	return r
}

// gameComment says in words which game it was and how it ended.
func gameComment(job contest.Job, p contest.Played) string {
	text := fmt.Sprintf("Game %d, round %d", job.ID, job.Round)
	if job.Opening.Name != "" {
		text += ", opening " + job.Opening.Name
	}
	text += fmt.Sprintf(".\n%s: %v", p.Reason, p.Result)
	if p.Detail != "" {
		text += ". " + p.Detail
	}
	return printable(text)
}

// plyComment says what an engine told of its move.
func plyComment(ply contest.Ply) string {
	if ply.Opening {
		return "opening"
	}
	var parts []string
	if ply.Score != nil {
		parts = append(parts, fmt.Sprintf("score %+g", *ply.Score))
	}
	if ply.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", ply.Depth))
	}
	if ply.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("nodes %d", ply.Nodes))
	}
	if ply.Time > 0 {
		parts = append(parts, fmt.Sprintf("time %.3f s", ply.Time.Seconds()))
	}
	if ply.Over > 0 {
		parts = append(parts, fmt.Sprintf("late by %.3f s", ply.Over.Seconds()))
	}
	if ply.PV != "" {
		parts = append(parts, "pv "+printable(ply.PV))
	}
	return strings.Join(parts, ", ")
}

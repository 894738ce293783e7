package match

import (
	"ishi/cmd/arena/contest"
)

// Player is a participant through many games: its process is started when the first
// game begins, kept from one game to the next, and started anew after a fault. It
// plays one game at a time.
type Player struct {
	participant contest.Participant
	waits       Waits
}

// NewPlayer returns a player. It starts nothing yet.
func NewPlayer(p contest.Participant, w Waits) *Player {
	return &Player{participant: p, waits: w}
}

// Close ends the player's processes, all of them, in bounded time. The player may be
// used again: the next game starts it anew.
func (p *Player) Close() {}

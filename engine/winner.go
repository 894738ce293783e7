package engine

import "ishi/engine/game"

// Winner is a Position that can show what won it.
type Winner interface {
	// Winning lists the stones of the lines that ended the game, none while it goes on
	// or where nothing of that kind ended it.
	Winning() []game.Move
}

package gomoku

import "ishi/engine/game"

// maxEval bounds the static evaluation, in units of game.Score.
const maxEval game.Score = 6000

// The threats that decide about the worth of a tempo, as bits of a mask, from
// the side to move: which of its classes and of the opponent's are on the board.
const (
	theirFive = 1 << iota
	ownOpenFour
	theirOpenFour
	ownFourMore // four-three, or a four with more
	ownFour
	ownThreeMore // two threes, or a three with more
	ownThree
	theirFourMore
	theirFour
	theirThreeMore
	theirThree
	threatMasks = 1 << iota
)

// threats returns the mask of the position for the side to move.
func (b *Board) threats() int {
	own, their := &b.count[b.side&1], &b.count[b.side&1^1]
	return flag(their[ClassFive], theirFive) |
		flag(own[ClassOpenFour], ownOpenFour) |
		flag(their[ClassOpenFour], theirOpenFour) |
		flag(own[ClassFourThree]|own[ClassFourPlus], ownFourMore) |
		flag(own[ClassFour], ownFour) |
		flag(own[ClassDoubleThree]|own[ClassThreePlus], ownThreeMore) |
		flag(own[ClassThree], ownThree) |
		flag(their[ClassFourThree]|their[ClassFourPlus], theirFourMore) |
		flag(their[ClassFour], theirFour) |
		flag(their[ClassDoubleThree]|their[ClassThreePlus], theirThreeMore) |
		flag(their[ClassThree], theirThree)
}

// flag returns bit when n is not zero, without a branch.
func flag(n uint16, bit int) int {
	return int((uint32(n)|-uint32(n))>>31) * bit
}

// evaluate is the static evaluation for the side to move: the sum of what all
// empty cells are worth to either side, and the worth of the move itself,
// which depends on the threats on the board.
func (b *Board) evaluate() game.Score {
	v := b.value[b.side&1]
	v += int32(b.tables.tempo[b.side&1][b.threats()])
	return min(max(game.Score(v), -maxEval), maxEval)
}

package search

import "ishi/engine/game"

// MaxLine is the largest ply for which lines are kept.
const MaxLine = 192

// Lines is a triangular table of principal variations, one line a ply.
//
//	ply 0  a b c d
//	    1    b c d     Raise(1, b) copies the line of ply 2 behind b
//	    2      c d
type Lines struct {
	moves  [MaxLine + 2][MaxLine + 2]game.Move
	length [MaxLine + 2]int
}

// Clear empties the line that begins at ply.
func (l *Lines) Clear(ply int) {
	if ply <= MaxLine {
		l.length[ply] = 0
	}
}

// Raise makes the line at ply begin with m, followed by the line at ply+1.
func (l *Lines) Raise(ply int, m game.Move) {
	if ply > MaxLine {
		return
	}
	n := min(l.length[ply+1], MaxLine-ply)
	l.moves[ply][0] = m
	copy(l.moves[ply][1:], l.moves[ply+1][:n])
	l.length[ply] = n + 1
}

// Set replaces the line that begins at ply.
func (l *Lines) Set(ply int, line []game.Move) {
	if ply <= MaxLine {
		l.length[ply] = copy(l.moves[ply][:MaxLine-ply+1], line)
	}
}

// At returns the line that begins at ply, valid until it changes.
func (l *Lines) At(ply int) []game.Move {
	if ply > MaxLine {
		return nil
	}
	return l.moves[ply][:l.length[ply]]
}

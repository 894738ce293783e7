package othello

import "math/bits"

// DiscUnits is the number of units of an evaluation in one disc.
const DiscUnits = 32

// MaxEval bounds every evaluation, in units: 63 discs, since 64 are left to a wipe-out that is proven.
const MaxEval = 63 * DiscUnits

// Discs rounds an evaluation to whole discs.
func Discs(eval int) int {
	if eval < 0 {
		return -Discs(-eval)
	}
	return (eval + DiscUnits/2) / DiscUnits
}

// maxFrames is the number of positions that a State can hold: more than the plies of the longest line, in
// which each of the 60 moves is followed by a pass. A power of two.
const maxFrames = 128

// State is a position that moves can be played on and taken back from, together with what its
// evaluation needs: the pattern indices of every ply, so that taking back costs nothing. It belongs
// to one goroutine and allocates nothing after it has been made.
type State struct {
	weights *Weights
	ply     int
	frames  [maxFrames]frame
}

type frame struct {
	board Board
	index indices
}

// Init sets the position and forgets the moves played before. It takes up the weights in use.
func (s *State) Init(b Board) {
	s.weights = CurrentWeights()
	s.ply = 0
	s.frames[0].board = b
	s.frames[0].index.set(b)
}

// Board returns the position.
func (s *State) Board() Board { return s.frames[s.ply&(maxFrames-1)].board }

// Play puts a disc of the side to move on sq and turns flips, as returned by [Board.Flips].
func (s *State) Play(sq int, flips uint64) {
	from := &s.frames[s.ply&(maxFrames-1)]
	s.ply++
	to := &s.frames[s.ply&(maxFrames-1)]
	to.board = from.board.Play(sq, flips)
	to.index.play(&from.index, sq, flips)
}

// Pass gives the move to the other side.
func (s *State) Pass() {
	from := &s.frames[s.ply&(maxFrames-1)]
	s.ply++
	to := &s.frames[s.ply&(maxFrames-1)]
	to.board = from.board.Pass()
	to.index.pass(&from.index)
}

// Undo takes back the last Play or Pass.
func (s *State) Undo() { s.ply-- }

// Score estimates the final disc difference from the side to move, in units of 1/DiscUnits disc,
// -MaxEval..MaxEval. It is meant for positions in which the game goes on.
func (s *State) Score() int {
	f := &s.frames[s.ply&(maxFrames-1)]
	return f.index.score(f.board, s.weights)
}

// Eval returns the Score of a single board.
func Eval(b Board) int {
	var x indices
	x.set(b)
	return x.score(b, CurrentWeights())
}

func (x *indices) score(b Board, w *Weights) int {
	t := w.table(bits.OnesCount64(b.Own | b.Opp))
	sum := x.sum(t, b) + int32(t.parity[parityOf(b)&7])
	return int(max(-MaxEval, min(MaxEval, sum)))
}

// sumGeneric sums the weights of all instances and of the number of moves of both sides.
func (x *indices) sumGeneric(t *table, b Board) (sum int32) {
	for w := range indexWords {
		p, word := &t.patterns[min(w, len(shapes)-1)], x[w] // the asymmetric shape, the last, has two words
		sum += int32(p[uint16(word)]) + int32(p[uint16(word>>16)]) + int32(p[uint16(word>>32)]) + int32(p[word>>48])
	}
	sum += int32(t.moves[bits.OnesCount64(moves(b.Own, b.Opp))&63])
	return sum + int32(t.replies[bits.OnesCount64(moves(b.Opp, b.Own))&63])
}

// parityOf returns the number of quadrants with an odd number of empty squares, 0..4. It is odd when the
// side to move has the last move of the game, passes aside.
func parityOf(b Board) int {
	return bits.OnesCount64(oddQuadrants(b.Empties())) / 16
}

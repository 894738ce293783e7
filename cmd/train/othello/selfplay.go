package othello

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"os"

	"ishi/engine/othello"
)

// SelfPlay says which games to play and how to label their positions.
type SelfPlay struct {
	// Games is the number of games, numbered from First.
	First, Games int
	// Openings are games to branch off from, at a random place. Without them a game begins with
	// random moves.
	Openings []Line
	// Depth is the depth of the searches in plies; those of one ply less count as much.
	Depth int
	// Exact is the number of empty squares from which on positions are solved.
	Exact int
	// Low and High bound the empty squares of the positions that are labelled.
	Low, High int
	// Random is the share of moves that are drawn at random, 0..1; the others are the best found.
	// Without them the weights would never see what a bad move leads to.
	Random float64
	// Seed makes the games. Each game depends on the seed and its number alone.
	Seed uint64
}

// travelDepth is the depth in plies of searches that only find a move.
const travelDepth = 2

// A game without openings begins with so many random moves.
const minRandomOpening, maxRandomOpening = 6, 24

// Play plays the games one after the other and hands out the labelled positions of each: searched or
// solved, in the order of play.
func (s *SelfPlay) Play(ctx context.Context, progress Progress, each func(game int, positions []Labelled) error) error {
	solver := othello.NewSolver(solverTable)
	for n := range s.Games {
		progress.tell(n, s.Games)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := each(s.First+n, s.play(solver, s.First+n)); err != nil {
			return err
		}
	}
	progress.tell(s.Games, s.Games)
	return nil
}

func (s *SelfPlay) play(v *othello.Solver, number int) (positions []Labelled) {
	r := rand.New(rand.NewPCG(s.Seed, uint64(number)))
	b, game, ok := s.opening(r, number)
	for ok && b.Count() >= s.Low {
		if b.Moves() == 0 {
			if b = b.Pass(); b.Moves() == 0 {
				break
			}
		}
		p := Labelled{Board: b, Game: game, Source: Searched}
		var sq int
		switch n := b.Count(); {
		case n > s.High:
			_, sq = search(v, b, travelDepth)
		case n > s.Exact:
			p.Score, sq = s.searched(v, b)
		default:
			_, sq = search(v, b, travelDepth)
			p.Score = float32(v.Exact(b))
		}
		if b.Count() <= s.High {
			positions = append(positions, p)
		}
		if r.Float64() < s.Random {
			sq = randomMove(r, b)
		}
		b = b.Play(sq, b.Flips(sq))
	}
	return positions
}

// searched returns the mean score of searches to Depth and to one ply less, and the best move. In a search
// the side that moves last picks what is overrated in its favour: the mean of an odd and an even depth
// takes that out.
func (s *SelfPlay) searched(v *othello.Solver, b othello.Board) (float32, int) {
	if s.Depth == 1 {
		score, sq := search(v, b, 1)
		return float32(score), sq
	}
	before, _ := search(v, b, s.Depth-1)
	score, sq := search(v, b, s.Depth)
	return float32(score+before) / 2, sq
}

// solverTable is the size of a solver's table in bytes: enough for what is searched here, and quick to
// clear.
const solverTable = 1 << 18

// search returns the score of a search of some plies without ProbCut, and the best move. It does not
// depend on what was searched before. The side to move must have a move.
func search(v *othello.Solver, b othello.Board, depth int) (score, sq int) {
	v.Forget()
	score = v.Score(b, depth, 100)
	m := v.Line()[0]
	return score, m.Y()*8 + m.X()
}

// opening returns the position in which a game begins to be played, and the number of the game it
// counts as.
func (s *SelfPlay) opening(r *rand.Rand, number int) (b othello.Board, game int, ok bool) {
	if len(s.Openings) > 0 {
		game = number % len(s.Openings)
		boards := s.Openings[game].Boards
		// Anywhere above High, or up to a few moves below.
		last := min(len(boards)-1, othello.Start.Count()-s.Low)
		first := min(last, max(0, othello.Start.Count()-s.High-maxBranch))
		if last < 0 {
			return b, game, false
		}
		return boards[first+r.IntN(last-first+1)], game, true
	}
	b = othello.Start
	for range minRandomOpening + r.IntN(maxRandomOpening-minRandomOpening+1) {
		if b.Moves() == 0 {
			if b = b.Pass(); b.Moves() == 0 {
				return b, number, false
			}
		}
		sq := randomMove(r, b)
		b = b.Play(sq, b.Flips(sq))
	}
	return b, number, true
}

// maxBranch is how many plies before the first labelled position a game may branch off.
const maxBranch = 6

func randomMove(r *rand.Rand, b othello.Board) int {
	m := b.Moves()
	for range r.IntN(bits.OnesCount64(m)) {
		m &= m - 1
	}
	return bits.TrailingZeros64(m)
}

// batch is the number of games between two states of a file of self-play from which it can be
// continued.
const batch = 500

// WriteFile plays the games and writes their positions to a gzip-compressed file that [ReadLabelled] reads.
// Until all are played they stand in a file with ".part" after its name, and one with ".done" says how far
// that is complete: WriteFile continues from there. A file that holds something else is left alone.
func (s *SelfPlay) WriteFile(ctx context.Context, name string, progress Progress) (err error) {
	if err := replaceable(name); err != nil {
		return err
	}
	part := name + ".part"
	file, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	err = errors.Join(s.writeParts(ctx, file, name+".done", progress), file.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(part, name); err != nil {
		return err
	}
	return os.Remove(name + ".done")
}

// replaceable returns an error for a file that is there and is not compressed.
func replaceable(name string) error {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := gzip.NewReader(file); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s holds something else than self-play: %w", name, err)
	}
	return nil
}

// writeParts plays what is missing in a file of which state says how far it is complete, and by what
// choices.
func (s *SelfPlay) writeParts(ctx context.Context, file *os.File, state string, progress Progress) error {
	done, size, choices := 0, int64(0), ""
	if text, err := os.ReadFile(state); err == nil {
		if _, err := fmt.Sscan(string(text), &done, &size, &choices); err != nil {
			return fmt.Errorf("%s: %w", state, err)
		}
		if choices != s.choices() {
			return fmt.Errorf("%s: begun with other choices (%s, now %s); remove it to begin anew", state, choices, s.choices())
		}
	}
	if err := file.Truncate(size); err != nil {
		return err
	}
	if _, err := file.Seek(size, io.SeekStart); err != nil {
		return err
	}
	for ; done < s.Games; done += batch {
		part := *s
		part.First, part.Games = s.First+done, min(batch, s.Games-done)
		if err := part.writePart(ctx, file, func(n, _ int) { progress.tell(done+n, s.Games) }); err != nil {
			return err
		}
		size, err := file.Seek(0, io.SeekCurrent)
		if err != nil {
			return err
		}
		if err := os.WriteFile(state, fmt.Appendln(nil, done+part.Games, size, s.choices()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// choices is what makes a game besides its number, as one word.
func (s *SelfPlay) choices() string {
	return fmt.Sprintf("openings=%d,depth=%d,exact=%d,low=%d,high=%d,random=%g,seed=%d",
		len(s.Openings), s.Depth, s.Exact, s.Low, s.High, s.Random, s.Seed)
}

// writePart plays some games and appends them as one gzip stream.
func (s *SelfPlay) writePart(ctx context.Context, file io.Writer, progress Progress) error {
	out := bufio.NewWriter(file)
	zip := gzip.NewWriter(out)
	var text []byte
	err := s.Play(ctx, progress, func(_ int, positions []Labelled) error {
		text = text[:0]
		for _, p := range positions {
			text = appendLabelled(text, p)
		}
		_, err := zip.Write(text)
		return err
	})
	return errors.Join(err, zip.Close(), out.Flush())
}

package othello

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"ishi/engine/othello"
)

// Progress is told how much of a step is done. It may be nil.
type Progress func(done, total int)

func (p Progress) tell(done, total int) {
	if p != nil {
		p(done, total)
	}
}

// Labels hold the known scores of positions.
type Labels struct {
	known  map[othello.Board]label
	solver *othello.Solver
	cache  *os.File
	out    *bufio.Writer
}

type label struct {
	score  float32
	source Source
}

// solvedSize is the size of a record of the cache: both sets of discs and the score.
const solvedSize = 17

// OpenLabels opens the cache of solved positions in a folder, which is made when it is missing. What
// was solved there before is known at once; a record cut short by a crash is dropped.
func OpenLabels(folder string) (*Labels, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(folder, "solved.bin"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	l := &Labels{known: make(map[othello.Board]label), solver: othello.NewSolver(solverTable), cache: file}
	in := bufio.NewReaderSize(file, 1<<16)
	var record [solvedSize]byte
	for n := int64(0); ; n++ {
		_, err := io.ReadFull(in, record[:])
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			if _, err := file.Seek(n*solvedSize, io.SeekStart); err != nil {
				return nil, errors.Join(err, file.Close())
			}
			break
		}
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		b := othello.Board{
			Own: binary.LittleEndian.Uint64(record[0:]),
			Opp: binary.LittleEndian.Uint64(record[8:]),
		}
		l.known[b] = label{float32(int8(record[16])), Exact}
	}
	l.out = bufio.NewWriter(file)
	return l, nil
}

// Close writes what has been solved to the cache.
func (l *Labels) Close() error { return errors.Join(l.out.Flush(), l.cache.Close()) }

// Add makes a score known. A score from a better source stays.
func (l *Labels) Add(p Labelled) {
	if old, ok := l.known[p.Board]; !ok || p.Source < old.source {
		l.known[p.Board] = label{p.Score, p.Source}
	}
}

// solve returns the exact score of a position and keeps it in the cache.
func (l *Labels) solve(b othello.Board) (label, error) {
	exact := label{float32(l.solver.Exact(b)), Exact}
	l.known[b] = exact
	var record [solvedSize]byte
	binary.LittleEndian.PutUint64(record[0:], b.Own)
	binary.LittleEndian.PutUint64(record[8:], b.Opp)
	record[16] = byte(int8(exact.score))
	_, err := l.out.Write(record[:])
	return exact, err
}

// maxDrift is the difference of the exact scores before and after a position up to which the later
// one is taken for it, in discs: in between, somebody went wrong, and nobody knows when.
const maxDrift = 4

// LabelOptions say which positions of games get a label.
type LabelOptions struct {
	// Solve is the number of empty squares up to which positions are solved.
	Solve int
	// Ahead is the number of plies before the theoretical score is exact for which it is taken
	// nevertheless: early in a game it says little about a position.
	Ahead int
}

// Positions labels the positions of games, each with the best score that is known:
//
//  1. that of the same position in the labels added before;
//  2. the exact score, when few enough squares are empty;
//  3. the score of the next position in the game that is exact, the theoretical one included, unless
//     it comes too late or the last exact one before says that a mistake lies between.
//
// Others are left out.
func (l *Labels) Positions(ctx context.Context, games []Line, o LabelOptions, progress Progress, each func(Labelled)) error {
	for n := range games {
		game := &games[n]
		if n%1000 == 0 {
			progress.tell(n, len(games))
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if err := l.positions(game, n, o, each); err != nil {
			return fmt.Errorf("labels: %w", err)
		}
	}
	progress.tell(len(games), len(games))
	return nil
}

var nan = float32(math.NaN())

func (l *Labels) positions(game *Line, number int, o LabelOptions, each func(Labelled)) error {
	labels := make([]label, len(game.Boards))
	for i, b := range game.Boards {
		found, ok := l.known[b]
		switch empties := b.Count(); {
		case ok && found.source == Exact:
		case empties <= o.Solve:
			var err error
			if found, err = l.solve(b); err != nil {
				return err
			}
		case empties == game.Depth:
			found = label{game.forBlack(i, game.Theoretical), Exact}
		case !ok:
			found.source = sources
		}
		labels[i] = found
	}
	next := make([]float32, len(labels)) // the exact score for Black from here on, NaN when none follows
	known := nan
	for i := len(labels) - 1; i >= 0; i-- {
		if labels[i].source == Exact {
			known = game.forBlack(i, labels[i].score)
		}
		next[i] = known
	}
	last := nan // the exact score for Black up to here
	for i, b := range game.Boards {
		p := Labelled{Board: b, Score: labels[i].score, Game: number, Source: labels[i].source}
		switch p.Source {
		case Exact:
			last = game.forBlack(i, p.Score)
		case sources:
			if math.IsNaN(float64(next[i])) || b.Count() > game.Depth+o.Ahead ||
				max(next[i]-last, last-next[i]) > maxDrift {
				continue
			}
			p.Score, p.Source = game.forBlack(i, next[i]), Theoretical
		}
		each(p)
	}
	return nil
}

package corpus

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"ishi/engine/game"
)

// blockGames and blockBytes are when a block is full.
const (
	blockGames = 512
	blockBytes = 256 << 10
)

// Writer appends games to a file. It belongs to one goroutine.
type Writer struct {
	file  *os.File
	about About
	raw   []byte
	games int
}

// State is what a file held that is to be continued.
type State struct {
	// Games is the number of games in it.
	Games int
	// Cut is the length in bytes of the torn tail that was cut off.
	Cut int64
}

// Create makes a file; one of that name must not exist.
func Create(path string, about About) (*Writer, error) {
	if err := about.check(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	w := &Writer{file: file, about: about}
	if err := w.write(block{kind: kindAbout, raw: text}); err != nil {
		file.Close()
		return nil, err
	}
	return w, nil
}

// Append opens a file to be continued. A torn tail is cut off; other damage is a
// *DamageError.
func Append(path string) (w *Writer, state State, err error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0o644)
	if err != nil {
		return nil, state, err
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	r, err := NewReader(file)
	if err != nil {
		return nil, state, fmt.Errorf("%s: %w", path, err)
	}
	for {
		whole := r.offset
		b, err := r.block()
		if err == nil {
			state.Games += b.games
			continue
		}
		if damage := (*DamageError)(nil); errors.As(err, &damage) && !damage.Torn || !errors.Is(err, io.EOF) && damage == nil {
			return nil, state, fmt.Errorf("%s: %w", path, err)
		}
		end, err := file.Seek(0, io.SeekEnd)
		if err != nil {
			return nil, state, err
		}
		state.Cut = end - whole
		if err := file.Truncate(whole); err != nil {
			return nil, state, err
		}
		_, err = file.Seek(whole, io.SeekStart)
		return &Writer{file: file, about: r.about}, state, err
	}
}

// About returns what the file holds.
func (w *Writer) About() About { return w.about }

// Add appends a game. It is on the disk after the next Flush.
func (w *Writer) Add(g *Game) error {
	for _, p := range g.Plies {
		if p.Move == game.NoMove || p.Move.IsPoint() && (p.Move.X() >= w.about.Width || p.Move.Y() >= w.about.Height) {
			return fmt.Errorf("corpus: game %d: move %v is off the board", g.Number, p.Move)
		}
	}
	w.raw = AppendGame(w.raw, g, w.about.Width)
	w.games++
	if w.games >= blockGames || len(w.raw) >= blockBytes {
		return w.Flush()
	}
	return nil
}

// Flush writes a block of the games that were added and waits until it is on the disk.
func (w *Writer) Flush() error {
	if w.games == 0 {
		return nil
	}
	b := block{kind: kindGames, games: w.games, raw: w.raw}
	w.raw, w.games = w.raw[:0], 0
	return w.write(b)
}

func (w *Writer) write(b block) error {
	if _, err := w.file.Write(b.bytes()); err != nil {
		return err
	}
	return w.file.Sync()
}

// Close writes what is left and closes the file.
func (w *Writer) Close() error { return errors.Join(w.Flush(), w.file.Close()) }

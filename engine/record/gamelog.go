package record

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"ishi/engine/game"
)

// gamelogColumns are the columns of a log of games, in order:
//
//	date        2026-02-28 14:03:00, as the game has it
//	game        gomoku, othello
//	rule        renju, …; empty where a game has one rule only
//	size        15 or 15x20
//	black, white
//	result      as SGF has it: B+12, W+, Draw, W+T
//	end         how it ended
//	moves       points and passes with blanks between them
//	black_time, white_time   seconds used
//	start       the position before the first move where it is not the usual one:
//	            rows from the top with / between them, and the side to move
var gamelogColumns = []string{
	"date", "game", "rule", "size", "black", "white", "result", "end", "moves", "black_time", "white_time", "start",
}

// Gamelog appends finished games to a CSV file (RFC 4180, UTF-8), one a line below one
// header. Several goroutines and several processes may write to one file.
type Gamelog struct {
	mu   sync.Mutex
	file *os.File
}

// OpenGamelog opens the log of that name and makes it if there is none. A file that
// holds anything but a log of games is left alone, with an error.
func OpenGamelog(path string) (*Gamelog, error) {
	const flags = os.O_RDWR | os.O_APPEND | os.O_CREATE
	file, err := os.OpenFile(path, flags|os.O_EXCL, 0o644)
	made := err == nil
	if errors.Is(err, os.ErrExist) {
		file, err = os.OpenFile(path, flags, 0o644)
	}
	if err != nil {
		return nil, err
	}
	if err := beginGamelog(file, made); err != nil {
		file.Close()
		return nil, fmt.Errorf("gamelog: %s: %w", path, err)
	}
	return &Gamelog{file: file}, nil
}

// beginGamelog writes the header of an empty file, checks that of another, and ends a
// last line that was not written to its end.
func beginGamelog(file *os.File, made bool) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	whole := !made && endsWithLine(file)
	if info, err = file.Stat(); err != nil {
		return err
	}
	if info.Size() == 0 {
		_, err := file.Write(gamelogHeader())
		return err
	}
	head := make([]byte, len(gamelogHeader())+1)
	n, err := file.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return err
	}
	first, _, _ := bytes.Cut(head[:n], []byte("\n"))
	if string(bytes.TrimSpace(first)) != strings.Join(gamelogColumns, ",") {
		return errors.New("the file is there and is no log of games")
	}
	if !whole {
		if _, err := file.WriteString("\n"); err != nil {
			return err
		}
	}
	return nil
}

// endsWithLine reports whether a file ends with a line end. What another process is just
// writing, its header too, gets a moment to become whole; what a crash cut off stays as
// it is.
func endsWithLine(file *os.File) bool {
	const tries, pause = 10, 5 * time.Millisecond
	for range tries {
		last := make([]byte, 1)
		if info, err := file.Stat(); err == nil && info.Size() > 0 {
			if _, err := file.ReadAt(last, info.Size()-1); err == nil && last[0] == '\n' {
				return true
			}
		}
		time.Sleep(pause)
	}
	return false
}

func gamelogHeader() []byte { return []byte(strings.Join(gamelogColumns, ",") + "\n") }

// Add appends a game.
func (l *Gamelog) Add(g *Game) error {
	row, err := gamelogRow(g)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err = l.file.WriteString(row) // in one piece, so that processes do not mix lines
	return err
}

// Close closes the file.
func (l *Gamelog) Close() error { return l.file.Close() }

// gamelogRow returns the line of a game.
func gamelogRow(g *Game) (string, error) {
	g = g.withSides()
	start := ""
	if len(g.Setup) > 0 || g.FirstTold && g.First == game.White {
		if g.Width == 0 {
			return "", &LossError{CSV, "set-up stones on a board without a size"}
		}
		start = squares(g.Setup, g.Width, g.Height, "XO.", "/") + " " + "XO"[g.First:g.First+1]
	}
	var moves []string
	var used [2]time.Duration
	for _, m := range g.Moves {
		moves = append(moves, m.Move.String())
		used[m.Side] += m.Time
	}
	size := ""
	if g.Width > 0 {
		size = strconv.Itoa(g.Width)
		if g.Height != g.Width {
			size += "x" + strconv.Itoa(g.Height)
		}
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	err := w.Write([]string{
		oneLine(g.Date), oneLine(g.Name), oneLine(g.Rule), size, oneLine(g.Black), oneLine(g.White), sgfResult(g.Result), oneLine(g.End),
		strings.Join(moves, " "), secondsOrNone(used[0]), secondsOrNone(used[1]), start,
	})
	w.Flush()
	return b.String(), errors.Join(err, w.Error())
}

// secondsOrNone writes a time that was told.
func secondsOrNone(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 3, 64)
}

package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// readWthorGames reads the games of a .wtb file one after the other.
func readWthorGames(in *bufio.Reader, out *delivery) error {
	r, err := NewWthorReader(in)
	if err != nil {
		return err
	}
	var played WthorGame
	for n := 0; ; n++ {
		err := r.Next(&played)
		bad := (*WthorMoveError)(nil)
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &bad):
			out.damaged(err)
		case err == io.ErrUnexpectedEOF:
			return fmt.Errorf("wthor: byte %d: the file ends in game %d of %d", wthorHeaderSize+n*wthorGameSize, n+1, r.Header().Games)
		case err != nil:
			return fmt.Errorf("wthor: %w", err)
		}
		if err := out.game(played.game(r.Header(), out.source, n)); err != nil {
			return err
		}
	}
}

// game returns game number n, from 0, of a file.
func (w *WthorGame) game(h WthorHeader, source Source, n int) *Game {
	g := &Game{
		Offset: wthorHeaderSize + n*wthorGameSize,
		Name:   "othello", Width: 8, Height: 8,
		Black: wthorName(source.Players, w.Black), White: wthorName(source.Players, w.White),
		Event:       wthorName(source.Tournaments, w.Tournament),
		Result:      fmt.Sprintf("%d-%d", w.Score, 64-w.Score),
		Theoretical: w.Theoretical, TheoreticalDepth: h.Depth,
	}
	if h.Year > 0 {
		g.Date = strconv.Itoa(h.Year)
	}
	for i, m := range w.Moves {
		g.Moves = append(g.Moves, Move{Move: m, Offset: g.Offset + 8 + i})
	}
	g.othelloSides()
	return g
}

// wthorName returns a name by its number, the number where there is no such name.
func wthorName(names []string, number int) string {
	if number < len(names) {
		return names[number]
	}
	return "#" + strconv.Itoa(number)
}

// wthorNamesBeside reads the names of players and tournaments that lie in the folder
// of a .wtb file. A file that is missing or damaged gives the names that can be read.
func wthorNamesBeside(path string) (players, tournaments []string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, nil
	}
	for _, e := range entries {
		read := map[string]func(io.Reader) ([]string, error){
			".jou": ReadWthorPlayers, ".trn": ReadWthorTournaments,
		}[strings.ToLower(filepath.Ext(e.Name()))]
		if read == nil || e.IsDir() {
			continue
		}
		file, err := os.Open(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			continue
		}
		names, _ := read(file)
		file.Close()
		if strings.EqualFold(filepath.Ext(e.Name()), ".jou") {
			players = names
		} else {
			tournaments = names
		}
	}
	return players, tournaments
}

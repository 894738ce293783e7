package record

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"ishi/engine/game"
)

// The sizes of the parts of a WTHOR file, in bytes.
const (
	wthorHeaderSize     = 16
	wthorGameSize       = 68
	wthorPlayerSize     = 20
	wthorTournamentSize = 26
)

// WthorHeader is the first part of every file of the WTHOR base of Othello
// tournament games, little-endian throughout:
//
//	0  century   4  games (u32)        12  board size (0 means 8)
//	1  year      8  names (u16)        13  type: 1 = solitaires
//	2  month    10  year of the games  14  depth of the theoretical score
//	3  day                             15  unused
type WthorHeader struct {
	// Created is the day on which the file was written; the zero time when
	// the file does not hold a date.
	Created time.Time
	// Games is the number of games the file says it has (.wtb).
	Games int
	// Names is the number of names the file says it has (.JOU, .TRN).
	Names int
	// Year is the year in which the games were played, 0 in name files.
	Year int
	// Size is the width of the board in squares: 8 or 10.
	Size int
	// Solitaires is set when the file holds problems instead of games.
	Solitaires bool
	// Depth is the number of empty squares from which on the theoretical
	// scores are the result of perfect play.
	Depth int
}

// WthorGame is one game of a .wtb file.
type WthorGame struct {
	// Tournament, Black and White are indices into the names of the .TRN
	// and .JOU files.
	Tournament, Black, White int
	// Score is the number of Black's discs at the end, 0 to 64, empty squares
	// counted for the winner. It stands for what was played over the board
	// and cannot be recomputed for the games that stop early.
	Score int
	// Theoretical is Score under perfect play from Depth empty squares on.
	Theoretical int
	// Moves are the squares played. Passes are not recorded: a player who
	// has no move has passed.
	Moves []game.Move
}

// A WthorMoveError reports a game with a byte that is no square. The reader
// can go on to the next game.
type WthorMoveError struct {
	// Game and Move are counted from 1.
	Game, Move int
	Byte       byte
}

func (e *WthorMoveError) Error() string {
	return fmt.Sprintf("wthor: game %d, move %d: byte %d is no square", e.Game, e.Move, e.Byte)
}

// WthorReader reads the games of a .wtb file one after the other in constant
// memory.
type WthorReader struct {
	header WthorHeader
	in     *bufio.Reader
	read   int
	buffer [wthorGameSize]byte
	moves  [60]game.Move
}

// NewWthorReader reads the header. It fails on input that is too short, on
// boards that are not 8x8 and on files of names.
func NewWthorReader(r io.Reader) (*WthorReader, error) {
	w := &WthorReader{in: bufio.NewReaderSize(r, 1<<16)}
	header, err := readWthorHeader(w.in)
	if err != nil {
		return nil, err
	}
	if header.Size != 8 {
		return nil, fmt.Errorf("wthor: board size %d: want 8", header.Size)
	}
	if header.Games == 0 && header.Names > 0 {
		return nil, errors.New("wthor: the file holds names, not games")
	}
	w.header = header
	return w, nil
}

// Header returns the header of the file.
func (w *WthorReader) Header() WthorHeader { return w.header }

// Next reads the next game into g, whose Moves are valid until the following
// call. It returns io.EOF after the last game, io.ErrUnexpectedEOF when the
// file ends before the number of games in its header, and a *WthorMoveError,
// with g holding the moves before it, for a game that is damaged.
func (w *WthorReader) Next(g *WthorGame) error {
	if w.read >= w.header.Games {
		return io.EOF
	}
	if _, err := io.ReadFull(w.in, w.buffer[:]); err != nil {
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		return err
	}
	w.read++
	b := w.buffer[:]
	*g = WthorGame{
		Tournament:  int(binary.LittleEndian.Uint16(b[0:])),
		Black:       int(binary.LittleEndian.Uint16(b[2:])),
		White:       int(binary.LittleEndian.Uint16(b[4:])),
		Score:       int(b[6]),
		Theoretical: int(b[7]),
		Moves:       w.moves[:0],
	}
	for i, c := range b[8:] {
		if c == 0 {
			break
		}
		row, column := int(c)/10, int(c)%10
		if row < 1 || row > 8 || column < 1 || column > 8 {
			return &WthorMoveError{Game: w.read, Move: i + 1, Byte: c}
		}
		g.Moves = append(g.Moves, game.At(column-1, row-1))
	}
	return nil
}

// ReadWthorPlayers reads the names of a .JOU file. The index of a name is what
// the games refer to.
func ReadWthorPlayers(r io.Reader) ([]string, error) { return readWthorNames(r, wthorPlayerSize) }

// ReadWthorTournaments reads the names of a .TRN file.
func ReadWthorTournaments(r io.Reader) ([]string, error) {
	return readWthorNames(r, wthorTournamentSize)
}

// readWthorNames reads records of one name each: Latin-1, ended by a NUL.
func readWthorNames(r io.Reader, size int) ([]string, error) {
	in := bufio.NewReader(r)
	header, err := readWthorHeader(in)
	if err != nil {
		return nil, err
	}
	var names []string
	buffer := make([]byte, size)
	for len(names) < header.Names {
		if _, err := io.ReadFull(in, buffer); err != nil {
			return names, fmt.Errorf("wthor: name %d of %d: %w", len(names)+1, header.Names, io.ErrUnexpectedEOF)
		}
		text, _, _ := bytes.Cut(buffer, []byte{0})
		names = append(names, latin1(text))
	}
	return names, nil
}

func latin1(text []byte) string {
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}

func readWthorHeader(r io.Reader) (WthorHeader, error) {
	var b [wthorHeaderSize]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return WthorHeader{}, fmt.Errorf("wthor: no header: %w", io.ErrUnexpectedEOF)
	}
	h := WthorHeader{
		Games:      int(binary.LittleEndian.Uint32(b[4:])),
		Names:      int(binary.LittleEndian.Uint16(b[8:])),
		Year:       int(binary.LittleEndian.Uint16(b[10:])),
		Size:       int(b[12]),
		Solitaires: b[13] == 1,
		Depth:      int(b[14]),
	}
	if h.Size == 0 {
		h.Size = 8
	}
	if month, day := int(b[2]), int(b[3]); month >= 1 && month <= 12 && day >= 1 && day <= 31 {
		h.Created = time.Date(int(b[0])*100+int(b[1]), time.Month(month), day, 0, 0, 0, 0, time.UTC)
	}
	return h, nil
}

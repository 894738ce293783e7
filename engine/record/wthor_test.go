package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"ishi/engine/game"
)

// wthorFile builds a file as the format's description says, independently of the reader.
func wthorFile(header [16]byte, games ...[]byte) []byte {
	file := slices.Clone(header[:])
	for _, g := range games {
		file = append(file, g...)
	}
	return file
}

func wthorHeader(games uint32) (h [16]byte) {
	h = [16]byte{20, 26, 2, 28, 12: 8, 14: 24}
	binary.LittleEndian.PutUint32(h[4:], games)
	binary.LittleEndian.PutUint16(h[10:], 1998)
	return h
}

func wthorRecord(tournament, black, white uint16, score, theoretical byte, moves ...byte) []byte {
	r := make([]byte, 68)
	binary.LittleEndian.PutUint16(r[0:], tournament)
	binary.LittleEndian.PutUint16(r[2:], black)
	binary.LittleEndian.PutUint16(r[4:], white)
	r[6], r[7] = score, theoretical
	copy(r[8:], moves)
	return r
}

func TestWthorReader(t *testing.T) {
	full := make([]byte, 60)
	for i := range full {
		full[i] = byte(10*(1+i/8) + 1 + i%8)
	}
	file := wthorFile(wthorHeader(2),
		wthorRecord(7, 258, 1, 40, 37, 56, 64, 33),
		wthorRecord(0, 3, 65535, 64, 0, full...))
	r, err := NewWthorReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	want := WthorHeader{Created: time.Date(2026, 2, 28, 0, 0, 0, 0, time.UTC), Games: 2, Year: 1998, Size: 8, Depth: 24}
	if r.Header() != want {
		t.Errorf("header %+v, want %+v", r.Header(), want)
	}
	var g WthorGame
	if err := r.Next(&g); err != nil {
		t.Fatal(err)
	}
	if g.Tournament != 7 || g.Black != 258 || g.White != 1 || g.Score != 40 || g.Theoretical != 37 {
		t.Errorf("game 1: %+v", g)
	}
	if text := game.FormatMoves(g.Moves); text != "f5d6c3" {
		t.Errorf("game 1: moves %s, want f5d6c3", text)
	}
	if err := r.Next(&g); err != nil {
		t.Fatal(err)
	}
	if len(g.Moves) != 60 || g.Moves[0].String() != "a1" || g.Moves[59].String() != "d8" || g.White != 65535 {
		t.Errorf("game 2: %+v", g)
	}
	if err := r.Next(&g); err != io.EOF {
		t.Errorf("after the last game: %v, want EOF", err)
	}
}

func TestWthorDamage(t *testing.T) {
	file := wthorFile(wthorHeader(3),
		wthorRecord(0, 0, 0, 32, 32, 56, 99, 33),
		wthorRecord(0, 0, 0, 32, 32),
		wthorRecord(0, 0, 0, 33, 32, 56))
	r, err := NewWthorReader(bytes.NewReader(file[:len(file)-1]))
	if err != nil {
		t.Fatal(err)
	}
	var g WthorGame
	err = r.Next(&g)
	var bad *WthorMoveError
	if !errors.As(err, &bad) || *bad != (WthorMoveError{Game: 1, Move: 2, Byte: 99}) {
		t.Errorf("game 1: %v", err)
	}
	if game.FormatMoves(g.Moves) != "f5" {
		t.Errorf("game 1 keeps %v, want f5", g.Moves)
	}
	if err := r.Next(&g); err != nil || len(g.Moves) != 0 {
		t.Errorf("game 2: %v %v, want no moves", g.Moves, err)
	}
	if err := r.Next(&g); err != io.ErrUnexpectedEOF {
		t.Errorf("game 3: %v, want unexpected EOF", err)
	}

	ten := wthorHeader(1)
	ten[12] = 10
	names := wthorHeader(0)
	names[8] = 4
	for name, file := range map[string][]byte{
		"empty": nil, "short header": make([]byte, 15), "10x10": ten[:], "names": names[:],
	} {
		if _, err := NewWthorReader(bytes.NewReader(file)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	zero := wthorHeader(0)
	zero[2], zero[12] = 0, 0
	r, err = NewWthorReader(bytes.NewReader(zero[:]))
	if err != nil || r.Header().Size != 8 || !r.Header().Created.IsZero() {
		t.Errorf("size 0, no month: %+v %v", r, err)
	}
}

func TestWthorNames(t *testing.T) {
	header := [16]byte{20, 26, 2, 28, 8: 2}
	pad := func(name string, size int) []byte { return append([]byte(name), make([]byte, size-len(name))...) }
	players := wthorFile(header, pad("Andr\xe9 X", 20), pad("01234567890123456789", 20))
	got, err := ReadWthorPlayers(bytes.NewReader(players))
	if err != nil || !slices.Equal(got, []string{"André X", "01234567890123456789"}) {
		t.Errorf("players %q, %v", got, err)
	}
	tournaments := wthorFile(header, pad("World Cup", 26), pad("Paris", 26))
	got, err = ReadWthorTournaments(bytes.NewReader(tournaments))
	if err != nil || !slices.Equal(got, []string{"World Cup", "Paris"}) {
		t.Errorf("tournaments %q, %v", got, err)
	}
	got, err = ReadWthorTournaments(bytes.NewReader(tournaments[:60]))
	if !errors.Is(err, io.ErrUnexpectedEOF) || len(got) != 1 {
		t.Errorf("cut file: %q, %v", got, err)
	}
}

func FuzzWthor(f *testing.F) {
	f.Add(wthorFile(wthorHeader(1), wthorRecord(1, 2, 3, 40, 40, 56, 64)))
	f.Add(wthorFile(wthorHeader(9), wthorRecord(1, 2, 3, 40, 40, 255)))
	f.Fuzz(func(t *testing.T, file []byte) {
		if r, err := NewWthorReader(bytes.NewReader(file)); err == nil {
			var g WthorGame
			for range len(file) {
				err := r.Next(&g)
				if len(g.Moves) > 60 {
					t.Fatalf("%d moves", len(g.Moves))
				}
				var bad *WthorMoveError
				if err != nil && !errors.As(err, &bad) {
					break
				}
			}
		}
		names, _ := ReadWthorPlayers(bytes.NewReader(file))
		if len(names) > len(file)/wthorPlayerSize {
			t.Fatalf("%d names in %d bytes", len(names), len(file))
		}
	})
}

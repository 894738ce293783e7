package record

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// wthorPassing is a game with a pass, as it is stored: e6 f6 c4 … g8 f8 b4.
var wthorPassing = []byte{65, 66, 43, 53, 63, 64, 77, 46, 47, 67, 75, 88, 68, 57, 87, 86, 42}

func TestWthorGames(t *testing.T) {
	file := wthorFile(wthorHeader(2), wthorRecord(1, 2, 0, 40, 37, wthorPassing...), wthorRecord(9, 1, 2, 32, 32, 56))
	source := Source{Format: WTHOR, Players: []string{"A", "B", "C"}, Tournaments: []string{"x", "World Cup"}}
	var games []*Game
	err := source.Read(bytes.NewReader(file), func(g *Game) error { games = append(games, g); return nil })
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	g := games[0]
	if g.Name != "othello" || g.Width != 8 || g.Black != "C" || g.White != "A" || g.Event != "World Cup" || g.Date != "1998" || g.Result != "40-24" {
		t.Errorf("%+v", g)
	}
	if g.Theoretical != 37 || g.TheoreticalDepth != 24 || g.Offset != 16 || games[1].Offset != 16+68 {
		t.Errorf("%+v", g)
	}
	if got := line(g); len(g.Moves) != 18 || !strings.HasSuffix(got, "b:g8 w:f8 b:pass w:b4") {
		t.Errorf("%d: %s", len(g.Moves), got)
	}
	if games[1].Event != "#9" || games[1].Result != "32-32" {
		t.Errorf("%+v", games[1])
	}
}

func TestWthorGamesDamage(t *testing.T) {
	file := wthorFile(wthorHeader(3), wthorRecord(0, 0, 0, 32, 32, 56, 99, 33), wthorRecord(0, 0, 0, 32, 32, 56), wthorRecord(0, 0, 0, 32, 32, 56))
	games, err := readAll(WTHOR, string(file))
	if bad := (*WthorMoveError)(nil); !errors.As(err, &bad) || len(games) != 3 || line(games[0]) != "b:f5" {
		t.Errorf("a byte that is no square: %d games, %v", len(games), err)
	}
	games, err = readAll(WTHOR, string(file[:len(file)-1]))
	if len(games) != 2 || err == nil || err.Error() != "wthor: byte 152: the file ends in game 3 of 3" {
		t.Errorf("a cut file: %d games, %v", len(games), err)
	}
	for _, text := range []string{"", "short", string(wthorFile([16]byte{20, 26, 2, 28, 8: 4}))} {
		if games, err := readAll(WTHOR, text); err == nil || len(games) > 0 {
			t.Errorf("%q was read", text)
		}
	}
}

// TestReadFileWthor: the names beside a file of games are found, whatever the case.
func TestReadFileWthor(t *testing.T) {
	folder := t.TempDir()
	pad := func(name string, size int) []byte { return append([]byte(name), make([]byte, size-len(name))...) }
	header := [16]byte{20, 26, 2, 28, 8: 2}
	for name, file := range map[string][]byte{
		"WTH_1998.WTB": wthorFile(wthorHeader(1), wthorRecord(1, 1, 0, 40, 37, 56)),
		"WTH.jou":      wthorFile(header, pad("Andr\xe9", 20), pad("Bob", 20)),
		"wth.TRN":      wthorFile(header, pad("Paris", 26), pad("Rome", 26)),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got []*Game
	err := ReadFile(filepath.Join(folder, "WTH_1998.WTB"), func(g *Game) error { got = append(got, g); return nil })
	if err != nil || len(got) != 1 || got[0].Black != "Bob" || got[0].White != "André" || got[0].Event != "Rome" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := ReadFile(filepath.Join(folder, "missing.wtb"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

// generated is a file of games that is made while it is read.
type generated struct {
	head   []byte
	games  int
	record []byte
	rest   []byte
}

func (g *generated) Read(p []byte) (int, error) {
	if len(g.rest) == 0 {
		switch {
		case len(g.head) > 0:
			g.rest, g.head = g.head, nil
		case g.games == 0:
			return 0, io.EOF
		default:
			g.rest = g.record
			g.games--
		}
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

// TestFlatMemory: memory does not grow with the number of games.
func TestFlatMemory(t *testing.T) {
	const games = 130_000
	head := wthorHeader(games)
	ggf := "(;GM[Othello]TY[8]B[f5]W[d6]B[c3];)\n"
	for _, test := range []struct {
		format Format
		file   io.Reader
		games  int
	}{
		{WTHOR, &generated{head: head[:], games: games, record: wthorRecord(1, 2, 3, 40, 40, wthorPassing...)}, games},
		{GGF, &generated{games: games / 8, record: []byte(ggf)}, games / 8},
		{SGF, &generated{games: games / 8, record: []byte("(;GM[4]SZ[15];B[hh](;W[ii])(;W[hi]))\n")}, games / 8},
		{Moves, &generated{games: games / 8, record: []byte("f5d6c3\n")}, games / 8},
	} {
		if testing.Short() && test.format != Moves {
			continue
		}
		var least, most uint64 = 1 << 62, 0
		n := 0
		err := Read(test.file, test.format, func(g *Game) error {
			if n++; n%(test.games/8) == 0 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				least, most = min(least, m.HeapAlloc), max(most, m.HeapAlloc)
			}
			return nil
		})
		if err != nil || n != test.games {
			t.Errorf("%s: %d games, %v", test.format, n, err)
		}
		if most > least+1<<20 {
			t.Errorf("%s: from %d to %d bytes", test.format, least, most)
		}
	}
}

func FuzzWthorGames(f *testing.F) {
	f.Add(wthorFile(wthorHeader(2), wthorRecord(1, 2, 3, 40, 40, wthorPassing...), wthorRecord(1, 2, 3, 40, 40, 255)))
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 16 {
			file[4], file[5], file[6], file[7] = byte(len(file)/wthorGameSize), 0, 0, 0
		}
		games, err := readAll(WTHOR, string(file))
		checkOffset(t, string(file), err)
		for _, g := range games {
			checkGame(t, string(file), g)
			ggf, err := readAll(GGF, write(t, GGF, g))
			if err != nil || line(ggf[0]) != line(g) {
				t.Errorf("%v, %s became %s", err, line(g), line(ggf[0]))
			}
		}
	})
}

package record

import (
	"slices"
	"strings"
	"testing"
)

func TestDetect(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       Format
	}{
		{"x.psq", "", PSQ}, {"X.PSQ", "", PSQ}, {"x.rec", "a\nb\n1,1,1\n", REC}, {"x.sgf", "", SGF}, {"x.ggf", "", GGF}, {"x.obf", "", OBF},
		{"x.wtb", "\x14\x1a\x00", WTHOR}, {"x.lib", "\x78\x00", RenLib}, {"x.csv", "", CSV},
		{"x.txt", "", ""}, {"x", "", ""}, {"x.bin", "a\x00b", ""},
		{"x.txt", "Piskvorky 20x20", PSQ}, {"x.sgf", "\r\n Piskvorky 20x20", PSQ}, {"", "\ufeffPiskvorky", PSQ},
		{"", "(;GM[4]", SGF}, {"", "junk\n(\n;SZ[8]", SGF}, {"x.sgf", "(;GM[Othello]", GGF}, {"", "12 (;GM[Othello]PC[", GGF}, {"", "(;PC[x]GM[othello]", GGF},
		{"", "one\r\ntwo\r\n3,4,50\r\n", REC}, {"", strings.Join(gamelogColumns, ",") + "\n", CSV},
		{"", "# positions\n" + obfSquares + " X;", OBF}, {"a.txt", obfSquares + "O", OBF},
		{"", "h8i9", Moves}, {"", "\n# openings\n1. f5 d6", Moves}, {"", "8,-3, 6,-4", Offsets}, {"", "-1 0", Offsets},
		{"x.board", "h8", Moves},
		{"", "......\n......", Board}, {"", "  a b c d e f\n1 . . . . . .", Board}, {"", "+---+\n", Board}, {"", "X to move\n", Board},
		{"", "hello world", ""}, {"", "<html>", ""}, {"", "%!PS", ""},
	} {
		if got := Detect(test.name, []byte(test.text)); got != test.want {
			t.Errorf("%q %q: %q, want %q", test.name, test.text, got, test.want)
		}
	}
	for name, want := range map[string]Format{
		"tournament.psq": PSQ, "human.psq": PSQ, "gomotur.rec": REC, "quarry.sgf": SGF, "edax.sgf": SGF, "match.sgf": SGF, "twogtp.sgf": SGF,
		"server.ggf": GGF, "positions.obf": OBF, "openings.txt": Offsets, "strings.txt": Moves,
	} {
		for _, g := range readSample(t, name) {
			if g.Format != want {
				t.Errorf("%s was taken for %s", name, g.Format)
			}
		}
	}
}

func TestReadUnknown(t *testing.T) {
	for text, want := range map[string]string{
		"":            "record: the file is empty",
		"hello world": "record: the input is in no format that is known (sgf, psq, rec, ggf, obf, wthor, renlib, moves, offsets, board, csv)",
	} {
		if _, err := readAll("", text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	err := Source{Name: "/a/b.txt"}.Read(strings.NewReader("hello"), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "record: b.txt is in no format") {
		t.Error(err)
	}
	if _, err := readAll("pgn", "x"); err == nil || err.Error() != `record: no format "pgn"` {
		t.Error(err)
	}
}

// TestFormats: every format that is listed can be done, and found by name and extension.
func TestFormats(t *testing.T) {
	for _, i := range Formats() {
		if _, ok := readers[i.Format]; ok != i.Read {
			t.Errorf("%s: read %v", i.Format, ok)
		}
		if _, ok := writers[i.Format]; ok != i.Write {
			t.Errorf("%s: write %v", i.Format, ok)
		}
		if f, err := ParseFormat(strings.ToUpper(string(i.Format))); f != i.Format || err != nil {
			t.Errorf("%s: %q, %v", i.Format, f, err)
		}
		if i.Title == "" || len(i.Games) == 0 || len(i.Extensions) == 0 {
			t.Errorf("%+v", i)
		}
		if info, ok := i.Format.Info(); !ok || !slices.Equal(info.Extensions, i.Extensions) {
			t.Errorf("%s: %+v", i.Format, info)
		}
	}
	if len(readers) != len(Formats()) {
		t.Errorf("%d readers, %d formats", len(readers), len(Formats()))
	}
	if f, err := ParseFormat(" .wtb"); f != WTHOR || err != nil {
		t.Errorf("%q, %v", f, err)
	}
	if _, err := ParseFormat("pgn"); err == nil || !strings.Contains(err.Error(), "want sgf, psq") {
		t.Error(err)
	}
	if _, ok := Format("").Info(); ok {
		t.Error("no format is known")
	}
}

func FuzzDetect(f *testing.F) {
	for _, text := range []string{"(;GM[Othello]", "h8i9", "....\n....\n....\n....\nX", "a\nb\n1,1,1\n", "\xffRenLib\xff", obfSquares + "X"} {
		f.Add("x.txt", text)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		err := Source{Name: name}.Read(strings.NewReader(text), func(g *Game) error {
			checkGame(t, text, g)
			return nil
		})
		checkOffset(t, text, err)
	})
}

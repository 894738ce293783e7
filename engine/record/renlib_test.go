package record

import (
	"strings"
	"testing"
)

// renLibFile builds a file as the format's description says, independently of the reader.
func renLibFile(minor byte, nodes ...string) string {
	return "\xffRenLib\xff\x03" + string([]byte{minor}) + strings.Repeat("\xff", 10) + strings.Join(nodes, "")
}

// tree writes a game with its variations: b:h8 (w:i9 b:a1) …, the variations on a move
// before it, with comments in braces.
func tree(moves []Move) string {
	var words []string
	for _, m := range moves {
		for _, v := range m.Variations {
			words = append(words, "("+tree(v)+")")
		}
		word := m.Side.String()[:1] + ":" + m.Move.String()
		if m.Comment != "" {
			word += "{" + m.Comment + "}"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestRenLib(t *testing.T) {
	for _, test := range []struct{ name, text, want, comment string }{
		{"a line", renLibFile(4, "\x00\x00", "\x78\x00", "\x79\x00", "\x67\x40"), "b:h8 w:i8 b:g7", ""},
		{"corners", renLibFile(4, "\x00\x00", "\x01\x00", "\x0f\x00", "\xe1\x00", "\xef\x40"), "b:a1 w:o1 b:a15 w:o15", ""},
		{"without a root", renLibFile(0, "\x78\x00", "\x79\x40"), "b:h8 w:i8", ""},
		{"without a header", "\x78\x00\x79\x40", "b:h8 w:i8", ""},
		{"without a leaf", renLibFile(4, "\x00\x00", "\x78\x00", "\x79\x00"), "b:h8 w:i8", ""},
		{"empty", renLibFile(4, "\x00\x40"), "", ""},
		{"a pass", renLibFile(4, "\x00\x00", "\x78\x00", "\x00\x00", "\x79\x40"), "b:h8 w:pass b:i8", ""},
		// h8 ─┬▶ i8
		//     ├▶ i9 ─▶ g7 ─┬▶ a1
		//     │            └▶ b1 ─▶ c1
		//     └▶ d1
		{
			"the longest line is the main line",
			renLibFile(4, "\x00\x00", "\x78\x00", "\x79\xc0", "\x89\x80", "\x67\x00", "\x01\xc0", "\x02\x00", "\x03\x40", "\x04\x40"),
			"b:h8 (w:i8) (w:d1) w:i9 b:g7 (w:a1) w:b1 b:c1", "",
		},
		{"several first moves", renLibFile(4, "\x00\x00", "\x78\xc0", "\x79\x00", "\x89\x40"), "(b:h8) b:i8 w:i9", ""},
		{
			"comments", renLibFile(4, "\x00\x08", "root\x00\x00", "\x78\x08", "odd\x00", "\x79\x48", "one\btwo\r\nthree\xe9\x00"),
			"b:h8{odd} w:i8{one\ntwo\nthreeé}", "root",
		},
		{"an old comment", renLibFile(0, "\x78\x20", "ab}\xe3", "\x79\x60", "x\xf9"), "b:h8{abåc} w:i8{xy}", ""},
		{"a label on a move", renLibFile(4, "\x00\x00", "\x78\x09", "\x00\x01", "text\x00\x00", "A\x00", "\x79\x40"), "b:h8{A\ntext} w:i8", ""},
		{
			"labels on points", renLibFile(4, "\x00\x00", "\x78\x00", "\x79\xc3", "\x00\x01", "A\x00", "\x89\x83", "\x00\x01", "B2\x00\x00", "\x01\x40", "\x67\x40"),
			"b:h8{i8: A} (w:g7) w:i9{B2} b:a1", "",
		},
		{"marks and other flags", renLibFile(4, "\x00\x00", "\x78\x14", "\x79\x54"), "b:h8 w:i8", ""},
		{"padding", renLibFile(4, "\x00\x00", "\x78\x40\x00\x00\x1a"), "b:h8", ""},
	} {
		games, err := readAll(RenLib, test.text)
		if err != nil || len(games) != 1 {
			t.Errorf("%s: %d games, %v", test.name, len(games), err)
			continue
		}
		g := games[0]
		if got := tree(g.Moves); got != test.want || g.Comment != test.comment {
			t.Errorf("%s: %q %q, want %q %q", test.name, got, g.Comment, test.want, test.comment)
		}
		if g.Name != "gomoku" || g.Width != 15 || g.Height != 15 || g.Format != RenLib {
			t.Errorf("%s: %+v", test.name, g)
		}
		if strings.HasPrefix(test.text, "\xff") && Detect("", []byte(test.text)) != RenLib {
			t.Errorf("%s is not known", test.name)
		}
	}
}

// TestRenLibAsSGF: a library becomes an SGF file with all its lines.
func TestRenLibAsSGF(t *testing.T) {
	games, err := readAll(RenLib, renLibFile(4, "\x00\x00", "\x78\x00", "\x79\xc8", "a]\x00\x00", "\x89\x80", "\x67\x00", "\x01\xc0", "\x02\x00", "\x03\x40", "\x04\x40"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := readAll(SGF, write(t, SGF, games...))
	if err != nil || tree(again[0].Moves) != tree(games[0].Moves) {
		t.Errorf("%v, %s became %s", err, tree(games[0].Moves), tree(again[0].Moves))
	}
}

// TestRenLibDamage: the byte is told, and what stands before it is there.
func TestRenLibDamage(t *testing.T) {
	for _, test := range []struct{ name, text, err, want string }{
		{"nothing", "", "renlib: byte 0: no RenLib file: want the header of 20 bytes", ""},
		{"another file", "(;GM[4])", "renlib: byte 0: no RenLib file: want the header of 20 bytes", ""},
		{"a cut header", "\xffRenLib\xff\x03\x04", "renlib: byte 0: no RenLib file: want the header of 20 bytes", ""},
		{"a header alone", renLibFile(4), "renlib: byte 20: the file ends before the tree does", ""},
		{"a later version", renLibFile(5), "renlib: byte 8: version 3.5: want up to 3.4", ""},
		{"off the board", renLibFile(4, "\x00\x00", "\x78\x00", "\xf1\x40"), "renlib: byte 24: f1 is no point of a board of 15x15", "b:h8"},
		{"column 0", renLibFile(4, "\x00\x00", "\x78\x00", "\x70\x40"), "renlib: byte 24: 70 is no point of a board of 15x15", "b:h8"},
		{"cut in a node", renLibFile(4, "\x00\x00", "\x78\x00", "\x79"), "renlib: byte 25: the file ends before the tree does", "b:h8"},
		{"cut before a sibling", renLibFile(4, "\x00\x00", "\x78\x00", "\x79\xc0"), "renlib: byte 26: the file ends before the tree does", "b:h8 w:i8"},
		{"cut in a comment", renLibFile(4, "\x00\x00", "\x78\x48", "abcd"), "renlib: byte 24: the file ends in a text", "b:h8"},
		{"cut in an extension", renLibFile(4, "\x00\x00", "\x78\x41", "\x00"), "renlib: byte 25: the file ends before the tree does", ""},
		{"data behind the tree", renLibFile(4, "\x00\x00", "\x78\x40", "\x79\x40"), "renlib: byte 24: data behind the end of the tree", "b:h8"},
	} {
		games, err := readAll(RenLib, test.text)
		if err == nil || err.Error() != test.err {
			t.Errorf("%s: %v, want %s", test.name, err, test.err)
		}
		got := ""
		if len(games) > 0 {
			got = tree(games[0].Moves)
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestRenLibLimits: neither depth nor number of nodes can exhaust memory or stack.
func TestRenLibLimits(t *testing.T) {
	long := renLibFile(4, "\x00\x00", strings.Repeat("\x78\x00", 100_000), "\x79\x40")
	games, err := readAll(RenLib, long)
	if err != nil || len(games[0].Moves) != 100_001 {
		t.Errorf("a long line: %v", err)
	}
	// Every node has a shorter sibling before it: variations never end.
	nested := renLibFile(4, "\x00\x00", strings.Repeat("\x78\x80", 3000), "\x79\x40", strings.Repeat("\x7a\x40", 3000))
	if _, err := readAll(RenLib, nested); err != nil {
		t.Errorf("siblings of a long line: %v", err)
	}
	if testing.Short() {
		return
	}
	_, err = readAll(RenLib, renLibFile(4, "\x00\x00", strings.Repeat("\x78\x00", maxSGFNodes+1)))
	if err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("no limit on nodes: %v", err)
	}
}

func FuzzRenLib(f *testing.F) {
	f.Add([]byte(renLibFile(4, "\x00\x00", "\x78\x00", "\x79\xc8", "a]\x00\x00", "\x89\x80", "\x67\x00", "\x01\xc0", "\x02\x00", "\x03\x40", "\x04\x40")))
	f.Add([]byte(renLibFile(0, "\x78\x20", "ab}\xe3", "\x79\x43", "\x00\x01", "A\x00")))
	f.Fuzz(func(t *testing.T, file []byte) {
		games, err := readAll(RenLib, string(file))
		checkOffset(t, string(file), err)
		for _, g := range games {
			checkGame(t, string(file), g)
			sgf, err := readAll(SGF, write(t, SGF, g))
			if err != nil || line(sgf[0]) != line(g) {
				t.Errorf("%v, %s became %s", err, line(g), line(sgf[0]))
			}
		}
	})
}

package protocol

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestCut(t *testing.T) {
	for _, test := range []struct{ in, verb, args string }{
		{"", "", ""},
		{"BEGIN", "begin", ""},
		{" Turn  7,7 ", "turn", "7,7"},
		{"INFO\tfolder C:\\a b", "info", "folder C:\\a b"},
	} {
		verb, args := Cut(test.in)
		if verb != test.verb || args != test.args {
			t.Errorf("%q: got %q, %q", test.in, verb, args)
		}
	}
}

func TestInts(t *testing.T) {
	for _, test := range []struct {
		in   string
		want []int64
	}{
		{"7,8", []int64{7, 8}},
		{" 7 , 8 ", []int64{7, 8}},
		{"20 15", []int64{20, 15}},
		{"-1,+2,3", []int64{-1, 2, 3}},
		{"99999999999999999999", []int64{math.MaxInt64}},
		{"-99999999999999999999", []int64{math.MinInt64}},
		{"", nil}, {",", nil}, {"7,", nil}, {"7;8", nil}, {"0x10", nil}, {"1.5", nil}, {"1_0", nil},
		{strings.Repeat("1,", 100) + "1", nil},
		{strings.Repeat("1 ", 100) + "1", nil},
	} {
		got, err := Ints(test.in)
		if (err != nil) != (test.want == nil) || err == nil && !slices.Equal(got, test.want) {
			t.Errorf("%.20q: got %v, %v", test.in, got, err)
		}
	}
}

func TestOneLine(t *testing.T) {
	if got := OneLine(" a\r\nb\x00c\x1b\u2028d\n"); got != "a  b c  d" {
		t.Errorf("got %q", got)
	}
	if got := Shorten(strings.Repeat("é", 100)); len(got) > 70 || !strings.HasSuffix(got, "é...") {
		t.Errorf("got %q", got)
	}
}

func TestDetect(t *testing.T) {
	for _, test := range []struct {
		line string
		want Dialect
	}{
		{"START 15", Gomocup}, {"ABOUT", Gomocup}, {"INFO max_memory 0", Gomocup},
		{"rectstart 20,15", Gomocup}, {"yxshowinfo", Gomocup}, {"PLAY 7,7", Gomocup},
		{"protocol_version", GTP}, {"1 name", GTP}, {"list_commands", GTP},
		{"play black e3", GTP}, {"# interrupt", GTP}, {"gogui-rules_board", GTP}, {"quit", GTP},
		{"nboard 2", NBoard}, {"set game (;GM[Othello];)", NBoard}, {"ping 1", NBoard},
		{"", Unknown}, {"hello", Unknown}, {"7", Unknown}, {"7 8", Unknown},
	} {
		if got := Detect(test.line); got != test.want {
			t.Errorf("%q: got %v, want %v", test.line, got, test.want)
		}
	}
	for _, d := range []Dialect{Gomocup, GTP, NBoard} {
		if got, ok := ParseDialect(strings.ToUpper(d.String())); !ok || got != d {
			t.Errorf("%v reads as %v", d, got)
		}
	}
	if _, ok := ParseDialect("unknown"); ok {
		t.Error(`"unknown" is a dialect`)
	}
}

// FuzzLine feeds the reader and the readers of arguments anything.
func FuzzLine(f *testing.F) {
	f.Add("TURN 7,7\r\nINFO timeout_turn 0\n")
	f.Add("\ufeff\r\r\n\x00")
	f.Add("1 play b e3\n# c\n")
	f.Fuzz(func(t *testing.T, text string) {
		r := NewReader(strings.NewReader(text), nil)
		for line := range r.Lines() {
			if line.Text == "" || strings.ContainsAny(line.Text, "\r\n") {
				t.Fatalf("line %q of %q", line.Text, text)
			}
			verb, args := Cut(line.Text)
			if verb == "" || strings.ContainsAny(verb, " \t") {
				t.Fatalf("verb %q of %q", verb, line.Text)
			}
			Ints(args)
			Int(args)
			Detect(line.Text)
			if s := OneLine(Shorten(line.Text)); strings.ContainsAny(s, "\r\n\x00") {
				t.Fatalf("one line: %q", s)
			}
		}
	})
}

package settings

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestTimeControl(t *testing.T) {
	for text, want := range map[string]TimeControl{
		"1":           {Turn: time.Second},
		"0/1":         {Turn: time.Second},
		"0/0.05":      {Turn: 50 * time.Millisecond},
		"300/30":      {Match: 5 * time.Minute, Turn: 30 * time.Second},
		"60/0+0.5":    {Match: time.Minute, Increment: time.Second / 2},
		"2m/5s+100ms": {Match: 2 * time.Minute, Turn: 5 * time.Second, Increment: 100 * time.Millisecond},
	} {
		var got TimeControl
		want.told = true
		if err := got.Set(text); err != nil || got != want {
			t.Errorf("%q: %+v, error %v; want %+v", text, got, err, want)
		}
		var again TimeControl
		if err := again.Set(got.String()); err != nil || again != got {
			t.Errorf("%q is written as %q, which is %+v, error %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "x", "1/", "/1", "1/2+", "-1", "1/2/3", "0/1+1", "NaN", "1e99"} {
		var got TimeControl
		if err := got.Set(text); err == nil {
			t.Errorf("%q was taken as %+v", text, got)
		}
	}
}

func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		`a  b`:             {"a", "b"},
		`"a b" c`:          {"a b", "c"},
		`x"a b"y`:          {"xa by"},
		`""`:               {""},
		``:                 nil,
		`cmd "" -flag="1"`: {"cmd", "", "-flag=1"},
	} {
		got, err := split(text, ' ')
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, error %v; want %q", text, got, err, want)
		}
	}
	if _, err := split(`a "b`, ' '); err == nil {
		t.Error("an open quote was taken")
	}
}

func TestEngineFlag(t *testing.T) {
	var e Engine
	if err := e.set(`name=A,cmd="./brain -x 1,2",option.hash=16,option.book=a=b,tc=0/1,memory=350,fresh=true`); err != nil {
		t.Fatal(err)
	}
	p, err := e.participant()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(p.Command, []string{"./brain", "-x", "1,2"}) || p.Limits.Memory != 350<<20 || !p.Fresh ||
		len(p.Options) != 2 || p.Options[1].Value != "a=b" {
		t.Errorf("participant %+v", p)
	}
	for _, text := range []string{"name", "depth=x", "nodes=-1", "memory=1.5", "fresh=perhaps", "x=1", `cmd="a`} {
		if err := new(Engine).set(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestEachHoldsWhereNothingIsSaid(t *testing.T) {
	var each, own Engine
	if err := each.set("tc=0/1,nodes=100,option.hash=1,option.book=x"); err != nil {
		t.Fatal(err)
	}
	if err := own.set("name=A,nodes=5,option.hash=2"); err != nil {
		t.Fatal(err)
	}
	p, err := own.over(each).participant()
	if err != nil {
		t.Fatal(err)
	}
	if p.Limits.Nodes != 5 || p.Limits.Turn != time.Second || len(p.Options) != 2 || p.Options[1].Value != "2" {
		t.Errorf("participant %+v", p)
	}
}

func TestSizesAndRules(t *testing.T) {
	var s Size
	if err := s.Set("20x15"); err != nil || s != (Size{20, 15}) || s.String() != "20x15" {
		t.Errorf("size %v, error %v", s, err)
	}
	for _, text := range []string{"x", "0", "-3", "15x", "1x2x3"} {
		if err := s.Set(text); err == nil {
			t.Errorf("size %q was taken", text)
		}
	}
	var d Draw
	if err := d.Set("score=5,plies=20,from=40"); err != nil || d != (Draw{5, 20, 40}) {
		t.Errorf("draw %+v, error %v", d, err)
	}
	var r Resign
	if err := r.Set("score=500,moves=4"); err != nil || r != (Resign{500, 4}) {
		t.Errorf("resign %+v, error %v", r, err)
	}
	if d.Set("plies=0") == nil || r.Set("score=0,moves=1") == nil || r.Set("moves=1,mvoes=2") == nil {
		t.Error("a rule that makes no sense was taken")
	}
	var test SPRT
	if err := test.Set("elo0=0,elo1=8,model=normalized"); err != nil {
		t.Fatal(err)
	}
	v, err := test.Test()
	if err != nil || v.Alpha != usualRisk || v.Beta != usualRisk || v.Model != "normalized" {
		t.Errorf("test %+v, error %v", v, err)
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	for name, test := range map[string]struct{ text, want string }{
		"syntax.toml":  {"games = \n", "syntax.toml:1"},
		"unknown.toml": {"[[engine]]\nnmae = \"x\"\n", "nmae"},
		"type.toml":    {"games = \"many\"\n", "games"},
		"tc.toml":      {"[each]\ntc = \"soon\"\n", "soon"},
		"cmd.toml":     {"[[engine]]\ncmd = 3\n", "cmd"},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		err := Default().ReadFile(path)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
	path := filepath.Join(dir, "cup.toml")
	text := "size = 15\npause = 0.5\nopenings = \"o.psq\"\nsprt = { elo0 = 0, elo1 = 5 }\n[[engine]]\ncmd = \"./brain -x\"\noption = { b = 2, a = true }\n[[engine]]\ncmd = [\"brain\", \"a b\"]\ntc = 5\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s := Default()
	if err := s.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if s.Name != "cup" || s.Size != (Size{15, 15}) || time.Duration(s.Pause) != time.Second/2 || s.Openings != filepath.Join(dir, "o.psq") || s.SPRT.Elo1 != 5 {
		t.Errorf("settings %+v", s)
	}
	if c := s.Engines[0].Command; len(c) != 2 || c[0] != filepath.Join(dir, "brain") {
		t.Errorf("command %q", c)
	}
	if c := s.Engines[1].Command; len(c) != 2 || c[0] != "brain" || c[1] != "a b" {
		t.Errorf("command %q", c)
	}
	if s.Engines[1].TC.Turn != 5*time.Second || s.Engines[0].Option[0].Name != "a" {
		t.Errorf("engines %+v", s.Engines)
	}
}

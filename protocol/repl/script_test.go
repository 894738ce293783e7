package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ishi/engine"
	"ishi/engine/enginetest"
	"ishi/engine/game"
	"ishi/search"
)

// script runs commands and returns what was said, what failed, and the end.
func script(t *testing.T, choice Choice, lines ...string) (out, errs string, err error) {
	t.Helper()
	if choice.Games == nil {
		choice.Games = testGames("gomoku")
	}
	if choice.Config.Threads == 0 {
		choice.Config = engine.DefaultConfig()
		choice.Config.Hash = 1 << 20
	}
	var o, e bytes.Buffer
	s := newShell(t.Context(), choice, About{Name: "Ishi", Version: "test"}, nil)
	day := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	s.now = func() time.Time { // every look at the clock takes a second
		day = day.Add(time.Second)
		return day
	}
	s.console = newPlain(Streams{In: strings.NewReader(strings.Join(lines, "\n")), Out: &o, Err: &e}, false)
	defer s.console.close()
	err = s.run()
	return o.String(), e.String(), err
}

// othello chooses that game.
func othelloChoice() Choice { return Choice{Games: testGames("othello")} }

// TestCommands runs scripts in which nothing, or what is told, fails. Each line of want
// is a regular expression that must match, in this order.
func TestCommands(t *testing.T) {
	for name, test := range map[string]struct {
		choice Choice
		lines  []string
		want   []string
		fails  []string
	}{
		"moves in any notation": {
			lines: []string{"play h8", "7,8", "i8 h10, 8,8", "1. g8 2. f8", "p a1b1", "", "# nothing", "moves"},
			want:  []string{`^h8 h9 i8 h10 i9 g8 f8 a1 b1$`},
		},
		"illegal moves": {
			lines: []string{"h8", "h8", "p16", "play z1 a1", "i9 i9", "40,40", "play", "play now", "moves"},
			want:  []string{`^h8$`},
			fails: []string{
				`line 2: play: white cannot play h8: occupied`, `line 3: play: white cannot play p16: off the board`,
				`line 4: play: move 1: white cannot play z1: off the board; none was played`,
				`line 5: play: move 2: black cannot play i9: occupied; none was played`,
				`line 6: .*columns and rows`, `line 7: usage: play MOVE…; for example play h8 i9`, `line 8: play: no move in "now"`,
			},
		},
		"a game between two people": {
			lines: []string{"h8 h9 i8 i9 j8 j9 k8 k9", "l8", "a1", "go", "hint", "match", "solve", "vcf", "board", "undo", "board"},
			want:  []string{`^black wins, five in a row$`, `move 9: black l8`, `black wins`, ` 8 . . . . . . .\[X X X X X\]. .`, `move 8: white k9 \(1 taken back\)`, `black to move`},
			fails: []string{`line 3: play: the game is over: black wins`, `line 4: go: the game is over`, `hint: the`, `match: the`, `solve: the`, `vcf: the`},
		},
		"renju": {
			choice: Choice{Setup: engine.Setup{Rule: "renju"}},
			lines:  []string{"h8 a1 h9 a3 i10 a5 j10 a7", "forbid", "h10", "board", "pass", "forbid", "threats black"},
			want:   []string{`black must not play`, `h10 +double three`, `10 . . . . . . . # X X`, `black must not play`, `h10 +double three`, `black:`, `forbidden: double three +h10`},
			fails:  []string{`line 3: play: black cannot play h10: forbidden: double three`},
		},
		"undo and redo": {
			lines: []string{"undo", "redo", "h8 i9 j10 k11", "undo 2", "moves", "redo", "moves", "redo 5", "moves", "undo x", "undo 9", "moves", "undo 2 2"},
			want:  []string{`^h8 i9 \(taken back: j10 k11\)$`, `^h8 i9 j10 \(taken back: k11\)$`, `^h8 i9 j10 k11$`, `^ \(taken back: h8 i9 j10 k11\)$`},
			fails: []string{`line 1: undo: there is no move to take back`, `line 2: redo: there is no move`, `line 10: usage: undo`, `line 13: usage`},
		},
		"looking around": {
			lines: []string{"h8 i9 j10", "back 2", "moves", "forward", "moves", "goto start", "goto end", "moves", "goto 1", "moves", "goto 4", "goto x", "goto", "forward 2", "forward", "c3", "goto 1", "d4", "moves"},
			want:  []string{`^h8 \(taken back: i9 j10\)$`, `^h8 i9 \(taken`, `^h8 i9 j10$`, `^h8 \(`, `^h8 d4$`},
			fails: []string{`goto: the game has moves 1 to 3`, `usage: goto`, `usage: goto`, `line 15: forward: there is no move to play again`},
		},
		"othello": {
			choice: othelloChoice(),
			lines:  []string{"board", "f5", "f5", "pass", "legal", "board", "e6f6c4c5c6", "new 4", "board"},
			want:   []string{`3 . . . \* . . . .   black X 2, white O 2`, `^3: f4 d6 f6$`, `black X 4, white O 1`, `5 . . . X X\(X\)`, `othello 4x4`},
			fails:  []string{`line 3: play: white cannot play f5: occupied`, `line 4: pass: white cannot play pass: there are moves`, `line 7: play: move 1: .*none was played`},
		},
		"a pass follows by itself": {
			choice: othelloChoice(),
			lines:  []string{"e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8", "moves", "undo", "moves", "redo", "pass", "moves", "history"},
			want:   []string{`^black has no move and passes$`, `f8 pass$`, `g8 \(taken back: f8 pass\)$`, `f8 pass$`, `17 +black +pass`},
		},
		"the end of a game of othello": {
			choice: Choice{Games: testGames("othello"), Setup: engine.Setup{Width: 4, Height: 4}},
			lines:  []string{"match nodes 200", "board", "legal"},
			want:   []string{`^(black|white) wins by \d+|^draw`, `(black|white) wins by \d+, |draw`},
			fails:  []string{`legal: the game is over`},
		},
		"new": {
			lines: []string{"new 19x15 renju", "board", "h8", "new", "board", "new othello", "board", "new 7", "new rennju", "new gomoku caro 20", "board", "new othelo", "new 4"},
			want:  []string{`gomoku 19x15, renju`, `gomoku 19x15, renju`, `no moves yet`, `othello 8x8`, `gomoku 20x20, caro`},
			fails: []string{`new: othello: size 7x7`, `new: .*rennju`, `new: .*did you mean othello\?`, `new: gomoku: board 4x4`},
		},
		"unknown commands": {
			lines: []string{"bord", "hsitory", "ev", "xyzzy", "help bord", "help nothing_like_it", "help a b", `play "h8`},
			fails: []string{`line 1: unknown command "bord": did you mean board\?`, `did you mean history`, `did you mean eval`, `unknown command "xyzzy": help lists`, `line 5: help: unknown command "bord": did you mean board\?`, `line 6`, `usage: help`, `a quote is not closed`},
		},
		"help": {
			lines: []string{"help", "?", "help go"},
			want:  []string{`^Game:$`, `play MOVE…`, `^Engine:$`, `quit`, `^Game:$`, `^go \[LIMIT\]$`, `^also: genmove$`, `go time 10`},
		},
		"the engine moves": {
			lines: []string{"go nodes 300", "go depth 2", "moves", "history", "go nodes", "go fast 3", "go nodes -1", "go depth x", "go time 0", "go nodes 9z"},
			want:  []string{`^black h8 .*, depth \d+-\d+, \d+ nodes`, `^white \w+ `, `^h8 \w+$`, `1 +black +h8 +\S`, `2 +white`},
			fails: []string{`usage: go`, `usage: go`, `go: nodes "-1"`, `go: depth "x"`, `go: time "0"`, `go: nodes "9z"`},
		},
		"hints": {
			choice: othelloChoice(),
			lines:  []string{"hint nodes 3000", "hint 2 depth 3", "moves", "hint 0", "hint 2 3"},
			want:   []string{`^1  \w\d +\S+ +depth`, `^2  `, `^3  `, `^black to move, [\d.]+ s, 3000 nodes`, `^1  `, `^2  `, `^black to move`, `no moves yet`},
			fails:  []string{`hint: 0: want 1 to`, `usage: hint`},
		},
		"analysis in a script": {
			lines: []string{"set nodes 500", "analyze 2", "analyze 1 depth 2"},
			want:  []string{`^nodes 500$`, `^1  h8`, `500 nodes|\d nodes`, `^1  h8`},
		},
		"auto": {
			lines: []string{"set nodes 200", "auto white", "h8", "undo", "moves", "auto", "auto off", "auto", "h8", "auto white", "auto green", "auto black white", "board"},
			want:  []string{`the engine plays white`, `^white \w+ `, `^ \(taken back: h8 \w+\)$`, `the engine plays white`, `when it is told to`, `when it is told`, `plays white`, `^white \w+ `, `the engine plays white`},
			fails: []string{`usage: auto`, `usage: auto`},
		},
		"auto on both sides": {
			choice: Choice{Games: testGames("othello"), Setup: engine.Setup{Width: 4, Height: 4}},
			lines:  []string{"set nodes 100", "auto both"},
			want:   []string{`plays both sides`, `^black `, `^white `, `wins by|draw`},
		},
		"match": {
			lines: []string{"match 3 nodes 100", "moves"},
			want:  []string{`^black h8`, `^white`, `^black`, `^h8 \S+ \S+$`},
		},
		"levels": {
			lines: []string{"level", "level 1", "go", "level 20", "level 0", "level x", "level 1 2", "set strength 51", "level"},
			want:  []string{`^level 20 of 20$`, `^level 1 of 20: at most 35 nodes a move$`, `^black h8`, `^level 20 of 20$`, `strength 51 %`},
			fails: []string{`level: level 0: want 1 to 20`, `usage: level`, `usage: level`},
		},
		"clocks": {
			lines: []string{"time", "time 5:00+3", "h8", "i9", "time", "j10", "time", "time black 60", "time", "time off", "time 0", "time x", "time 5+x", "time black", "time a b c"},
			want: []string{`no clocks; the engine takes 5s`, `black 5:00 and 3s a move, white 5:00 and 3s a move`,
				`black 5:01 and 3s a move, white 5:01`, `black 5:01 and 3s a move, white 4:58`, `black 1:00, white`, `black 1:00, white`, `no clocks`},
			fails: []string{`time: time "0": want more than nothing`, `time: time "x"`, `time: time "x"`, `time: time "black"`, `usage: time`},
		},
		"time runs out": {
			lines: []string{"time 2", "h8", "i9", "a1", "a2", "a3", "a4"},
			want:  []string{`has used up its time`},
		},
		"options": {
			lines: []string{"set", "set threads", "set thread", "set threads 2", "set threads x", "set colour maybe", "set unicode on", "board", "set color off", "set nothing_like_it 3", "set null-move false"},
			want:  []string{`^colour +off`, `^threads +1 +search threads \(1 to 256\)$`, `^threads 1$`, `^threads 2$`, `^unicode on$`, `·`, `^colour off$`, `^null-move false$`},
			fails: []string{`no option "thread": did you mean threads`, `set: threads "x"`, `set: colour "maybe"`, `no option "nothing_like_it": set alone`},
		},
		"the table": {
			lines: []string{"hash", "go nodes 2000", "hash info", "hash clear", "hash info", "hash burn", "hash save", "hash load nothing.there"},
			want:  []string{`table of 1 MiB, 0.0 % in use`, `^black`, `table of 1 MiB, [\d.]+ %`, `is empty`, `0.0 %`},
			fails: []string{`usage: hash`, `usage: hash`, `hash: open nothing.there`},
		},
		"evaluations": {
			lines: []string{"h8 i9", "eval", "eval h9", "eval all", "eval h8", "eval moon", "eval a b", "new othello", "eval", "eval d3", "new 10", "eval"},
			want: []string{`lines of black, who is to move`, `more$`, `the move`, `points for black, who is to move`, `h9 `, `points for black`,
				`second line`, `parity +\d odd quadrants; stage 1 of 24, 4 discs`, `discs for black, who is to move; eval all shows the parts`, `d3.*--`, `frontier`, `discs for black`},
			fails: []string{`no part of the evaluation speaks of h8`, `eval: .*moon`, `usage: eval`},
		},
		"threats": {
			lines: []string{"h8 a1 i8 a3 j8 o15", "threats", "threats white", "threats red", "vcf", "vct", "vcf white", "vct white nodes 5000", "moves", "new othello", "threats", "vcf", "forbid"},
			want: []string{`^black:$`, `open four +g8 k8`, `^white: none|^white:`, `^white`, `^black has a win by continuous fours, \d plies: (g8|k8)`, `^black has a win by continuous threats`,
				`^white has no win by continuous fours`, `white`, `^h8 a1 i8 a3 j8 o15$`},
			fails: []string{`usage: threats`, `threats: othello knows no threats`, `vcf: othello knows`, `forbid: othello forbids`},
		},
		"solving": {
			choice: Choice{Games: testGames("othello"), Setup: engine.Setup{Width: 4, Height: 4}},
			lines:  []string{"solve", "new gomoku", "h8 a1 i8 a3 j8 o15", "solve", "new", "solve nodes 300"},
			want:   []string{`^white wins by 10 discs with perfect play: `, `^black wins in \d plies: `, `^not solved; so far h8`},
		},
		"set up": {
			lines: []string{"setup black h8 i9 white j10", "board", "setup h8", "setup black h8 white h8", "setup black", "setup black z99", "setup turn", "setup turn red", "setup black h8 turn white", "board", "edit h9 i9 white", "edit h8 empty", "board", "edit turn black", "board", "edit", "edit h8 red", "edit z9 black", "edit turn", "undo"},
			want:  []string{`set up`, `black X 2, white O 1`, `white to move`, `black X 1, white O 0`, `white to move`, `black X 0, white O 2`, `black to move`},
			fails: []string{`usage: setup`, `setup: set-up: illegal move|setup: .*h8`, `usage: setup`, `setup: `, `usage`, `usage`, `usage: edit`, `usage: edit`, `edit: z9 is off the board`, `usage: edit`, `undo: there is no move`},
		},
		"pasting": {
			choice: othelloChoice(),
			lines: []string{"paste", "--------", "--------", "--------", "---OX---", "---XO---", "--------", "--------", "--------", "",
				"paste white", "--------", "--------", "--------", "---OX---", "---XO---", "--------", "--------", "--------", ".", "board",
				"paste", "end", "paste green", "paste", "(;GM[2]SZ[8];B[f5];W[d6])", "", "moves",
				"paste", "f5d6c3", "", "moves", "paste", "what is this?", ""},
			want:  []string{`white to move`, `^f5 d6$`, `^f5 d6 c3$`},
			fails: []string{`line 10: paste: .*paste black or paste white tells it`, `paste: nothing was pasted`, `usage: paste`, `line \d+: paste: `},
		},
		"pasting at the end": {
			lines: []string{"paste", ". . . . . .", ". X . . . .", ". . O . . .", ". . . . . .", ". . . . . .", ". . . . . ."},
		},
		"perft": {
			choice: othelloChoice(),
			lines:  []string{"perft 3", "perft", "perft x", "perft 0", "bench"},
			want:   []string{`^ 1 +4 `, `^ 2 +12 `, `^ 3 +56 `},
			fails:  []string{`usage: perft`, `perft: depth "x"`, `perft: depth "0"`, `bench: there are no fixed positions`},
		},
		"the fixed positions": {
			choice: Choice{Bench: func(_ context.Context, game string, out io.Writer) error {
				fmt.Fprintf(out, "positions of %s\nsum", game)
				return nil
			}},
			lines: []string{"bench", "bench 3"},
			want:  []string{`^positions of gomoku$`, `^sum$`},
			fails: []string{`usage: bench`},
		},
		"nothing runs": {
			lines: []string{"stop", "stop now", "board x", "moves x", "history x", "legal x", "quit x", "pass x", "forbid x", "log a b", "load", "save", "legal"},
			want:  []string{`^225: a1`},
			fails: []string{`stop: nothing runs`, `usage: stop`, `usage: board`, `usage: moves`, `usage: history`, `usage: legal`, `usage: quit`, `usage: pass`, `usage: forbid`, `usage: log`, `usage: load`, `usage: save`},
		},
		"quit": {
			lines: []string{"quit", "board"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs, err := script(t, test.choice, test.lines...)
			if wantErr := len(test.fails) > 0; errors.Is(err, ErrFailed) != wantErr || !wantErr && err != nil {
				t.Errorf("ended with %v", err)
			}
			inOrder(t, "output", out, test.want)
			inOrder(t, "errors", errs, test.fails)
			if n := strings.Count(errs, "\n"); len(test.fails) != n {
				t.Errorf("%d errors, want %d:\n%s", n, len(test.fails), errs)
			}
			if name == "quit" && out != "" {
				t.Errorf("output after quit: %s", out)
			}
		})
	}
}

// inOrder looks for lines that match patterns, one behind the other.
func inOrder(t *testing.T, what, text string, patterns []string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	next := 0
	for _, pattern := range patterns {
		found := slices.IndexFunc(lines[next:], regexp.MustCompile(pattern).MatchString)
		if found < 0 {
			t.Errorf("%s: no line for %s behind line %d of\n%s", what, pattern, next, text)
			return
		}
		next += found + 1
	}
}

func TestStrictScriptsEndEarly(t *testing.T) {
	out, errs, err := script(t, Choice{Strict: true}, "h8", "h8", "moves")
	if !errors.Is(err, ErrFailed) || out != "" || !strings.Contains(errs, "line 2") {
		t.Errorf("%q, %q, %v", out, errs, err)
	}
}

func TestFilesAreWrittenAndRead(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	for _, test := range []struct {
		game, moves string
		names       []string
	}{
		{"gomoku", "h8 i9 g8 f8", []string{"a.sgf", "a.psq", "a.rec", "a.txt moves"}},
		{"othello", "e6 f6 c4 c5 c6 d6 g7 f4 g4 g6 e7 h8 h6 g5 g8 f8", []string{"o.sgf", "o.ggf", "o.txt moves"}},
	} {
		for _, name := range test.names {
			path, format, _ := strings.Cut(name, " ")
			out, errs, err := script(t, Choice{Games: testGames(test.game)},
				"new "+test.game, test.moves, "save "+file(path)+" "+format, "new", "load "+file(path), "moves", "save -f "+file("again.sgf"), "load "+file("again.sgf"), "goto start")
			if err != nil || !strings.Contains(out, "\n"+test.moves) || strings.Contains(out, "20x20") {
				t.Errorf("%s: %v, %s%s", name, err, out, errs)
			}
		}
	}
	for game, format := range map[string]string{"gomoku": "ggf", "othello": "psq"} {
		if _, errs, err := script(t, Choice{Games: testGames(game)}, "save "+file("none."+format)); !errors.Is(err, ErrFailed) || !strings.Contains(errs, format+" holds no game of "+game) {
			t.Errorf("%s: %v, %s", format, err, errs)
		}
	}
	for _, name := range []string{"p.obf", "p.txt board"} {
		path, format, _ := strings.Cut(name, " ")
		out, errs, err := script(t, othelloChoice(), "f5 d6 c3", "save "+file(path)+" "+format, "new gomoku", "load "+file(path), "board")
		if err != nil || !strings.Contains(out, "white to move") || !strings.Contains(out, "black X 5, white O 2") {
			t.Errorf("%s: %v, %s%s", name, err, out, errs)
		}
	}
}

func TestCommentsAndVariationsArePreserved(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "(;GM[4]SZ[15]PB[one]PW[two]C[at first];B[hh]C[a \\] b];W[ii](;B[gg];W[ff])(;B[jj]C[other]))"
	if err := os.WriteFile("in.sgf", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	out, errs, err := script(t, Choice{}, "load in.sgf", "history", "goto 1", "i9", "forward 9", "save out.sgf")
	if err != nil {
		t.Fatal(err, errs)
	}
	inOrder(t, "output", out, []string{`one - two`, `^at first$`, `1 +black +h8 +a \] b`, `saved 4 moves`})
	data, err := os.ReadFile("out.sgf")
	for _, part := range []string{"PB[one]", "PW[two]", "C[at first]", `C[a \] b]`, ";B[gg]", ";W[ff]", ";B[jj]", "C[other]"} {
		if err != nil || !strings.Contains(string(data), part) {
			t.Errorf("%s is lost: %s %v", part, data, err)
		}
	}
}

func TestFilesAreNotLost(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("there.sgf", []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, _ := script(t, Choice{}, "h8", "save there.sgf", "save new.sgf", "i9", "save new.sgf", "undo", "save new.sgf", "load new.sgf", "moves",
		"save x", "save x nothing", "save no/such/folder.sgf", "save -f there.sgf", "load nothing.there", "load new.sgf 2", "load new.sgf x", "moves")
	inOrder(t, "output", out, []string{`saved 1 moves to new.sgf`, `saved 2 moves`, `saved 1 moves`, `gomoku 15x15, freestyle, .*1 moves`, `^h8$`, `saved 1 moves to there.sgf`, `^h8$`})
	inOrder(t, "errors", errs, []string{`save: there.sgf exists already; save -f there.sgf replaces it`, `which format`, `formats are`, `save: .*no/such`, `load: open nothing.there`, `load: it holds 1 games`, `usage: load`})
	if data, err := os.ReadFile("there.sgf"); err != nil || !strings.HasPrefix(string(data), "(;") {
		t.Errorf("%q, %v", data, err)
	}
}

func TestDamagedFilesAreLoadedUpToTheDamage(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"illegal.sgf": "(;GM[4]SZ[15];B[hh];W[hh];B[aa])",
		"cut.sgf":     "(;GM[4]SZ[15];B[hh];W[hi",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, errs, err := script(t, Choice{}, "a1 a2", "load "+name, "moves")
		if !errors.Is(err, ErrFailed) || !strings.Contains(out, "\nh8\n") && !strings.HasPrefix(out, "h8\n") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: %v\n%s%s", name, err, out, errs)
		}
	}
}

func TestTheLogTellsBothSides(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, errs, err := script(t, Choice{}, "log", "log my.log", "h8", "moves", "h8", "log", "log off", "moves", "log no/such/file"); !errors.Is(err, ErrFailed) {
		t.Fatal(err, errs)
	}
	data, err := os.ReadFile("my.log")
	if err != nil {
		t.Fatal(err)
	}
	inOrder(t, "log", string(data), []string{`> h8$`, `> moves$`, `# h8$`, `> h8$`, `# error: line 5: play: white cannot play h8`, `# log to my.log`, `> log off$`})
	if strings.Count(string(data), "moves") != 1 {
		t.Errorf("the log goes on: %s", data)
	}
}

func TestFinishedGamesAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.csv")
	for range 2 {
		if _, errs, err := script(t, Choice{Gamelog: path}, "h8 h9 i8 i9 j8 j9 k8 k9", "l8"); err != nil {
			t.Fatal(err, errs)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	inOrder(t, "log", string(data), []string{`^date,game`, `^2026-01-02 12:00:\d\d,gomoku,freestyle,15,,,B\+,five in a row,h8 h9 .* l8,`, `^2026`})
	if err := os.WriteFile(path, []byte("something else\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, errs, err := script(t, Choice{Gamelog: path}, "h8 h9 i8 i9 j8 j9 k8 k9", "l8"); !errors.Is(err, ErrFailed) || !strings.Contains(errs, "games.csv") {
		t.Errorf("%v, %s", err, errs)
	}
}

// TestABrokenPositionIsBuiltAnew lets a game panic in the middle of a move.
func TestABrokenPositionIsBuiltAnew(t *testing.T) {
	g := &enginetest.Game{Depths: 3}
	g.PlayHook = func(m game.Move) {
		if m == game.At(2, 2) {
			panic("test")
		}
	}
	out, errs, err := script(t, Choice{Games: []engine.Game{g}}, "a1 b1", "c3", "moves", "d4", "moves")
	if !errors.Is(err, ErrFailed) || !strings.Contains(errs, "internal error: test") {
		t.Errorf("%v, %s", err, errs)
	}
	inOrder(t, "output", out, []string{`^a1 b1$`, `^a1 b1 d4$`})
}

func TestABrokenSearchKeepsTheGame(t *testing.T) {
	g := &enginetest.Game{Depths: 3, Node: func(w *search.Worker) {
		if w.Nodes() > 300 {
			panic("test")
		}
	}}
	out, errs, err := script(t, Choice{Games: []engine.Game{g}}, "go nodes 1000", "moves", "eval", "solve nodes 100")
	if !errors.Is(err, ErrFailed) || !strings.Contains(errs, "the search broke down") || !strings.Contains(errs, "no static evaluation") {
		t.Errorf("%v, %s", err, errs)
	}
	inOrder(t, "output", out, []string{`^black h8`, `^h8$`, `not solved`})
}

func TestEveryCommandExplainsItself(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range commands {
		if c.help == "" || c.example == "" || !slices.Contains(topics, c.topic) || c.run == nil {
			t.Errorf("%s: no help, no example, no topic or nothing to do", c.name)
		}
		for _, name := range append([]string{c.name}, c.aliases...) {
			if seen[name] {
				t.Errorf("two commands named %s", name)
			}
			seen[name] = true
			if _, err := parseMoves([]string{name}); err == nil && name != "pass" {
				t.Errorf("%s reads as a move", name)
			}
		}
		for _, example := range strings.Split(c.example, "\n") {
			words, err := split(example)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			if _, err := parseMoves(words); err != nil && words[0] != c.name {
				t.Errorf("%s: the example %q is of something else", c.name, example)
			}
		}
	}
	for _, name := range []string{"new", "play", "undo", "redo", "back", "forward", "goto", "pass", "go", "hint", "analyze", "eval", "threats", "forbid",
		"vcf", "vct", "solve", "board", "moves", "history", "setup", "edit", "paste", "load", "save", "set", "level", "auto", "match", "time", "perft",
		"bench", "hash", "log", "help", "quit"} {
		if !seen[name] {
			t.Errorf("no command %s", name)
		}
	}
}

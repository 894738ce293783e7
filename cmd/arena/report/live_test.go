package report

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/rating"
)

// clockwork is a clock that a test moves.
type clockwork struct{ now time.Time }

func (c *clockwork) time() time.Time { return c.now }

// screen plays what is written to a terminal and returns what is left to see.
func screen(text string) string {
	var rows []string
	row := 0
	for text != "" {
		if rest, ok := strings.CutPrefix(text, "\x1b["); ok {
			end := strings.IndexAny(rest, "AJ")
			n := 0
			for _, c := range rest[:end] {
				n = 10*n + int(c-'0')
			}
			if rest[end] == 'A' {
				row -= n
			} else {
				rows = rows[:row]
			}
			text = rest[end+1:]
			continue
		}
		if rest, ok := strings.CutPrefix(text, "\r"); ok {
			text = rest
			continue
		}
		line, rest, _ := strings.Cut(text, "\n")
		rows = append(rows[:row], line)
		row++
		text = rest
	}
	return strings.Join(rows, "\n")
}

func TestLiveTerminal(t *testing.T) {
	c := newContest("Ishi", "Rapfi")
	jobs, games := play(c, 20)
	var out bytes.Buffer
	at := &clockwork{time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	live := NewLive(&out, LiveOptions{Terminal: true, Width: 70, Height: 24, Now: at.time})
	l := rating.NewLedger(c, 40)
	l.Add(jobs[0], games[0])
	live.Update(l.Summary(nil)) // one game was there before
	for i := 1; i < 21; i++ {
		l.Add(jobs[i], games[i])
		at.now = at.now.Add(100 * time.Millisecond)
		live.Game(c, jobs[i], games[i])
		if live.Due() {
			live.Update(l.Summary(test))
		}
	}
	at.now = at.now.Add(18 * time.Second)
	if !live.Due() {
		t.Error("nothing to draw after 18 s")
	}
	live.Update(l.Summary(test))
	if live.Due() {
		t.Error("drawn again at once")
	}
	before := out.Len()
	live.Update(l.Summary(test))
	if out.Len() != before {
		t.Error("drawn twice in the same moment")
	}
	seen := screen(out.String())
	for _, want := range []string{"21/40 games, 52 %, 0:20, 0:19 left", "Ishi", "game 7: ", "late", "█"} {
		if !strings.Contains(seen, want) {
			t.Errorf("no %q on the screen", want)
		}
	}
	if strings.Count(seen, "W-D-L") != 1 || strings.Contains(seen, "game 6:") || strings.Contains(out.String(), "\x1b[2J") {
		t.Errorf("the screen shows\n%s", seen)
	}
	for _, row := range strings.Split(seen, "\n") {
		if !strings.HasPrefix(row, "game ") && utf8.RuneCountInString(row) > 69 {
			t.Errorf("wider than the terminal: %s", row)
		}
	}
	live.Finish(l.Summary(test))
	end := screen(out.String())
	if strings.Contains(end, "█") || !strings.Contains(end, "LLR") {
		t.Errorf("the end shows\n%s", end)
	}
}

// TestLivePlain: into a file there is a line for each game, the score once a minute, and
// no escapes.
func TestLivePlain(t *testing.T) {
	c := newContest("Ishi", "Rapfi")
	jobs, games := play(c, 4)
	stopped := games[7]
	stopped.Reason, stopped.Detail = contest.Interrupted, "the worker has gone"
	games[7] = stopped
	var out bytes.Buffer
	at := &clockwork{time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	o := DetectLive(&out)
	o.Now = at.time
	live := NewLive(&out, o)
	l := rating.NewLedger(c, 8)
	for i := range jobs {
		l.Add(jobs[i], games[i])
		live.Game(c, jobs[i], games[i])
		live.Update(l.Summary(nil))
		at.now = at.now.Add(25 * time.Second)
	}
	live.Finish(l.Summary(nil))
	if strings.Contains(out.String(), "\x1b") || strings.Contains(out.String(), "\r") {
		t.Errorf("escapes: %q", out.String())
	}
	golden(t, "plain.txt", out.String())
}

func TestLiveColor(t *testing.T) {
	c := newContest("Ishi", "Rapfi")
	jobs, games := play(c, 4)
	show := func(color bool) string {
		var out bytes.Buffer
		live := NewLive(&out, LiveOptions{Terminal: true, Color: color, Width: 200})
		live.Game(c, jobs[6], games[6])
		live.Update(summary(c, 4, nil))
		return out.String()
	}
	if !strings.Contains(show(true), "\x1b[33m") {
		t.Error("no colours")
	}
	if text := show(false); strings.Contains(text, "\x1b") {
		t.Errorf("colours: %q", text)
	}
}

// TestTableWidth: where there is no room the columns that matter least go first.
func TestTableWidth(t *testing.T) {
	s := summary(newContest("Ishi", "Rapfi"), 20, test)
	for width, want := range map[int]string{0: "Depth", 90: "Black", 66: "Score", 200: "Depth"} {
		rows := strings.Split(Table(s, LiveOptions{Width: width}), "\n")
		if !strings.Contains(rows[0], want) || !strings.Contains(rows[0], "Rating") {
			t.Errorf("%d columns: no %s in %s", width, want, rows[0])
		}
		if width > 0 && utf8.RuneCountInString(rows[1]) >= width {
			t.Errorf("%d columns: %d are used", width, utf8.RuneCountInString(rows[1]))
		}
	}
}

func TestText(t *testing.T) {
	for got, want := range map[string]string{
		brief(0): "0 s", brief(1500 * time.Microsecond): "1.5 ms", brief(-20 * time.Millisecond): "-20 ms", brief(83 * time.Second): "83 s",
		brief(90 * time.Minute): "1h30m0s", brief(12 * time.Microsecond): "12 µs",
		count(0): unknown, count(999): "999", count(123456): "123k", count(2.5e6): "2.5M", count(3e9): "3G",
		clock(5 * time.Second): "0:05", clock(3725 * time.Second): "1:02:05",
		estimate(rating.Estimate{Value: 5, Low: 1, High: 9}): "+5.0 ± 4.0",
		estimate(rating.Tally{Wins: 3}.Elo()):                "+∞",
		estimate(rating.Tally{Wins: 2, Losses: 1}.Elo()):     "+120.4 (-325.3 to +∞)",
		percent(rating.Unknown()):                            unknown,
		percent(0.1234):                                      "12.3 %",
		printable("a\x00b\x1b[1m\tc\u2028d\xff"):             "a b [1m c d�",
		faults(map[contest.Reason]int{contest.Late: 2, contest.Crashed: 2, contest.IllegalMove: 5}): "illegal move 5, crashed 2, late 2",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNiceStep(t *testing.T) {
	for size, want := range map[float64]float64{20: 5, 39: 5, 40: 10, 100: 20, 1000: 200, 8: 2, 4: 1} {
		if got := niceStep(size); got != want {
			t.Errorf("niceStep(%v) = %v, want %v", size, got, want)
		}
	}
}

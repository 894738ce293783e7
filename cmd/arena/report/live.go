package report

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/rating"
)

// How often is redrawn, and how often a line tells the score where nothing can be redrawn.
const (
	redrawEvery = 250 * time.Millisecond
	tellEvery   = time.Minute
)

// LiveOptions say what the output can do. The zero value is a file or a pipe.
type LiveOptions struct {
	// Terminal redraws the table in place. Otherwise there is a line for each game and
	// now and then one with the score.
	Terminal bool
	// Width and Height are the terminal's size in columns and rows, 0 where not known.
	Width, Height int
	// Color uses colours.
	Color bool
	// Now is the clock; nil for the usual one.
	Now func() time.Time
}

// DetectLive returns the options for an output. Colours are left out when NO_COLOR is set
// (https://no-color.org), and on terminals that cannot move the cursor nothing is redrawn.
func DetectLive(out io.Writer) LiveOptions {
	file, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) || os.Getenv("TERM") == "dumb" {
		return LiveOptions{}
	}
	text.EnableColors() // on Windows this teaches the console the escapes
	o := LiveOptions{Terminal: true, Color: os.Getenv("NO_COLOR") == ""}
	if w, h, err := term.GetSize(int(file.Fd())); err == nil {
		o.Width, o.Height = w, h
	}
	return o
}

// Live shows how a contest goes on. Its methods may be called from any goroutine.
type Live struct {
	mu      sync.Mutex
	out     io.Writer
	options LiveOptions
	// rows of the frame that stand on the terminal now.
	rows  int
	drawn time.Time
	// began is when the first summary came, with so many games played before.
	began  time.Time
	before int
}

// NewLive returns a view on out.
func NewLive(out io.Writer, o LiveOptions) *Live {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Live{out: out, options: o}
}

// Game tells of a game that has been played: on a terminal of faults only.
func (l *Live) Game(c *contest.Contest, job contest.Job, p contest.Played) {
	if l.options.Terminal && !p.Reason.Fault() && p.Reason != contest.Interrupted {
		return
	}
	line := fmt.Sprintf("game %d: %s – %s  %s  %s", p.Job, name(c, p.Black), name(c, p.White), score(p.Result.Outcome), how(p))
	if p.Reason == contest.Interrupted {
		line = fmt.Sprintf("game %d: %s – %s  interrupted: %s", job.ID, name(c, job.Black), name(c, job.White), p.Detail)
	}
	line = oneLine(line)
	if l.options.Color && p.Reason.Fault() {
		line = text.FgYellow.Sprint(line)
	}
	l.Print(line)
}

func name(c *contest.Contest, i int) string {
	if i < 0 || i >= len(c.Participants) {
		return "?"
	}
	return c.Participants[i].Name
}

// how says how a game ended.
func how(p contest.Played) string {
	line := string(p.Reason)
	if p.Reason == contest.Regular && p.Result.Reason != "" {
		line = p.Result.Reason
	}
	line += fmt.Sprintf(", %d plies", len(p.Plies))
	if p.Detail != "" {
		line += " (" + p.Detail + ")"
	}
	return line
}

// Print writes a line, above the table where there is one.
func (l *Live) Print(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	io.WriteString(l.out, l.erase()+line+"\n")
	if l.options.Terminal {
		l.drawn = time.Time{} // the table is to stand again
	}
}

// Update shows a summary: on a terminal at once unless it has just been drawn, elsewhere
// a line at most once a minute.
func (l *Live) Update(s rating.Summary) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.options.Now()
	if l.began.IsZero() {
		l.began, l.before = now, s.Games
		if !l.options.Terminal {
			l.drawn = now
		}
	}
	every := tellEvery
	if l.options.Terminal {
		every = redrawEvery
	}
	if now.Sub(l.drawn) < every {
		return
	}
	l.drawn = now
	if !l.options.Terminal {
		io.WriteString(l.out, l.progress(s, now)+"; "+headline(s)+"\n")
		return
	}
	frame := l.frame(s, now)
	io.WriteString(l.out, l.erase()+frame)
	l.rows = strings.Count(frame, "\n")
}

// Due reports whether Update would show anything now, so that nobody needs to make a
// summary for nothing.
func (l *Live) Due() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	every := tellEvery
	if l.options.Terminal {
		every = redrawEvery
	}
	return l.began.IsZero() || l.options.Now().Sub(l.drawn) >= every
}

// Finish leaves the final table on the output.
func (l *Live) Finish(s rating.Summary) {
	l.mu.Lock()
	defer l.mu.Unlock()
	io.WriteString(l.out, l.erase()+Table(s, l.options))
}

// erase returns what takes the frame off the terminal.
func (l *Live) erase() string {
	if l.rows == 0 {
		return ""
	}
	rows := l.rows
	l.rows = 0
	return text.CursorUp.Sprintn(rows) + "\r\x1b[J"
}

// frame returns the table and the bar, no higher and wider than the terminal.
func (l *Live) frame(s rating.Summary, now time.Time) string {
	var lines []string
	if l.options.Height == 0 || l.options.Height >= len(s.Standings)+8 {
		lines = strings.Split(strings.TrimSuffix(Table(s, l.options), "\n"), "\n")
	} else {
		lines = []string{headline(s)}
	}
	lines = append(lines, l.bar(s, now))
	if l.options.Width > 0 {
		for i := range lines {
			lines[i] = text.Trim(lines[i], l.options.Width-1)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// barWidth is the length of the bar in columns.
const barWidth = 30

// bar draws the bar: [█████     ] 12/200 …
func (l *Live) bar(s rating.Summary, now time.Time) string {
	full := 0
	if s.Total > 0 {
		full = min(s.Games, s.Total) * barWidth / s.Total
	}
	bar := strings.Repeat("█", full) + strings.Repeat("░", barWidth-full)
	if l.options.Color {
		bar = text.FgGreen.Sprint(strings.Repeat("█", full)) + text.Faint.Sprint(strings.Repeat("░", barWidth-full))
	}
	return bar + " " + l.progress(s, now)
}

// progress says how many games have been played and when the rest will be.
func (l *Live) progress(s rating.Summary, now time.Time) string {
	line := fmt.Sprintf("%d/%d games", s.Games, s.Total)
	if s.Total > 0 {
		line += fmt.Sprintf(", %d %%", s.Games*100/s.Total)
	}
	spent, done := now.Sub(l.began), s.Games-l.before
	line += ", " + clock(spent)
	if done > 0 && s.Games < s.Total {
		line += ", " + clock(time.Duration(float64(spent)/float64(done)*float64(s.Total-s.Games))) + " left"
	}
	return line
}

// clock writes a time as 0:05, 12:34 or 1:23:45.
func clock(d time.Duration) string {
	n := int(d.Round(time.Second).Seconds())
	if n >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
	}
	return fmt.Sprintf("%d:%02d", n/60, n%60)
}

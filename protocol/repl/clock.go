package repl

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
)

// clocks are the times of both sides for the rest of the game. They run from the first
// move that is made under them, and stand still while one looks around in the game.
type clocks struct {
	on    bool
	main  [2]time.Duration // at the beginning
	left  [2]time.Duration
	bonus [2]time.Duration // added with each move
	since time.Time        // the side to move thinks since then; zero: the clocks stand still
}

func (c *clocks) restart() { c.left, c.since = c.main, time.Time{} }

func (c *clocks) pause() { c.since = time.Time{} }

// spend takes the time of a move and lets the other side's clock run. It returns the
// time used, and whether that was more than was left.
func (c *clocks) spend(by game.Side, now time.Time) (used time.Duration, flag bool) {
	if !c.since.IsZero() {
		used = now.Sub(c.since)
	}
	if c.on {
		before := c.left[by]
		c.left[by] -= used
		flag = before > 0 && c.left[by] <= 0
		c.left[by] += c.bonus[by]
	}
	c.since = now
	return used, flag
}

// remaining is what a side has left now.
func (c *clocks) remaining(of, toMove game.Side, now time.Time) time.Duration {
	left := c.left[of]
	if of == toMove && !c.since.IsZero() {
		left -= now.Sub(c.since)
	}
	return left
}

func (c *clocks) notes(now time.Time, toMove game.Side) []string {
	if !c.on {
		return nil
	}
	return []string{fmt.Sprintf("time black %s, white %s",
		clockText(c.remaining(game.Black, toMove, now)), clockText(c.remaining(game.White, toMove, now)))}
}

// clockText writes a time as 4:05, -0:03 or 1:02:03.
func clockText(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	n := int(d.Round(time.Second) / time.Second)
	if n >= 3600 {
		return fmt.Sprintf("%s%d:%02d:%02d", sign, n/3600, n/60%60, n%60)
	}
	return fmt.Sprintf("%s%d:%02d", sign, n/60, n%60)
}

// timeCommand shows or sets the clocks.
func (s *shell) timeCommand(args []string) error {
	c := &s.clocks
	switch {
	case len(args) == 0:
	case len(args) == 1 && args[0] == "off":
		*c = clocks{}
	default:
		sides := []game.Side{game.Black, game.White}
		if by, ok := side(args[0]); ok && len(args) == 2 {
			sides, args = []game.Side{by}, args[1:]
		}
		if len(args) != 1 {
			return errUsage
		}
		main, bonus, err := parseClock(args[0])
		if err != nil {
			return err
		}
		if !c.on {
			*c = clocks{on: true, main: [2]time.Duration{main, main}, bonus: [2]time.Duration{bonus, bonus}}
			c.left = c.main
		}
		for _, by := range sides {
			c.main[by], c.left[by], c.bonus[by] = main, main, bonus
		}
		c.pause()
	}
	s.say("%s", s.clockNote())
	return nil
}

func (s *shell) clockNote() string {
	c := &s.clocks
	if !c.on {
		config := s.session.Config
		if config.MoveTime == engine.Unlimited {
			return "no clocks; the engine takes as long as it likes (set move-time)"
		}
		return fmt.Sprintf("no clocks; the engine takes %v for a move (set move-time)", config.MoveTime)
	}
	toMove := s.position().Side()
	var notes []string
	for _, by := range []game.Side{game.Black, game.White} {
		note := fmt.Sprintf("%v %s", by, clockText(c.remaining(by, toMove, s.now())))
		if c.bonus[by] > 0 {
			note += fmt.Sprintf(" and %v a move", c.bonus[by])
		}
		notes = append(notes, note)
	}
	return strings.Join(notes, ", ")
}

// parseClock reads a time for the game and what is added with each move: 5m, 5m+3s,
// 300+3, 5:00.
func parseClock(text string) (main, bonus time.Duration, err error) {
	first, second, two := strings.Cut(text, "+")
	if main, err = parseDuration(first); err != nil {
		return 0, 0, err
	}
	if two {
		if bonus, err = parseDuration(second); err != nil {
			return 0, 0, err
		}
	}
	if main <= 0 {
		return 0, 0, fmt.Errorf("time %q: want more than nothing", text)
	}
	return main, bonus, nil
}

// longest is the longest time that is taken.
const longest = 1000 * time.Hour

// parseDuration reads seconds (90, 0.5), minutes and seconds (1:30), or a time with
// units (1m30s, 500ms).
func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		minutes, seconds, two := strings.Cut(text, ":")
		if !two {
			minutes, seconds = "0", text
		}
		m, errM := strconv.Atoi(minutes)
		f, errF := strconv.ParseFloat(seconds, 64)
		if errM != nil || errF != nil || m < 0 || m > 1e6 || f != f || f < 0 || f > 1e7 {
			return 0, fmt.Errorf("time %q: want seconds, 1:30 or 1m30s", text)
		}
		d = time.Duration(m)*time.Minute + time.Duration(f*float64(time.Second))
	}
	if d < 0 || d > longest {
		return 0, fmt.Errorf("time %q: want 0 to %v", text, longest)
	}
	return d, nil
}

// spendPerson takes the time of a person's move from the clock. When several were
// entered at once nobody knows whose time it was.
func (s *shell) spendPerson(moves int) {
	last := &s.game.plies[s.game.at-1]
	if last.implied && s.game.at > 1 {
		last = &s.game.plies[s.game.at-2]
	}
	if moves != 1 {
		s.clocks.since = s.now()
		return
	}
	last.used = s.spend(last.Side).Round(time.Millisecond)
}

// spend takes the time of a move from a side's clock and tells when its time is up.
func (s *shell) spend(by game.Side) time.Duration {
	used, flag := s.clocks.spend(by, s.now())
	if flag {
		s.say("%v has used up its time", by)
	}
	return used
}

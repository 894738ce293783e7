package rating

// curvePoints is how many points a curve keeps: between half of it and all of it once
// there are so many games.
const curvePoints = 400

// curve keeps a participant's tally after every so many games.
type curve struct {
	step    int // a power of two; 0 before the first game
	tallies []Tally
}

// add takes the tally after a game. When there are too many every second one goes.
func (c *curve) add(t Tally) {
	c.step = max(c.step, 1)
	if t.Games()%c.step != 0 {
		return
	}
	c.tallies = append(c.tallies, t)
	if len(c.tallies) < curvePoints {
		return
	}
	c.step *= 2
	kept := c.tallies[:0]
	for _, t := range c.tallies {
		if t.Games()%c.step == 0 {
			kept = append(kept, t)
		}
	}
	c.tallies = kept
}

// points returns the points, the last one after all games.
func (c *curve) points(now Tally) []Point {
	var all []Point
	for _, t := range c.tallies {
		all = append(all, Point{Games: t.Games(), Elo: t.Elo()})
	}
	if n := now.Games(); n > 0 && (len(all) == 0 || all[len(all)-1].Games != n) {
		all = append(all, Point{Games: n, Elo: now.Elo()})
	}
	return all
}

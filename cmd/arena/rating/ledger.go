package rating

import (
	"cmp"
	"slices"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine/game"
)

// Ledger adds up the games of a contest. It belongs to one goroutine. Its size grows with
// the openings and by a few bytes with each move that has a limit in time.
type Ledger struct {
	contest     *contest.Contest
	total       int
	games       int
	interrupted int
	// table[i][j] is the tally of participant i against j.
	table   [][]Tally
	players []player
	colours Tally
	reasons map[contest.Reason]int
	// waiting are the half points of the smaller index in the first game of a pair.
	waiting  map[int]int
	openings map[string]*OpeningRow
	order    []*OpeningRow
	plies    map[*OpeningRow]int
	known    map[int]bool // jobs
}

// player is what is added up of a participant.
type player struct {
	sides    [2]Tally // by the side it had
	faults   map[contest.Reason]int
	moves    int
	time     time.Duration
	longest  time.Duration
	nodes    uint64
	nodeTime time.Duration
	noded    int
	depth    int
	depthed  int
	over     overshoots
	resident int64
	restarts int
	total    Tally
	curve    curve
}

// NewLedger returns the ledger of a contest with so many games in all.
func NewLedger(c *contest.Contest, total int) *Ledger {
	n := len(c.Participants)
	l := &Ledger{
		contest: c, total: total,
		players: make([]player, n), reasons: map[contest.Reason]int{}, waiting: map[int]int{},
		openings: map[string]*OpeningRow{}, plies: map[*OpeningRow]int{}, known: map[int]bool{},
	}
	for range n {
		l.table = append(l.table, make([]Tally, n))
	}
	for i := range l.players {
		l.players[i].faults = map[contest.Reason]int{}
	}
	return l
}

// Add takes a game. Games come in any order, though the curves show them in that one; a
// second result of a job is left out. An interrupted game counts for nobody.
func (l *Ledger) Add(job contest.Job, p contest.Played) {
	if p.Reason == contest.Interrupted {
		l.interrupted++
		return
	}
	if l.known[p.Job] || p.Black == p.White || !l.has(p.Black) || !l.has(p.White) {
		return
	}
	l.known[p.Job] = true
	l.games++
	l.reasons[p.Reason]++
	black := one(halfPoints(p.Result.Outcome))
	l.colours = l.colours.Add(black)
	l.players[p.Black].sides[game.Black] = l.players[p.Black].sides[game.Black].Add(black)
	l.players[p.White].sides[game.White] = l.players[p.White].sides[game.White].Add(black.Reverse())

	first, second, tally := p.Black, p.White, black
	if first > second {
		first, second, tally = second, first, black.Reverse()
	}
	single := tally
	l.pair(job, &tally)
	l.table[first][second] = l.table[first][second].Add(tally)
	l.table[second][first] = l.table[second][first].Add(tally.Reverse())
	for i, t := range map[int]Tally{first: tally, second: tally.Reverse()} {
		l.players[i].total = l.players[i].total.Add(t)
		l.players[i].curve.add(l.players[i].total)
	}
	l.opening(job, p, black, single)
	l.conduct(p)
}

func (l *Ledger) has(participant int) bool { return participant >= 0 && participant < len(l.players) }

// halfPoints returns what Black has made of a game.
func halfPoints(o game.Outcome) int {
	switch o {
	case game.BlackWins:
		return 2
	case game.WhiteWins:
		return 0
	}
	return 1
}

// one returns the tally of a game with so many half points.
func one(halfPoints int) Tally {
	return [...]Tally{{Losses: 1}, {Draws: 1}, {Wins: 1}}[halfPoints]
}

// pair completes a pair: the tally of the second game has both games' result in Pairs.
func (l *Ledger) pair(job contest.Job, t *Tally) {
	if job.Pair == 0 {
		return
	}
	points := 2*t.Wins + t.Draws
	other, ok := l.waiting[job.Pair]
	if !ok {
		l.waiting[job.Pair] = points
		return
	}
	delete(l.waiting, job.Pair)
	t.Pairs[points+other]++
}

// opening adds a game to its opening's row.
func (l *Ledger) opening(job contest.Job, p contest.Played, black, first Tally) {
	moves := game.FormatMoves(job.Opening.Moves)
	key := job.Opening.Name + "\x00" + moves
	row := l.openings[key]
	if row == nil {
		row = &OpeningRow{Name: job.Opening.Name, Moves: moves}
		if len(l.players) == 2 {
			row.First = &Tally{}
		}
		l.openings[key] = row
		l.order = append(l.order, row)
	}
	row.Black = row.Black.Add(black)
	if row.First != nil {
		*row.First = row.First.Add(first)
	}
	l.plies[row] += len(p.Plies)
}

// conduct adds up how both have behaved.
func (l *Ledger) conduct(p contest.Played) {
	participants := [2]int{p.Black, p.White}
	for side, i := range participants {
		player := &l.players[i]
		player.resident = max(player.resident, p.Conduct[side].Resident)
		if p.Conduct[side].Restarted {
			player.restarts++
		}
		if late := p.Conduct[side].Late; late > 0 {
			player.move(contest.Ply{Time: p.Conduct[side].Used, Over: late})
		}
	}
	if p.Reason.Fault() {
		switch p.Result.Outcome {
		case game.BlackWins:
			l.players[p.White].faults[p.Reason]++
		case game.WhiteWins:
			l.players[p.Black].faults[p.Reason]++
		}
	}
	for _, ply := range p.Plies {
		if !ply.Opening && ply.Side <= game.White {
			l.players[participants[ply.Side]].move(ply)
		}
	}
}

// move adds up a move.
func (p *player) move(ply contest.Ply) {
	p.moves++
	p.time += ply.Time
	p.longest = max(p.longest, ply.Time)
	if ply.Nodes > 0 {
		p.nodes += ply.Nodes
		p.nodeTime += ply.Time
		p.noded++
	}
	if ply.Depth > 0 {
		p.depth += ply.Depth
		p.depthed++
	}
	if ply.Over != 0 {
		p.over.fresh = append(p.over.fresh, ply.Over)
	}
}

// play returns the means.
func (p *player) play() Play {
	over := p.over.sort()
	play := Play{Moves: p.moves, Longest: p.longest, Resident: p.resident, Restarts: p.restarts, Timed: len(over)}
	if p.moves > 0 {
		play.Time = p.time / time.Duration(p.moves)
	}
	if p.noded > 0 {
		play.Nodes = float64(p.nodes) / float64(p.noded)
	}
	if p.nodeTime > 0 {
		play.Speed = float64(p.nodes) / p.nodeTime.Seconds()
	}
	if p.depthed > 0 {
		play.Depth = float64(p.depth) / float64(p.depthed)
	}
	if len(over) > 0 {
		play.MostOver = over[len(over)-1]
		// The smallest overshoot that 99 % of the moves do not exceed.
		play.Over99 = over[(len(over)*99+99)/100-1]
		kept, _ := slices.BinarySearch(over, 1)
		play.Late = len(over) - kept
	}
	return play
}

// overshoots are many times, most of which are in order already.
type overshoots struct{ sorted, fresh []time.Duration }

// sort returns all in order: the fresh ones are sorted and merged with the others from the
// end, so that it takes little when little has come.
func (o *overshoots) sort() []time.Duration {
	slices.Sort(o.fresh)
	i, j := len(o.sorted)-1, len(o.fresh)-1
	o.sorted = append(o.sorted, o.fresh...)
	for k := len(o.sorted) - 1; j >= 0; k-- {
		if i >= 0 && o.sorted[i] > o.fresh[j] {
			o.sorted[k] = o.sorted[i]
			i--
		} else {
			o.sorted[k] = o.fresh[j]
			j--
		}
	}
	o.fresh = o.fresh[:0]
	return o.sorted
}

// Tally returns the tally of participant i against j.
func (l *Ledger) Tally(i, j int) Tally { return l.table[i][j] }

// Games returns how many games have been added, interrupted ones left out.
func (l *Ledger) Games() int { return l.games }

// Summary returns what is known so far, with the state of a sequential test of the first
// of two participants if there is one.
func (l *Ledger) Summary(test *SPRT) Summary {
	s := Summary{
		Schema: Schema, Name: l.contest.Name, Game: l.contest.Game, Rule: l.contest.Setup.Rule,
		Width: l.contest.Setup.Width, Height: l.contest.Setup.Height, Seed: l.contest.Seed,
		Games: l.games, Total: max(l.total, l.games), Interrupted: l.interrupted,
		Colours: l.colours, Reasons: map[contest.Reason]int{},
	}
	for r, n := range l.reasons {
		s.Reasons[r] = n
	}
	for _, row := range l.table {
		s.Crosstable = append(s.Crosstable, slices.Clone(row))
	}
	var ratings []Estimate
	ratings, s.Bounded = fit(l.table)
	for i := range l.players {
		s.Standings = append(s.Standings, l.standing(i, ratings[i]))
	}
	slices.SortStableFunc(s.Standings, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Rating.Value, a.Rating.Value), cmp.Compare(b.Points, a.Points))
	})
	for _, row := range l.order {
		r := *row
		r.Plies = float64(l.plies[row]) / float64(r.Black.Games())
		if r.First != nil {
			first := *r.First
			r.First = &first
		}
		s.Openings = append(s.Openings, r)
	}
	s.Curves = l.curves()
	if len(l.players) == 2 {
		s.First = head(l.table[0][1], test)
	}
	return s
}

func (l *Ledger) standing(i int, rating Estimate) Standing {
	p := &l.players[i]
	s := Standing{
		Participant: i, Name: l.contest.Participants[i].Name, Rating: rating, Tally: p.total,
		Points: p.total.Points(), Score: p.total.Score(), DrawRate: p.total.DrawRate(),
		Black: p.sides[game.Black], White: p.sides[game.White], Play: p.play(),
	}
	for r, n := range p.faults {
		if s.Faults == nil {
			s.Faults = map[contest.Reason]int{}
		}
		s.Faults[r] = n
	}
	return s
}

func head(t Tally, test *SPRT) *Head {
	h := &Head{Tally: t, Score: t.Score(), Elo: t.Elo(), NormalizedElo: t.NormalizedElo(), LOS: t.LOS(), DrawRate: t.DrawRate()}
	if test != nil {
		v := test.Test(t)
		h.SPRT = &v
	}
	return h
}

// curves returns the curves, of two participants only the first one's.
func (l *Ledger) curves() []Curve {
	var all []Curve
	for i := range l.players {
		if i > 0 && len(l.players) == 2 {
			break
		}
		if points := l.players[i].curve.points(l.players[i].total); len(points) > 0 {
			all = append(all, Curve{Participant: i, Points: points})
		}
	}
	return all
}

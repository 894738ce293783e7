package selfplay

import (
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"ishi/engine/corpus"
	"ishi/engine/game"
)

// Statistics say what a file holds.
type Statistics struct {
	About corpus.About
	Bytes int64
	Games int
	// Outcomes counts the games by game.Outcome.
	Outcomes [4]int
	// Plies counts all plies, Openings those of openings, Scored those with a score,
	// and so on.
	Plies, Openings, Scored, Exact, Random int
	Shortest, Longest                      int // games, in plies
	// Lines counts the different openings, Same the games whose moves another game has.
	Lines, Same int
	// Scores counts the scores, the estimated ones by how far they are from even.
	Scores map[game.Score]int
	Proven int
	// Right is the share of decided games in which the side that the scores favour is
	// the one that wins, by tenths of the game.
	Right [10]Share
}

// Share is a part of a whole.
type Share struct{ Part, Whole int }

// scoreBins is the number of rows in the table of scores.
const scoreBins = 8

// Collect reads a file. A torn tail is left out.
func Collect(path string) (*Statistics, error) {
	s := &Statistics{Scores: map[game.Score]int{}}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	s.Bytes = info.Size()
	seed := maphash.MakeSeed()
	openings, games := map[uint64]bool{}, map[uint64]bool{}
	s.About, err = corpus.ReadFile(path, func(g *corpus.Game) error {
		s.add(g)
		openings[hash(seed, g.Plies[:g.Opening])] = true
		if key := hash(seed, g.Plies); games[key] {
			s.Same++
		} else {
			games[key] = true
		}
		return nil
	})
	s.Lines = len(openings)
	return s, err
}

func hash(seed maphash.Seed, plies []corpus.Ply) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, p := range plies {
		h.WriteByte(byte(p.Move))
		h.WriteByte(byte(p.Move >> 8))
	}
	return h.Sum64()
}

func (s *Statistics) add(g *corpus.Game) {
	s.Games++
	s.Outcomes[g.Outcome]++
	n := len(g.Plies)
	s.Plies += n
	s.Openings += g.Opening
	if s.Games == 1 || n < s.Shortest {
		s.Shortest = n
	}
	s.Longest = max(s.Longest, n)
	side := game.Black
	for i, p := range g.Plies {
		if p.Random {
			s.Random++
		}
		if p.Exact {
			s.Exact++
		}
		if p.Scored {
			s.score(g, p, side, i, n)
		}
		side = side.Other()
	}
}

// score takes a scored ply.
func (s *Statistics) score(g *corpus.Game, p corpus.Ply, side game.Side, i, n int) {
	s.Scored++
	if p.Score.IsWin() || p.Score.IsLoss() {
		s.Proven++
	} else {
		s.Scores[max(p.Score, -p.Score)]++
	}
	if p.Score == 0 || g.Outcome != game.BlackWins && g.Outcome != game.WhiteWins {
		return
	}
	r := &s.Right[10*i/n]
	r.Whole++
	if (p.Score > 0) == (g.Outcome == game.WonBy(side)) {
		r.Part++
	}
}

// bins counts the scores in rows of a width that goes with the game's unit.
func (s *Statistics) bins() (rows [scoreBins]int, width game.Score) {
	var most game.Score
	for score := range s.Scores {
		most = max(most, score)
	}
	if width = 100; most <= 128 { // discs
		width = 8
	}
	for score, n := range s.Scores {
		rows[min(int(score/width), scoreBins-1)] += n
	}
	return rows, width
}

// Write writes the statistics as text.
func (s *Statistics) Write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	a := s.About
	fmt.Fprintf(w, "game\t%s %s %dx%d\n", a.Game, a.Rule, a.Width, a.Height)
	var made []string
	for name, value := range a.Made {
		made = append(made, name+"="+value)
	}
	slices.Sort(made)
	fmt.Fprintf(w, "made\t%s\n", strings.Join(made, " "))
	fmt.Fprintf(w, "games\t%d, of %d to %d plies, %.1f on average\n", s.Games, s.Shortest, s.Longest, mean(s.Plies, s.Games))
	fmt.Fprintf(w, "results\tblack wins %.1f %%, white wins %.1f %%, drawn %.1f %%\n", percent(s.Outcomes[game.BlackWins], s.Games),
		percent(s.Outcomes[game.WhiteWins], s.Games), percent(s.Outcomes[game.Draw], s.Games))
	fmt.Fprintf(w, "openings\t%d different, %.1f plies on average\n", s.Lines, mean(s.Openings, s.Games))
	fmt.Fprintf(w, "same games\t%d\n", s.Same)
	fmt.Fprintf(w, "positions\t%d scored, %d of them exact; %d moves random\n", s.Scored, s.Exact, s.Random)
	fmt.Fprintf(w, "bytes\t%d, %.2f a position\n\n", s.Bytes, mean(int(s.Bytes), s.Scored))
	fmt.Fprintf(w, "score\tpositions\t\n")
	rows, width := s.bins()
	for i, n := range rows {
		row := fmt.Sprintf("%d to %d", i*int(width), (i+1)*int(width)-1)
		if i == scoreBins-1 {
			row = fmt.Sprintf("%d and more", i*int(width))
		}
		fmt.Fprintf(w, "±%s\t%.1f %%\t\n", row, percent(n, s.Scored))
	}
	fmt.Fprintf(w, "proven\t%.1f %%\t\n", percent(s.Proven, s.Scored))
	fmt.Fprintf(w, "\npart of the game\tthe score's side wins\t\n")
	for i, r := range s.Right {
		if r.Whole > 0 {
			fmt.Fprintf(w, "%d to %d %%\t%.1f %%\t\n", 10*i, 10*i+10, percent(r.Part, r.Whole))
		}
	}
	return w.Flush()
}

func mean(sum, n int) float64 { return float64(sum) / float64(max(n, 1)) }

func percent(part, whole int) float64 { return 100 * mean(part, whole) }

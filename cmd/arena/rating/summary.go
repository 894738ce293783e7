package rating

import (
	"time"

	"ishi/cmd/arena/contest"
)

// Schema names what a Summary looks like as JSON. It changes when a field changes its
// meaning; new fields may be added without.
const Schema = "ishi arena summary 1"

// Summary is what is known of a contest after some of its games.
type Summary struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Game   string `json:"game"`
	Rule   string `json:"rule,omitempty"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	Seed   uint64 `json:"seed"`
	// Games have been played of Total. Interrupted ones are not among them.
	Games       int `json:"games"`
	Total       int `json:"total"`
	Interrupted int `json:"interrupted,omitempty"`
	// Standings are ordered by rating, the best first.
	Standings []Standing `json:"standings"`
	// Crosstable[i][j] is the tally of participant i against j, by their indices in the
	// contest.
	Crosstable [][]Tally `json:"crosstable"`
	// Bounded is set where a drawn game was added to every pairing for the ratings'
	// sake: somebody has won or lost everything.
	Bounded bool `json:"bounded,omitempty"`
	// First is the tally of participant 0 in a contest of two, with its Elo, normalized
	// Elo and likelihood of superiority, and the sequential test if there is one.
	First *Head `json:"first,omitempty"`
	// Colours counts all games from Black's side.
	Colours Tally `json:"colours"`
	// Reasons counts how the games ended.
	Reasons map[contest.Reason]int `json:"reasons"`
	// Openings are in the order in which they were first played.
	Openings []OpeningRow `json:"openings,omitempty"`
	Curves   []Curve      `json:"curves,omitempty"`
}

// Head is the score of the first of two.
type Head struct {
	Tally
	Score         Number   `json:"score"`
	Elo           Estimate `json:"elo"`
	NormalizedElo Estimate `json:"normalized_elo"`
	LOS           Number   `json:"los"`
	DrawRate      Number   `json:"draw_rate"`
	SPRT          *Verdict `json:"sprt,omitempty"`
}

// Standing is what a participant has achieved.
type Standing struct {
	// Participant is the index in the contest, from 0.
	Participant int    `json:"participant"`
	Name        string `json:"name"`
	// Rating is in Elo, all together having a mean of 0.
	Rating Estimate `json:"rating"`
	Tally
	Points   float64 `json:"points"`
	Score    Number  `json:"score"`
	DrawRate Number  `json:"draw_rate"`
	// Black and White are its games with either side.
	Black Tally `json:"black"`
	White Tally `json:"white"`
	// Faults counts the games that it lost by its own fault, by reason.
	Faults map[contest.Reason]int `json:"faults,omitempty"`
	Play   Play                   `json:"play"`
}

// Play is how a participant moved. Moves of openings do not count.
type Play struct {
	Moves int `json:"moves"`
	// Time is the mean of a move, Longest the longest.
	Time    time.Duration `json:"time_ns"`
	Longest time.Duration `json:"longest_ns"`
	// Nodes and Depth are the means of those moves with which they were told, 0 for none.
	Nodes float64 `json:"nodes,omitempty"`
	Depth float64 `json:"depth,omitempty"`
	// Speed is in nodes a second, over those moves with which nodes were told.
	Speed float64 `json:"nodes_per_second,omitempty"`
	// Timed counts the moves with a limit in time, Late those of them beyond it. MostOver
	// and Over99 are the largest overshoot and the 99th percentile, negative where the
	// limit was kept.
	Timed    int           `json:"timed,omitempty"`
	Late     int           `json:"late,omitempty"`
	MostOver time.Duration `json:"most_over_ns,omitempty"`
	Over99   time.Duration `json:"over_p99_ns,omitempty"`
	// Resident is the largest resident size of its processes in bytes.
	Resident int64 `json:"resident,omitempty"`
	// Restarts counts the games after which its process was ended or gone.
	Restarts int `json:"restarts,omitempty"`
}

// OpeningRow is what came of an opening.
type OpeningRow struct {
	Name  string `json:"name,omitempty"`
	Moves string `json:"moves"`
	// Black counts its games from Black's side. First is that of participant 0 in a
	// contest of two.
	Black Tally  `json:"black"`
	First *Tally `json:"first,omitempty"`
	// Plies is the mean length of its games, the opening included.
	Plies float64 `json:"plies"`
}

// Curve is how a participant's Elo against all its opponents together has come about;
// of two participants only the first one's.
type Curve struct {
	Participant int     `json:"participant"`
	Points      []Point `json:"points"`
}

// Point is a point of a Curve, after so many of its games.
type Point struct {
	Games int      `json:"games"`
	Elo   Estimate `json:"elo"`
}

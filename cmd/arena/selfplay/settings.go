package selfplay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ishi/engine"
)

// Settings say which games are played.
type Settings struct {
	Game   string `json:"game"`
	Rule   string `json:"rule"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Nodes is the limit of each search, at least 1.
	Nodes uint64 `json:"nodes"`
	Seed  uint64 `json:"seed"`
	// OpeningMin and OpeningMax bound the random plies at the beginning.
	OpeningMin int `json:"opening_min"`
	OpeningMax int `json:"opening_max"`
	// Balance is the largest score of an opening for either side, in the game's unit;
	// 0 takes all openings.
	Balance int `json:"balance"`
	// Random is the share of later moves that are drawn at random, 0 to 1.
	Random float64 `json:"random"`
	// MaxPlies ends a game as a draw, 0 for never.
	MaxPlies int `json:"max_plies"`
	// Program is the SHA-256 of the program that plays, in hexadecimal.
	Program string `json:"program"`
}

// Usual returns the usual settings for a game.
func Usual(name string) Settings {
	s := Settings{Game: name, Nodes: 2000, Seed: 1}
	switch name {
	case "othello":
		s.OpeningMin, s.OpeningMax, s.Random = 6, 20, 0.05
	default:
		s.OpeningMin, s.OpeningMax, s.Balance, s.MaxPlies = 1, 8, 220, 180
	}
	return s
}

// Check returns an error for a setting that makes no sense.
func (s Settings) Check() error {
	switch {
	case s.Nodes < 1:
		return fmt.Errorf("nodes %d: want 1 or more", s.Nodes)
	case s.OpeningMin < 0 || s.OpeningMax < s.OpeningMin:
		return fmt.Errorf("opening plies %d to %d: want 0 or more, and the second not below the first", s.OpeningMin, s.OpeningMax)
	case s.Balance < 0 || s.MaxPlies < 0:
		return fmt.Errorf("balance %d, max-plies %d: want none of them below 0", s.Balance, s.MaxPlies)
	case !(s.Random >= 0 && s.Random <= 1):
		return fmt.Errorf("random %g: want 0 to 1", s.Random)
	}
	return nil
}

// Setup returns the board.
func (s Settings) Setup() engine.Setup {
	return engine.Setup{Width: s.Width, Height: s.Height, Rule: s.Rule}
}

// Made writes the settings for the head of a file, by name.
func (s Settings) Made() map[string]string {
	return map[string]string{
		"nodes": strconv.FormatUint(s.Nodes, 10), "seed": strconv.FormatUint(s.Seed, 10),
		"opening": fmt.Sprintf("%d-%d", s.OpeningMin, s.OpeningMax), "balance": strconv.Itoa(s.Balance),
		"random": strconv.FormatFloat(s.Random, 'g', -1, 64), "max-plies": strconv.Itoa(s.MaxPlies),
		"program": s.Program,
	}
}

// ParseRange reads "6-20", or "8" for 8 to 8.
func ParseRange(text string) (low, high int, err error) {
	a, b, both := strings.Cut(text, "-")
	if !both {
		b = a
	}
	low, errLow := strconv.Atoi(a)
	high, errHigh := strconv.Atoi(b)
	if errLow != nil || errHigh != nil || low < 0 || high < low {
		return 0, 0, fmt.Errorf("%q: want a number of plies, or two such as 6-20", text)
	}
	return low, high, nil
}

// find returns the game of the settings.
func (s Settings) find(games []engine.Game) (engine.Game, error) {
	i := slices.IndexFunc(games, func(g engine.Game) bool { return g.Name() == s.Game })
	if i < 0 {
		return nil, fmt.Errorf("game %q: it is not known here", s.Game)
	}
	return games[i], nil
}

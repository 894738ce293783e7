package plan

import (
	"fmt"
	"strings"

	"ishi/cmd/arena/contest"
)

// Format says who meets whom.
type Format string

// The formats.
const (
	Match      Format = "match"       // two participants
	Gauntlet   Format = "gauntlet"    // the first ones against all others
	RoundRobin Format = "round-robin" // everybody against everybody
	Swiss      Format = "swiss"       // in each round those with like scores meet
)

// Formats lists the formats.
func Formats() []Format { return []Format{Match, Gauntlet, RoundRobin, Swiss} }

// ParseFormat finds a format by its name in any case, with or without its hyphen.
func ParseFormat(text string) (Format, error) {
	plain := func(s string) string {
		return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
	}
	for _, f := range Formats() {
		if plain(text) == plain(string(f)) {
			return f, nil
		}
	}
	return "", fmt.Errorf("plan: format %q: want one of %v", text, Formats())
}

// Symmetry says what is done to an opening with the symmetries of the board that the
// rules allow: all eight for Gomoku on a square board, the four that keep the
// beginning of Othello.
type Symmetry string

// What is done with symmetries.
const (
	NoSymmetry     Symmetry = "none"   // openings are played as they are
	RandomSymmetry Symmetry = "random" // each is turned or mirrored by the contest's seed
	EverySymmetry  Symmetry = "all"    // each stands for all different ones, one after the other
)

// ParseSymmetry finds a symmetry by its name in any case; an empty one is NoSymmetry.
func ParseSymmetry(text string) (Symmetry, error) {
	switch s := Symmetry(strings.ToLower(text)); s {
	case "":
		return NoSymmetry, nil
	case NoSymmetry, RandomSymmetry, EverySymmetry:
		return s, nil
	}
	return "", fmt.Errorf("plan: symmetry %q: want none, random or all", text)
}

// Options say which games are planned. The zero value is a match of two games with
// changed sides.
type Options struct {
	// Format is Match where it is empty.
	Format Format `json:"format,omitempty"`
	// Games is the number of games of each pairing, in a Swiss contest of each
	// meeting; 0 for 2. With both sides of each opening it is rounded up to an even
	// number.
	Games int `json:"games,omitempty"`
	// Rounds is the number of rounds of a Swiss contest; 0 for one more than it takes
	// to halve the field down to one.
	Rounds int `json:"rounds,omitempty"`
	// Gauntlet is how many participants, from the first on, play all the others; 0
	// for 1.
	Gauntlet int `json:"gauntlet,omitempty"`
	// Single plays each opening once, with sides changing from one opening to the
	// next, instead of twice with both sides.
	Single bool `json:"single,omitempty"`
	// Openings are what the games begin with, one after the other and from the front
	// again; with none they begin as the rules say. All pairings of a round have the
	// same.
	Openings []contest.Opening `json:"openings,omitempty"`
	// Random shuffles the openings, anew each time that they have been gone through.
	Random bool `json:"random,omitempty"`
	// Symmetry is NoSymmetry where it is empty.
	Symmetry Symmetry `json:"symmetry,omitempty"`
	// Skip leaves out that many openings of the list, before it is shuffled.
	Skip int `json:"skip,omitempty"`
}

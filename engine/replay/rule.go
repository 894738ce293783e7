package replay

import (
	"slices"
	"strings"

	"ishi/engine"
)

// otherNames are the names that programs and federations have for rules, in lower case
// without blanks, by the names of ours. Numbers are those of the Gomocup protocol.
var otherNames = map[string][]string{
	"freestyle": {
		"0", "free", "freerule", "gomoku", "fiveinarow", "freestylegomoku", "gomokufreestyle", "swap", "swap1", "swap2", "5", "6",
	},
	"exact": {
		"1", "standard", "exactfive", "exactlyfive", "standardgomoku", "gomokustandard", "nooverline",
	},
	"renju": {
		"2", "4", "rif", "renjurif", "yamaguchi", "taraguchi", "taraguchi10", "taraguchi-10", "soosyrv", "soosyrv8", "soosyrv-8",
		"sakata", "tarannikov", "swaprenju", "freerenju",
	},
	"caro":       {"8", "vietnam", "vietnamese"},
	"exact-caro": {"9", "standardcaro", "exactfivecaro"},
}

// Rule returns the name that a game has for a rule, however the program that wrote a
// record calls it: renju, Standard, free-style, 4, Swap2 (an opening, after which
// play is free-style). It is false for a rule the game does not have and for no name.
func Rule(name string, rules engine.Game) (string, bool) {
	plain := plainName(name)
	if plain == "" {
		return "", false
	}
	known := rules.Rules()
	for _, rule := range known {
		if plainName(rule) == plain {
			return rule, true
		}
	}
	for rule, names := range otherNames {
		if slices.Contains(known, rule) && slices.ContainsFunc(names, func(n string) bool { return plainName(n) == plain }) {
			return rule, true
		}
	}
	return "", false
}

// plainName leaves out what differs between spellings.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_.:/", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

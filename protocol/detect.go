package protocol

import (
	"strconv"
	"strings"
)

// Dialect is one of the protocols that Ishi speaks.
type Dialect uint8

// The dialects.
const (
	Unknown Dialect = iota
	Gomocup         // Gomocup (Piskvork) with the Yixin-Board extension
	GTP             // Go Text Protocol with the conventions for Othello
	NBoard          // NBoard engine protocol
)

var dialectNames = [...]string{"unknown", "gomocup", "gtp", "nboard"}

// String returns the name in lower case.
func (d Dialect) String() string { return dialectNames[d] }

// ParseDialect reads a name that String wrote, in any case; "unknown" is none.
func ParseDialect(name string) (Dialect, bool) {
	for i, n := range dialectNames[1:] {
		if strings.EqualFold(n, name) {
			return Dialect(i + 1), true
		}
	}
	return Unknown, false
}

// firstWords are the commands with which the clients of a dialect are known to
// open, or which people type first.
var firstWords = map[string]Dialect{
	"start": Gomocup, "rectstart": Gomocup, "restart": Gomocup, "begin": Gomocup,
	"turn": Gomocup, "board": Gomocup, "takeback": Gomocup, "swap2board": Gomocup,
	"info": Gomocup, "about": Gomocup, "end": Gomocup, "stop": Gomocup,

	"protocol_version": GTP, "name": GTP, "version": GTP, "known_command": GTP,
	"list_commands": GTP, "quit": GTP, "boardsize": GTP, "clear_board": GTP, "komi": GTP,
	"play": GTP, "genmove": GTP, "reg_genmove": GTP, "undo": GTP, "time_settings": GTP,
	"time_left": GTP, "showboard": GTP, "final_score": GTP, "loadsgf": GTP,
	"set_game": GTP, "list_games": GTP, "level": GTP,

	"nboard": NBoard, "set": NBoard, "ping": NBoard, "hint": NBoard, "learn": NBoard,
}

// Detect guesses the dialect from a conversation's first line.
func Detect(line string) Dialect {
	if strings.HasPrefix(strings.TrimSpace(line), "#") {
		return GTP
	}
	verb, args := Cut(line)
	if _, err := strconv.Atoi(verb); err == nil && args != "" { // "1 name"
		verb, args = Cut(args)
	}
	switch {
	case strings.HasPrefix(verb, "yx"):
		return Gomocup
	case strings.HasPrefix(verb, "gogui-"):
		return GTP
	case verb == "play" && strings.Contains(args, ","): // "PLAY 7,7", not "play b e3"
		return Gomocup
	}
	return firstWords[verb]
}

package gomocup

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol"
)

// settings is what INFO and the Yixin verbs have set.
type settings struct {
	yixin    bool  // a Yixin verb, or a START with two numbers, was seen
	rule     int64 // as INFO rule gave it
	detail   int64 // show_detail
	ponder   bool
	blocked  []game.Move // root moves not to be considered
	timing   timing
	owesMove bool // a move has been asked for and not been given

	// complaints are limits that cannot be met, by their keys.
	complaints map[string]string
}

// timing is what INFO said of time.
type timing struct {
	turn, match time.Duration
	turnTold    bool
	leftTold    bool // time_left was told for this game
	leftFresh   bool // and not yet used for a move
	used        time.Duration
}

func newSettings() settings {
	return settings{complaints: map[string]string{}, timing: timing{match: engine.Unlimited}}
}

// infoKeys holds what is done with the keys of INFO. Keys that are missing here
// are names of options, or ignored. Nothing is ever answered.
var infoKeys = map[string]func(s *server, n int64){
	"timeout_turn": func(s *server, n int64) {
		s.timing.turn, s.timing.turnTold = engine.Milliseconds(n), true
	},
	"timeout_match": (*server).setMatchTime,
	"time_left": func(s *server, n int64) {
		s.session.Clock.Left = engine.Milliseconds(n)
		s.timing.leftTold, s.timing.leftFresh = true, true
	},
	"time_increment": func(s *server, n int64) {
		s.session.Clock.Increment = max(0, min(engine.Milliseconds(n), 24*time.Hour))
	},
	"max_memory": (*server).setMemory,
	"hash_size": func(s *server, n int64) {
		s.session.Config.Hash = max(0, min(n, 1<<40)) << 10
	},
	"thread_num": func(s *server, n int64) {
		s.session.Config.Threads = int(max(1, min(n, engine.MaxThreads)))
	},
	"rule": (*server).setRule,
	"max_depth": func(s *server, n int64) {
		s.session.Config.Depth = int(max(0, min(n, game.MaxPly)))
	},
	"max_node": func(s *server, n int64) {
		if n < 0 || n == math.MaxInt64 {
			n = 0
		}
		s.session.Config.Nodes = uint64(n)
	},
	"strength": func(s *server, n int64) {
		s.session.Config.Strength = int(max(0, min(n, 100)))
	},
	"caution_factor": func(s *server, n int64) {
		s.session.SetOption("caution", strconv.FormatInt(max(0, min(n, 5)), 10))
	},
	"show_detail": func(s *server, n int64) { s.detail = n },
	"pondering":   func(s *server, n int64) { s.ponder = n == 1 },

	// Known, and without a meaning here: the brain plays the same against
	// everybody and everywhere, keeps no files and no database, and needs no
	// advice on how to spread its threads or where to begin.
	"game_type":          nil,
	"evaluate":           nil,
	"folder":             nil,
	"thread_split_depth": nil,
	"start_depth":        nil,
	"nbestsym":           nil,
	"usedatabase":        nil,
}

func (s *server) info(args string) {
	key, value := protocol.Cut(args)
	set, known := infoKeys[key]
	if !known {
		if _, err := s.session.SetOption(key, value); err != nil {
			s.conn.Log.Note("INFO %s: %v", key, err)
		}
		return
	}
	if set == nil {
		return
	}
	n, err := protocol.Int(value)
	if err != nil {
		s.conn.Log.Note("INFO %s %v", key, err)
		return
	}
	set(s, n)
}

// complain reports the limits that cannot be met, once each, and says whether
// there was one. Where OK is waited for, the ERROR takes its place; where a
// move is, it goes before, as a brain that plays on loses least.
func (s *server) complain() bool {
	keys := make([]string, 0, len(s.complaints))
	for key := range s.complaints {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	if len(keys) == 0 {
		return false
	}
	text := ""
	for _, key := range keys {
		text += "; " + s.complaints[key]
	}
	clear(s.complaints)
	s.say("ERROR %s", text[2:])
	return true
}

func (s *server) setMemory(n int64) {
	delete(s.complaints, "max_memory")
	memory := s.session.Config.Memory
	memory.Limit = n
	if n < 0 {
		memory.Limit = 1
	}
	if err := memory.Check(); err != nil {
		s.complaints["max_memory"] = fmt.Sprintf("INFO max_memory %d: %v", n, err)
	}
	s.session.Config.Limit = memory.Limit
}

func (s *server) setRule(n int64) {
	if _, _, ok := ruleOf(n, s.yixin); !ok {
		s.complaints["rule"] = fmt.Sprintf("INFO rule %d: no such rule", n)
		return
	}
	delete(s.complaints, "rule")
	s.rule = n
	s.applyRule()
}

// applyRule makes the position's rule the chosen one.
func (s *server) applyRule() {
	if s.session.Position() == nil {
		return
	}
	if err := s.session.SetRule(s.ruleName()); err != nil {
		s.complaints["rule"] = fmt.Sprintf("INFO rule %d: %v", s.rule, err)
	}
}

// yixinSeen takes note that the client belongs to the Yixin family, in which
// some numbers mean something else.
func (s *server) yixinSeen() {
	if !s.yixin {
		s.yixin = true
		s.applyRule()
	}
}

// The bits of INFO rule.
const (
	ruleExactFive = 1 << iota
	ruleContinuous
	ruleRenju
	ruleCaro
)

// ruleOf returns the name of the rule with a number, and whether the game is
// continuous. In the Yixin family 2 is renju, 5 and 6 are swap openings of
// freestyle, which the client conducts.
func ruleOf(n int64, yixin bool) (name string, continuous, ok bool) {
	if n < 0 || n > ruleExactFive|ruleContinuous|ruleRenju|ruleCaro {
		return "", false, false
	}
	if yixin {
		switch n {
		case 2:
			return "renju", false, true
		case 5, 6:
			return "freestyle", false, true
		}
	}
	continuous = n&ruleContinuous != 0
	switch {
	case n&ruleRenju != 0:
		name = "renju"
	case n&(ruleCaro|ruleExactFive) == ruleCaro|ruleExactFive:
		name = "exact-caro"
	case n&ruleCaro != 0:
		name = "caro"
	case n&ruleExactFive != 0:
		name = "standard"
	default:
		name = "freestyle"
	}
	return name, continuous, true
}

func (s *server) ruleName() string {
	name, _, _ := ruleOf(s.rule, s.yixin)
	return name
}

// continuous reports whether the game goes on after a five.
func (s *server) continuous() bool {
	_, continuous, _ := ruleOf(s.rule, s.yixin)
	return continuous
}

// forbids reports whether the rule forbids points, so that the order of stones
// and their colours matter.
func (s *server) forbids() bool { return s.ruleName() == "renju" }

func (s *server) setMatchTime(n int64) {
	s.timing.match = engine.Unlimited
	if n > 0 {
		s.timing.match = engine.Milliseconds(n)
	}
	if !s.timing.leftTold {
		s.session.Clock.Left = s.timing.match
		s.session.Clock.Spend(s.timing.used - s.session.Clock.Increment)
	}
}

// resetClock begins a new game's time. A time_left that no move has used yet
// belongs to it.
func (s *server) resetClock() {
	s.timing.used = 0
	if !s.timing.leftFresh {
		s.timing.leftTold = false
		s.session.Clock.Left = s.timing.match
	}
}

// What the Yixin family sends for "unlimited".
const (
	yixinNoTurn  = 2000000 * time.Millisecond
	yixinNoMatch = 100000000 * time.Millisecond
)

// setClock gives the session's clock the time for the next move.
func (s *server) setClock() {
	t, clock, config := &s.timing, &s.session.Clock, &s.session.Config
	t.leftFresh = false
	switch {
	case s.yixin && t.turn == yixinNoTurn && t.match == yixinNoMatch:
		clock.Turn, clock.Left = engine.Unlimited, engine.Unlimited
	case t.turnTold:
		clock.Turn = t.turn
	case clock.Left != engine.Unlimited || config.Depth > 0 || config.Nodes > 0:
		clock.Turn = engine.Unlimited
	default:
		clock.Turn = config.MoveTime
	}
}

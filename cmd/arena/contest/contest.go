// Package contest is the vocabulary of the arena: who plays, which games are to be
// played, and what came of each. All of it is plain data that travels as JSON
// through the journal and between machines. It knows no protocol, no process and
// no game.
//
//	Contest ──▶ Job ──▶ a worker plays it ──▶ Played ──▶ journal, ratings, report
package contest

import (
	"time"

	"ishi/engine"
	"ishi/engine/game"
)

// Contest is a run of the arena: what is the same for all of its games.
type Contest struct {
	Name         string        `json:"name"`
	Game         string        `json:"game"` // "gomoku", "othello"
	Setup        engine.Setup  `json:"setup"`
	Swap2        bool          `json:"swap2,omitempty"`
	Participants []Participant `json:"participants"`
	Adjudication Adjudication  `json:"adjudication"`
	// Pause is waited between the games of one worker.
	Pause time.Duration `json:"pause,omitempty"`
	// Seed decides everything that is random.
	Seed uint64 `json:"seed"`
}

// Participant is an engine that takes part.
type Participant struct {
	Name string `json:"name"`
	// Command is the program with its arguments; empty for Ishi in process.
	Command []string `json:"command,omitempty"`
	// Dir is its working directory; empty for the program's own folder.
	Dir string `json:"dir,omitempty"`
	// Protocol is "gomocup", "gtp" or "nboard"; empty to find out.
	Protocol string `json:"protocol,omitempty"`
	// Options are sent before the first game, in the protocol's way.
	Options []Option `json:"options,omitempty"`
	// Fresh starts the program anew for every game.
	Fresh  bool   `json:"fresh,omitempty"`
	Limits Limits `json:"limits"`
	// Hash is the SHA-256 of the program file in hexadecimal, empty where it was not
	// taken. A worker refuses a program with another one.
	Hash string `json:"hash,omitempty"`
}

// Option is an option of an engine.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Limits bound the moves of a participant; zero values mean no limit.
type Limits struct {
	Turn      time.Duration `json:"turn,omitempty"`      // for a move
	Match     time.Duration `json:"match,omitempty"`     // for all moves of a game
	Increment time.Duration `json:"increment,omitempty"` // added to Match after each move
	Depth     int           `json:"depth,omitempty"`     // in plies
	Nodes     uint64        `json:"nodes,omitempty"`     // of one move
	// Memory is the largest resident size of the engine's processes in bytes.
	Memory int64 `json:"memory,omitempty"`
	// Margin is what a move may be late before the game is lost.
	Margin time.Duration `json:"margin,omitempty"`
}

// Adjudication ends games early. The zero value never does.
type Adjudication struct {
	// DrawScore, from DrawFrom plies on and over DrawPlies plies in a row of both
	// sides' scores within ±DrawScore, ends a game as a draw. DrawPlies 0: never.
	DrawScore float64 `json:"draw_score,omitempty"`
	DrawFrom  int     `json:"draw_from,omitempty"`
	DrawPlies int     `json:"draw_plies,omitempty"`
	// ResignScore, at or below its negative for ResignMoves moves in a row of the one
	// side while the other sees itself at or above it, ends a game as lost.
	// ResignMoves 0: never.
	ResignScore float64 `json:"resign_score,omitempty"`
	ResignMoves int     `json:"resign_moves,omitempty"`
	// ExactEmpties ends a game of Othello when that many squares are empty, with the
	// result of perfect play; 0: never.
	ExactEmpties int `json:"exact_empties,omitempty"`
	// MaxPlies ends a game as a draw; 0: never.
	MaxPlies int `json:"max_plies,omitempty"`
}

// Opening is what stands on the board before the engines move.
type Opening struct {
	// Name tells where it is from, such as a file's line.
	Name string `json:"name,omitempty"`
	// Stones were set up before the first move, with First to move.
	Stones []engine.Stone `json:"stones,omitempty"`
	First  game.Side      `json:"first"`
	Moves  []game.Move    `json:"moves,omitempty"`
}

// Job is a game that is to be played.
type Job struct {
	// ID counts the games of a contest from 1, in the order of the schedule.
	ID int `json:"id"`
	// Round counts from 1. Pair is the same for the games that two participants play
	// with one opening and both sides, from 1; 0 for a game of its own.
	Round int `json:"round"`
	Pair  int `json:"pair,omitempty"`
	// Black and White are indices of the contest's participants. In a swap2 game
	// Black is the one who puts the first three stones.
	Black   int     `json:"black"`
	White   int     `json:"white"`
	Opening Opening `json:"opening"`
	// Seed is the game's own, for what is random in it.
	Seed uint64 `json:"seed"`
}

// Reason says how a game ended.
type Reason string

// The reasons. From IllegalMove on they are the fault of the side that lost.
const (
	Regular     Reason = "regular"      // by the rules of the game
	Adjudicated Reason = "adjudicated"  // see Adjudication
	Resigned    Reason = "resigned"     // the engine gave up
	IllegalMove Reason = "illegal move" // off the board, occupied, forbidden, out of turn
	Malformed   Reason = "malformed"    // a reply that is none
	Refused     Reason = "refused"      // an error reply to a command it must obey
	Late        Reason = "late"         // beyond its limit and margin
	Silent      Reason = "silent"       // no reply within every patience
	Crashed     Reason = "crashed"      // the process ended
	Flooded     Reason = "flooded"      // more output than anyone reads
	OutOfMemory Reason = "memory"       // more than Limits.Memory
	NotStarted  Reason = "not started"  // it did not start or get ready
	Interrupted Reason = "interrupted"  // the arena's doing: the game counts for nobody
)

// Fault reports whether the reason is a fault of the engine that lost.
func (r Reason) Fault() bool {
	switch r {
	case Regular, Adjudicated, Resigned, Interrupted:
		return false
	}
	return true
}

// Ply is a move of a played game, those of the opening included.
type Ply struct {
	Side game.Side `json:"side"`
	Move game.Move `json:"move"`
	// Opening marks a move that no engine chose.
	Opening bool `json:"opening,omitempty"`
	// Time was used for the move; Over is Time less the limit where there was one,
	// negative when it was kept.
	Time time.Duration `json:"time,omitempty"`
	Over time.Duration `json:"over,omitempty"`
	// Score is what the engine told of the position after the move, from its own side
	// in its own unit, nil when it told nothing; likewise the rest.
	Score *float64 `json:"score,omitempty"`
	Depth int      `json:"depth,omitempty"`
	Nodes uint64   `json:"nodes,omitempty"`
	PV    string   `json:"pv,omitempty"`
}

// Conduct is how a participant behaved in a game.
type Conduct struct {
	// Resident is the largest resident size of its processes in bytes that was seen.
	Resident int64 `json:"resident,omitempty"`
	// Restarted says that its process had to be ended or was gone.
	Restarted bool `json:"restarted,omitempty"`
	// Late is how much the move that lost on time was over its limit, Used its time;
	// such a move is not played.
	Late time.Duration `json:"late,omitempty"`
	Used time.Duration `json:"used,omitempty"`
	// Stderr is the end of what it wrote there.
	Stderr string `json:"stderr,omitempty"`
}

// Played is a game that has been played.
type Played struct {
	Job    int         `json:"job"`
	Result game.Result `json:"result"`
	Reason Reason      `json:"reason"`
	// Detail is the reason in words, with what was sent where that helps.
	Detail string `json:"detail,omitempty"`
	Plies  []Ply  `json:"plies"`
	// Black is the participant with the black stones: in a swap2 game the sides may
	// have changed. The result goes by the stones.
	Black int `json:"black"`
	White int `json:"white"`
	// Conduct is indexed by side.
	Conduct [2]Conduct    `json:"conduct"`
	Worker  string        `json:"worker,omitempty"`
	Started time.Time     `json:"started"`
	Took    time.Duration `json:"took"`
}

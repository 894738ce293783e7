package engine

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// MaxThreads is the largest number of search threads.
const MaxThreads = 256

// Config is what can be chosen for all games.
type Config struct {
	Memory // limits of the whole process, and the number of threads
	// Reserve is kept back of every time limit.
	Reserve time.Duration
	// MoveTime is the time for a move where the protocol says nothing of
	// time; Unlimited for no limit.
	MoveTime time.Duration
	// Depth in plies and Nodes limit every search, 0 for no limit.
	Depth int
	Nodes uint64
	// Strength in percent: below 100 the nodes are limited, see StrengthNodes.
	Strength int
}

// DefaultConfig returns the usual choices.
func DefaultConfig() Config {
	return Config{
		Memory:   Memory{Threads: 1},
		Reserve:  30 * time.Millisecond,
		MoveTime: 5 * time.Second,
		Strength: 100,
	}
}

// StrengthNodes returns the node limit for a strength in percent, 0 for none:
// 20 nodes at 0 %, twelve percent more with each step, 6,000 at 50 %.
func StrengthNodes(percent int) uint64 {
	if percent >= 100 {
		return 0
	}
	return uint64(20 * math.Pow(1.12, float64(max(percent, 0))))
}

// Options lists the fields of c that people may set by name.
func (c *Config) Options() []Option {
	const mega = 1 << 20
	return []Option{
		number("threads", "search threads", 1, MaxThreads, 1,
			func() int64 { return int64(c.Threads) }, func(n int64) { c.Threads = int(n) }),
		number("memory", "memory limit of the process in MiB, 0 for the protocol's (Gomocup: 350)", 0, 1<<20, 0,
			func() int64 { return c.Limit / mega }, func(n int64) { c.Limit = n * mega }),
		number("hash", "size of the transposition table in MiB, 0 for what the memory limit leaves", 0, 1<<20, 0,
			func() int64 { return c.Hash / mega }, func(n int64) { c.Hash = n * mega }),
		number("reserve", "part of every time limit that is not used, in ms", 0, 10000, 30,
			func() int64 { return c.Reserve.Milliseconds() },
			func(n int64) { c.Reserve = time.Duration(n) * time.Millisecond }),
		number("move-time", "time for a move where the protocol sets none, in ms", 0, math.MaxInt32, 5000,
			func() int64 { return min(c.MoveTime.Milliseconds(), math.MaxInt32) },
			func(n int64) { c.MoveTime = Milliseconds(n) }),
		number("depth", "search depth limit in plies, 0 for none", 0, 1000, 0,
			func() int64 { return int64(c.Depth) }, func(n int64) { c.Depth = int(n) }),
		number("nodes", "search limit in nodes, 0 for none", 0, math.MaxInt64, 0,
			func() int64 { return int64(c.Nodes) }, func(n int64) { c.Nodes = uint64(n) }),
		number("strength", "playing strength in percent, 100 for the best", 0, 100, 100,
			func() int64 { return int64(c.Strength) }, func(n int64) { c.Strength = int(n) }),
	}
}

// number makes an option of a bounded integer.
func number(name, usage string, least, most, usual int64, get func() int64, set func(int64)) Option {
	return Option{
		Name: name, Usage: usage, Kind: Number, Default: strconv.FormatInt(usual, 10),
		Min: least, Max: most,
		Get: func() string { return strconv.FormatInt(get(), 10) },
		Set: func(text string) error {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n < least || n > most {
				return fmt.Errorf("%s %q: want a number from %d to %d", name, text, least, most)
			}
			set(n)
			return nil
		},
	}
}

package repl

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// bounds are the limits that a command names.
type bounds struct {
	time  time.Duration
	depth int
	nodes uint64
}

func (b bounds) none() bool { return b == bounds{} }

// limitHelp explains LIMIT in the help of commands.
const limitHelp = "LIMIT is time 5 (seconds, or 1:30, 500ms), depth 12 (plies), nodes 100000, or several of them."

// parseBounds reads limits, and a number in front of them if wanted is not nil.
func parseBounds(args []string, wanted *int) (bounds, error) {
	var b bounds
	if wanted != nil && len(args) > 0 {
		if n, err := strconv.Atoi(args[0]); err == nil {
			if n < 1 || n > game.MaxPly {
				return b, fmt.Errorf("%d: want 1 to %d", n, game.MaxPly)
			}
			*wanted, args = n, args[1:]
		}
	}
	for len(args) > 0 {
		if len(args) < 2 {
			return b, errUsage
		}
		if err := b.set(strings.ToLower(args[0]), args[1]); err != nil {
			return b, err
		}
		args = args[2:]
	}
	return b, nil
}

func (b *bounds) set(name, value string) error {
	switch name {
	case "time":
		d, err := parseDuration(value)
		if err == nil && d <= 0 {
			err = fmt.Errorf("time %q: want more than nothing", value)
		}
		b.time = d
		return err
	case "depth":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > 1000 {
			return fmt.Errorf("depth %q: want 1 to 1000 plies", value)
		}
		b.depth = n
	case "nodes":
		n, err := parseCount(value)
		if err != nil {
			return err
		}
		b.nodes = n
	default:
		return errUsage
	}
	return nil
}

// parseCount reads a number with or without k, M or G behind it.
func parseCount(text string) (uint64, error) {
	digits, factor := text, uint64(1)
	if n := len(text); n > 0 {
		if f, ok := map[byte]uint64{'k': 1e3, 'K': 1e3, 'm': 1e6, 'M': 1e6, 'g': 1e9, 'G': 1e9}[text[n-1]]; ok {
			digits, factor = text[:n-1], f
		}
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || n < 1 || n > 1e15/factor {
		return 0, fmt.Errorf("nodes %q: want a number such as 100000, 100k or 2M", text)
	}
	return n * factor, nil
}

// moveLimits are those of a move of the game: what the command names, else the clock,
// else the options.
func (s *shell) moveLimits(b bounds) search.Limits {
	config := s.session.Config
	clock := engine.NewClock()
	by := s.position().Side()
	switch {
	case b.time > 0:
		clock.Turn = b.time
	case !b.none() || config.Depth > 0 || config.Nodes > 0:
	case s.clocks.on:
		clock.Left = max(s.clocks.remaining(by, by, s.now()), 0)
		clock.Increment = s.clocks.bonus[by]
	default:
		clock.Turn = config.MoveTime
	}
	s.session.Clock = clock
	limits := s.session.Limits(time.Now())
	if !b.none() { // in place of the options; the level holds
		limits.Depth, limits.Nodes = b.depth, b.nodes
		if n := engine.StrengthNodes(config.Strength); n != 0 && (b.nodes == 0 || n < b.nodes) {
			limits.Nodes = n
		}
	}
	return limits
}

// adviceLimits are those of a search that serves no move of the game: always of full
// strength, and without a clock.
func (s *shell) adviceLimits(b bounds) search.Limits {
	config := s.session.Config
	limits := search.Limits{Start: time.Now(), Threads: config.Workers(), Depth: b.depth, Nodes: b.nodes}
	if b.none() {
		limits.Depth, limits.Nodes = config.Depth, config.Nodes
	}
	turn := b.time
	if turn == 0 && limits.Depth == 0 && limits.Nodes == 0 && config.MoveTime != engine.Unlimited {
		turn = config.MoveTime
	}
	if turn > 0 {
		limits.Hard, limits.Soft = turn, 2*turn
	}
	return limits
}

package plan

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
)

// What is generated: the most balanced of a few random lines.
const (
	// candidates is how many lines are tried for an opening.
	candidates = 6
	// judgeNodes is the search that judges a line.
	judgeNodes = 2000
	// judgeTable is its table in bytes.
	judgeTable = 4 << 20
	// reach is how far from the middle of the board stones are put, in points.
	reach = 4
	// fewMoves is the number of first moves up to which a game counts as one in which
	// they are few: eight plies make an opening then, otherwise six.
	fewMoves            = 10
	fewPlies, manyPlies = 8, 6
)

// Generate makes n different openings of random legal moves around the middle of the
// board. Of a few lines each the one is taken that a short search holds for the
// most even; lines in which one side can force a win in sight are left out. With the
// same seed they are the same on every machine. A board that has not so many openings
// is an error.
func Generate(ctx context.Context, rules engine.Game, setup engine.Setup, n int, seed uint64) ([]contest.Opening, error) {
	config := engine.DefaultConfig()
	config.Threads, config.Hash = 1, judgeTable
	config.MoveTime = engine.Unlimited
	config.Nodes = judgeNodes
	session := engine.NewSession(rules, config)
	defer session.Close()
	random := rand.New(rand.NewPCG(seed, generating))
	seen := map[string]bool{}
	var openings []contest.Opening
	for failures := 0; len(openings) < n; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		best, found, err := balanced(ctx, session, setup, random, seen)
		if err != nil {
			return nil, err
		}
		if !found {
			if failures++; failures > 100 {
				return nil, fmt.Errorf("plan: %d openings: only %d even ones were found", n, len(openings))
			}
			continue
		}
		failures = 0
		text := game.FormatMoves(best)
		seen[text] = true
		openings = append(openings, contest.Opening{Name: text, Moves: best})
	}
	return openings, nil
}

// balanced returns the most even of a few random lines that have not been seen; false
// if there was none.
func balanced(ctx context.Context, session *engine.Session, setup engine.Setup, random *rand.Rand, seen map[string]bool) (best []game.Move, found bool, err error) {
	var least game.Score
	for range candidates {
		if err := session.NewGame(setup); err != nil {
			return nil, false, err
		}
		line := randomLine(session, random)
		if line == nil || seen[game.FormatMoves(line)] {
			continue
		}
		session.ClearHash()
		run, err := session.Search(ctx, engine.Request{Limits: session.Limits(time.Now())})
		if err != nil {
			return nil, false, err
		}
		answer := run.Wait()
		if answer.Err != nil {
			return nil, false, answer.Err
		}
		if len(answer.Lines) == 0 {
			continue
		}
		score := answer.Lines[0].Score
		if score.IsWin() || score.IsLoss() {
			continue
		}
		if score = max(score, -score); !found || score < least {
			best, found, least = line, true, score
		}
	}
	return best, found, ctx.Err()
}

// randomLine plays a random opening on a session's empty board; nil if the game ends.
func randomLine(session *engine.Session, random *rand.Rand) []game.Move {
	plies := manyPlies
	if len(session.Legal()) <= fewMoves {
		plies = fewPlies
	}
	var line []game.Move
	setup := session.Position().Setup()
	for range plies {
		legal := session.Legal()
		near := slices.DeleteFunc(slices.Clone(legal), func(m game.Move) bool { return !central(m, setup) })
		if len(near) > 0 {
			legal = near
		}
		if len(legal) == 0 {
			return nil
		}
		m := legal[random.IntN(len(legal))]
		if session.Play(m) != nil {
			return nil
		}
		line = append(line, m)
	}
	if session.Position().Result().Outcome != game.Ongoing {
		return nil
	}
	return line
}

// central reports whether a move is a point not far from the middle of the board.
func central(m game.Move, setup engine.Setup) bool {
	off := func(at, size int) bool { return abs(2*at-size+1) <= 2*reach }
	return m.IsPoint() && off(m.X(), setup.Width) && off(m.Y(), setup.Height)
}

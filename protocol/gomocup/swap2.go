package gomocup

import (
	"fmt"
	"math"
	"time"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/search"
)

// winUnit is the score at which a side is expected to win 73 % of the games, the
// unit of the logistic scale of Gomoku scores.
const winUnit = 200

// expectation converts a score to the expected result, 0 to 1.
func expectation(score game.Score) float64 {
	return 1 / (1 + math.Exp(-float64(score)/winUnit))
}

// swap2Board answers one of the three steps of the opening SWAP2. The stones lie
// in the order B W B W B, White moves after three and after five.
//
//	0  the brain puts three stones and the other one chooses
//	3  the brain takes Black (SWAP), White (a move), or puts two stones more
//	5  the brain takes Black (SWAP) or White (a move)
func (s *server) swap2Board(string) {
	started := s.read
	s.collect("SWAP2BOARD", func(lines [][]int64) error {
		if err := s.setUpSwap2(lines); err != nil {
			return err
		}
		s.read, s.owesMove = started, true
		switch len(lines) {
		case 0:
			return s.openSwap2()
		case 3:
			s.chooseOfThree()
		case 5:
			s.think(engine.Request{Limits: s.swapLimits()}, s.chooseSide)
		}
		return nil
	})
}

func (s *server) setUpSwap2(lines [][]int64) error {
	if n := len(lines); n != 0 && n != 3 && n != 5 {
		return fmt.Errorf("%d stones: want 0, 3 or 5", n)
	}
	var stones []engine.Stone
	side := game.Black
	for _, line := range lines {
		if len(line) != 2 && len(line) != 3 {
			return fmt.Errorf("%v: want x,y", line)
		}
		m, err := s.at(line[0], line[1])
		if err != nil {
			return err
		}
		if indexOf(stones, m) >= 0 {
			return fmt.Errorf("%s twice", point(m))
		}
		stones = append(stones, engine.Stone{Move: m, Side: side})
		side = side.Other()
	}
	return s.session.SetUp(stones, side)
}

// triple is three stones and how even the game is after them: -|value|.
type triple struct {
	stones [3]engine.Stone
	score  game.Score
}

// The number of triples that are tried, and the score that ends the trying.
const (
	triples    = 3
	evenEnough = -20
)

// openSwap2 puts two stones near each other at random and has the search find
// the third that makes the game even, for several pairs.
func (s *server) openSwap2() error {
	return s.tryTriple(1, s.swapLimits(), triple{score: -game.Infinite})
}

// tryTriple makes the n-th try within the first n parts of the time.
func (s *server) tryTriple(n int, limits search.Limits, best triple) error {
	setup := s.session.Position().Setup()
	black := s.near(setup, setup.Width/2, setup.Height/2, game.NoMove)
	white := s.near(setup, black.X(), black.Y(), black)
	try := triple{stones: [3]engine.Stone{{Move: black, Side: game.Black}, {Move: white, Side: game.White}, {Side: game.Black}}}
	if err := s.session.SetUp(try.stones[:2], game.Black); err != nil {
		return err
	}
	part := limits
	part.Soft, part.Hard = part.Soft*time.Duration(n)/triples, part.Hard*time.Duration(n)/triples
	s.think(engine.Request{Limits: part, Balance: s.balance(false)}, func(a engine.Answer) {
		try.stones[2].Move, try.score = a.Move(), score(a)
		if a.Move().IsPoint() && try.score > best.score {
			best = try
		}
		if n < triples && best.score < evenEnough && !s.hurried() && s.tryTriple(n+1, limits, best) == nil {
			return
		}
		s.openWith(best)
	})
	return nil
}

// openWith plays a triple.
func (s *server) openWith(t triple) {
	if err := s.session.SetUp(t.stones[:], game.White); err != nil {
		s.owesMove = false
		s.say("ERROR %v", err)
		return
	}
	s.finishMove(t.stones[0].Move, t.stones[1].Move, t.stones[2].Move)
}

// swapLimits returns the limits of a decision in the opening, which has an end
// also where a move has none.
func (s *server) swapLimits() search.Limits {
	const most = 10 * time.Second
	limits := s.limits()
	if !limits.Timed() && limits.Nodes == 0 && limits.Depth == 0 {
		limits.Soft, limits.Hard = most, most
	}
	return limits
}

// near returns a random point other than taken in the 5x5 square round x,y.
func (s *server) near(setup engine.Setup, x, y int, taken game.Move) game.Move {
	for {
		px, py := x-2+s.random.IntN(5), y-2+s.random.IntN(5)
		if px >= 0 && py >= 0 && px < setup.Width && py < setup.Height && game.At(px, py) != taken {
			return game.At(px, py)
		}
	}
}

// balance asks for an even game where the game can look for one, else for
// the best move.
func (s *server) balance(pair bool) *engine.Balance {
	if _, ok := s.session.Position().(engine.Balancer); !ok {
		return nil
	}
	return &engine.Balance{Pair: pair}
}

// The expectations for White between which neither colour is taken, but two
// stones are put and the other one chooses. Two stones more never promise more
// than an even game, so they are for positions that are even already, where the
// evaluation cannot tell which side to take.
const (
	takeBlack = 0.45
	takeWhite = 0.55
)

// chooseOfThree values the position in half the time, and chooses.
func (s *server) chooseOfThree() {
	limits := s.swapLimits()
	half := limits
	half.Soft, half.Hard = half.Soft/2, half.Hard/2
	s.think(engine.Request{Limits: half}, func(a engine.Answer) {
		white := expectation(score(a))
		pair := s.balance(true)
		switch {
		case white < takeBlack:
			s.send("SWAP")
		case white > takeWhite, pair == nil:
			s.chooseSide(a)
		default:
			s.think(engine.Request{Limits: limits, Balance: pair}, func(b engine.Answer) {
				s.putTwo(b, func() { s.chooseSide(a) })
			})
		}
	})
}

// putTwo plays the two stones of a balance search, or does something else if it
// has found none.
func (s *server) putTwo(pair engine.Answer, otherwise func()) {
	if len(pair.Lines) == 0 || len(pair.Lines[0].PV) < 2 {
		otherwise()
		return
	}
	first, second := pair.Lines[0].PV[0], pair.Lines[0].PV[1]
	if s.session.Play(first) != nil {
		otherwise()
		return
	}
	if s.session.Play(second) != nil {
		s.session.Undo()
		otherwise()
		return
	}
	s.finishMove(first, second)
}

// chooseSide takes the better side: White with the best move, or Black.
func (s *server) chooseSide(a engine.Answer) {
	if score(a) < 0 {
		s.send("SWAP")
		return
	}
	s.answer(a)
}

// score returns the value of the best line.
func score(a engine.Answer) game.Score {
	if len(a.Lines) == 0 {
		return 0
	}
	return a.Lines[0].Score
}

package gomocup

import (
	"errors"
	"fmt"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol"
)

// dataBlock collects the lines between a command and its DONE. A bad line spoils
// the block: it is reported at DONE, once, and nothing is changed.
type dataBlock struct {
	name  string
	lines [][]int64
	err   error
	done  func(lines [][]int64) error
}

// maxData is the number of data lines that are kept: every point thrice.
const maxData = 3 * game.MaxSize * game.MaxSize

// collect starts reading data lines of numbers until DONE and then calls done.
func (s *server) collect(name string, done func(lines [][]int64) error) {
	s.data = &dataBlock{name: name, done: done}
}

// skip reads data lines until DONE, whatever they are.
func (s *server) skip() { s.data = &dataBlock{} }

// readData handles a line between a command and DONE. All of them are data, but
// END still ends.
func (s *server) readData(line protocol.Line) {
	d := s.data
	verb, _ := protocol.Cut(line.Text)
	switch {
	case verb == "end":
		s.ended = true
	case verb == "done":
		s.data = nil
		if d.done == nil {
			return
		}
		err := d.err
		if err == nil {
			err = d.done(d.lines)
		}
		if err != nil {
			s.refuse(d.name, "%v", err)
		}
	case d.done == nil || d.err != nil:
	case line.Err != nil:
		d.err = line.Err
	case len(d.lines) >= maxData:
		d.err = errors.New("too many lines")
	default:
		numbers, err := protocol.Ints(line.Text)
		if err != nil {
			d.err = err
		}
		d.lines = append(d.lines, numbers)
	}
}

func (s *server) boardVerb(string) {
	started := s.read
	s.collect("BOARD", func(lines [][]int64) error {
		if err := s.setUp(lines); err != nil {
			return err
		}
		s.read = started // the manager's clock runs since then
		s.thinkMove()
		return nil
	})
}

// The third number of a BOARD line.
const (
	fieldOwn = iota + 1
	fieldOpponent
	fieldMarked // a stone of a finished line, or a forbidden point
)

// setUp makes the lines x,y,field of a BOARD the position, the brain to move.
func (s *server) setUp(lines [][]int64) error {
	var (
		stones []engine.Stone
		own    []bool
		marked []engine.Stone
		taken  = map[game.Move]bool{}
	)
	for _, line := range lines {
		if len(line) != 3 || line[2] < fieldOwn || line[2] > fieldMarked {
			return fmt.Errorf("%v: want x,y,field with a field of 1, 2 or 3", line)
		}
		m, err := s.at(line[0], line[1])
		if err != nil {
			return err
		}
		if taken[m] {
			return fmt.Errorf("%s twice", point(m))
		}
		taken[m] = true
		if line[2] == fieldMarked {
			marked = append(marked, engine.Stone{Move: m, Blocked: true})
			continue
		}
		stones = append(stones, engine.Stone{Move: m})
		own = append(own, line[2] == fieldOwn)
	}
	me := s.ownSide(own)
	for i := range stones {
		stones[i].Side = me
		if !own[i] {
			stones[i].Side = me.Other()
		}
	}
	if s.forbids() { // then a mark is a forbidden point
		marked = nil
	}
	return s.session.SetUp(append(marked, stones...), me)
}

// ownSide finds the brain's colour from the owners of the stones, in the order
// in which they came. Black has played as many stones as White, or one more,
// when the brain is to move. Otherwise, and always where the order means
// something, the first stone is Black's.
func (s *server) ownSide(own []bool) game.Side {
	if len(own) == 0 {
		return game.Black
	}
	mine := 0
	for _, o := range own {
		if o {
			mine++
		}
	}
	if !s.forbids() {
		switch len(own) - 2*mine {
		case 0:
			return game.Black
		case 1:
			return game.White
		}
	}
	if own[0] {
		return game.Black
	}
	return game.White
}

// at returns the point x,y of the current board.
func (s *server) at(x, y int64) (game.Move, error) {
	setup := s.session.Position().Setup()
	if x < 0 || y < 0 || x >= int64(setup.Width) || y >= int64(setup.Height) {
		return game.NoMove, fmt.Errorf("%d,%d is off the board", x, y)
	}
	return game.At(int(x), int(y)), nil
}

// boardPoint reads x,y.
func (s *server) boardPoint(args string) (game.Move, error) {
	n, err := protocol.Ints(args)
	if err != nil || len(n) != 2 {
		return game.NoMove, fmt.Errorf("%q: want x,y", protocol.Shorten(args))
	}
	return s.at(n[0], n[1])
}

// freePoint reads x,y of an empty point.
func (s *server) freePoint(args string) (game.Move, error) {
	m, err := s.boardPoint(args)
	if err == nil && indexOf(s.session.Record(), m) >= 0 {
		err = fmt.Errorf("%s is occupied", point(m))
	}
	return m, err
}

// indexOf returns where in the record a point was taken, -1 when it is empty.
func indexOf(record []engine.Stone, m game.Move) int {
	for i, stone := range record {
		if stone.Move == m {
			return i
		}
	}
	return -1
}

// place puts a stone of the side to move on an empty point. The manager is the
// referee: what our rules do not allow, a foul of the opponent or a move after
// the end of the game, is put there all the same.
func (s *server) place(m game.Move) error {
	side := s.session.Position().Side()
	if err := s.session.Play(m); err != nil {
		stones := append(s.session.Record()[:len(s.session.Record()):len(s.session.Record())],
			engine.Stone{Move: m, Side: side})
		if err := s.session.SetUp(stones, side.Other()); err != nil {
			return err
		}
	}
	if s.continuous() {
		return s.retireLine(m)
	}
	return nil
}

// retireLine takes the stones of a line that the stone on m has finished out of
// the game, as a continuous game does.
func (s *server) retireLine(m game.Move) error {
	pos := s.session.Position()
	if pos.Result().Outcome == game.Ongoing {
		return nil
	}
	finished := s.lineThrough(m)
	if len(finished) == 0 {
		return nil
	}
	stones := append([]engine.Stone(nil), s.session.Record()...)
	for i := range stones {
		stones[i].Blocked = stones[i].Blocked || finished[stones[i].Move]
	}
	return s.session.SetUp(stones, pos.Side())
}

// lineThrough returns the points of all rows of five or more of the stone on m.
func (s *server) lineThrough(m game.Move) map[game.Move]bool {
	side := map[game.Move]game.Side{}
	for _, stone := range s.session.Record() {
		if !stone.Blocked {
			side[stone.Move] = stone.Side
		}
	}
	line := map[game.Move]bool{}
	for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		row := []game.Move{m}
		for _, sign := range [...]int{1, -1} {
			for x, y := m.X(), m.Y(); ; {
				x, y = x+sign*d[0], y+sign*d[1]
				if x < 0 || y < 0 || x >= game.MaxSize || y >= game.MaxSize {
					break
				}
				p := game.At(x, y)
				if owner, ok := side[p]; !ok || owner != side[m] {
					break
				}
				row = append(row, p)
			}
		}
		if len(row) >= 5 {
			for _, p := range row {
				line[p] = true
			}
		}
	}
	return line
}

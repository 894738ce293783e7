package gtp

import (
	"fmt"
	"strconv"
	"strings"

	"ishi/engine/game"
)

func (s *server) boardSize(r request) (string, error) {
	size, err := strconv.Atoi(r.args[0])
	if err != nil {
		return "", errSyntax
	}
	if size < 1 || size > game.MaxSize || s.newGame(size) != nil {
		return "", errUnacceptableSize
	}
	return "", nil
}

func (s *server) clearBoard(request) (string, error) {
	size := 0
	if pos := s.session.Position(); pos != nil {
		size = pos.Setup().Width
	}
	return "", s.newGame(size)
}

func (s *server) playCommand(r request) (string, error) {
	by, err := side(r.args[0])
	if err != nil {
		return "", err
	}
	m, err := s.notation.parse(r.args[1])
	if err != nil {
		return "", err
	}
	return "", s.play(by, m)
}

// play plays a move or a pass. A move of the side that is not to move implies a pass of
// the other, which must have no move; so does nothing else. After the end of the game
// both may pass.
func (s *server) play(by game.Side, m game.Move) error {
	if s.over() {
		if m != game.Pass {
			return s.illegal(m, "the game is over")
		}
		s.steps = append(s.steps, 0)
		return nil
	}
	if m == game.Pass && !(by == s.session.Position().Side() && s.session.MustPass()) {
		return s.illegal(m, "there are moves, or the other side is to move")
	}
	plies, err := s.giveTurn(by)
	if err != nil {
		return err
	}
	if err := s.session.Play(m); err != nil {
		s.takeBack(plies)
		return s.illegal(m, err.Error())
	}
	s.steps = append(s.steps, plies+1)
	return nil
}

// illegal notes why a move cannot be played.
func (s *server) illegal(m game.Move, reason string) error {
	s.conn.Log.Note("%s: %s", s.notation.vertex(m), reason)
	return errIllegalMove
}

// giveTurn makes a side the one to move: it is already, or the other passes because it
// has no move. It returns the number of plies that took.
func (s *server) giveTurn(to game.Side) (plies int, err error) {
	switch {
	case s.session.Position().Side() == to:
		return 0, nil
	case !s.session.MustPass():
		s.conn.Log.Note("%v is not to move", to)
		return 0, errIllegalMove
	}
	return 1, s.session.Play(game.Pass)
}

// takeBack takes plies back.
func (s *server) takeBack(plies int) {
	for range plies {
		s.session.Undo()
	}
}

func (s *server) undo(request) (string, error) { return "", s.undoSteps(1) }

// undoMany takes several moves back, or none when there are not so many.
func (s *server) undoMany(r request) (string, error) {
	n := 1
	if len(r.args) > 0 {
		var err error
		if n, err = strconv.Atoi(r.args[0]); err != nil || n < 0 {
			return "", errSyntax
		}
	}
	return "", s.undoSteps(n)
}

func (s *server) undoSteps(n int) error {
	if n > len(s.steps) {
		return errCannotUndo
	}
	for range n {
		last := len(s.steps) - 1
		s.takeBack(s.steps[last])
		s.steps = s.steps[:last]
	}
	return nil
}

// finalScore tells the winner and by how much, with empty points counted for the
// winner where the game counts points, else by 1.
func (s *server) finalScore(request) (string, error) {
	result := s.session.Position().Result()
	margin := max(result.Margin, 1)
	switch result.Outcome {
	case game.BlackWins:
		return fmt.Sprintf("B+%d", margin), nil
	case game.WhiteWins:
		return fmt.Sprintf("W+%d", margin), nil
	case game.Draw:
		return "0", nil
	}
	return "", errCannotScore
}

// stoneMarks are the stones in drawings of the board.
var stoneMarks = [2]byte{game.Black: 'X', game.White: 'O'}

// mark is the character for a point.
func (s *server) mark(m game.Move) byte {
	if side, ok := s.session.At(m); ok {
		return stoneMarks[side]
	}
	return '.'
}

// showBoard draws the board for people, with what there is to say of the position at
// its side:
//
//	  A B C D
//	1 . . . .   Othello 4x4, after 1 move
//	2 . O X .   White (O) is to move
//	3 . X X .   black 4, white 1
//	4 . . X .   last move C4
func (s *server) showBoard(request) (string, error) {
	pos := s.session.Position()
	setup := pos.Setup()
	notes := s.notes()
	var b strings.Builder
	b.WriteString("\n   ")
	for x := range setup.Width {
		fmt.Fprintf(&b, "%2s", s.notation.column(x))
	}
	for y := range setup.Height {
		fmt.Fprintf(&b, "\n%3d", y+1)
		for x := range setup.Width {
			fmt.Fprintf(&b, " %c", s.mark(game.At(x, y)))
		}
		if y < len(notes) {
			b.WriteString("   " + notes[y])
		}
	}
	for y := setup.Height; y < len(notes); y++ {
		b.WriteString("\n" + notes[y])
	}
	return b.String(), nil
}

// notes says what there is to say of the position.
func (s *server) notes() []string {
	pos := s.session.Position()
	setup := pos.Setup()
	head := fmt.Sprintf("%s %dx%d", title(s.session.Game()), setup.Width, setup.Height)
	if len(s.session.Game().Rules()) > 1 {
		head += ", " + setup.Rule
	}
	counts := s.counts()
	notes := []string{
		head,
		fmt.Sprintf("moves %d", len(s.steps)),
		fmt.Sprintf("black X %d, white O %d", counts[game.Black], counts[game.White]),
	}
	if record := s.session.Record(); len(s.steps) > 0 && len(record) > 0 {
		last := record[len(record)-1]
		notes = append(notes, fmt.Sprintf("last %v %s", last.Side, s.notation.vertex(last.Move)))
	}
	if result := pos.Result(); result.Outcome != game.Ongoing {
		return append(notes, resultText(result, counts))
	}
	next := fmt.Sprintf("%v to move", pos.Side())
	if s.session.MustPass() {
		next = fmt.Sprintf("%v must pass", pos.Side())
	}
	return append(notes, next)
}

// counts returns the number of stones of each side.
func (s *server) counts() (n [2]int) {
	setup := s.session.Position().Setup()
	for y := range setup.Height {
		for x := range setup.Width {
			if side, ok := s.session.At(game.At(x, y)); ok {
				n[side]++
			}
		}
	}
	return n
}

// resultText announces a result. Where the game counts points it gives the stones on
// the board and the margin with the empty points counted for the winner.
func resultText(r game.Result, counts [2]int) string {
	var text string
	switch r.Outcome {
	case game.BlackWins:
		text = "Black wins"
	case game.WhiteWins:
		text = "White wins"
	case game.Draw:
		text = "Draw"
	default:
		return "The game is not over"
	}
	if r.Margin > 0 {
		text += fmt.Sprintf(" %d-%d", max(counts[0], counts[1]), min(counts[0], counts[1]))
		if d := max(counts[0], counts[1]) - min(counts[0], counts[1]); d != r.Margin {
			text += fmt.Sprintf(", by %d with the empty points", r.Margin)
		} else {
			text += fmt.Sprintf(", by %d", d)
		}
	}
	if r.Reason != "" {
		text += ": " + r.Reason
	}
	return text
}

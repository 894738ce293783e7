package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ishi/engine/game"
)

// ParseBoard reads a position that somebody pasted: rows of points in any of the usual
// alphabets, with or without blanks, frames, letters of columns and numbers of rows, and
// the side to move before or behind them.
//
//	  a b c d            black  X x B b * @ ● ⚫ 1
//	1 . . . .            white  O o W w ○ ⚪ 2, and 0 beside another sign for empty
//	2 . X O .   white    empty  . - _ + · ◦ , and 0 beside 1 and 2
//	3 . O X .
//	4 . . . .            a row with number n is row n; without numbers the first is row 1
//
// Where the side to move is not told it follows for Gomoku from the stones, if it can;
// for Othello that is an error, with the game returned all the same.
func ParseBoard(text string) (*Game, error) {
	var first *Game
	enough := errors.New("enough")
	err := Read(strings.NewReader(text), Board, func(g *Game) error {
		if first != nil {
			return enough
		}
		first = g
		return nil
	})
	if err == enough {
		return first, &SyntaxError{Format: string(Board), Line: 1, Reason: "more than one board"}
	}
	return first, err
}

// writeBoard writes a position as rows of stones and the side to move.
func writeBoard(g *Game) (string, error) {
	stones, width, height, err := g.position(Board)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s\n%v to move\n\n", squares(stones, width, height, "XO.", "\n"), g.First), nil
}

// readBoards reads positions as rows of stones.
func readBoards(in *bufio.Reader, out *delivery) error {
	b := boardReader{lines: lines{in: in}, out: out}
	for {
		text, err := b.read()
		if err == io.EOF {
			if out.games == 0 && len(b.rows) == 0 && out.damage == nil {
				out.damaged(&SyntaxError{Format: string(Board), Line: 1, Reason: "no board: want rows of stones"})
			}
			return b.end()
		}
		if err != nil {
			return fmt.Errorf("board: %w", err)
		}
		if err := b.take(text); err != nil {
			return err
		}
	}
}

// boardReader collects the rows of a board.
type boardReader struct {
	lines
	out *delivery
	// rows are the points so far, labels their numbers, 0 for none.
	rows   [][]rune
	labels []int
	begin  lines // where the board begins
	// closed is set when a blank line stood below rows: what follows is the side to
	// move or another board.
	closed bool
	told   bool
	first  game.Side
	// words is what is wrong if rows go on below a line that is none.
	words error
	// skip is set after damage, until the board has ended.
	skip bool
}

// take reads one line.
func (b *boardReader) take(text string) error {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		b.skip = false
		b.closed = len(b.rows) > 0
		return nil
	case b.skip || isFrame(text) || isColumnHeader(text):
		return nil
	}
	if side, ok := sideToMove(text); ok {
		if len(b.rows) == 0 || !b.told {
			b.told, b.first = true, side
		}
		if len(b.rows) > 0 {
			return b.end()
		}
		return nil
	}
	label, row, rest, err := boardRow(text)
	if err != nil {
		b.damage(err)
		return nil
	}
	if len(row) == 0 { // words above, below or within a board
		b.side(text)
		if b.words == nil && len(b.rows) > 0 && !b.closed {
			b.words = b.fail(fmt.Errorf("%s is no row of the board", quote(text)))
		}
		return nil
	}
	if b.words != nil && !b.closed {
		b.out.damaged(b.words)
		b.forget()
		b.skip = true
		return nil
	}
	if b.closed {
		if err := b.end(); err != nil {
			return err
		}
	}
	return b.row(label, row, rest)
}

// row takes a row, or a whole board in one line.
func (b *boardReader) row(label int, row []rune, rest string) error {
	if len(b.rows) == 1 && len(row) != len(b.rows[0]) && isRule(b.rows[0], row) {
		b.rows, b.labels = nil, nil
	}
	switch {
	case len(b.rows) == 0:
		b.begin = b.lines
	case len(row) != len(b.rows[0]) && isRule(row, b.rows...):
		return nil
	case len(row) != len(b.rows[0]):
		b.damage(fmt.Errorf("row %d has %d points, the first has %d", len(b.rows)+1, len(row), len(b.rows[0])))
		return nil
	case len(b.rows) == game.MaxSize:
		b.damage(fmt.Errorf("more than %d rows", game.MaxSize))
		return nil
	}
	if len(row) > game.MaxSize {
		return b.whole(row, rest)
	}
	b.rows, b.labels = append(b.rows, row), append(b.labels, label)
	b.side(rest)
	return nil
}

// side takes the side to move from words beside or below a board.
func (b *boardReader) side(words string) {
	side, ok := sideToMove(words)
	if !ok {
		side, ok = sideWithin(words)
	}
	if ok && !b.told {
		b.told, b.first = true, side
	}
}

// isRule reports whether a row may be a line drawn above or below the rows of a board,
// which have another sign for empty points.
func isRule(row []rune, rows ...[]rune) bool {
	return strings.Trim(string(row), "-") == "" && !slices.ContainsFunc(rows, func(r []rune) bool { return slices.Contains(r, '-') })
}

// whole takes a board in one line, with the side to move behind it.
func (b *boardReader) whole(row []rune, rest string) error {
	size := 1
	for size*size < len(row) && (size+1)*(size+1) <= len(row) {
		size++
	}
	points, behind := row[:size*size], string(row[size*size:])
	side, ok := sideToMove(strings.TrimSpace(behind + " " + rest))
	if size > game.MaxSize || len(behind) > 0 && !ok {
		b.damage(fmt.Errorf("%d signs in a line: want a square board and the side to move", len(row)))
		return nil
	}
	for y := range size {
		b.rows, b.labels = append(b.rows, points[y*size:(y+1)*size]), append(b.labels, 0)
	}
	if ok {
		b.told, b.first = true, side
		return b.end()
	}
	b.closed = true
	return nil
}

// damage tells what is wrong and leaves the rest of the board out.
func (b *boardReader) damage(err error) {
	b.out.damaged(b.fail(err))
	b.forget()
	b.skip = true
}

func (b *boardReader) fail(err error) error {
	return &SyntaxError{Format: string(Board), Line: b.number, Offset: b.start, Reason: err.Error()}
}

// forget begins the next board.
func (b *boardReader) forget() {
	b.rows, b.labels, b.told, b.closed, b.words = nil, nil, false, false, nil
}

// end hands on the board that has been read.
func (b *boardReader) end() error {
	if len(b.rows) == 0 {
		return nil
	}
	g := &Game{Line: b.begin.number, Offset: b.begin.start, Width: len(b.rows[0]), Height: len(b.rows), First: b.first, FirstTold: b.told}
	err := b.stones(g)
	if err == nil {
		g.Name = b.out.source.Game
		if g.Name == "" {
			g.Name = gameOfBoard(g)
		}
		err = g.inferFirst()
	}
	b.forget()
	if err != nil {
		b.out.damaged(&SyntaxError{Format: string(Board), Line: g.Line, Offset: g.Offset, Reason: err.Error()})
	}
	if len(g.Setup) == 0 && err != nil {
		return nil
	}
	return b.out.game(g)
}

// stones turns the signs into stones.
func (b *boardReader) stones(g *Game) error {
	rows, err := rowNumbers(b.labels)
	if err != nil {
		return err
	}
	if g.Height > game.MaxSize || g.Width < 4 || g.Height < 4 {
		return fmt.Errorf("a board of %dx%d: want 4x4 to %dx%d", g.Width, g.Height, game.MaxSize, game.MaxSize)
	}
	legend, err := legendOf(b.rows)
	if err != nil {
		return err
	}
	for i, row := range b.rows {
		for x, r := range row {
			switch legend.square(r) {
			case blackSquare:
				g.Setup = append(g.Setup, Stone{game.At(x, rows[i]), game.Black})
			case whiteSquare:
				g.Setup = append(g.Setup, Stone{game.At(x, rows[i]), game.White})
			}
		}
	}
	return nil
}

// rowNumbers returns the row, from 0, of each line of a board. Numbers of rows that are
// written beside them count if they go up or down by one.
func rowNumbers(labels []int) ([]int, error) {
	rows := make([]int, len(labels))
	for i, n := range labels {
		rows[i] = i
		if (n == 0) != (labels[0] == 0) {
			return nil, fmt.Errorf("row %d: some rows are numbered and some are not", i+1)
		}
		if n == 0 {
			continue
		}
		rows[i] = n - 1
		if up := labels[0] == 1; up && n != i+1 || !up && n != len(labels)-i {
			return nil, fmt.Errorf("row %d has the number %d", i+1, n)
		}
	}
	return rows, nil
}

// gameOfBoard tells the game by the board: Othello is played on small even boards whose
// four middle squares are taken.
func gameOfBoard(g *Game) string {
	if g.Width != g.Height || g.Width%2 != 0 || g.Width > 12 {
		return "gomoku"
	}
	on := map[game.Move]bool{}
	for _, s := range g.Setup {
		on[s.Move] = true
	}
	for _, s := range othelloStart(g.Width) {
		if !on[s.Move] {
			if g.Width == 8 && len(g.Setup) > 0 {
				return ""
			}
			return "gomoku"
		}
	}
	return "othello"
}

// inferFirst settles who is to move where that is not told.
func (g *Game) inferFirst() error {
	if g.FirstTold {
		return nil
	}
	count := [2]int{}
	for _, s := range g.Setup {
		count[s.Side]++
	}
	switch {
	case g.Name == "gomoku" && count[game.Black] == count[game.White]:
		g.First, g.FirstTold = game.Black, true
	case g.Name == "gomoku" && count[game.Black] == count[game.White]+1:
		g.First, g.FirstTold = game.White, true
	default:
		return errors.New("the side to move is not told: add a line with X or O")
	}
	return nil
}

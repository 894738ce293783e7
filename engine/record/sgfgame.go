package record

import (
	"fmt"
	"strconv"
	"strings"

	"ishi/engine/game"
)

// Game returns the main line of the tree that begins with n, as a game of Othello
// (GM[2]), of Gomoku or renju (GM[4]), or of a game without a name. Points are
// letters for column and row from the top left (B[cd]), or a letter and a number
// (B[c4], rows counted from the top). After a *SyntaxError the game ends before the
// damage. Passes that a writer left out are not put in.
func (n *SGFNode) Game() (*Game, error) {
	g, err := n.game()
	return g, err
}

func (n *SGFNode) game() (*Game, error) {
	l := sgfLine{Game: Game{
		Black: n.Text("PB"), White: n.Text("PW"), Rule: n.Text("RU"),
		Event: n.Text("EV"), Date: n.Text("DT"), Result: n.Text("RE"),
	}, texts: n.comments("GC")}
	err := l.size(n)
	if err == nil {
		l.Name = sgfName(n.Text("GM"), l.Width, l.Height)
		if word, ok := gomokuRules[l.Rule]; ok && l.Name == "gomoku" {
			l.Rule = word
		}
		err = l.read(n)
	}
	l.endComments()
	for m, side := range l.stones {
		if side != sgfEmpty {
			l.Setup = append(l.Setup, Stone{Move: game.Move(m), Side: game.Side(side - sgfBlack)})
		}
	}
	l.inferSize()
	if !l.FirstTold && len(l.Moves) > 0 {
		l.First = l.Moves[0].Side
	}
	return &l.Game, err
}

// sgfLine is a main line that is being read.
type sgfLine struct {
	Game
	// stones is the set-up, by game.Move.
	stones [game.Pass]uint8
	// texts are the comments on the last move so far.
	texts []string
}

// What is set up on a point.
const (
	sgfEmpty uint8 = iota
	sgfBlack
	sgfWhite
)

// comments returns the texts of some properties that are not empty.
func (n *SGFNode) comments(names ...string) []string {
	var texts []string
	for _, name := range names {
		for _, v := range n.Values(name) {
			if v = strings.TrimSpace(readable(v)); v != "" {
				texts = append(texts, v)
			}
		}
	}
	return texts
}

// size reads SZ[15] or SZ[15:20].
func (l *sgfLine) size(n *SGFNode) error {
	text := n.Text("SZ")
	if text == "" {
		return nil
	}
	first, second, two := strings.Cut(text, ":")
	if !two {
		second = first
	}
	width, err1 := strconv.Atoi(strings.TrimSpace(first))
	height, err2 := strconv.Atoi(strings.TrimSpace(second))
	if err1 != nil || err2 != nil || width < 1 || height < 1 || width > game.MaxSize || height > game.MaxSize {
		return sgfError(n.offset("SZ"), "size %s: want 1 to %d", quote(text), game.MaxSize)
	}
	l.Width, l.Height = width, height
	return nil
}

// sgfName returns the game that GM stands for. GM[2] is also found in files of Go,
// whose boards are no boards of Othello.
func sgfName(gm string, width, height int) string {
	switch gm {
	case "2":
		if width == height && width%2 == 0 && width <= 16 {
			return "othello"
		}
	case "4":
		return "gomoku"
	}
	return ""
}

// gomokuRules are the rules by their numbers in the Gomocup protocol, which match
// runners write as RU.
var gomokuRules = map[string]string{"0": "freestyle", "1": "exact", "4": "renju", "8": "caro", "9": "exact-caro"}

func sgfError(at int, format string, args ...any) error {
	return &SyntaxError{Format: "sgf", Offset: at, Reason: fmt.Sprintf(format, args...)}
}

// offset returns where a property is written.
func (n *SGFNode) offset(name string) int {
	for i := range n.Properties {
		if n.Properties[i].Name == name {
			return n.Properties[i].Offset
		}
	}
	return n.Offset
}

// read reads the main line from its first node.
func (l *sgfLine) read(root *SGFNode) error {
	for n := root; n != nil; {
		for i := range n.Properties {
			if err := l.property(&n.Properties[i]); err != nil {
				return err
			}
		}
		l.texts = append(l.texts, n.comments("C")...)
		if len(n.Children) == 0 {
			return nil
		}
		n = n.Children[0]
	}
	return nil
}

// endComments ends the comments on the last move, or on what was there before the
// first one.
func (l *sgfLine) endComments() {
	to := &l.Comment
	if len(l.Moves) > 0 {
		to = &l.Moves[len(l.Moves)-1].Comment
	}
	*to = strings.Join(l.texts, "\n")
	l.texts = nil
}

func (l *sgfLine) property(p *SGFProperty) error {
	switch p.Name {
	case "B", "W":
		return l.move(p)
	case "AB", "AW", "AE":
		return l.setup(p)
	case "PL":
		return l.player(p)
	}
	return nil
}

func (l *sgfLine) move(p *SGFProperty) error {
	m, err := l.point(p.Values[0])
	if err != nil {
		return sgfError(p.Offset, "move %d: %v", len(l.Moves)+1, err)
	}
	side := game.Black
	if p.Name == "W" {
		side = game.White
	}
	l.endComments()
	l.Moves = append(l.Moves, Move{Side: side, Move: m, Offset: p.Offset})
	return nil
}

// player reads PL[B], PL[W] and their other spellings.
func (l *sgfLine) player(p *SGFProperty) error {
	if len(l.Moves) > 0 {
		return nil // it cannot mean anything that the next move does not say
	}
	switch strings.ToLower(strings.TrimSpace(p.Values[0])) {
	case "b", "1", "black":
		l.First, l.FirstTold = game.Black, true
	case "w", "2", "white":
		l.First, l.FirstTold = game.White, true
	default:
		return sgfError(p.Offset, "PL %s: want B or W", quote(p.Values[0]))
	}
	return nil
}

// setup reads AB, AW and AE: points, or rectangles such as aa:cc.
func (l *sgfLine) setup(p *SGFProperty) error {
	if len(l.Moves) > 0 {
		return sgfError(p.Offset, "stones are set up after move %d", len(l.Moves))
	}
	stone := map[string]uint8{"AE": sgfEmpty, "AB": sgfBlack, "AW": sgfWhite}[p.Name]
	for _, value := range p.Values {
		first, second, two := strings.Cut(value, ":")
		if !two {
			second = first
		}
		a, err1 := l.point(first)
		b, err2 := l.point(second)
		if err1 != nil || err2 != nil || !a.IsPoint() || !b.IsPoint() {
			return sgfError(p.Offset, "%s %s: want points of the board", p.Name, quote(value))
		}
		for y := min(a.Y(), b.Y()); y <= max(a.Y(), b.Y()); y++ {
			for x := min(a.X(), b.X()); x <= max(a.X(), b.X()); x++ {
				l.stones[game.At(x, y)] = stone
			}
		}
	}
	return nil
}

// point reads a point or a pass. "tt" is a pass on boards that have no such
// point, and so are the words for it.
func (l *sgfLine) point(text string) (game.Move, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return game.Pass, nil
	}
	if len(text) == 2 && isASCIILetter(text[0]) && isASCIILetter(text[1]) {
		if x, y := sgfLetter(text[0]), sgfLetter(text[1]); l.onBoard(x, y) && (l.Width > 0 || !l.wordForPass(text)) {
			return game.At(x, y), nil
		}
		if text == "tt" {
			return game.Pass, nil
		}
	}
	m, err := game.ParseMove(text)
	if err != nil || m.IsPoint() && !l.onBoard(m.X(), m.Y()) {
		return game.NoMove, fmt.Errorf("%s is no point of the board", quote(text))
	}
	return m, nil
}

// wordForPass reports whether a pair of letters is a pass where the board may or may
// not have such a point.
func (l *sgfLine) wordForPass(text string) bool {
	return text == "tt" || l.Name == "othello" && text == "pa"
}

// onBoard reports whether a point is on the board; where its size is not known, on
// any.
func (l *sgfLine) onBoard(x, y int) bool {
	width, height := l.Width, l.Height
	if width == 0 {
		width, height = game.MaxSize, game.MaxSize
	}
	return x < width && y < height
}

// sgfLetter returns the number that a letter stands for: a to z, then A to Z.
func sgfLetter(c byte) int {
	if c >= 'a' {
		return int(c - 'a')
	}
	return int(c-'A') + 26
}

// inferSize settles on a board where the file does not tell its size: for Gomoku the
// smallest usual one that holds all stones, for Othello the usual one, and if that
// does not hold them it was no Othello.
func (l *sgfLine) inferSize() {
	if l.Name == "" || l.Width > 0 {
		return
	}
	largest := 0
	for _, m := range l.Moves {
		if m.Move.IsPoint() {
			largest = max(largest, m.Move.X(), m.Move.Y())
		}
	}
	for _, s := range l.Setup {
		largest = max(largest, s.Move.X(), s.Move.Y())
	}
	sizes := []int{15, 19, 20, game.MaxSize}
	if l.Name == "othello" {
		sizes = []int{8}
	}
	for _, size := range sizes {
		if largest < size {
			l.Width, l.Height = size, size
			return
		}
	}
	l.Name = ""
}

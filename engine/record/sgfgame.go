package record

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"ishi/engine/game"
)

// Game returns the tree that begins with n as a game of Othello (GM[2]), of Gomoku or
// renju (GM[4]), or of a game without a name: its main line with the variations on it.
// Points are letters for column and row from the top left (B[cd]), or a letter and a
// number (B[c4], rows counted from the top). After a *SyntaxError the main line ends
// before the damage; a variation that is damaged is cut off without one. Passes that a
// writer left out are not put in.
func (n *SGFNode) Game() (*Game, error) {
	g, err, _ := n.game()
	return g, err
}

// game returns the errors of the main line and of the variations, the first of each.
func (n *SGFNode) game() (g *Game, main, variation error) {
	l := sgfLine{Game: Game{
		Black: n.Text("PB"), White: n.Text("PW"), Ratings: [2]string{n.Text("BR"), n.Text("WR")}, Rule: n.Text("RU"),
		Event: cmp.Or(n.Text("EV"), n.Text("PC")), Date: n.Text("DT"), Result: n.Text("RE"), End: n.Text("TE"),
	}}
	l.clocks(n)
	err := l.size(n)
	if err == nil {
		l.Name = sgfName(n.Text("GM"), l.Width, l.Height)
		if word, ok := gomokuRules[l.Rule]; ok && l.Name == "gomoku" {
			l.Rule = word
		}
		var before []string
		before, l.Moves, err = l.follow(n, 0)
		l.Comment = strings.Join(append(n.comments("GC"), before...), "\n")
	}
	for m, side := range l.stones {
		if side != sgfEmpty {
			l.Setup = append(l.Setup, Stone{Move: game.Move(m), Side: game.Side(side - sgfBlack)})
		}
	}
	l.inferSize()
	l.FromBelow = l.Name == "" && l.Height > 0
	if !l.FirstTold && len(l.Moves) > 0 {
		l.First = l.Moves[0].Side
	} else if !l.FirstTold && len(l.Setup) > 0 {
		_ = l.inferFirst() // it may stay open
	}
	return &l.Game, err, l.damage
}

// sgfLine is a game that is being read.
type sgfLine struct {
	Game
	// stones is the set-up, by game.Move.
	stones [game.Pass]uint8
	// damage is the first error in a variation.
	damage error
}

// clocks reads the time for a game, TM in seconds, and the increment in the manner of
// OT[10 fischer].
func (l *sgfLine) clocks(n *SGFNode) {
	var c Clock
	if s, ok := ggfNumber(n.Text("TM")); ok && s > 0 {
		c.Main = seconds64(s)
	}
	if number, how, _ := strings.Cut(n.Text("OT"), " "); strings.Contains(strings.ToLower(how), "fischer") {
		if s, ok := ggfNumber(number); ok && s > 0 {
			c.Increment = seconds64(s)
		}
	}
	l.Clocks = [2]Clock{c, c}
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

// maxNested is how deep variations may hang on variations.
const maxNested = 1000

// follow reads a line from its first node: the comments that stand before its first move,
// and the moves with what belongs to each. Other children than the first are variations
// on the next move.
func (l *sgfLine) follow(n *SGFNode, nested int) (before []string, moves []Move, err error) {
	var others []*SGFNode // wait for the move that they replace
	texts := &before
	var last []string
	for n != nil {
		count := len(moves)
		for i := range n.Properties {
			if err = l.property(&n.Properties[i], &moves, nested); err != nil {
				break
			}
		}
		if len(moves) > count {
			if count > 0 {
				moves[count-1].Comment = strings.Join(last, "\n")
			}
			texts, last = &last, nil
			moves[count].Variations = l.variations(others, nested)
			others = nil
		}
		*texts = append(*texts, n.comments("C")...)
		if err != nil {
			break
		}
		if n, others = sgfNext(n, others); n == nil && len(others) > 0 {
			// The first child led to no move: the next one is the main line.
			n, others = others[0], others[1:]
		}
	}
	if len(moves) > 0 {
		moves[len(moves)-1].Comment = strings.Join(last, "\n")
	}
	return before, moves, err
}

// sgfNext returns the node that follows in a line, nil at its end, and the variations
// that have gathered.
func sgfNext(n *SGFNode, others []*SGFNode) (*SGFNode, []*SGFNode) {
	if len(n.Children) == 0 {
		return nil, others
	}
	return n.Children[0], append(others, n.Children[1:]...)
}

// variations reads lines that begin instead of a move. One without moves is left out, and
// variations on the first move of one stand beside it.
func (l *sgfLine) variations(nodes []*SGFNode, nested int) [][]Move {
	var all [][]Move
	for _, n := range nodes {
		if nested == maxNested {
			l.damaged(sgfError(n.Offset, "variations on %d variations", nested))
			return nil
		}
		before, moves, err := l.follow(n, nested+1)
		if err != nil {
			l.damaged(err)
		}
		if len(moves) > 0 {
			moves[0].Comment = strings.TrimSpace(strings.Join(append(before, moves[0].Comment), "\n"))
			beside := moves[0].Variations
			moves[0].Variations = nil
			all = append(append(all, moves), beside...)
		}
	}
	return all
}

func (l *sgfLine) damaged(err error) {
	if l.damage == nil {
		l.damage = err
	}
}

func (l *sgfLine) property(p *SGFProperty, moves *[]Move, nested int) error {
	switch p.Name {
	case "B", "W":
		return l.move(p, moves)
	case "AB", "AW", "AE":
		if nested > 0 || len(*moves) > 0 {
			return sgfError(p.Offset, "stones are set up after move %d", len(*moves))
		}
		return l.setup(p)
	case "PL":
		if nested == 0 && len(*moves) == 0 { // later it says nothing that the next move does not
			return l.player(p)
		}
	case "V", "ET":
		if n, ok := ggfNumber(p.Values[0]); ok && len(*moves) > 0 {
			(*moves)[len(*moves)-1].value(p.Name, n)
		}
	}
	return nil
}

// value takes the value of a position, which is Black's, or the seconds of a move.
func (m *Move) value(name string, n float64) {
	switch {
	case name == "ET":
		m.Time = seconds64(max(n, 0))
	case m.Side == game.White:
		m.Score, m.Scored = 0-n, true
	default:
		m.Score, m.Scored = n, true
	}
}

func (l *sgfLine) move(p *SGFProperty, moves *[]Move) error {
	m, err := l.point(p.Values[0])
	if err != nil {
		return sgfError(p.Offset, "move %d: %v", len(*moves)+1, err)
	}
	side := game.Black
	if p.Name == "W" {
		side = game.White
	}
	*moves = append(*moves, Move{Side: side, Move: m, Offset: p.Offset})
	return nil
}

// player reads PL[B], PL[W] and their other spellings.
func (l *sgfLine) player(p *SGFProperty) error {
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
	largest := largestPoint(l.Moves)
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

// largestPoint returns the largest column or row in some moves and their variations.
func largestPoint(moves []Move) int {
	largest := 0
	for _, m := range moves {
		if m.Move.IsPoint() {
			largest = max(largest, m.Move.X(), m.Move.Y())
		}
		for _, v := range m.Variations {
			largest = max(largest, largestPoint(v))
		}
	}
	return largest
}

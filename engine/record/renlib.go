package record

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"ishi/engine/game"
)

// A RenLib file is a header of 20 bytes, and the nodes of a tree in the order in which
// one walks through it, each of two bytes with texts behind it:
//
//	ff "RenLib" ff  major minor  ff × 10
//	point  flags  [extension]  [comment 00]  [label 00]
//
//	78 00  h8 ─┬▶ 79 80  i8 ─▶ 67 40  g7      80: a sibling follows when this is done
//	           └▶ 89 40  i9                   40: nothing follows a leaf
//
// A point is 16*row + column, rows from 0, columns from 1, 00 the root or a pass. Texts
// are padded to an even length.
const (
	// renLibMagic is how a file begins; two bytes of its version follow.
	renLibMagic      = "\xffRenLib\xff"
	renLibHeaderSize = 20
	renLibSize       = 15 // points each way
	renLibVersion    = 304
)

// The flags of a node, those of its extension shifted up.
const (
	renLibSibling    = 0x80
	renLibLeaf       = 0x40
	renLibOldComment = 0x20
	renLibComment    = 0x08
	renLibNoMove     = 0x02
	renLibExtension  = 0x01
	renLibLabel      = 0x0100
)

// renLibNode is a node; the root is number 0.
type renLibNode struct {
	move           game.Move // NoMove for the root
	parent         int32
	child, sibling int32 // the first, 0 for none
	last           int32 // the last child so far
	height         int32 // moves of the longest line below
	label          bool  // a label on a point, no move
	comment        string
	offset         int
}

// readRenLib reads a library as one game: the longest line, the first of those, with all
// others as variations.
func readRenLib(in *bufio.Reader, out *delivery) error {
	t := renLibTree{in: in}
	err := t.read()
	if err != nil {
		out.damaged(err)
	}
	if len(t.nodes) < 2 && err != nil {
		return nil
	}
	for i := len(t.nodes) - 1; i > 0; i-- { // children stand behind their parents
		n, parent := &t.nodes[i], &t.nodes[t.nodes[i].parent]
		if !n.label {
			parent.height = max(parent.height, n.height+1)
		}
	}
	g := &Game{Name: "gomoku", Width: renLibSize, Height: renLibSize, Comment: t.comment(0)}
	if g.Moves, err = t.line(0, game.Black, 0); err != nil {
		out.damaged(err)
	}
	return out.game(g)
}

type renLibTree struct {
	in    *bufio.Reader
	at    int
	nodes []renLibNode
}

func (t *renLibTree) fail(at int, format string, args ...any) error {
	return &SyntaxError{Format: string(RenLib), Offset: at, Reason: fmt.Sprintf(format, args...)}
}

// read reads the tree as far as it can be read.
func (t *renLibTree) read() error {
	head, err := t.in.Peek(renLibHeaderSize)
	switch {
	case strings.HasPrefix(string(head), renLibMagic) && len(head) == renLibHeaderSize:
		if version := 100*int(head[8]) + int(head[9]); version > renLibVersion {
			return t.fail(8, "version %d.%d: want up to 3.4", head[8], head[9])
		}
		t.in.Discard(renLibHeaderSize)
		t.at = renLibHeaderSize
	case len(head) > 1 && head[0] == 0x78: // files of the first versions have no header
	case err != nil && err != io.EOF:
		return err
	default:
		return t.fail(0, "no RenLib file: want the header of %d bytes", renLibHeaderSize)
	}
	t.nodes = []renLibNode{{}}
	var open []int32 // nodes whose siblings are still to come
	parent, done := int32(0), false
	due := true // a node must follow
	for first := true; !done; first = false {
		at := t.at
		point, flags, err := t.node()
		if err == io.EOF && at == t.at && len(open) == 0 && !due {
			return nil // some writers mark no leaves where there is but one line
		}
		if err == io.EOF {
			return t.fail(t.at, "the file ends before the tree does")
		}
		if err != nil {
			return err
		}
		i := int32(0)
		if !first || point != 0 {
			if i, err = t.add(parent, point, flags, at); err != nil {
				return err
			}
		}
		if err := t.texts(i, flags); err != nil {
			return err
		}
		if flags&renLibSibling != 0 && i > 0 {
			open = append(open, i)
		}
		parent, due = i, false
		if flags&renLibLeaf != 0 {
			if done = len(open) == 0; !done {
				parent = t.nodes[open[len(open)-1]].parent
				open, due = open[:len(open)-1], true
			}
		}
	}
	return t.end()
}

// end reports what stands behind the tree, padding aside.
func (t *renLibTree) end() error {
	for at := t.at; ; at++ {
		b, err := t.in.ReadByte()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if b != 0 && b != 0x1a {
			return t.fail(at, "data behind the end of the tree")
		}
	}
}

// two reads two bytes.
func (t *renLibTree) two() (a, b byte, err error) {
	if a, err = t.in.ReadByte(); err != nil {
		return 0, 0, err
	}
	t.at++
	if b, err = t.in.ReadByte(); err != nil {
		return 0, 0, err
	}
	t.at++
	return a, b, nil
}

// node reads a point and its flags.
func (t *renLibTree) node() (point byte, flags int, err error) {
	point, low, err := t.two()
	if err != nil {
		return 0, 0, err
	}
	flags = int(low)
	if flags&renLibExtension != 0 {
		high, middle, err := t.two()
		if err != nil {
			return 0, 0, err
		}
		flags |= int(middle)<<8 | int(high)<<16
	}
	return point, flags, nil
}

// add puts a node into the tree.
func (t *renLibTree) add(parent int32, point byte, flags, at int) (int32, error) {
	n := renLibNode{move: game.Pass, parent: parent, label: flags&renLibNoMove != 0, offset: at}
	if column, row := int(point&15), int(point>>4); point != 0 {
		if column == 0 || row >= renLibSize {
			return 0, t.fail(at, "%02x is no point of a board of 15x15", point)
		}
		n.move = game.At(column-1, row)
	}
	if len(t.nodes) > maxSGFNodes {
		return 0, t.fail(at, "more than %d nodes", maxSGFNodes)
	}
	i := int32(len(t.nodes))
	t.nodes = append(t.nodes, n)
	p := &t.nodes[parent]
	if p.last == 0 {
		p.child = i
	} else {
		t.nodes[p.last].sibling = i
	}
	p.last = i
	p.label = false // what has children is a move
	return i, nil
}

// texts reads the comment and the label of a node.
func (t *renLibTree) texts(i int32, flags int) error {
	var parts []string
	if flags&(renLibComment|renLibOldComment) != 0 {
		text, err := t.text(flags&renLibOldComment != 0)
		if err != nil {
			return err
		}
		parts = append(parts, text)
	}
	if flags&renLibLabel != 0 {
		text, err := t.text(false)
		if err != nil {
			return err
		}
		parts = append([]string{text}, parts...)
	}
	t.nodes[i].comment = strings.TrimSpace(strings.Join(parts, "\n"))
	return nil
}

// text reads a text of an even number of bytes, which ends with a NUL, or in the first
// versions with a byte that has its highest bit set.
func (t *renLibTree) text(old bool) (string, error) {
	begin := t.at
	var text []byte
	for {
		a, b, err := t.two()
		if err == io.EOF {
			return "", t.fail(begin, "the file ends in a text")
		}
		if err != nil {
			return "", err
		}
		for _, c := range [2]byte{a, b} {
			if c == 0 && !old {
				return renLibReadable(text), nil
			}
			text = append(text, c)
			if old && c >= 0x80 {
				return renLibOldReadable(text), nil
			}
		}
		if len(text) > maxText {
			return "", t.fail(begin, "a text longer than %d bytes", maxText)
		}
	}
}

// renLibReadable returns a text with line ends where RenLib has a backspace between
// the first line and the others.
func renLibReadable(text []byte) string {
	return strings.TrimSpace(strings.NewReplacer("\b", "\n", "\r\n", "\n", "\r", "\n").Replace(readable(string(text))))
}

// renLibOldReadable reads the seven bits of the first versions, ISO 646-SE.
func renLibOldReadable(text []byte) string {
	var b strings.Builder
	for _, c := range text {
		switch c &= 0x7f; c {
		case '}':
			b.WriteRune('å')
		case '{':
			b.WriteRune('ä')
		case '|':
			b.WriteRune('ö')
		case ']':
			b.WriteRune('Å')
		case '[':
			b.WriteRune('Ä')
		case '\\':
			b.WriteRune('Ö')
		case 0:
		default:
			b.WriteByte(c)
		}
	}
	return renLibReadable([]byte(b.String()))
}

// comment returns the comment of a node, with the labels on points below it.
func (t *renLibTree) comment(i int32) string {
	var lines []string
	if t.nodes[i].comment != "" {
		lines = append(lines, t.nodes[i].comment)
	}
	for c := t.nodes[i].child; c != 0; c = t.nodes[c].sibling {
		if n := &t.nodes[c]; n.label && n.comment != "" {
			lines = append(lines, n.move.String()+": "+n.comment)
		}
	}
	return strings.Join(lines, "\n")
}

// line returns the longest line below a node, with all others as variations on it.
func (t *renLibTree) line(i int32, side game.Side, nested int) ([]Move, error) {
	if nested > maxNested {
		return nil, t.fail(t.nodes[i].offset, "variations on %d variations", maxNested)
	}
	var moves []Move
	for {
		main := int32(0)
		for c := t.nodes[i].child; c != 0; c = t.nodes[c].sibling {
			if n := &t.nodes[c]; !n.label && (main == 0 || n.height > t.nodes[main].height) {
				main = c
			}
		}
		if main == 0 {
			return moves, nil
		}
		m := t.move(main, side)
		for c := t.nodes[i].child; c != 0; c = t.nodes[c].sibling {
			if c == main || t.nodes[c].label {
				continue
			}
			rest, err := t.line(c, side.Other(), nested+1)
			if err != nil {
				return append(moves, m), err
			}
			m.Variations = append(m.Variations, append([]Move{t.move(c, side)}, rest...))
		}
		moves = append(moves, m)
		i, side = main, side.Other()
	}
}

func (t *renLibTree) move(i int32, side game.Side) Move {
	return Move{Side: side, Move: t.nodes[i].move, Comment: t.comment(i), Offset: t.nodes[i].offset}
}

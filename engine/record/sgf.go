package record

import (
	"fmt"
	"io"
	"strings"
)

// SGFNode is a node of a game tree of the Smart Game Format (FF[1] to FF[4]), with
// all its properties, known or not, and all its variations.
//
//	(;SZ[8] ;B[f5] ;W[f6] (;B[e6]) (;B[d3]))
//	  root ─▶ f5 ───▶ f6 ─┬▶ e6      the main line goes on with the first
//	                      └▶ d3      child, the others are variations
type SGFNode struct {
	Properties []SGFProperty
	Children   []*SGFNode
	// Offset is the byte of the file, from 0, at which the node begins.
	Offset int
}

// SGFProperty is a property of a node.
type SGFProperty struct {
	// Name is in capitals: lower case letters of old files are left out.
	Name string
	// Values have their escapes resolved, and line ends are line feeds.
	Values []string
	Offset int
}

// maxSGFNodes bounds the memory that a file can ask for.
const maxSGFNodes = 1 << 20

// Values returns the values of all properties of a name, nil when there is none.
func (n *SGFNode) Values(name string) []string {
	var values []string
	for i := range n.Properties {
		if n.Properties[i].Name == name {
			values = append(values, n.Properties[i].Values...)
		}
	}
	return values
}

// Text returns the first value of a property as text of one line, empty when there
// is none.
func (n *SGFNode) Text(name string) string {
	for _, v := range n.Values(name) {
		return strings.TrimSpace(strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, readable(v)))
	}
	return ""
}

// ReadSGF reads the game trees of a file. Text before the first one is skipped. After
// a *SyntaxError the trees hold what stood before the damage.
func ReadSGF(r io.Reader) ([]*SGFNode, error) {
	text, err := readText(r)
	if err != nil {
		return nil, err
	}
	p := sgfParser{text: text}
	err = p.run()
	return p.trees, err
}

// sgfParser reads a file without recursion: variations may be nested to any depth.
type sgfParser struct {
	text  string
	at    int
	trees []*SGFNode
	nodes int

	open []*SGFNode // for each open parenthesis the node that it hangs on, nil for a tree
	last *SGFNode   // the node that the next one follows
	// empty is the number of the parenthesis that has no node yet, 0 for none.
	empty int
}

func (p *sgfParser) fail(at int, format string, args ...any) error {
	return &SyntaxError{Format: "sgf", Offset: at, Reason: fmt.Sprintf(format, args...)}
}

func (p *sgfParser) run() error {
	if start := sgfStart(p.text); start < 0 {
		return p.fail(0, "no game tree: want (;")
	} else {
		p.at = start
	}
	for p.skipBlanks(); p.at < len(p.text); p.skipBlanks() {
		if err := p.step(); err != nil {
			return err
		}
	}
	if len(p.open) > 0 {
		return p.fail(len(p.text), "the file ends before a closing parenthesis")
	}
	return nil
}

// sgfStart returns where the first tree begins: at a parenthesis followed by a
// semicolon, -1 when there is none.
func sgfStart(text string) int {
	for i := 0; i < len(text); i++ {
		if text[i] == '(' && strings.HasPrefix(strings.TrimLeft(text[i+1:min(len(text), i+64)], " \t\r\n\v\f"), ";") {
			return i
		}
	}
	return -1
}

func (p *sgfParser) skipBlanks() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n\v\f\x00\x1a", p.text[p.at]) >= 0 {
		p.at++
	}
}

// step reads a parenthesis, the beginning of a node or a property.
func (p *sgfParser) step() error {
	at := p.at
	switch c := p.text[at]; {
	case c == '(':
		if p.empty > 0 {
			return p.fail(at, "a variation begins without a node")
		}
		p.open = append(p.open, p.last)
		p.empty = len(p.open)
		p.at++
	case c == ')':
		if len(p.open) == 0 {
			return p.fail(at, "a parenthesis too many")
		}
		if p.empty > 0 {
			return p.fail(at, "a variation without a node")
		}
		p.last = p.open[len(p.open)-1]
		p.open = p.open[:len(p.open)-1]
		p.at++
	case c == ';':
		return p.node()
	case isASCIILetter(c):
		return p.property()
	case len(p.open) == 0: // between trees
		p.at++
	default:
		return p.fail(at, "%s: want a node, a property or a parenthesis", quote(p.text[at:at+1]))
	}
	return nil
}

// node begins a node.
func (p *sgfParser) node() error {
	if len(p.open) == 0 {
		return p.fail(p.at, "a node outside of a game tree")
	}
	if p.nodes++; p.nodes > maxSGFNodes {
		return p.fail(p.at, "more than %d nodes", maxSGFNodes)
	}
	n := &SGFNode{Offset: p.at}
	if p.last == nil {
		p.trees = append(p.trees, n)
	} else {
		p.last.Children = append(p.last.Children, n)
	}
	p.last, p.empty = n, 0
	p.at++
	return nil
}

// property reads a name and its values.
func (p *sgfParser) property() error {
	start := p.at
	var name []byte
	for ; p.at < len(p.text) && isASCIILetter(p.text[p.at]); p.at++ {
		if c := p.text[p.at]; c < 'a' {
			name = append(name, c)
		}
	}
	if len(p.open) == 0 { // text between trees
		return nil
	}
	word := p.text[start:p.at]
	if p.last == nil || p.empty > 0 {
		return p.fail(start, "property %s outside of a node", quote(word))
	}
	property := SGFProperty{Name: string(name), Offset: start}
	for p.skipBlanks(); p.at < len(p.text) && p.text[p.at] == '['; p.skipBlanks() {
		value, err := p.value()
		if err != nil {
			return err
		}
		property.Values = append(property.Values, value)
	}
	if len(property.Values) == 0 {
		return p.fail(start, "property %s without a value", quote(word))
	}
	p.last.Properties = append(p.last.Properties, property)
	return nil
}

// value reads a value in brackets. A backslash makes the next character literal,
// and before a line end joins two lines.
func (p *sgfParser) value() (string, error) {
	start := p.at
	var b strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case ']':
			p.at++
			return b.String(), nil
		case '\\':
			if p.at++; p.at < len(p.text) {
				if n := lineEnd(p.text[p.at:]); n > 0 {
					p.at += n - 1
				} else {
					b.WriteByte(p.text[p.at])
				}
			}
		default:
			if n := lineEnd(p.text[p.at:]); n > 0 {
				p.at += n - 1
				c = '\n'
			}
			b.WriteByte(c)
		}
	}
	return "", p.fail(start, "a value without its closing bracket")
}

// lineEnd returns the length of the line end at the start of text, 0 when there is
// none: CR LF, LF CR, LF or CR.
func lineEnd(text string) int {
	if text[0] != '\r' && text[0] != '\n' {
		return 0
	}
	if len(text) > 1 && text[0]+text[1] == '\r'+'\n' {
		return 2
	}
	return 1
}

func isASCIILetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

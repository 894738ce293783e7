package record

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"ishi/engine/game"
)

// psqSize is the board of rec files and of damaged headers, in points each way.
const psqSize = 20

// readPSQ reads a game of Piskvork:
//
//	Piskvorky 20x20, 11:11, 0      size, level of both slots (0 = human), slot that begins
//	11,11,0                        column and row from 1, counted from the top left, and
//	12,10,1532                     the milliseconds of the move, which may be missing
//	pela.zip                       in tournaments: the players of both slots
//	ishi.zip
//	0                              how it ended: 0 regularly, 15 by time, -1 not told, …
//	1,Freestyle                    perhaps which of the two won, 0 for none, and the tournament
func readPSQ(in *bufio.Reader, out *delivery) error {
	p := psqReader{lines: lines{in: in}, out: out, base: 1}
	text, err := p.text()
	if err != nil && err != io.EOF {
		return err
	}
	begins, err := p.header(text)
	if err != nil {
		out.damaged(p.fail("%v", err))
		return nil
	}
	return p.game(begins)
}

// readREC reads the same with the names first, the beginner's on top, and coordinates
// from 0.
func readREC(in *bufio.Reader, out *delivery) error {
	p := psqReader{lines: lines{in: in}, out: out}
	for _, name := range []*string{&p.g.Black, &p.g.White} {
		text, err := p.text()
		if err == io.EOF {
			out.damaged(p.fail("want the names of two players"))
			return nil
		}
		if err != nil {
			return err
		}
		*name = readable(strings.TrimSpace(text))
	}
	p.g.Line = 1
	p.g.Width, p.g.Height = out.source.Width, out.source.Height
	return p.game(0)
}

type psqReader struct {
	lines
	out  *delivery
	g    Game
	base int // the number of the first column and row
	// open is set while the board has to grow with the moves.
	open bool
}

func (p *psqReader) fail(format string, args ...any) error {
	return &SyntaxError{Format: string(p.out.source.Format), Line: p.number, Offset: p.start, Reason: fmt.Sprintf(format, args...)}
}

// text returns the next line that is not empty.
func (p *psqReader) text() (string, error) {
	for {
		text, err := p.lines.read()
		if err != nil && err != io.EOF {
			return "", fmt.Errorf("%s: %w", p.out.source.Format, err)
		}
		if text = strings.Trim(text, " \t\x00\x1a"); err != nil || text != "" {
			return text, err
		}
	}
}

// header reads the first line and returns the slot that begins.
func (p *psqReader) header(text string) (int, error) {
	rest, ok := strings.CutPrefix(text, "Piskvorky")
	n := integers(strings.NewReplacer("x", ",", "X", ",", ":", ",", "/", ",").Replace(rest))
	if !ok || len(n) < 2 {
		return 0, fmt.Errorf("%s: want Piskvorky 20x20, 11:11, 0", quote(text))
	}
	if n[0] < 1 || n[1] < 1 || n[0] > game.MaxSize || n[1] > game.MaxSize {
		return 0, fmt.Errorf("board of %dx%d: want 1 to %d", n[0], n[1], game.MaxSize)
	}
	p.g.Line, p.g.Offset = p.number, p.start
	p.g.Width, p.g.Height = n[0], n[1]
	begins := 0
	if len(n) > 4 && n[4] == 1 {
		begins = 1
	}
	if len(n) > 3 {
		p.g.Levels = [2]int{n[2+begins], n[3-begins]}
	}
	return begins, nil
}

// integers reads numbers with commas between them; nil where there is anything else.
func integers(text string) []int {
	var all []int
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// game reads the moves and what follows them.
func (p *psqReader) game(begins int) error {
	p.g.Name = "gomoku"
	if p.open = p.g.Width == 0; p.open {
		p.g.Width, p.g.Height = psqSize, psqSize
	}
	for {
		text, err := p.text()
		n := integers(text)
		if err != nil || len(n) < 2 || len(n) > 3 {
			if err == nil {
				err = p.trailer(text, begins)
			}
			if err != nil && err != io.EOF {
				p.out.damaged(err)
			}
			return p.deliver()
		}
		if err := p.move(n); err != nil {
			p.out.damaged(err)
			return p.deliver()
		}
	}
}

func (p *psqReader) deliver() error {
	g := p.g
	return p.out.game(&g)
}

func (p *psqReader) move(n []int) error {
	x, y := n[0]-p.base, n[1]-p.base
	limit := [2]int{p.g.Width, p.g.Height}
	if p.open {
		limit = [2]int{game.MaxSize, game.MaxSize}
	}
	if x < 0 || y < 0 || x >= limit[0] || y >= limit[1] {
		return p.fail("move %d: %d,%d is off a board of %dx%d that counts from %d", len(p.g.Moves)+1, n[0], n[1], limit[0], limit[1], p.base)
	}
	if p.open {
		size := max(p.g.Width, x+1, y+1)
		p.g.Width, p.g.Height = size, size
	}
	m := Move{Side: game.Side(len(p.g.Moves) & 1), Move: game.At(x, y), Offset: p.start}
	if len(n) == 3 && n[2] > 0 {
		m.Time = time.Duration(min(n[2], 1<<31)) * time.Millisecond
	}
	p.g.Moves = append(p.g.Moves, m)
	return nil
}

// trailer reads what follows the moves: two names, the number that says how the game
// ended, a result of the tournament. Numbers of another kind are a damaged move.
func (p *psqReader) trailer(text string, begins int) error {
	var names []string
	result := ""
	begin := p.fail("%s: want a move x,y,ms or the names of two players", quote(text))
	for ended := false; ; {
		switch n := integers(text); {
		case len(n) == 1 && !ended:
			ended, p.g.End = true, strconv.Itoa(n[0])
		case ended && result == "" && (len(n) == 2 || len(n) == 0 && text != ""):
			result = text
		case strings.Trim(text, "0123456789,-+ \t") == "" || len(n) > 0:
			p.out.damaged(p.fail("%s: want a move x,y,ms", quote(text)))
			return nil
		case !ended:
			names = append(names, readable(text))
		}
		var err error
		if text, err = p.text(); err != nil {
			if len(names) == 2 {
				p.g.Black, p.g.White = names[begins], names[1-begins]
				p.result(result, begins)
			} else if len(names) > 0 {
				p.out.damaged(begin)
			}
			return err
		}
	}
}

// result reads the slot, from 1, whose player won and the tournament.
func (p *psqReader) result(text string, begins int) {
	winner, event, ok := strings.Cut(text, ",")
	n, err := strconv.Atoi(strings.TrimSpace(winner))
	if !ok || err != nil || n < 0 || n > 2 {
		return
	}
	p.g.Event = readable(strings.TrimSpace(event))
	p.g.Result = "Draw"
	if n > 0 {
		p.g.Result = [2]string{"B+", "W+"}[(n-1)^begins]
	}
}

// isREC reports whether lines are the beginning of a rec file: two names and a move.
func isREC(text []string) bool {
	var full []string
	for _, line := range text {
		if line = strings.TrimSpace(line); line != "" && len(full) < 3 {
			full = append(full, line)
		}
	}
	return len(full) == 3 && integers(full[0]) == nil && integers(full[1]) == nil && len(integers(full[2])) == 3
}

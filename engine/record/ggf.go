package record

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"ishi/engine/game"
)

// ReadGGF reads the games of a file in the Generic Game Format, as Othello servers and
// programs write them:
//
//	1 (;GM[Othello]PC[GGS]DT[2003.12.15]PB[a]PW[b]RE[+2.000]TI[05:00//02:00]TY[8]
//	BO[8 -------- … -------- *]B[d3/-1.2/0.01]W[c5]B[PA];)
//
// Counts and other text between games are skipped. BO is the board row by row and the
// side to move, * or O; a move may be followed by what the player thought of it and
// the seconds it took, either of which may be missing. After a *SyntaxError the games
// hold what stood before the damage, the last one perhaps not to its end.
func ReadGGF(r io.Reader) ([]*Game, error) {
	text, err := readText(r)
	if err != nil {
		return nil, err
	}
	p := ggfParser{text: text}
	for {
		start := strings.Index(p.text[p.at:], "(;")
		if start < 0 {
			break
		}
		p.at += start + len("(;")
		g, err := p.game()
		p.games = append(p.games, g)
		if err != nil {
			return p.games, err
		}
	}
	if len(p.games) == 0 {
		return nil, p.fail(0, "no game: want (;")
	}
	return p.games, nil
}

type ggfParser struct {
	text  string
	at    int
	games []*Game
}

func (p *ggfParser) fail(at int, format string, args ...any) error {
	return &SyntaxError{Format: "ggf", Offset: at, Reason: fmt.Sprintf(format, args...)}
}

// game reads a game from behind its opening to behind its end.
func (p *ggfParser) game() (*Game, error) {
	g := &Game{}
	var comments []string
	for {
		p.at += len(p.text[p.at:]) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n"))
		if rest := p.text[p.at:]; rest == "" {
			return g, p.fail(p.at, "the game has no end: want ;)")
		} else if rest[0] == ';' || rest[0] == ')' {
			p.at++
			if strings.HasPrefix(rest, ";)") {
				p.at++
			}
			break
		}
		at := p.at
		name, value, err := p.field()
		if err != nil {
			return g, err
		}
		if name == "CO" || name == "C" {
			comments = append(comments, readable(value))
			continue
		}
		if err := g.ggfField(name, value, at); err != nil {
			return g, p.fail(at, "%s: %v", quote(name+"["+value+"]"), err)
		}
	}
	g.Comment = strings.Join(comments, "\n")
	if g.Name == "" {
		g.Name = "othello"
	}
	if g.Width == 0 {
		g.Width, g.Height = 8, 8
	}
	if lead, ok := ggfNumber(g.Result); ok && math.Abs(lead) > float64(g.Width*g.Height) {
		g.Result = "?" // Edax writes -127 for a game that goes on
	}
	return g, nil
}

// field reads NAME[value].
func (p *ggfParser) field() (name, value string, err error) {
	start := p.at
	for p.at < len(p.text) && isASCIILetter(p.text[p.at]) {
		p.at++
	}
	name = p.text[start:p.at]
	if name == "" || p.at == len(p.text) || p.text[p.at] != '[' {
		return "", "", p.fail(start, "%s: want a field NAME[value]", quote(p.text[start:min(len(p.text), p.at+1)]))
	}
	p.at++
	end := strings.IndexByte(p.text[p.at:], ']')
	if end < 0 {
		return "", "", p.fail(start, "%s has no closing bracket", quote(name))
	}
	value = p.text[p.at : p.at+end]
	p.at += end + 1
	return name, value, nil
}

// ggfField takes a field into the game. Fields that are not known are left out.
func (g *Game) ggfField(name, value string, at int) error {
	value = strings.TrimSpace(value)
	switch name {
	case "GM":
		if !strings.EqualFold(value, "othello") && !strings.EqualFold(value, "reversi") {
			return errors.New("want Othello")
		}
		g.Name = "othello"
	case "PC":
		g.Event = readable(value)
	case "DT":
		g.Date = value
	case "PB":
		g.Black = readable(value)
	case "PW":
		g.White = readable(value)
	case "RB":
		g.Ratings[game.Black] = readable(value)
	case "RW":
		g.Ratings[game.White] = readable(value)
	case "RE":
		g.Result = value
	case "TI":
		g.Clocks = [2]Clock{ggfClock(value), ggfClock(value)}
	case "TB":
		g.Clocks[game.Black] = ggfClock(value)
	case "TW":
		g.Clocks[game.White] = ggfClock(value)
	case "TY":
		g.Rule = value
		return g.ggfType(value)
	case "BO":
		return g.ggfBoard(value)
	case "B":
		return g.ggfMove(game.Black, value, at)
	case "W":
		return g.ggfMove(game.White, value, at)
	}
	return nil
}

// ggfType takes the size from a type of match such as 8 or s8kr20, where no board has
// been given.
func (g *Game) ggfType(value string) error {
	digits := ggfTypeDigits(value)
	if digits == "" || g.Width > 0 {
		return nil
	}
	return g.ggfSize(digits)
}

// ggfTypeDigits returns the size in a type of match as it is written.
func ggfTypeDigits(value string) string {
	digits := strings.TrimLeft(value, "sabk")
	end := 0
	for end < len(digits) && digits[end] >= '0' && digits[end] <= '9' {
		end++
	}
	return digits[:end]
}

func (g *Game) ggfSize(text string) error {
	size, err := strconv.Atoi(text)
	if err != nil || size < 4 || size > game.MaxSize {
		return fmt.Errorf("no square board has the size %s", quote(text))
	}
	g.Width, g.Height = size, size
	return nil
}

// ggfBoard reads the size, the squares row by row, and the side to move.
func (g *Game) ggfBoard(value string) error {
	fields := strings.Fields(value)
	if len(fields) < 2 {
		return errors.New("want a size, the squares and the side to move")
	}
	if err := g.ggfSize(fields[0]); err != nil {
		return err
	}
	squares := strings.Join(fields[1:], "")
	if want := g.Width*g.Height + 1; len(squares) != want {
		return fmt.Errorf("%d squares and a side to move: %d characters", want-1, len(squares))
	}
	g.Setup = nil
	for i, c := range []byte(squares) {
		side, stone, ok := ggfSquare(c)
		switch last := i == len(squares)-1; {
		case !ok || last && !stone:
			return fmt.Errorf("square %d: %q", i+1, c)
		case last:
			g.First, g.FirstTold = side, true
		case stone:
			g.Setup = append(g.Setup, Stone{Move: game.At(i%g.Width, i/g.Width), Side: side})
		}
	}
	return nil
}

// ggfSquare reads what is on a square.
func ggfSquare(c byte) (side game.Side, stone, ok bool) {
	switch c {
	case '*', 'X', 'x', 'B', 'b':
		return game.Black, true, true
	case 'O', 'o', 'W', 'w', '0':
		return game.White, true, true
	case '-', '.', '_':
		return game.Black, false, true
	}
	return game.Black, false, false
}

// ParseGGFMove reads a move as GGF and the NBoard protocol write it: F5, F5/1.20,
// F5/1.20/0.5, F5//0.5 or PA.
func ParseGGFMove(text string) (Move, error) {
	point, rest, _ := strings.Cut(text, "/")
	score, seconds, _ := strings.Cut(rest, "/")
	m, err := game.ParseMove(strings.TrimSpace(point))
	if err != nil {
		return Move{}, err
	}
	move := Move{Move: m}
	move.Score, move.Scored = ggfNumber(score)
	if s, ok := ggfNumber(seconds); ok && s > 0 {
		move.Time = seconds64(s)
	}
	return move, nil
}

func (g *Game) ggfMove(side game.Side, value string, at int) error {
	m, err := ParseGGFMove(value)
	if err != nil {
		return err
	}
	if g.Width == 0 {
		g.Width, g.Height = 8, 8
	}
	if p := m.Move; p.IsPoint() && max(p.X(), p.Y()) >= g.Width {
		return fmt.Errorf("%v is off a board of %dx%d", p, g.Width, g.Width)
	}
	m.Side, m.Offset = side, at
	if !g.FirstTold && len(g.Moves) == 0 {
		g.First = side
	}
	g.Moves = append(g.Moves, m)
	return nil
}

// ggfNumber reads a number that may be missing. Programs write it in the manner of
// their country too.
func ggfNumber(text string) (float64, bool) {
	f, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// ggfClock reads a time such as 05:00//02:00: the main time, what is added with each
// move, and what is given once when the time has run out, which is left out here.
func ggfClock(text string) Clock {
	main, rest, _ := strings.Cut(text, "/")
	increment, _, _ := strings.Cut(rest, "/")
	return Clock{Main: ggfTime(main), Increment: ggfTime(increment)}
}

// ggfTime reads days.hours:minutes:seconds, of which the first parts may be missing; 0
// for what is no time.
func ggfTime(text string) time.Duration {
	total := 0.0
	for i, part := range strings.Split(text, ":") {
		days, hours, dotted := strings.Cut(part, ".")
		n, err := strconv.ParseUint(strings.TrimSpace(days), 10, 31)
		if err != nil || i > 2 {
			return 0
		}
		total = total*60 + float64(n)
		if dotted {
			h, err := strconv.ParseUint(hours, 10, 31)
			if err != nil || i > 0 {
				return 0
			}
			total = total*24 + float64(h)
		}
	}
	return seconds64(total)
}

// seconds64 converts seconds; a time beyond a century is a century.
func seconds64(s float64) time.Duration {
	const century = 100 * 365 * 24 * 3600
	return time.Duration(min(s, century) * float64(time.Second))
}

package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Source says what is known of a file besides what stands in it. The zero value knows
// nothing.
type Source struct {
	// Name is the file's name, which may tell the format.
	Name string
	// Format is the format; where it is empty the content and the name decide.
	Format Format
	// Game, Width and Height are taken where the file does not say.
	Game          string
	Width, Height int
	// Players and Tournaments are the names that a WTHOR file refers to.
	Players, Tournaments []string
}

// Read calls f for the games of r one after the other, in constant memory however many
// there are. A game is f's to keep. Where the input is damaged f gets what could be read
// of that game, the games that follow are read where their beginning can be found,
// and the first damage is returned at the end: a *SyntaxError, a *WthorMoveError or
// another error that tells the place. An error that f returns ends the reading and is
// returned as it is.
func Read(r io.Reader, format Format, f func(*Game) error) error {
	return Source{Format: format}.Read(r, f)
}

// ReadFile reads a file as Read does, and the names of players and tournaments that
// lie beside a WTHOR file.
func ReadFile(path string, f func(*Game) error) error {
	return Source{Name: path}.ReadFile(f)
}

// ReadFile reads the file called s.Name.
func (s Source) ReadFile(f func(*Game) error) error {
	file, err := os.Open(s.Name)
	if err != nil {
		return err
	}
	defer file.Close()
	if s.Players == nil && s.Tournaments == nil && byExtension(s.Name) == WTHOR {
		s.Players, s.Tournaments = wthorNamesBeside(s.Name)
	}
	return s.Read(file, f)
}

// detectSize is how much of a file is looked at, in bytes.
const detectSize = 4096

// Read reads r; see Read.
func (s Source) Read(r io.Reader, f func(*Game) error) error {
	in := bufio.NewReaderSize(r, 1<<16)
	if s.Format == "" {
		head, err := in.Peek(detectSize)
		if err != nil && err != io.EOF {
			return err
		}
		s.Format = Detect(s.Name, head)
		if s.Format == "" && len(head) == 0 {
			return errors.New("record: the file is empty")
		}
	}
	read, ok := readers[s.Format]
	if !ok {
		return s.unknown()
	}
	out := &delivery{source: s, f: f}
	if err := read(in, out); err != nil {
		return err
	}
	return out.damage
}

func (s Source) unknown() error {
	if s.Format != "" {
		return fmt.Errorf("record: no format %q", string(s.Format))
	}
	what := "the input"
	if s.Name != "" {
		what = filepath.Base(s.Name)
	}
	var names []string
	for _, i := range Formats() {
		names = append(names, string(i.Format))
	}
	return fmt.Errorf("record: %s is in no format that is known (%s)", what, strings.Join(names, ", "))
}

// readers read the formats. What they return ends the reading at once; damage after
// which they go on they tell the delivery.
var readers = map[Format]func(*bufio.Reader, *delivery) error{
	PSQ: readPSQ, REC: readREC, SGF: readSGFGames, GGF: readGGFGames, OBF: readOBFGames,
	Moves: readMoves, Offsets: readMoves, Board: readBoards, WTHOR: readWthorGames, RenLib: readRenLib, CSV: readGamelog,
}

// delivery hands games to the caller.
type delivery struct {
	source Source
	f      func(*Game) error
	games  int   // so far
	damage error // the first
}

// damaged keeps the first damage.
func (d *delivery) damaged(err error) {
	if d.damage == nil {
		d.damage = err
	}
}

// game hands on a game after filling in what the caller knows of it.
func (d *delivery) game(g *Game) error {
	g.Format = d.source.Format
	if g.Name == "" && !g.FromBelow {
		g.Name = d.source.Game
	}
	if g.Width == 0 && (g.Name == d.source.Game || d.source.Game == "") {
		g.Width, g.Height = d.source.Width, d.source.Height
	}
	d.games++
	return d.f(g)
}

package record

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"ishi/engine/game"
)

// Game is a game, or a position without moves, as the formats hold it: what was set
// up, who moved first, and the moves of the main line with the variations on them.
// Whether the moves are legal is for the rules to say.
type Game struct {
	// Format is the one that the game was read in, empty for a new game.
	Format Format
	// Line, from 1, and Offset, in bytes from 0, are where the game begins in its
	// file; Line is 0 in binary files.
	Line, Offset int

	// Name is the game's name in lower case, "othello" or "gomoku", empty where the
	// file does not say or cannot be believed.
	Name string
	// Width and Height in points, 0 where the file does not say.
	Width, Height int
	// Rule is the name of the rules as written, empty where there is none. Numbers that
	// stand for rules of Gomoku are put into words.
	Rule string

	Black, White string    // names of the players
	Ratings      [2]string // of Black and White, as written
	// Levels are Piskvork's levels of Black and White: 0 for a human, more for a
	// program.
	Levels  [2]int
	Event   string // event or place
	Date    string // as written
	Result  string // as written; see ParseResult
	End     string // how the game ended, as written: Piskvork's code, SGF's TE
	Comment string // on the game and on the position before the first move

	// Clocks are the times of Black and White as the game begins.
	Clocks [2]Clock

	// Setup are the stones on the board before the first move, none where the game
	// begins as its rules say. First is the side to move then; where FirstTold is
	// false it is the side of the first move.
	Setup     []Stone
	First     game.Side
	FirstTold bool

	Moves []Move
	// SidesGuessed is set where the file lists points alone: the sides of Moves
	// take turns then, and passes may have been left out.
	SidesGuessed bool
	// FromBelow is set where rows may count from the bottom, as programs for Go
	// write them that say nothing of the game: the points are as if they counted
	// from the top.
	FromBelow bool

	// Scores are the moves for which the file of a position has a score, best first.
	Scores []ScoredMove
	// Theoretical is the number of Black's discs under perfect play from the position
	// with TheoreticalDepth empty squares on, empty squares counted for the winner. It
	// means nothing where TheoreticalDepth is 0.
	Theoretical, TheoreticalDepth int
}

// Stone is a stone on the board.
type Stone struct {
	Move game.Move
	Side game.Side
}

// Move is a recorded move or pass.
type Move struct {
	Side game.Side
	Move game.Move
	// Comment is what was said on the move.
	Comment string
	// Score is what the player thought of the game after the move, in the game's
	// points from the player's side, where Scored.
	Score  float64
	Scored bool
	// Time was used for the move, 0 where the file does not say.
	Time time.Duration
	// Variations are other lines of play that begin instead of this move.
	Variations [][]Move
	// Offset is the byte of the file, from 0, at which the move is written.
	Offset int
}

// Clock is a time for a game. The zero value says nothing of time.
type Clock struct {
	// Main is the time for all moves, Increment is added with each.
	Main, Increment time.Duration
}

// A SyntaxError says where a file is damaged. What stood before that place has
// been read.
type SyntaxError struct {
	Format string // "sgf", "psq", …
	Line   int    // from 1, 0 where Offset tells the place
	Offset int    // in bytes from 0
	Reason string
}

func (e *SyntaxError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s: line %d: %s", e.Format, e.Line, e.Reason)
	}
	return fmt.Sprintf("%s: byte %d: %s", e.Format, e.Offset, e.Reason)
}

// A LossError says what a format cannot hold of a game that was to be written.
type LossError struct {
	Format Format
	Reason string
}

func (e *LossError) Error() string {
	return fmt.Sprintf("%s cannot hold %s", e.Format, e.Reason)
}

// maxText is the size in bytes beyond which a file of text is not read.
const maxText = 16 << 20

var errTooLarge = errors.New("record: the file is larger than 16 MiB")

// readText reads a whole file.
func readText(r io.Reader) (string, error) {
	var b strings.Builder
	n, err := io.Copy(&b, io.LimitReader(r, maxText+1))
	if err == nil && n > maxText {
		err = errTooLarge
	}
	return b.String(), err
}

// readable returns text as UTF-8. What is not is taken for Latin-1, the other
// encoding in use.
func readable(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return latin1([]byte(text))
}

// quote shortens what an error shows of a file.
func quote(text string) string {
	const most = 30
	if len(text) > most {
		text = text[:most] + "…"
	}
	return fmt.Sprintf("%q", text)
}

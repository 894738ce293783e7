package record

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Format is a format of files, by its short name. The zero value is none.
type Format string

// The formats.
const (
	PSQ     Format = "psq"     // Piskvork's games
	REC     Format = "rec"     // the same in the manner of Gomotur
	SGF     Format = "sgf"     // Smart Game Format: games with variations and comments
	GGF     Format = "ggf"     // Generic Game Format: games of Othello servers
	OBF     Format = "obf"     // Othello positions with scored moves, one a line
	WTHOR   Format = "wthor"   // the base of Othello tournament games
	RenLib  Format = "renlib"  // RenLib's trees of renju lines
	Moves   Format = "moves"   // points one after the other, a game a line; offsets too
	Offsets Format = "offsets" // offsets from the centre, an opening a line
	Board   Format = "board"   // positions as rows of stones
	CSV     Format = "csv"     // a log of finished games; see Gamelog
)

// FormatInfo describes a format.
type FormatInfo struct {
	Format Format
	// Title is a phrase for people.
	Title string
	// Extensions of file names, the usual one first, with their dots.
	Extensions []string
	// Games are the names of the games that the format is used for.
	Games []string
	// Read and Write say what can be done. Many is set when a file can hold more than
	// one game.
	Read, Write, Many bool
}

// Formats lists the formats.
func Formats() []FormatInfo {
	othello, gomoku, both := []string{"othello"}, []string{"gomoku"}, []string{"gomoku", "othello"}
	return []FormatInfo{
		{SGF, "Smart Game Format", []string{".sgf"}, both, true, true, true},
		{PSQ, "Piskvork game", []string{".psq"}, gomoku, true, true, false},
		{REC, "Gomotur game", []string{".rec"}, gomoku, true, true, false},
		{GGF, "Generic Game Format of Othello servers", []string{".ggf"}, othello, true, true, true},
		{OBF, "Othello positions with scores", []string{".obf"}, othello, true, true, true},
		{WTHOR, "WTHOR base of Othello games", []string{".wtb"}, othello, true, false, true},
		{RenLib, "RenLib library", []string{".lib"}, gomoku, true, false, false},
		{Moves, "move strings, a game a line", []string{".txt", ".pos"}, both, true, true, true},
		{Offsets, "openings by offsets from the centre", []string{".txt"}, gomoku, true, true, true},
		{Board, "positions as rows of stones", []string{".board", ".txt"}, both, true, true, true},
		{CSV, "log of finished games", []string{".csv"}, both, true, true, true},
	}
}

// Info returns the description of f; false for no format that is known.
func (f Format) Info() (FormatInfo, bool) {
	all := Formats()
	if i := slices.IndexFunc(all, func(i FormatInfo) bool { return i.Format == f }); i >= 0 {
		return all[i], true
	}
	return FormatInfo{}, false
}

// ParseFormat finds a format by its name or an extension, in any case, with or without
// a dot.
func ParseFormat(text string) (Format, error) {
	name := strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), ".")
	var names []string
	for _, i := range Formats() {
		if string(i.Format) == name || slices.Contains(i.Extensions, "."+name) {
			return i.Format, nil
		}
		names = append(names, string(i.Format))
	}
	return "", fmt.Errorf("record: format %s: want %s", quote(text), strings.Join(names, ", "))
}

// byExtension returns the format that a file's name stands for.
func byExtension(name string) Format {
	extension := strings.ToLower(filepath.Ext(name))
	for _, i := range Formats() {
		if extension != ".txt" && slices.Contains(i.Extensions, extension) {
			return i.Format
		}
	}
	return ""
}

package repl

import (
	"os"
	"runtime"
	"strings"
)

// theme is how things look: with colours or without, with stones of Unicode or letters.
type theme struct{ color, unicode bool }

// themeOf chooses by what the output is and what the environment says.
func themeOf(out any) theme {
	if !isTerminal(out) || os.Getenv("TERM") == "dumb" {
		return theme{}
	}
	return theme{
		color:   os.Getenv("NO_COLOR") == "" && (runtime.GOOS == "windows" || os.Getenv("TERM") != ""),
		unicode: speaksUTF8(),
	}
}

// speaksUTF8 reports whether the terminal is set to UTF-8. The library writes Unicode
// to Windows' console whatever its code page is.
func speaksUTF8() bool {
	if runtime.GOOS == "windows" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := os.Getenv(name); v != "" {
			v = strings.ToLower(strings.ReplaceAll(v, "-", ""))
			return strings.Contains(v, "utf8")
		}
	}
	return runtime.GOOS == "darwin"
}

// Attributes of SGR sequences.
const (
	sgrBold = "1"
	sgrRed  = "31"
)

func (t theme) paint(text, sgr string) string {
	if !t.color || text == "" || sgr == "" {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}

func (t theme) strong(text string) string { return t.paint(text, sgrBold) }
func (t theme) error(text string) string  { return t.paint(text, sgrRed) }

// look is how a point is drawn.
type look uint8

const (
	plainLook look = iota
	lastLook       // the last move
	wonLook        // a stone of the winning line
)

// Colours of the 256 colour palette: the ground is wood where stones lie on the
// crossings of lines, green where discs lie on squares.
const (
	groundWood  = "48;5;179"
	groundGreen = "48;5;29"
	groundLast  = "48;5;222"
	groundWon   = "48;5;210"
	inkBlack    = "38;5;16"
	inkWhite    = "38;5;231"
	inkFaint    = "38;5;94"
	inkOnGreen  = "38;5;151"
)

// glyphs are the characters of the board.
type glyphs struct{ black, white, empty, legal, forbidden string }

func (t theme) glyphs() glyphs {
	switch {
	case !t.unicode:
		return glyphs{"X", "O", ".", "*", "#"}
	case t.color:
		return glyphs{"●", "●", "·", "◦", "×"}
	}
	return glyphs{"●", "○", "·", "◦", "×"}
}

package record

import (
	"bytes"
	"strings"
)

// Detect tells the format of a file from its first bytes, a few hundred if there are so
// many, and its name, either of which may be empty; no format where neither tells.
func Detect(name string, head []byte) Format {
	switch {
	case bytes.HasPrefix(head, []byte(renLibMagic)):
		return RenLib
	case bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"), []byte("Piskvorky")):
		return PSQ
	}
	if f := byExtension(name); f != "" && f != Board && f != Moves {
		if f == SGF && isGGF(string(head)) {
			return GGF
		}
		return f
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return ""
	}
	return detectText(string(head))
}

// isGGF tells GGF from SGF, which begin alike.
func isGGF(text string) bool {
	start := sgfStart(text)
	return start >= 0 && strings.Contains(strings.ToLower(text[start:]), "gm[othello]")
}

func detectText(text string) Format {
	if isGGF(text) {
		return GGF
	}
	if sgfStart(text) >= 0 {
		return SGF
	}
	if strings.HasPrefix(strings.TrimPrefix(text, "\ufeff"), strings.Join(gamelogColumns, ",")) {
		return CSV
	}
	first := strings.Split(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r", "\n"), "\n")
	if isREC(first) {
		return REC
	}
	for _, line := range first {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == '%' {
			continue
		}
		if _, err := parseOBF(line); err == nil {
			return OBF
		}
		if moves, err := parseMoveLine(line); err == nil {
			if moves.offsets != nil {
				return Offsets
			}
			return Moves
		}
		if looksLikeBoard(line) {
			return Board
		}
		return ""
	}
	return ""
}

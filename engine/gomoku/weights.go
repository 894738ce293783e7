package gomoku

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"sync"
)

// Weights is the trained part of the evaluation under one rule, in units of
// game.Score. Colours count only in renju; elsewhere both have the same.
type Weights struct {
	// Cell is what an empty cell is worth to a colour, by role (0 when the
	// colour is to move, 1 when it waits), colour and code.
	Cell [2][2][NumCodes]int16
	// Order is how much an empty cell attracts a move, in OrderUnit of a natural
	// logarithm of odds, by role (0 for the colour's own move, 1 for the opponent's
	// move there), colour and code.
	Order [2][2][NumCodes]int8
	// Near is how much a cell attracts a move by how it lies to the last move
	// (0) and to the one before (1), in the same unit.
	Near [2][NumNear]int8
	// Tempo is what the move is worth, by the mover's colour and threat mask.
	Tempo [2][NumThreats]int16
}

// OrderUnit is the number of units of Weights.Order in a factor e of odds.
const OrderUnit = 12

// WeightsFile is the weights of all rules with the story of their making.
type WeightsFile struct {
	Story string // lines: data, seed, losses
	Rules [ruleCount]Weights
}

// weightsMagic begins an uncompressed weights file; the story's length in
// bytes, the story and the rules follow, all integers little-endian.
const weightsMagic = "ishi gomoku weights\n"

// Write writes the file, compressed.
func (f *WeightsFile) Write(w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	var data bytes.Buffer
	data.WriteString(weightsMagic)
	for _, part := range []any{uint32(len(f.Story)), []byte(f.Story), &f.Rules} {
		if err := binary.Write(&data, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	if _, err := z.Write(data.Bytes()); err != nil {
		return err
	}
	return z.Close()
}

// ReadWeights reads what Write wrote. gzip's checksum finds damage.
func ReadWeights(r io.Reader) (*WeightsFile, error) {
	z, err := gzip.NewReader(bufio.NewReader(r))
	if err != nil {
		return nil, fmt.Errorf("gomoku weights: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(z, 1<<24))
	if err != nil {
		return nil, fmt.Errorf("gomoku weights: %w", err)
	}
	rest, ok := strings.CutPrefix(string(data), weightsMagic)
	if !ok || len(rest) < 4 {
		return nil, fmt.Errorf("gomoku weights: not a weights file")
	}
	f := &WeightsFile{}
	length := int(binary.LittleEndian.Uint32([]byte(rest)))
	body := []byte(rest[4:])
	if length > len(body) || len(body)-length != binary.Size(&f.Rules) {
		return nil, fmt.Errorf("gomoku weights: %d bytes: want %d and the story", len(body), binary.Size(&f.Rules))
	}
	f.Story = string(body[:length])
	_, err = binary.Decode(body[length:], binary.LittleEndian, &f.Rules)
	return f, err
}

//go:embed weights.bin
var embedded []byte

// DefaultWeights returns the weights that are part of the program.
var DefaultWeights = sync.OnceValue(func() *WeightsFile {
	f, err := ReadWeights(bytes.NewReader(embedded))
	if err != nil {
		panic(err) // a broken build: the tests read the file
	}
	return f
})

// use makes the weights those of the rule's tables.
func (t *ruleTables) use(r Rule, w *Weights) {
	for _, s := range [2]Side{Black, White} {
		t.fill(r, s, w.Cell[0][s][:], w.Cell[1][s][:])
		for role := range t.order {
			copy(t.order[role][s][:], w.Order[role][s][:])
		}
	}
	for i := range t.near {
		for from := range t.near[i] {
			t.near[i][from] = w.Near[i][nearKinds[from]]
		}
	}
	t.tempo = w.Tempo
}

package othello

import (
	"bufio"
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// The file of weights:
//
//	ishi othello weights            first line
//	shapes 7f3a9c01                 what the parameters mean, see shapesID
//	data …                          any number of lines of description: the data, the seed,
//	seed 1                          errors on positions that were held out
//	                                an empty line
//	uint32 × stages                 sizes of the blocks
//	block × stages                  the parameters of a stage, packed and deflated
//	uint32                          CRC-32 of everything before
//
// Numbers are little-endian. A stage's block is unpacked when an evaluation first asks for it.

// weightsMagic is the first line of a file of weights.
const weightsMagic = "ishi othello weights"

//go:embed weights.bin
var embeddedWeights []byte

// Weights is a set of evaluation weights. It may be used by any number of goroutines.
type Weights struct {
	description string
	blocks      [Stages][]byte
	tables      [Stages]atomic.Pointer[table]
	unpacking   sync.Mutex
}

// table holds the weights of one stage by pattern index, mirrored contents spelt out. An array longer
// than 16-bit indices reach needs no bounds check; the odd length keeps equal indices of different shapes
// out of each other's cache lines.
type table struct {
	patterns [len(shapes)][tableLength]int16
	moves    [64]int16
	replies  [64]int16
	parity   [8]int16
}

// tableLength is the length of a shape's weights.
const tableLength = 1<<16 + 96

// embedded parses the weights in the binary once.
var embedded = sync.OnceValues(func() (*Weights, error) { return ParseWeights(embeddedWeights) })

// chosen replaces the embedded weights when it is not nil.
var chosen atomic.Pointer[Weights]

// CurrentWeights returns the weights in use. It panics when those in the binary are damaged, which
// [CheckWeights] reports without.
func CurrentWeights() *Weights {
	if w := chosen.Load(); w != nil {
		return w
	}
	w, err := embedded()
	if err != nil {
		panic(err)
	}
	return w
}

// UseWeights replaces the weights for all states initialised from now on; nil goes back to those of
// the binary.
func UseWeights(w *Weights) { chosen.Store(w) }

// CheckWeights says what is wrong with the weights in the binary, nil when nothing is.
func CheckWeights() error {
	_, err := embedded()
	return err
}

// Description returns the lines that tell where the weights come from.
func (w *Weights) Description() string { return w.description }

// ParseWeights reads a file of weights. It keeps file, and unpacks the stages when they are needed.
func ParseWeights(file []byte) (*Weights, error) {
	if !bytes.HasPrefix(file, []byte(weightsMagic+"\n")) {
		return nil, errors.New("othello weights: not a file of weights")
	}
	body, sum := file[:len(file)-4], binary.LittleEndian.Uint32(file[len(file)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return nil, errors.New("othello weights: the checksum is wrong: the file is damaged")
	}
	header, blocks, ok := bytes.Cut(body, []byte("\n\n"))
	if !ok {
		return nil, errors.New("othello weights: the header does not end")
	}
	lines := strings.SplitN(string(header), "\n", 3)
	if want := fmt.Sprintf("shapes %08x", shapesID()); len(lines) < 2 || lines[1] != want {
		return nil, errors.New("othello weights: made for other patterns")
	}
	w := new(Weights)
	if len(lines) == 3 {
		w.description = lines[2]
	}
	if len(blocks) < 4*Stages {
		return nil, errors.New("othello weights: the sizes are missing")
	}
	sizes, blocks := blocks[:4*Stages], blocks[4*Stages:]
	for i := range w.blocks {
		n := uint64(binary.LittleEndian.Uint32(sizes[4*i:]))
		if n > uint64(len(blocks)) {
			return nil, fmt.Errorf("othello weights: stage %d is cut short", i)
		}
		w.blocks[i], blocks = blocks[:n], blocks[n:]
	}
	return w, nil
}

// table returns the weights for a position of the given number of discs.
func (w *Weights) table(discs int) *table {
	i := stageOf[discs&63]
	if t := w.tables[i].Load(); t != nil {
		return t
	}
	return w.unpack(int(i))
}

// unpack fills the table of a stage from its block. The checksum has vouched for the block, so one
// that does not unpack was written wrongly.
func (w *Weights) unpack(stage int) *table {
	w.unpacking.Lock()
	defer w.unpacking.Unlock()
	if t := w.tables[stage].Load(); t != nil {
		return t
	}
	parameters, err := readParameters(flate.NewReader(bytes.NewReader(w.blocks[stage])))
	if err != nil {
		panic(fmt.Errorf("othello weights: stage %d: %w", stage, err))
	}
	t := new(table)
	for s, p := range parameterMap() {
		to := &t.patterns[s]
		for i, id := range p {
			to[i] = parameters[id]
		}
	}
	scalars := parameters[parameterCount()-scalarParameters:]
	fill(t.moves[:], scalars[:mobilityParameters])
	fill(t.replies[:], scalars[mobilityParameters:2*mobilityParameters])
	fill(t.parity[:], scalars[2*mobilityParameters:])
	w.tables[stage].Store(t)
	return t
}

// fill copies from to to and repeats its last value.
func fill(to, from []int16) {
	for i := range to {
		to[i] = from[min(i, len(from)-1)]
	}
}

// A parameter is stored as a byte when it is small, else as the escape byte and 16 bits.
const (
	byteOrigin = 127
	byteEscape = 255
)

func readParameters(r io.Reader) ([]int16, error) {
	in := bufio.NewReaderSize(r, 1<<15)
	parameters := make([]int16, parameterCount())
	for i := range parameters {
		c, err := in.ReadByte()
		if err != nil {
			return nil, fmt.Errorf("parameter %d: %w", i, err)
		}
		if c != byteEscape {
			parameters[i] = int16(c) - byteOrigin
			continue
		}
		var b [2]byte
		if _, err := io.ReadFull(in, b[:]); err != nil {
			return nil, fmt.Errorf("parameter %d: %w", i, err)
		}
		parameters[i] = int16(binary.LittleEndian.Uint16(b[:]))
	}
	return parameters, nil
}

// WriteWeights writes a file of weights. parameters[stage][id], in discs, are as [AppendParameters]
// numbers them. Description holds lines of text, none of them empty.
func WriteWeights(out io.Writer, description string, parameters [][]float32) error {
	if len(parameters) != Stages {
		return fmt.Errorf("othello weights: %d stages, want %d", len(parameters), Stages)
	}
	description = strings.TrimSpace(description)
	if strings.Contains(description, "\n\n") {
		return errors.New("othello weights: the description has an empty line")
	}
	var sizes, blocks bytes.Buffer
	for stage, p := range parameters {
		before := blocks.Len()
		if err := writeParameters(&blocks, p); err != nil {
			return fmt.Errorf("othello weights: stage %d: %w", stage, err)
		}
		binary.Write(&sizes, binary.LittleEndian, uint32(blocks.Len()-before))
	}
	file := fmt.Appendf(nil, "%s\nshapes %08x\n%s\n\n", weightsMagic, shapesID(), description)
	file = slices.Concat(file, sizes.Bytes(), blocks.Bytes())
	file = binary.LittleEndian.AppendUint32(file, crc32.ChecksumIEEE(file))
	_, err := out.Write(file)
	return err
}

func writeParameters(out io.Writer, parameters []float32) error {
	if len(parameters) != parameterCount() {
		return fmt.Errorf("%d parameters, want %d", len(parameters), parameterCount())
	}
	packed := make([]byte, 0, len(parameters))
	for _, p := range parameters {
		v := math.Round(float64(p) * DiscUnits)
		v = max(math.MinInt16, min(math.MaxInt16, v))
		if b := v + byteOrigin; b >= 0 && b < byteEscape {
			packed = append(packed, byte(b))
			continue
		}
		packed = append(packed, byteEscape)
		packed = binary.LittleEndian.AppendUint16(packed, uint16(int16(v)))
	}
	deflate, err := flate.NewWriter(out, flate.BestCompression)
	if err != nil {
		return err
	}
	if _, err := deflate.Write(packed); err != nil {
		return err
	}
	return deflate.Close()
}

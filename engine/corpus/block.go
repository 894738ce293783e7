package corpus

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

const (
	magic     = "ISHC"
	headBytes = 24
	// maxRaw bounds a block before compression in bytes.
	maxRaw = 16 << 20
)

// The kinds of block.
const (
	kindAbout = 'A'
	kindGames = 'G'
)

var sums = crc32.MakeTable(crc32.Castagnoli)

var (
	encoder = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic(err) // the options are wrong
		}
		return e
	})
	inflater = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxRaw), zstd.WithDecoderConcurrency(1))
		if err != nil {
			panic(err) // the options are wrong
		}
		return d
	})
)

// block is a part of a file.
type block struct {
	kind  byte
	games int
	raw   []byte
	// stored is the length in the file, head included.
	stored int
}

// bytes returns the block as it stands in the file.
func (b block) bytes() []byte {
	data := encoder().EncodeAll(b.raw, nil)
	out := make([]byte, headBytes, headBytes+len(data))
	copy(out, magic)
	out[4] = b.kind
	binary.LittleEndian.PutUint32(out[8:], uint32(b.games))
	binary.LittleEndian.PutUint32(out[12:], uint32(len(b.raw)))
	binary.LittleEndian.PutUint32(out[16:], uint32(len(data)))
	sum := crc32.Update(crc32.Checksum(out[:20], sums), sums, data)
	binary.LittleEndian.PutUint32(out[20:], sum)
	return append(out, data...)
}

// errTorn is the error of a block that is not whole.
var errTorn = errors.New("not whole")

// readBlock reads a block. It returns io.EOF at the end, errTorn for a block that is
// cut off, and another error for one that is damaged.
func readBlock(r io.Reader) (block, error) {
	var head [headBytes]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return block{}, errTorn
		}
		return block{}, err
	}
	games, raw := binary.LittleEndian.Uint32(head[8:]), binary.LittleEndian.Uint32(head[12:])
	stored := binary.LittleEndian.Uint32(head[16:])
	if string(head[:4]) != magic || raw > maxRaw || stored > maxRaw {
		return block{}, errors.New("no block")
	}
	data := make([]byte, stored)
	if _, err := io.ReadFull(r, data); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			return block{}, errTorn
		}
		return block{}, err
	}
	if sum := crc32.Update(crc32.Checksum(head[:20], sums), sums, data); sum != binary.LittleEndian.Uint32(head[20:]) {
		return block{}, errors.New("the checksum is wrong")
	}
	plain, err := inflater().DecodeAll(data, nil)
	if err != nil {
		return block{}, err
	}
	if len(plain) != int(raw) {
		return block{}, fmt.Errorf("%d bytes: want %d", len(plain), raw)
	}
	return block{kind: head[4], games: int(games), raw: plain, stored: headBytes + len(data)}, nil
}

package search

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// tableMagic begins a saved table; its last byte is the format's number.
const tableMagic = "ishi-tt\x01"

// Save writes the table's contents to w: the magic, the number of buckets and the
// age as little-endian 64-bit words, then check and data of each slot.
func (t *Table) Save(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(tableMagic)
	word := func(v uint64) {
		var bytes [8]byte
		binary.LittleEndian.PutUint64(bytes[:], v)
		b.Write(bytes[:])
	}
	word(uint64(len(t.buckets)))
	word(t.age)
	for i := range t.buckets {
		for _, s := range t.buckets[i] {
			word(s.check)
			word(s.data)
		}
	}
	return b.Flush()
}

// Load replaces the table's contents by those that Save wrote from a table of
// the same size. An error while reading leaves an empty table.
func (t *Table) Load(r io.Reader) error {
	b := bufio.NewReaderSize(r, 1<<16)
	header := make([]byte, len(tableMagic)+16)
	if _, err := io.ReadFull(b, header); err != nil || string(header[:len(tableMagic)]) != tableMagic {
		return errors.New("search: not a saved table")
	}
	count := binary.LittleEndian.Uint64(header[len(tableMagic):])
	if count != uint64(t.count) {
		return fmt.Errorf("search: the saved table has %d buckets, this one %d", count, t.count)
	}
	t.prepare()
	t.age = binary.LittleEndian.Uint64(header[len(tableMagic)+8:]) & ageMask
	var bytes [int(BucketBytes)]byte
	for i := range t.buckets {
		if _, err := io.ReadFull(b, bytes[:]); err != nil {
			t.Clear()
			return fmt.Errorf("search: saved table: %w", err)
		}
		for j := range t.buckets[i] {
			t.buckets[i][j].check = binary.LittleEndian.Uint64(bytes[16*j:])
			t.buckets[i][j].data = binary.LittleEndian.Uint64(bytes[16*j+8:])
		}
	}
	return nil
}

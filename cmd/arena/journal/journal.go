// Package journal is a file that only grows: one JSON record a line with a checksum,
// on the disk before Append returns. A program that is killed at any moment finds all
// it has written. It knows nothing of what the records mean.
//
//	{"sum":"5d1c09ea","record":{"job":1,…}}
//	{"sum":"99e0b12f","record":{"job":2,…}}
//	{"sum":"07aa3c            a torn tail: cut when the journal is opened
package journal

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// table is that of the checksum, CRC-32C, which is told in eight hexadecimal digits.
var table = crc32.MakeTable(crc32.Castagnoli)

// Journal is an open journal. It belongs to one goroutine.
type Journal struct {
	file *os.File
	// broken is the error of a write: what the file holds behind it is unknown.
	broken error
}

// DamageError says that a journal has records behind a line that is none: that is not
// how a program dies, and somebody has to look.
type DamageError struct {
	Path string
	Line int // from 1
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("%s:%d: damaged, though there are whole records behind it", e.Path, e.Line)
}

// Open opens the journal of a path, or makes one, and calls each for every record in
// it. A torn tail, of which cut tells the length in bytes, is removed first. It returns
// a *DamageError when more than the tail is damaged, and what each returns.
func Open(path string, each func(record []byte) error) (j *Journal, cut int, err error) {
	_, statErr := os.Stat(path)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, 0, err
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	whole, size, err := replay(path, file, each)
	if err != nil {
		return nil, 0, err
	}
	if cut = int(size - whole); cut > 0 {
		if err := file.Truncate(whole); err != nil {
			return nil, 0, err
		}
	}
	if _, err := file.Seek(whole, io.SeekStart); err != nil {
		return nil, 0, err
	}
	if cut > 0 || statErr != nil {
		if err := errors.Join(file.Sync(), syncFolder(filepath.Dir(path))); err != nil {
			return nil, 0, err
		}
	}
	return &Journal{file: file}, cut, nil
}

// Read calls each for every record of a journal that it leaves as it is. It returns
// the length of a torn tail.
func Read(path string, each func(record []byte) error) (torn int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	whole, size, err := replay(path, file, each)
	return int(size - whole), err
}

// replay hands out the records and returns how many bytes they take, and all bytes.
func replay(path string, r io.Reader, each func([]byte) error) (whole, size int64, err error) {
	lines := bufio.NewReader(r)
	damaged := 0
	for number := 1; ; number++ {
		text, err := lines.ReadBytes('\n')
		size += int64(len(text))
		if err == io.EOF {
			return whole, size, nil
		}
		if err != nil {
			return whole, size, err
		}
		record, ok := decode(text)
		switch {
		case !ok && damaged == 0:
			damaged = number
		case ok && damaged > 0:
			return whole, size, &DamageError{path, damaged}
		case ok:
			if err := each(record); err != nil {
				return whole, size, fmt.Errorf("%s:%d: %w", path, number, err)
			}
			whole = size
		}
	}
}

// line is what a line of the file holds.
type line struct {
	Sum    string          `json:"sum"`
	Record json.RawMessage `json:"record"`
}

func decode(text []byte) (record []byte, ok bool) {
	var l line
	if json.Unmarshal(text, &l) != nil || len(l.Record) == 0 || l.Sum != sum(l.Record) {
		return nil, false
	}
	return l.Record, true
}

func sum(record []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(record, table)) }

// Append writes a record and waits until it is on the disk. After an error it writes
// nothing more.
func (j *Journal) Append(record any) error {
	if j.broken != nil {
		return j.broken
	}
	body, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	text, err := json.Marshal(line{sum(body), body})
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if _, err = j.file.Write(append(text, '\n')); err == nil {
		err = j.file.Sync()
	}
	j.broken = err
	return err
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

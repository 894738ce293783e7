package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// SaveHash writes the table to a file. It replaces a file only when that holds a
// saved table.
func (s *Session) SaveHash(path string) error {
	s.Settle()
	if path == "" {
		return errors.New("engine: want the name of a file")
	}
	if s.table == nil || !s.used {
		return errors.New("engine: the hash table is empty")
	}
	if !mayReplace(path) {
		return fmt.Errorf("engine: %s exists and holds something else", path)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := s.table.Save(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// mayReplace reports whether there is no such file yet, or one that begins like
// a saved table.
func mayReplace(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return errors.Is(err, os.ErrNotExist)
	}
	defer file.Close()
	var head [7]byte
	_, err = io.ReadFull(file, head[:])
	return err == nil && bytes.Equal(head[:], []byte("ishi-tt"))
}

// LoadHash reads the table from a file that SaveHash wrote with the same size of
// table.
func (s *Session) LoadHash(path string) error {
	s.Settle()
	if path == "" {
		return errors.New("engine: want the name of a file")
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	s.prepareTable()
	return s.table.Load(file)
}

package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamagedStore: a file that is cut is told as damaged, by its name.
func TestDamagedStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	s, err := openStore(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 30 {
		if err := s.put(fmt.Sprint(i), make([]byte, 500)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 9000); err != nil {
		t.Fatal(err)
	}
	s, err = openStore(path)
	if err == nil {
		err = s.each(func(string, []byte) error { return nil })
		_ = s.close()
	}
	if err == nil || !strings.Contains(err.Error(), "games.db") {
		t.Errorf("error %v", err)
	}
}

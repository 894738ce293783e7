package journal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type entry struct {
	Job  int
	Text string
}

// write makes a journal of so many records.
func write(t *testing.T, path string, from, to int) {
	t.Helper()
	j, _, err := Open(path, func([]byte) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for n := from; n <= to; n++ {
		if err := j.Append(entry{n, "a <b> & \u2028 c"}); err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the records of a journal as text, and what was cut.
func read(t *testing.T, path string) (records []string, cut int) {
	t.Helper()
	j, cut, err := Open(path, func(r []byte) error {
		records = append(records, string(r))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return records, cut
}

func TestJournalKeepsRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	write(t, path, 1, 3)
	write(t, path, 4, 5)
	records, cut := read(t, path)
	if len(records) != 5 || cut != 0 || !strings.Contains(records[4], `"Job":5`) {
		t.Errorf("records %q, cut %d", records, cut)
	}
}

// TestEveryTornTail cuts a journal at every byte: what was whole stays, and what is
// appended then can be read.
func TestEveryTornTail(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "journal")
	write(t, path, 1, 3)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for size := range data {
		torn := filepath.Join(dir, "torn")
		if err := os.WriteFile(torn, data[:size], 0o644); err != nil {
			t.Fatal(err)
		}
		whole := bytes.Count(data[:size], []byte("\n"))
		records, cut := read(t, torn)
		if want := size - bytes.LastIndexByte(data[:size], '\n') - 1; len(records) != whole || cut != want {
			t.Fatalf("cut at %d: %d records, %d bytes cut; want %d, %d", size, len(records), cut, whole, want)
		}
		write(t, torn, 9, 9)
		if records, _ := read(t, torn); len(records) != whole+1 {
			t.Fatalf("cut at %d: %d records after another one, want %d", size, len(records), whole+1)
		}
		os.Remove(torn)
	}
}

func TestZerosBehindTheTail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	write(t, path, 1, 2)
	data, _ := os.ReadFile(path)
	data = append(data, "{\"sum\":\"12\x00\x00\x00\n\x00\x00\n"...)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if records, cut := read(t, path); len(records) != 2 || cut == 0 {
		t.Errorf("records %q, cut %d", records, cut)
	}
}

func TestDamageInTheMiddleIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	write(t, path, 1, 3)
	data, _ := os.ReadFile(path)
	lines := bytes.SplitAfter(slices.Clone(data), []byte("\n"))
	at := bytes.Index(lines[1], []byte(`"Job":2`)) + 6
	lines[1][at] = '7'
	damaged := bytes.Join(lines, nil)
	if err := os.WriteFile(path, damaged, 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err := Open(path, func([]byte) error { return nil })
	var damage *DamageError
	if !errors.As(err, &damage) || damage.Line != 2 {
		t.Fatalf("error %v, want damage in line 2", err)
	}
	if now, _ := os.ReadFile(path); !bytes.Equal(now, damaged) {
		t.Error("the damaged journal was changed")
	}
}

func TestReadLeavesTheTail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	write(t, path, 1, 2)
	data, _ := os.ReadFile(path)
	if err := os.WriteFile(path, data[:len(data)-3], 0o644); err != nil {
		t.Fatal(err)
	}
	n := 0
	torn, err := Read(path, func([]byte) error { n++; return nil })
	if err != nil || n != 1 || torn == 0 {
		t.Errorf("%d records, torn %d, error %v", n, torn, err)
	}
	if now, _ := os.ReadFile(path); len(now) != len(data)-3 {
		t.Error("Read has changed the file")
	}
}

package search

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// saved returns a small table with entries and what Save makes of it.
func saved(t testing.TB) (*Table, []byte) {
	t.Helper()
	table := NewTable(8 * BucketBytes)
	table.prepare()
	table.prepare()
	for key := range uint64(20) {
		table.Store(key*0x9e3779b97f4a7c15, Entry{Move: uint16(key + 1), Score: -5, Depth: int(key), Bound: Lower})
	}
	var file bytes.Buffer
	if err := table.Save(&file); err != nil {
		t.Fatal(err)
	}
	return table, file.Bytes()
}

func TestTableFileRoundTrip(t *testing.T) {
	table, file := saved(t)
	loaded := NewTable(8 * BucketBytes)
	if err := loaded.Load(bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(loaded.buckets, table.buckets) || loaded.age != table.age {
		t.Error("the loaded table is another one")
	}
}

func TestTableFileDamage(t *testing.T) {
	_, file := saved(t)
	for name, text := range map[string]string{
		"empty":        "",
		"no table":     strings.Repeat("MESSAGE ", 200),
		"other format": "ishi-tt\x02" + string(file[len(tableMagic):]),
		"header only":  string(file[:len(tableMagic)+16]),
		"cut off":      string(file[:len(file)-1]),
		"other size":   tableMagic + "\x09" + string(file[len(tableMagic)+1:]),
	} {
		table := NewTable(8 * BucketBytes)
		table.prepare()
		table.Store(1, Entry{Depth: 1, Bound: Exact})
		if err := table.Load(strings.NewReader(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
		if len(table.buckets) != 8 {
			t.Errorf("%s: %d buckets are left", name, len(table.buckets))
		}
		if name == "cut off" && table.buckets[0] != (bucket{}) {
			t.Errorf("%s: a part of it was kept", name)
		}
	}
}

func FuzzTableLoad(f *testing.F) {
	_, file := saved(f)
	f.Add(file)
	f.Add(file[:50])
	f.Fuzz(func(t *testing.T, file []byte) {
		table := NewTable(8 * BucketBytes)
		if err := table.Load(bytes.NewReader(file)); err != nil {
			return
		}
		var again bytes.Buffer
		if err := table.Save(&again); err != nil || table.age > ageMask {
			t.Fatalf("age %d, error %v", table.age, err)
		}
		table.Store(1, Entry{Depth: 1, Bound: Exact})
		if _, ok := table.Probe(1); !ok {
			t.Error("the loaded table does not take an entry")
		}
	})
}

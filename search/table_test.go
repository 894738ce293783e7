package search

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/quick"

	"ishi/engine/game"
)

func TestEntryPacks(t *testing.T) {
	roundTrip := func(move uint16, score, eval int16, depth int8, bound, age uint8, pv bool) bool {
		e := Entry{
			Move: move, Score: game.Score(score), Eval: game.Score(eval),
			Depth: int(depth), Bound: Bound(bound & 3), PV: pv,
		}
		data := pack(e, uint64(age&ageMask))
		return unpack(data) == e && data>>ageShift == uint64(age&ageMask)
	}
	if err := quick.Check(roundTrip, &quick.Config{MaxCount: 20000}); err != nil {
		t.Error(err)
	}
	for _, score := range []game.Score{game.Infinite, -game.Infinite, game.Win, -game.Win, game.MinWin, 0} {
		if got := unpack(pack(Entry{Score: score, Eval: -score}, 31)); got.Score != score || got.Eval != -score {
			t.Errorf("score %d came back as %d, eval %d as %d", score, got.Score, -score, got.Eval)
		}
	}
}

func TestTableScoresCountFromTheNode(t *testing.T) {
	tests := []struct {
		score, stored game.Score
		ply           int
	}{
		{game.WinIn(7), game.WinIn(4), 3},
		{game.LossIn(8), game.LossIn(5), 3},
		{123, 123, 9},
		{0, 0, 9},
		{game.MinWin - 1, game.MinWin - 1, 50},
	}
	for _, test := range tests {
		if got := ToTable(test.score, test.ply); got != test.stored {
			t.Errorf("ToTable(%v, %d) = %v, want %v", test.score, test.ply, got, test.stored)
		}
		if got := FromTable(test.stored, test.ply); got != test.score {
			t.Errorf("FromTable(%v, %d) = %v, want %v", test.stored, test.ply, got, test.score)
		}
	}
}

// oneBucket returns a table whose entries all share one bucket.
func oneBucket() *Table {
	t := NewTable(BucketBytes)
	t.prepare()
	return t
}

func TestTableProbe(t *testing.T) {
	table := oneBucket()
	if _, ok := table.Probe(0); ok {
		t.Error("an empty table knows key 0")
	}
	want := Entry{Move: 77, Score: -30, Eval: 12, Depth: 5, Bound: Lower, PV: true}
	table.Store(42, want)
	if got, ok := table.Probe(42); !ok || got != want {
		t.Errorf("Probe(42) = %+v, %v, want %+v", got, ok, want)
	}
	if got, ok := table.Probe(43); ok {
		t.Errorf("Probe(43) = %+v, want a miss", got)
	}
}

func TestTableSeesATornEntry(t *testing.T) {
	table := oneBucket()
	table.Store(42, Entry{Move: 1, Depth: 5, Bound: Exact})
	for i := range table.buckets[0] {
		if s := &table.buckets[0][i]; s.data != 0 {
			s.data ^= 1 << depthShift // as if another thread had written half of its own
		}
	}
	if got, ok := table.Probe(42); ok {
		t.Errorf("Probe returned the torn entry %+v", got)
	}
}

func TestTableReplacesTheShallowAndTheOld(t *testing.T) {
	fill := func(depths ...int) *Table {
		table := oneBucket()
		for i, depth := range depths {
			table.Store(uint64(i+1), Entry{Move: uint16(i + 1), Depth: depth, Bound: Exact})
		}
		return table
	}
	known := func(table *Table) []uint64 {
		var keys []uint64
		for key := range uint64(10) {
			if _, ok := table.Probe(key); ok {
				keys = append(keys, key)
			}
		}
		return keys
	}

	table := fill(8, 2, 6, 7)
	if got, want := known(table), []uint64{1, 2, 3, 4}; !slices.Equal(got, want) {
		t.Fatalf("four stored entries leave %v, want %v", got, want)
	}
	table.Store(5, Entry{Depth: 1, Bound: Exact})
	if got, want := known(table), []uint64{1, 3, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("after a fifth entry %v are left, want %v: the shallowest goes", got, want)
	}

	table = fill(8, 2, 6, 7)
	table.prepare()
	table.Store(2, Entry{Depth: 2, Bound: Exact}) // now of the new age
	table.Store(5, Entry{Depth: 1, Bound: Exact})
	if got, want := known(table), []uint64{1, 2, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("after a new age %v are left, want %v: two old plies weigh less than a new one", got, want)
	}
}

func TestTableUpdatesAnEntry(t *testing.T) {
	deep := Entry{Move: 9, Score: 50, Depth: 10, Bound: Lower}
	tests := []struct {
		name   string
		aged   bool
		update Entry
		want   Entry
	}{
		{"much shallower bound", false, Entry{Move: 3, Depth: 7, Bound: Upper}, deep},
		{"a little shallower", false, Entry{Move: 3, Depth: 8, Bound: Upper}, Entry{Move: 3, Depth: 8, Bound: Upper}},
		{"much shallower but exact", false, Entry{Move: 3, Depth: 1, Bound: Exact}, Entry{Move: 3, Depth: 1, Bound: Exact}},
		{"much shallower but newer", true, Entry{Move: 3, Depth: 1, Bound: Upper}, Entry{Move: 3, Depth: 1, Bound: Upper}},
		{"without a move", false, Entry{Depth: 11, Bound: Upper}, Entry{Move: 9, Depth: 11, Bound: Upper}},
	}
	for _, test := range tests {
		table := oneBucket()
		table.Store(42, deep)
		if test.aged {
			table.prepare()
		}
		table.Store(42, test.update)
		if got, _ := table.Probe(42); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestTableAgeWraps(t *testing.T) {
	table := oneBucket()
	for range 3 * (ageMask + 1) {
		table.prepare()
		table.Store(7, Entry{Move: 1, Score: 5, Depth: 1, Bound: Exact})
		if _, ok := table.Probe(7); !ok {
			t.Fatalf("age %d: the entry just stored is not found", table.age)
		}
		if got := table.Full(); got != 250 {
			t.Fatalf("age %d: Full() = %d, want 250: one of four slots", table.age, got)
		}
	}
}

func TestTableTakesItsMemoryLate(t *testing.T) {
	table := NewTable(1 << 20)
	if table.buckets != nil {
		t.Error("a new table has memory before the first search")
	}
	if got := table.Bytes(); got != 1<<20 {
		t.Errorf("Bytes() = %d, want %d", got, 1<<20)
	}
	if got := table.Full(); got != 0 {
		t.Errorf("Full() of an unused table = %d, want 0", got)
	}
	table.prepare()
	table.Store(1, Entry{Depth: 1, Bound: Exact})
	table.Resize(1 << 20)
	if _, ok := table.Probe(1); !ok {
		t.Error("Resize to the same size dropped the contents")
	}
	table.Clear()
	if _, ok := table.Probe(1); ok {
		t.Error("Clear left an entry")
	}
	table.Resize(1 << 16)
	if table.buckets != nil {
		t.Error("Resize keeps the old memory until the next search")
	}
	for _, size := range []int64{-1, 0, 1, BucketBytes - 1, BucketBytes} {
		if got := NewTable(size).Bytes(); got != BucketBytes {
			t.Errorf("NewTable(%d) has %d bytes, want one bucket", size, got)
		}
	}
}

func TestTableUsesAllBuckets(t *testing.T) {
	table := NewTable(64 * BucketBytes)
	table.prepare()
	random := rand.New(rand.NewPCG(1, 2))
	used := map[*bucket]bool{}
	for range 64 * 40 {
		used[table.bucket(random.Uint64())] = true
	}
	if len(used) != 64 {
		t.Errorf("random keys fall into %d buckets, want all 64", len(used))
	}
	if table.bucket(0) != &table.buckets[0] || table.bucket(^uint64(0)) != &table.buckets[63] {
		t.Error("the smallest and the largest key do not fall into the first and the last bucket")
	}
}

// content is what the concurrent writers store under a key: enough of it
// depends on the key that a mixture of two entries is noticed.
func content(key uint64) Entry {
	mixed := key * 0x9e3779b97f4a7c15
	return Entry{
		Move: uint16(mixed) | 1, Score: game.Score(int16(mixed >> 16)), Eval: game.Score(int16(mixed >> 32)),
		Depth: int(int8(mixed >> 48)), Bound: Exact,
	}
}

func TestTableIsSharedWithoutTornEntries(t *testing.T) {
	table := NewTable(4 * BucketBytes)
	table.prepare()
	var writers sync.WaitGroup
	for id := range 4 {
		writers.Go(func() {
			random := rand.New(rand.NewPCG(uint64(id), 7))
			hits := 0
			for range 20000 {
				key := random.Uint64N(64) << 58 >> random.Uint64N(3)
				table.Store(key, content(key))
				probe := random.Uint64N(64) << 58
				if e, ok := table.Probe(probe); ok {
					hits++
					if e != content(probe) {
						t.Errorf("key %#x: got %+v, want %+v", probe, e, content(probe))
						return
					}
				}
			}
			if hits == 0 {
				t.Error("no probe ever hit")
			}
		})
	}
	writers.Wait()
}

// FuzzTable plays stores and probes against a map: whatever the table still
// knows of a key is something that was stored under it.
func FuzzTable(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03\x04\x05\x00\x01"), uint8(1))
	f.Add([]byte("aaaabbbbccccddddeeeeffff"), uint8(3))
	f.Fuzz(func(t *testing.T, ops []byte, buckets uint8) {
		table := NewTable(int64(buckets) * BucketBytes)
		table.prepare()
		stored := map[uint64][]Entry{}
		for i, op := range ops {
			key := uint64(op&0x3f) * 0x9e3779b97f4a7c15
			switch {
			case op == 0xff:
				table.prepare()
			case op&0x40 != 0:
				e := Entry{
					Move: uint16(i + 1), Score: game.Score(int(op) - 100), Eval: game.Score(-i),
					Depth: i%40 - 8, Bound: Bound(i%3 + 1), PV: op&1 != 0,
				}
				table.Store(key, e)
				stored[key] = append(stored[key], e)
			default:
				if e, ok := table.Probe(key); ok && !slices.Contains(stored[key], e) {
					t.Fatalf("op %d: key %#x holds %+v, which was never stored", i, key, e)
				}
			}
		}
	})
}

func BenchmarkTableProbe(b *testing.B) {
	table := NewTable(16 << 20)
	table.prepare()
	key, hits := uint64(1), 0
	for b.Loop() {
		key = key*6364136223846793005 + 1442695040888963407
		if _, ok := table.Probe(key); ok {
			hits++
		}
	}
}

func BenchmarkTableStore(b *testing.B) {
	table := NewTable(16 << 20)
	table.prepare()
	key := uint64(1)
	for b.Loop() {
		key = key*6364136223846793005 + 1442695040888963407
		table.Store(key, Entry{Move: uint16(key), Depth: int(key & 15), Bound: Lower})
	}
}

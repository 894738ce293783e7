package search

import (
	"math/bits"
	"runtime/debug"
	"sync/atomic"
	"unsafe"

	"ishi/engine/game"
)

// Entry is what the table knows of a position.
type Entry struct {
	// Move is the best or refuting move in the game's own 16-bit encoding,
	// 0 for none. It must be checked for legality before it is played.
	Move uint16
	// Score relates to the node, not to the root: proven wins count from
	// here (see ToTable and FromTable).
	Score game.Score
	// Eval is the static evaluation, whatever the game stores there.
	Eval game.Score
	// Depth is the remaining depth of the search, -128 to 127.
	Depth int
	// Bound is the kind of Score.
	Bound Bound
	// PV marks positions that were once on a principal variation.
	PV bool
}

// slot is one entry: the key is stored xored with the data, so that a torn
// write of two threads is seen as a miss, without locks.
type slot struct {
	check uint64
	data  uint64
}

const bucketSize = 4

// bucket fills one cache line.
type bucket [bucketSize]slot

// BucketBytes is the size of the table's unit of allocation.
const BucketBytes = int64(unsafe.Sizeof(bucket{}))

// Table is a transposition table shared by all threads of a search. Probe and
// Store may be called concurrently; the other methods only while no search
// runs. Its memory is taken by the first search and not before.
type Table struct {
	buckets []bucket
	count   int // wanted number of buckets
	age     uint64
}

// NewTable returns a table of at most size bytes, at least one bucket.
func NewTable(size int64) *Table {
	t := &Table{}
	t.Resize(size)
	return t
}

// Resize drops the contents when the size changes. The old memory goes back to
// the operating system before anything new is taken.
func (t *Table) Resize(size int64) {
	count := max(1, int(size/BucketBytes))
	if count == t.count {
		return
	}
	t.count = count
	t.Drop()
}

// Drop forgets everything and gives the memory back.
func (t *Table) Drop() {
	if t.buckets != nil {
		t.buckets = nil
		debug.FreeOSMemory()
	}
	t.age = 0
}

// Bytes returns the size of the table when it is in use.
func (t *Table) Bytes() int64 { return int64(t.count) * BucketBytes }

// clearLimit is the size in bytes from which on clearing by hand takes longer than
// a move may: about a third of a second.
const clearLimit = 1 << 30

// Clear forgets everything. A table of usual size keeps its memory, a larger one
// gets new memory from the system with the next search.
func (t *Table) Clear() {
	if t.Bytes() > clearLimit {
		t.Drop()
		return
	}
	clear(t.buckets)
	t.age = 0
}

// prepare allocates the table if necessary and starts a new age.
func (t *Table) prepare() {
	if t.buckets == nil {
		t.buckets = make([]bucket, t.count)
	}
	t.age = (t.age + 1) & ageMask
}

// The data word, from the low bits:
// move 16, score 16, eval 16, depth 8, bound 2, pv 1, age 5.
const (
	scoreShift = 16
	evalShift  = 32
	depthShift = 48
	boundShift = 56
	pvShift    = 58
	ageShift   = 59
	ageMask    = 31
)

func pack(e Entry, age uint64) uint64 {
	data := uint64(e.Move) |
		uint64(uint16(int16(e.Score)))<<scoreShift |
		uint64(uint16(int16(e.Eval)))<<evalShift |
		uint64(uint8(int8(e.Depth)))<<depthShift |
		uint64(e.Bound)<<boundShift |
		age<<ageShift
	if e.PV {
		data |= 1 << pvShift
	}
	return data
}

func unpack(data uint64) Entry {
	return Entry{
		Move:  uint16(data),
		Score: game.Score(int16(data >> scoreShift)),
		Eval:  game.Score(int16(data >> evalShift)),
		Depth: int(int8(data >> depthShift)),
		Bound: Bound(data >> boundShift & 3),
		PV:    data>>pvShift&1 != 0,
	}
}

func (t *Table) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// Probe looks a position up.
func (t *Table) Probe(key uint64) (Entry, bool) {
	b := t.bucket(key)
	for i := range b {
		data := atomic.LoadUint64(&b[i].data)
		if atomic.LoadUint64(&b[i].check)^data == key && data != 0 {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// Store keeps e. An entry of the same position is replaced unless it is more
// than two plies deeper and of the same age; otherwise the shallowest, oldest
// entry of the bucket goes. A known move is kept when e brings none.
func (t *Table) Store(key uint64, e Entry) {
	b := t.bucket(key)
	victim, worst := 0, 1<<30
	for i := range b {
		data := atomic.LoadUint64(&b[i].data)
		if data == 0 {
			victim, worst = i, -1<<30
			continue
		}
		depth := int(int8(data >> depthShift))
		age := (t.age - data>>ageShift) & ageMask
		if atomic.LoadUint64(&b[i].check)^data == key {
			if e.Bound != Exact && age == 0 && e.Depth+2 < depth {
				return
			}
			if e.Move == 0 {
				e.Move = uint16(data)
			}
			victim = i
			break
		}
		if value := depth - 4*int(age); value < worst {
			victim, worst = i, value
		}
	}
	data := pack(e, t.age)
	atomic.StoreUint64(&b[victim].data, data)
	atomic.StoreUint64(&b[victim].check, key^data)
}

// Full returns the share of a sample of slots used by the current search, in
// permille.
func (t *Table) Full() int {
	sample := min(len(t.buckets), 250)
	if sample == 0 {
		return 0
	}
	used := 0
	for i := range sample {
		for j := range t.buckets[i] {
			data := atomic.LoadUint64(&t.buckets[i][j].data)
			if data != 0 && data>>ageShift == t.age {
				used++
			}
		}
	}
	return used * 1000 / (sample * bucketSize)
}

// ToTable turns a score that counts wins from the root into one that counts
// from a node at the given ply.
func ToTable(s game.Score, ply int) game.Score {
	switch {
	case s.IsWin():
		return s + game.Score(ply)
	case s.IsLoss():
		return s - game.Score(ply)
	}
	return s
}

// FromTable is the inverse of ToTable.
func FromTable(s game.Score, ply int) game.Score {
	switch {
	case s.IsWin():
		return s - game.Score(ply)
	case s.IsLoss():
		return s + game.Score(ply)
	}
	return s
}

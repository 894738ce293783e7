package engine

import (
	"fmt"
	"runtime/debug"

	"github.com/pbnjay/memory"
)

// How the resident memory of the process is made up beside the table.
const (
	// runtimeBytes is the program's code, the Go runtime, the games' tables
	// and the stacks.
	runtimeBytes = 24 << 20
	// threadBytes is a search thread: its board, histories and lines.
	threadBytes = 2 << 20
	// unmanagedBytes is the part of runtimeBytes that the garbage collector
	// does not count: code, and what the C-free runtime maps for itself.
	unmanagedBytes = 10 << 20
	// leastTable is the smallest table worth having, and defaultMemory the
	// limit where none was told: Gomocup's.
	leastTable    = 1 << 20
	defaultMemory = 350 << 20
)

// Memory plans the use of memory.
type Memory struct {
	// Limit is the largest resident size of the process in bytes; 0 when none
	// was told, which leaves defaultMemory.
	Limit int64
	// Hash is the wanted size of the table in bytes, 0 for what the limit
	// leaves. A told limit caps it.
	Hash int64
	// Threads is the number of search threads, at least 1.
	Threads int
}

// Workers returns the number of search threads: the wanted one, or as many as
// the limit has room for beside the smallest table.
func (m Memory) Workers() int {
	wanted := max(m.Threads, 1)
	if m.Limit == 0 {
		return wanted
	}
	room := (m.Limit - runtimeBytes - leastTable) / threadBytes
	return int(max(min(int64(wanted), room), 1))
}

// overhead is what is needed beside the table.
func (m Memory) overhead() int64 {
	return runtimeBytes + int64(m.Workers())*threadBytes
}

// Least returns the smallest limit that can be kept, with one thread.
func (m Memory) Least() int64 { return runtimeBytes + threadBytes + leastTable }

// Check returns an error when the limit cannot be kept.
func (m Memory) Check() error {
	if m.Limit != 0 && m.Limit < m.Least() {
		return fmt.Errorf("memory limit of %d bytes: want at least %d", m.Limit, m.Least())
	}
	return nil
}

// Table returns the size of the table in bytes: what the limit leaves, less a
// twentieth for garbage that waits to be collected. It depends on nothing
// else, so that searches limited by nodes are the same on every machine, unless
// it would be more than MaxTable.
func (m Memory) Table() int64 {
	limit := m.Limit
	if limit == 0 {
		limit = defaultMemory
	}
	size := limit - m.overhead() - limit/20
	if m.Hash != 0 && (m.Hash < size || m.Limit == 0) {
		size = m.Hash
	}
	return max(min(size, MaxTable()), leastTable)
}

// MaxTable returns the size of the largest table that is made on this machine,
// in bytes: half of its memory.
func MaxTable() int64 {
	if total := memory.TotalMemory(); total != 0 {
		return int64(total / 2)
	}
	return 1 << 30 // the system does not tell
}

// Apply makes the garbage collector keep the plan: without it the heap would
// be let grow to twice the table. It acts on the whole process.
func (m Memory) Apply() {
	limit := max(m.Limit, m.Table()+m.overhead())
	debug.SetMemoryLimit(limit - unmanagedBytes)
}

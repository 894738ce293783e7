package engine

import "testing"

func TestMemoryPlan(t *testing.T) {
	const mega = 1 << 20
	for _, test := range []struct {
		memory      Memory
		least, most int64 // of the table
		ok          bool
	}{
		{Memory{}, 256 * mega, 340 * mega, true},
		{Memory{Limit: 350 * mega}, 256 * mega, 340 * mega, true},
		{Memory{Limit: 64 * mega}, 24 * mega, 40 * mega, true},
		{Memory{Limit: 64 * mega, Threads: 8}, 8 * mega, 24 * mega, true},
		{Memory{Limit: 64 * mega, Threads: 256}, leastTable, 2 * mega, true},
		{Memory{Limit: 10 * mega}, leastTable, leastTable, false},
		{Memory{Limit: 1}, leastTable, leastTable, false},
		{Memory{Hash: 16 * mega}, 16 * mega, 16 * mega, true},
		{Memory{Hash: 1}, leastTable, leastTable, true},
		{Memory{Hash: 500 * mega}, 500 * mega, 500 * mega, true},
		{Memory{Hash: 500 * mega, Limit: 100 * mega}, 60 * mega, 75 * mega, true},
		{Memory{Hash: 16 * mega, Limit: 100 * mega}, 16 * mega, 16 * mega, true},
		{Memory{Hash: 1 << 62}, leastTable, MaxTable(), true},
		{Memory{Limit: 1<<63 - 1}, leastTable, MaxTable(), true},
	} {
		m := test.memory
		if size := m.Table(); size < test.least || size > test.most {
			t.Errorf("%+v: table of %d, want %d to %d", m, size, test.least, test.most)
		}
		if err := m.Check(); (err == nil) != test.ok {
			t.Errorf("%+v: %v", m, err)
		}
		if planned := m.Table() + m.overhead(); m.Limit != 0 && test.ok && planned > m.Limit {
			t.Errorf("%+v: %d planned", m, planned)
		}
	}
}

func TestWorkers(t *testing.T) {
	for _, test := range []struct {
		memory Memory
		want   int
	}{
		{Memory{}, 1},
		{Memory{Threads: 100}, 100},
		{Memory{Threads: 4, Limit: 64 << 20}, 4},
		{Memory{Threads: 256, Limit: 64 << 20}, 19},
		{Memory{Threads: 4, Limit: 1}, 1},
	} {
		if got := test.memory.Workers(); got != test.want {
			t.Errorf("%+v: %d threads, want %d", test.memory, got, test.want)
		}
	}
}

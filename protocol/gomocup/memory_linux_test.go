//go:build linux && !race

package gomocup

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"ishi/engine"
	"ishi/engine/gomoku"
	"ishi/protocol"
	"ishi/search"
)

// memoryVariable makes the test binary a brain with that memory limit.
const memoryVariable = "ISHI_TEST_MEMORY"

func TestMain(m *testing.M) {
	if limit := os.Getenv(memoryVariable); limit != "" {
		playWithin(limit)
		return
	}
	os.Exit(m.Run())
}

// filling is Gomoku whose searches touch every page of the table first.
type filling struct{ engine.Game }

// fillingPosition keeps all that a Gomoku position can do.
type fillingPosition struct {
	engine.Position
	engine.Viewer
	engine.Editor
	engine.Forbidder
}

func (f filling) New(s engine.Setup) (engine.Position, error) {
	p, err := f.Game.New(s)
	if err != nil {
		return nil, err
	}
	return fillingPosition{p, p.(engine.Viewer), p.(engine.Editor), p.(engine.Forbidder)}, nil
}

func (p fillingPosition) Searcher(w *search.Worker) search.Searcher {
	if w.ID == 0 {
		buckets := uint64(w.Table.Bytes() / search.BucketBytes)
		step := math.MaxUint64 / buckets
		for i := range buckets { // one of every cache line, so of every page
			w.Table.Store(i*step+step/2, search.Entry{Move: 1, Depth: -1, Bound: search.Lower})
		}
	}
	return p.Position.Searcher(w)
}

// playWithin plays moves of all rules and prints the table's size and the
// largest resident size in bytes.
func playWithin(limit string) {
	var in strings.Builder
	fmt.Fprintf(&in, "START 20\nINFO max_memory %s\nINFO max_node 5000\nINFO thread_num 2\n", limit)
	for _, rule := range []int{0, 1, 4, 8, 9} {
		fmt.Fprintf(&in, "INFO rule %d\nSTART 20\nBOARD\n10,10,2\nDONE\nTURN 0,0\n", rule)
	}
	config := engine.DefaultConfig()
	session := engine.NewSession(filling{gomoku.Game()}, config)
	// The end of the input would hurry the searches.
	r, w := io.Pipe()
	replies := make(replyWriter, 100)
	conn := protocol.NewConn(r, replies, nil)
	go Serve(context.Background(), conn, session, testAbout)
	go io.WriteString(w, in.String())
	for range 1 + 5*3 {
		if reply := <-replies; strings.HasPrefix(reply, "ERROR") {
			fmt.Println(reply)
			return
		}
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.SplitSeq(string(status), "\n") {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmHWM:" {
			kib, _ := strconv.ParseInt(f[1], 10, 64)
			fmt.Println(session.Config.Table(), kib<<10)
		}
	}
}

// TestResidentMemory: with a full table and tables of all rules the process
// stays below the limit, and uses at least a third of it.
func TestResidentMemory(t *testing.T) {
	for _, limit := range []int64{350 << 20, 100 << 20, 64 << 20} {
		t.Run(fmt.Sprintf("%d MiB", limit>>20), func(t *testing.T) {
			command := exec.Command(os.Args[0])
			command.Env = append(os.Environ(), memoryVariable+"="+strconv.FormatInt(limit, 10))
			out, err := command.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			var table, resident int64
			if _, err := fmt.Sscan(string(out), &table, &resident); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			t.Logf("table %d MiB, resident %d MiB", table>>20, resident>>20)
			if resident < table {
				t.Error("the table was not filled")
			}
			if resident > limit {
				t.Errorf("resident size %d, limit %d", resident, limit)
			}
			if table < limit/3 {
				t.Errorf("table of %d only", table)
			}
		})
	}
}

package client

import (
	"bytes"
	"crypto/rand"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// tree is a program with its children. A child is known by its process group, by its
// descent, and by a word in its environment, which a daemon that has left both takes
// along.
type tree struct {
	root   int
	cookie string

	mu      sync.Mutex
	members []int // as far as known
	looked  time.Time
	over    bool
}

// cookieName is the variable with that word.
const cookieName = "ISHI_ARENA_PROCESS"

// startTree starts c as the root of a tree. When the arena is killed the root is too.
func startTree(c *exec.Cmd) (*tree, error) {
	t := &tree{cookie: cookieName + "=" + rand.Text()}
	c.Env = append(os.Environ(), t.cookie)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := c.Start(); err != nil {
		return nil, err
	}
	t.root = c.Process.Pid
	t.members = []int{t.root}
	return t, nil
}

// kill ends all of the tree and returns when none is left that could be found.
func (t *tree) kill() {
	const rounds = 100
	for range rounds {
		pids := t.find(true)
		t.mu.Lock()
		over := t.over
		t.mu.Unlock()
		if !over {
			syscall.Kill(-t.root, syscall.SIGKILL)
		}
		if len(pids) == 0 {
			return
		}
		for _, pid := range pids {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(time.Millisecond)
	}
}

// close is called when the root has been waited for and the tree has been killed: its
// number may belong to another process soon.
func (t *tree) close() {
	t.mu.Lock()
	t.over = true
	t.mu.Unlock()
}

// lookAgain is the time after which new children are looked for.
const lookAgain = 500 * time.Millisecond

// resident returns the resident size of the tree in bytes.
func (t *tree) resident() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if time.Since(t.looked) > lookAgain {
		t.members = t.find(false)
		t.looked = time.Now()
	}
	var sum int64
	for _, pid := range t.members {
		sum += residentOf(pid)
	}
	return sum
}

// residentOf returns the resident size of a process in bytes, 0 for one that is gone.
func residentOf(pid int) int64 {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// find lists the processes of the tree that have not ended. Strays, which are known by
// their environment alone, are looked for if wanted.
func (t *tree) find(strays bool) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	parents, groups, alive := map[int]int{}, map[int]int{}, []int{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		state, parent, group, ok := statOf(pid)
		if ok {
			parents[pid], groups[pid] = parent, group
			if state != 'Z' && state != 'X' {
				alive = append(alive, pid)
			}
		}
	}
	var found []int
	for _, pid := range alive {
		if pid == t.root || groups[pid] == t.root || descends(pid, t.root, parents) || strays && t.marked(pid) {
			found = append(found, pid)
		}
	}
	return found
}

// descends reports whether root is among the ancestors of a process.
func descends(pid, root int, parents map[int]int) bool {
	for range len(parents) {
		parent, ok := parents[pid]
		if !ok || parent <= 1 {
			return false
		}
		if parent == root {
			return true
		}
		pid = parent
	}
	return false
}

// marked reports whether a process has the tree's word in its environment.
func (t *tree) marked(pid int) bool {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	return err == nil && bytes.Contains(data, []byte(t.cookie))
}

// statOf returns the state of a process, its parent and its group.
//
//	4711 (the name (of it)) S 1 4711 …
func statOf(pid int) (state byte, parent, group int, ok bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, 0, 0, false
	}
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(fields) < 3 {
		return 0, 0, 0, false
	}
	parent, _ = strconv.Atoi(fields[1])
	group, _ = strconv.Atoi(fields[2])
	return fields[0][0], parent, group, true
}

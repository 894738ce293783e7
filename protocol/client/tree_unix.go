//go:build unix && !linux

package client

import (
	"errors"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// tree is a program with its children: a process group.
type tree struct {
	root int
	mu   sync.Mutex
	over bool
}

func startTree(c *exec.Cmd) (*tree, error) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		return nil, err
	}
	return &tree{root: c.Process.Pid}, nil
}

// kill ends all of the group and returns when none is left.
func (t *tree) kill() {
	t.mu.Lock()
	defer t.mu.Unlock()
	const rounds = 100
	for range rounds {
		if t.over || errors.Is(syscall.Kill(-t.root, syscall.SIGKILL), syscall.ESRCH) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// close is called when the root has been waited for and the group has been killed: its
// number may belong to another one soon.
func (t *tree) close() {
	t.mu.Lock()
	t.over = true
	t.mu.Unlock()
}

// resident is not known here.
func (t *tree) resident() int64 { return 0 }

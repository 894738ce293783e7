//go:build unix

package match

import (
	"os/exec"
	"syscall"
)

// leaveGroup lets a child begin a session of its own, where one can find it only by
// its descent or its environment.
func leaveGroup(c *exec.Cmd) {
	if onLinux {
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	}
}

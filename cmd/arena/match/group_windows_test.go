package match

import "os/exec"

// leaveGroup does nothing: a child cannot leave its job.
func leaveGroup(*exec.Cmd) {}

package seats

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"ishi/cmd/arena/contest"
)

// HashError says that a program is not the one that the contest means.
type HashError struct {
	Participant, Path string
	Want, Have        string // SHA-256 in hexadecimal
}

func (e *HashError) Error() string {
	return fmt.Sprintf("engine %q: %s has SHA-256 %s: want %s", e.Participant, e.Path, e.Have, e.Want)
}

// Program returns the file that a participant is played by: this program itself for
// Ishi in process. A command without a folder is looked for in PATH, one with a relative
// folder in the participant's or else the working directory.
func Program(p contest.Participant) (string, error) {
	if len(p.Command) == 0 {
		return os.Executable()
	}
	name := p.Command[0]
	if p.Dir != "" && !filepath.IsAbs(name) && filepath.Base(name) != name {
		if beside := filepath.Join(p.Dir, name); isFile(beside) {
			name = beside
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("engine %q: %w", p.Name, err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", fmt.Errorf("engine %q: %w", p.Name, err)
	}
	return path, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Hash returns the SHA-256 of a file in hexadecimal.
func Hash(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Resolve finds the programs of the participants, makes their paths absolute and takes
// their hashes.
func Resolve(participants []contest.Participant) error {
	for i := range participants {
		p := &participants[i]
		path, err := Program(*p)
		if err != nil {
			return err
		}
		if p.Hash, err = Hash(path); err != nil {
			return fmt.Errorf("engine %q: %w", p.Name, err)
		}
		if len(p.Command) > 0 {
			p.Command[0] = path
		}
		if p.Dir == "" && len(p.Command) > 0 {
			p.Dir = filepath.Dir(path)
		} else if p.Dir != "" {
			if p.Dir, err = filepath.Abs(p.Dir); err != nil {
				return fmt.Errorf("engine %q: %w", p.Name, err)
			}
		}
	}
	return nil
}

// Localize puts the commands of this machine into a contest: commands has them by the
// names of participants. It returns an error for a name that nobody has, and unless
// unchecked a *HashError for a program that is another one than the contest's.
func Localize(c *contest.Contest, commands map[string][]string, unchecked bool) error {
	for _, name := range slices.Sorted(maps.Keys(commands)) {
		i := slices.IndexFunc(c.Participants, func(p contest.Participant) bool { return p.Name == name })
		if i < 0 {
			return fmt.Errorf("engine %q takes no part: there are %s", name, strings.Join(names(c), ", "))
		}
		c.Participants[i].Command = commands[name]
		c.Participants[i].Dir = ""
	}
	for i := range c.Participants {
		p := &c.Participants[i]
		path, err := Program(*p)
		if err != nil {
			return err
		}
		if len(p.Command) > 0 {
			p.Command[0] = path
			if p.Dir == "" {
				p.Dir = filepath.Dir(path)
			}
		}
		if unchecked || p.Hash == "" {
			continue
		}
		hash, err := Hash(path)
		if err != nil {
			return fmt.Errorf("engine %q: %w", p.Name, err)
		}
		if hash != p.Hash {
			return &HashError{p.Name, path, p.Hash, hash}
		}
	}
	return nil
}

func names(c *contest.Contest) []string {
	var list []string
	for _, p := range c.Participants {
		list = append(list, p.Name)
	}
	return list
}

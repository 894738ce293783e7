package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"ishi/cmd/arena/contest"
	"ishi/cmd/arena/journal"
	"ishi/cmd/arena/plan"
	"ishi/cmd/arena/rating"
)

// stored is what contest.json holds: all that decides which games are played.
type stored struct {
	ID      string           `json:"id"`
	Contest *contest.Contest `json:"contest"`
	Plan    plan.Options     `json:"plan"`
	SPRT    *rating.SPRT     `json:"sprt,omitempty"`
}

// folder is the folder of a run:
//
//	contest.json  what is played
//	journal       a line for each game that has been played
//	queue/        the streams of the NATS server in this process
//	logs/         a log of each game, if wanted
//	games/        the games' records
//	report.…      the results
type folder struct {
	path string
	lock *flock.Flock
}

func (f *folder) file(name string) string { return filepath.Join(f.path, name) }

// openFolder opens the folder of a run for this process alone, and makes it if need be.
func openFolder(path string) (*folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	f := &folder{path: path}
	f.lock = flock.New(f.file("lock"))
	ok, err := f.lock.TryLock()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%s: another arena is at work in this folder", path)
	}
	return f, nil
}

func (f *folder) close() { f.lock.Close() }

// stored returns what is played in the folder, nil for a new one.
func (f *folder) stored() (*stored, error) {
	data, err := os.ReadFile(f.file("contest.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var s stored
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("%s: %w", f.file("contest.json"), err)
	}
	if s.ID == "" || s.Contest == nil {
		return nil, fmt.Errorf("%s: no contest in it", f.file("contest.json"))
	}
	return &s, nil
}

// settle makes the contest of the folder that of s, or returns an error that tells how
// they differ.
func (f *folder) settle(s *stored) error {
	old, err := f.stored()
	if err != nil {
		return err
	}
	if old == nil {
		s.ID = strings.ToLower(rand.Text()[:12])
		data, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			return err
		}
		return writeFile(f.file("contest.json"), append(data, '\n'))
	}
	s.ID = old.ID
	if d, err := differences(old, s); err != nil || len(d) > 0 {
		return errors.Join(err, &usageError{fmt.Errorf("%s holds another contest, choose another folder by -out:\n  %s",
			f.path, strings.Join(d, "\n  "))})
	}
	return nil
}

// writeFile replaces a file in one step.
func writeFile(path string, data []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(data)
	err = errors.Join(err, temporary.Chmod(0o644), temporary.Sync(), temporary.Close())
	if err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}

// maxDifferences is how many differences are told.
const maxDifferences = 10

// differences tells in which places two values differ that are written as JSON.
func differences(was, is any) ([]string, error) {
	var list []string
	var plain [2]any
	for i, v := range []any{was, is} {
		data, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		if err := d.Decode(&plain[i]); err != nil {
			return nil, err
		}
	}
	compare("", plain[0], plain[1], &list)
	if len(list) > maxDifferences {
		list = append(list[:maxDifferences], fmt.Sprintf("and %d more", len(list)-maxDifferences))
	}
	return list, nil
}

func compare(path string, was, is any, list *[]string) {
	switch a := was.(type) {
	case map[string]any:
		if b, ok := is.(map[string]any); ok {
			keys := maps.Clone(a)
			maps.Copy(keys, b)
			for _, k := range slices.Sorted(maps.Keys(keys)) {
				compare(strings.TrimPrefix(path+"."+k, "."), a[k], b[k], list)
			}
			return
		}
	case []any:
		if b, ok := is.([]any); ok {
			for i := range max(len(a), len(b)) {
				var x, y any
				if i < len(a) {
					x = a[i]
				}
				if i < len(b) {
					y = b[i]
				}
				compare(fmt.Sprintf("%s[%d]", path, i), x, y, list)
			}
			return
		}
	}
	x, _ := json.Marshal(was)
	y, _ := json.Marshal(is)
	if !bytes.Equal(x, y) {
		*list = append(*list, fmt.Sprintf("%s: it has %s, wanted is %s", path, shortened(x), shortened(y)))
	}
}

func shortened(text []byte) string {
	if len(text) > 80 {
		return string(text[:77]) + "…"
	}
	return string(text)
}

// openJournal opens the journal and returns the games in it by ID.
func (f *folder) openJournal(note func(string, ...any)) (*journal.Journal, map[int]contest.Played, error) {
	played := map[int]contest.Played{}
	j, cut, err := journal.Open(f.file("journal"), func(record []byte) error { return addPlayed(played, record) })
	if err != nil {
		return nil, nil, err
	}
	if cut > 0 {
		note("%s: the last record was not whole; %d bytes are cut off, and its game is played again", f.file("journal"), cut)
	}
	return j, played, nil
}

func addPlayed(played map[int]contest.Played, record []byte) error {
	var p contest.Played
	if err := json.Unmarshal(record, &p); err != nil {
		return err
	}
	if _, twice := played[p.Job]; twice {
		return fmt.Errorf("game %d is there twice", p.Job)
	}
	played[p.Job] = p
	return nil
}

package seats

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ishi/cmd/arena/contest"
	"ishi/engine"
	"ishi/engine/game"
)

func ishis() *contest.Contest {
	limits := contest.Limits{Nodes: 50}
	hash := []contest.Option{{Name: "hash", Value: "1"}}
	return &contest.Contest{
		Game: "othello", Setup: engine.Setup{Width: 4, Height: 4, Rule: "othello"},
		Participants: []contest.Participant{
			{Name: "A", Limits: limits, Options: hash}, {Name: "B", Limits: limits, Options: hash}, {Name: "C", Limits: limits, Options: hash},
		},
	}
}

func TestPlay(t *testing.T) {
	s := New(ishis(), 2)
	s.Worker, s.Logs = "w", t.TempDir()
	defer s.Close()
	for id, pair := range [][2]int{{0, 1}, {1, 2}, {2, 0}} {
		p, err := s.Play(t.Context(), id%2, contest.Job{ID: id, Black: pair[0], White: pair[1]})
		if err != nil {
			t.Fatal(err)
		}
		if p.Result.Outcome == game.Ongoing || p.Worker != "w" || p.Black != pair[0] {
			t.Errorf("played %+v", p)
		}
	}
	if logs, _ := filepath.Glob(filepath.Join(s.Logs, "*.log")); len(logs) != 3 {
		t.Errorf("logs %v", logs)
	}
	if n := len(s.players[0]); n != 2 {
		t.Errorf("%d players sit at the first board, want those of the last game", n)
	}
	for _, job := range []contest.Job{{Black: 0, White: 0}, {Black: 0, White: 3}, {Black: -1, White: 0}} {
		if _, err := s.Play(t.Context(), 0, job); err == nil {
			t.Errorf("%+v was played", job)
		}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Play(done, 0, contest.Job{ID: 9, Black: 0, White: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a game that was given up", err)
	}
}

func TestPauseEndsWithTheContext(t *testing.T) {
	c := ishis()
	c.Pause = time.Hour
	s := New(c, 1)
	defer s.Close()
	if _, err := s.Play(t.Context(), 0, contest.Job{ID: 1, Black: 0, White: 1}); err != nil {
		t.Fatal(err) // nothing is waited for before the first game
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Millisecond, cancel)
	if _, err := s.Play(ctx, 0, contest.Job{ID: 2, Black: 0, White: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// program makes an executable file.
func program(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name+".exe")
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestHashesAreChecked(t *testing.T) {
	dir := t.TempDir()
	here, same, other := program(t, dir, "here", "one"), program(t, dir, "same", "one"), program(t, dir, "other", "two")
	c := &contest.Contest{Participants: []contest.Participant{{Name: "Ishi"}, {Name: "Brain", Command: []string{here, "-x"}}}}
	if err := Resolve(c.Participants); err != nil {
		t.Fatal(err)
	}
	if p := c.Participants[1]; len(p.Hash) != 64 || p.Dir != dir || c.Participants[0].Hash == "" {
		t.Fatalf("participants %+v", c.Participants)
	}
	local := func(command string, unchecked bool) error {
		d := *c
		d.Participants = append([]contest.Participant(nil), c.Participants...)
		return Localize(&d, map[string][]string{"Brain": {command}}, unchecked)
	}
	if err := local(same, false); err != nil {
		t.Errorf("the same program under another name: %v", err)
	}
	var wrong *HashError
	if err := local(other, false); !errors.As(err, &wrong) || wrong.Participant != "Brain" || !strings.Contains(err.Error(), "SHA-256") {
		t.Errorf("another program: error %v", err)
	}
	if err := local(other, true); err != nil {
		t.Errorf("another program, unchecked: %v", err)
	}
	if err := local(filepath.Join(dir, "none"), true); err == nil {
		t.Error("a program that is not there was taken")
	}
	if err := Localize(c, map[string][]string{"Nobody": {same}}, false); err == nil || !strings.Contains(err.Error(), "Ishi, Brain") {
		t.Errorf("a name that nobody has: error %v", err)
	}
}

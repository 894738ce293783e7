package engine

import "testing"

func TestLevels(t *testing.T) {
	for level, want := range map[int]int{1: 5, 10: 50, TopLevel: 100} {
		got, err := LevelStrength(level)
		if got != want || err != nil {
			t.Errorf("level %d: %d %%, %v, want %d %%", level, got, err, want)
		}
		if back := StrengthLevel(want); back != level {
			t.Errorf("%d %% is level %d, want %d", want, back, level)
		}
	}
	for _, level := range []int{-1, 0, TopLevel + 1} {
		if _, err := LevelStrength(level); err == nil {
			t.Errorf("level %d: no error", level)
		}
	}
	for _, percent := range []int{0, 51, 104} {
		if level := StrengthLevel(percent); level != 0 {
			t.Errorf("%d %%: level %d", percent, level)
		}
	}
}

package engine

import "fmt"

// TopLevel is the level of full strength. Levels begin with 1.
const TopLevel = 20

// LevelStrength returns the strength in percent that a level from 1 to TopLevel stands
// for: each level below the top takes five percent.
func LevelStrength(level int) (percent int, err error) {
	if level < 1 || level > TopLevel {
		return 0, fmt.Errorf("level %d: want 1 to %d", level, TopLevel)
	}
	return level * 100 / TopLevel, nil
}

// StrengthLevel returns the level of a strength in percent, 0 for one that no level
// stands for.
func StrengthLevel(percent int) int {
	level := percent * TopLevel / 100
	if p, err := LevelStrength(level); err != nil || p != percent {
		return 0
	}
	return level
}

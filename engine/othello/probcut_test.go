package othello

import (
	"strings"
	"testing"
)

func TestProbCutModelRoundTrip(t *testing.T) {
	m := &ProbCutModel{
		Middle: [4]float64{1, -0.25, 0.5, -0.125}, End: [4]float64{2, 0.0625, 0, -0.5},
		MiddleMean: [2]float64{0.5, -1}, EndMean: [2]float64{-0.25, 1.5},
	}
	got, err := ParseProbCut(m.Format("a test"))
	if err != nil || *got != *m {
		t.Errorf("read back %+v, %v", got, err)
	}
	text := m.Format("a test")
	for _, bad := range []string{"", "x" + text, strings.Replace(text, "\nend ", "\nfin ", 1),
		strings.Replace(text, "-0.1250", "abc", 1), text[:len(text)-12]} {
		if _, err := ParseProbCut(bad); err == nil {
			t.Errorf("accepted: %q", bad)
		}
	}
}

// TestProbCutRules pins what the search relies on for every depth it may meet.
func TestProbCutRules(t *testing.T) {
	rules := cutRules()
	for level := range rules {
		for n := probCutFrom; n <= 60; n++ {
			for depth := probCutFrom; depth <= n; depth++ {
				r := rules[level][n][depth]
				switch {
				case int(r.shallow) >= depth || r.shallow < 1 || int(r.shallow)&1 != depth&1:
					t.Fatalf("%d empty, depth %d: shallow depth %d", n, depth, r.shallow)
				case r.margin < 1 || r.margin > 50:
					t.Fatalf("%d empty, depth %d: margin %d", n, depth, r.margin)
				case level > 0 && r.margin < rules[level-1][n][depth].margin:
					t.Fatalf("%d empty, depth %d: level %d is less careful than the one before", n, depth, level)
				}
			}
		}
	}
}

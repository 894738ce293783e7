package othello

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"
)

// Selectivity levels: how sure ProbCut must be that a shallow search tells on which side of the
// window a deep one ends, in standard deviations of the difference.
const levelExact = 5 // no ProbCut

var levels = [levelExact]struct {
	confidence int // percent
	t          float64
}{{73, 1.1}, {87, 1.5}, {95, 2.0}, {98, 2.6}, {99, 3.3}}

// ProbCutModel predicts the difference between a deep and a shallow search of a position, in discs.
//
//	ln sigma = a + b·empties + c·ln(deep) + d·ln(shallow+1)
//
// Searches to the end of the game have a model of their own, since their scores are no estimates.
type ProbCutModel struct {
	// Middle and End are a, b, c, d; End uses no c, its depth being the number of empty squares.
	Middle, End [4]float64
	// MiddleMean and EndMean are the mean of deep minus shallow for an even and an odd shallow depth.
	MiddleMean, EndMean [2]float64
}

//go:embed probcut.txt
var embeddedProbCut string

// probCutHeader is the first line of the file.
const probCutHeader = "ishi othello probcut"

// Format writes the model as the text that the binary embeds; data says what it was measured on.
func (m *ProbCutModel) Format(data string) string {
	return fmt.Sprintf("%s\ndata %s\nmiddle %v\nend %v\nmiddle-mean %v\nend-mean %v\n", probCutHeader, data,
		trimBrackets(m.Middle), trimBrackets(m.End), trimBrackets(m.MiddleMean), trimBrackets(m.EndMean))
}

func trimBrackets(v any) string { return strings.Trim(fmt.Sprintf("%.4f", v), "[]") }

// ParseProbCut reads what Format writes.
func ParseProbCut(text string) (*ProbCutModel, error) {
	m := new(ProbCutModel)
	rest, ok := strings.CutPrefix(text, probCutHeader+"\n")
	if !ok {
		return nil, fmt.Errorf("othello probcut: the first line is not %q", probCutHeader)
	}
	for _, field := range []struct {
		name   string
		values []float64
	}{
		{"middle", m.Middle[:]}, {"end", m.End[:]},
		{"middle-mean", m.MiddleMean[:]}, {"end-mean", m.EndMean[:]},
	} {
		_, line, ok := strings.Cut(rest, "\n"+field.name+" ")
		if !ok {
			return nil, fmt.Errorf("othello probcut: no line %q", field.name)
		}
		in := strings.NewReader(line)
		for i := range field.values {
			if _, err := fmt.Fscan(in, &field.values[i]); err != nil {
				return nil, fmt.Errorf("othello probcut: %s: %w", field.name, err)
			}
		}
	}
	return m, nil
}

// Sigma returns the standard deviation and the mean of the difference between searches of the depths
// deep and shallow of a position with the given number of empty squares.
func (m *ProbCutModel) Sigma(empties, deep, shallow int) (sigma, mean float64) {
	c, means := &m.Middle, &m.MiddleMean
	if deep >= empties {
		c, means = &m.End, &m.EndMean
	}
	ln := c[0] + c[1]*float64(empties) + c[2]*math.Log(float64(deep)) + c[3]*math.Log(float64(shallow+1))
	return math.Exp(ln), means[shallow&1]
}

// ShallowDepth is the depth of the search that stands for a deep one: about half of it, a third when
// the deep one reaches the end, of the same parity.
func ShallowDepth(empties, deep int) int {
	if deep >= empties {
		return max(deep/3-(deep/3^deep)&1, 2-deep&1)
	}
	return deep/4*2 + deep&1
}

// cutRule says how ProbCut is tried at a node.
type cutRule struct {
	shallow int8
	mean    int8 // added to the shallow score
	margin  int8 // the distance from the window at which the shallow score decides
}

// cutTable holds the rules by level, number of empty squares and depth.
type cutTable [levelExact][Squares + 1][Squares + 1]cutRule

// cutRules makes the rules of the model in the binary.
var cutRules = sync.OnceValue(func() *cutTable {
	m, err := ParseProbCut(embeddedProbCut)
	if err != nil {
		panic(err)
	}
	t := new(cutTable)
	for level := range t {
		for n := range t[level] {
			for depth := probCutFrom; depth <= n; depth++ {
				shallow := ShallowDepth(n, depth)
				sigma, mean := m.Sigma(n, depth, shallow)
				t[level][n][depth] = cutRule{
					shallow: int8(shallow),
					mean:    int8(math.Round(mean)),
					margin:  int8(min(127, math.Ceil(levels[level].t*sigma))),
				}
			}
		}
	}
	return t
})

// probCutFrom is the smallest depth at which ProbCut is tried.
const probCutFrom = 3

// probCut tries to tell from a shallow search whether a search to depth of the position of s.state
// ends above alpha or not above it.
func (s *searcher) probCut(depth, n, alpha int) (int, bool) {
	if s.level >= levelExact || depth < probCutFrom {
		return 0, false
	}
	r := &s.rules[s.level][n][depth]
	eval := s.eval()
	mean, margin := int(r.mean), int(r.margin)
	level, lists := s.level, s.lists
	s.level, s.lists = levelExact, s.spare
	defer func() { s.level, s.lists = level, lists }()

	// A shallow search is worth its cost only when the evaluation promises what it must confirm.
	if bound := alpha + 1 - mean + margin; eval >= bound && bound <= 64 {
		if s.nullWindow(int(r.shallow), bound-1) >= bound && !s.stopped {
			return alpha + 1, true
		}
	} else if bound := alpha - mean - margin; eval <= bound && bound >= -64 {
		if s.nullWindow(int(r.shallow), bound) <= bound && !s.stopped {
			return alpha, true
		}
	}
	return 0, false
}

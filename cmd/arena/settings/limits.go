package settings

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ishi/cmd/arena/rating"
)

// TimeControl is a time control. The zero value has no limits.
type TimeControl struct {
	Match, Turn, Increment time.Duration
	told                   bool
}

// Set reads [MATCH/]TURN[+INCREMENT], each in seconds or with its unit, 0 for no limit:
// "1" and "0/1" are a second a move, "300/30" five minutes a game with at most 30
// seconds a move, "60/0+0.5" a minute and half a second more with each move.
func (t *TimeControl) Set(text string) error {
	fail := fmt.Errorf("tc %q: want [MATCH/]TURN[+INCREMENT] in seconds", text)
	rest, increment, adds := strings.Cut(strings.TrimSpace(text), "+")
	match, turn, both := strings.Cut(rest, "/")
	if !both {
		match, turn = "0", rest
	}
	read := TimeControl{told: true}
	for _, part := range []struct {
		text string
		to   *time.Duration
	}{{match, &read.Match}, {turn, &read.Turn}, {increment, &read.Increment}} {
		if part.text == "" && part.to == &read.Increment && !adds {
			continue
		}
		d, err := parseSeconds(part.text)
		if err != nil {
			return fail
		}
		*part.to = d
	}
	if read.Increment > 0 && read.Match == 0 {
		return fmt.Errorf("%w: an increment needs a time for the match", fail)
	}
	*t = read
	return nil
}

// String writes the time control as Set reads it.
func (t TimeControl) String() string {
	if !t.told {
		return ""
	}
	return fmt.Sprintf("%v/%v+%v", t.Match, t.Turn, t.Increment)
}

// UnmarshalTOML reads a number or a text.
func (t *TimeControl) UnmarshalTOML(value any) error { return t.Set(fmt.Sprint(value)) }

// SPRT is a sequential test of two hypotheses; the zero value is none.
type SPRT struct {
	Elo0  float64 `toml:"elo0"`
	Elo1  float64 `toml:"elo1"`
	Alpha float64 `toml:"alpha"`
	Beta  float64 `toml:"beta"`
	Model string  `toml:"model"`
}

// usualRisk is that of either error of a test.
const usualRisk = 0.05

// Set reads elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic.
func (s *SPRT) Set(text string) error {
	*s = SPRT{}
	pairs, err := split(text, ',')
	if err != nil {
		return err
	}
	var numbers []string
	for _, pair := range pairs {
		if model, ok := strings.CutPrefix(strings.TrimSpace(pair), "model="); ok {
			s.Model = model
		} else {
			numbers = append(numbers, pair)
		}
	}
	return setNumbers(strings.Join(numbers, ","), map[string]*float64{"elo0": &s.Elo0, "elo1": &s.Elo1, "alpha": &s.Alpha, "beta": &s.Beta})
}

// String writes the test as Set reads it.
func (s SPRT) String() string {
	if s == (SPRT{}) {
		return ""
	}
	text := fmt.Sprintf("elo0=%g,elo1=%g,alpha=%g,beta=%g", s.Elo0, s.Elo1, s.Alpha, s.Beta)
	if s.Model != "" {
		text += ",model=" + s.Model
	}
	return text
}

// Test returns the test with the usual risks put in; nil when there is none.
func (s SPRT) Test() (*rating.SPRT, error) {
	if s == (SPRT{}) {
		return nil, nil
	}
	model, err := rating.ParseModel(s.Model)
	if err != nil {
		return nil, err
	}
	t := &rating.SPRT{Elo0: s.Elo0, Elo1: s.Elo1, Alpha: s.Alpha, Beta: s.Beta, Model: model}
	if t.Alpha == 0 {
		t.Alpha = usualRisk
	}
	if t.Beta == 0 {
		t.Beta = usualRisk
	}
	if err := t.Check(); err != nil {
		return nil, fmt.Errorf("sprt: %w", err)
	}
	return t, nil
}

// Draw ends games as drawn; see contest.Adjudication.
type Draw struct {
	Score float64 `toml:"score"`
	Plies int     `toml:"plies"`
	From  int     `toml:"from"`
}

// Set reads score=5,plies=20,from=40.
func (d *Draw) Set(text string) error {
	var plies, from float64
	*d = Draw{}
	if err := setNumbers(text, map[string]*float64{"score": &d.Score, "plies": &plies, "from": &from}); err != nil {
		return err
	}
	if plies < 1 || d.Score < 0 || from < 0 {
		return errors.New("draw: want score=S,plies=N with S of 0 or more and N of 1 or more")
	}
	d.Plies, d.From = int(plies), int(from)
	return nil
}

// String writes the rule as Set reads it.
func (d Draw) String() string {
	if d == (Draw{}) {
		return ""
	}
	return fmt.Sprintf("score=%g,plies=%d,from=%d", d.Score, d.Plies, d.From)
}

// Resign ends games as lost; see contest.Adjudication.
type Resign struct {
	Score float64 `toml:"score"`
	Moves int     `toml:"moves"`
}

// Set reads score=500,moves=4.
func (r *Resign) Set(text string) error {
	var moves float64
	*r = Resign{}
	if err := setNumbers(text, map[string]*float64{"score": &r.Score, "moves": &moves}); err != nil {
		return err
	}
	if moves < 1 || r.Score <= 0 {
		return errors.New("resign: want score=S,moves=N with S above 0 and N of 1 or more")
	}
	r.Moves = int(moves)
	return nil
}

// String writes the rule as Set reads it.
func (r Resign) String() string {
	if r == (Resign{}) {
		return ""
	}
	return fmt.Sprintf("score=%g,moves=%d", r.Score, r.Moves)
}

// setNumbers reads KEY=NUMBER,… into the given places.
func setNumbers(text string, places map[string]*float64) error {
	pairs, err := split(text, ',')
	if err != nil {
		return err
	}
	for _, pair := range pairs {
		key, value, _ := strings.Cut(pair, "=")
		place, ok := places[strings.TrimSpace(key)]
		if !ok {
			return fmt.Errorf("unknown key %q", key)
		}
		if *place, err = strconv.ParseFloat(strings.TrimSpace(value), 64); err != nil {
			return fmt.Errorf("%s %q: want a number", key, value)
		}
	}
	return nil
}

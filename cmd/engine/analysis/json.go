package analysis

import (
	"encoding/json"
	"io"
	"math"
	"time"

	"ishi/engine/game"
)

// objects prints a JSON object a line.
type objects struct{ out *json.Encoder }

// NewJSON returns a Printer of one JSON object a line; doc/analysis.md describes them.
func NewJSON(out io.Writer) Printer {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return objects{e}
}

// jsonSource begins all objects but the total.
type jsonSource struct {
	Type   string `json:"type"`
	File   string `json:"file"`
	Number int    `json:"number"`
}

// jsonLine is a line with its score; of the first three scores one is there, none where
// the search ended before it had one.
type jsonLine struct {
	Move game.Move `json:"move"`
	// Score is in the unit, from the mover's side.
	Score *float64 `json:"score,omitempty"`
	// MateIn is the number of plies to a proven win, negative for a loss.
	MateIn *int `json:"mate_in,omitempty"`
	// Outcome is 1, 0 or -1 where only that is known.
	Outcome *int `json:"outcome,omitempty"`
	// Expected is the part of the point in percent, of games not counted in discs.
	Expected *float64    `json:"expected,omitempty"`
	PV       []game.Move `json:"pv,omitempty"`
}

// jsonVerdict is what was found, and with what effort.
type jsonVerdict struct {
	Unit  string     `json:"unit"`
	Exact bool       `json:"exact"`
	Depth int        `json:"depth,omitempty"`
	Nodes uint64     `json:"nodes"`
	MS    float64    `json:"ms"`
	Lines []jsonLine `json:"lines"`
}

type jsonBoard struct {
	Game  string    `json:"game"`
	Size  string    `json:"size"`
	Rule  string    `json:"rule,omitempty"`
	Side  game.Side `json:"side"`
	Empty int       `json:"empty"`
}

type jsonPosition struct {
	jsonSource
	Line int `json:"line,omitempty"`
	jsonBoard
	jsonVerdict
	Agrees *bool `json:"agrees,omitempty"`
}

type jsonMove struct {
	jsonSource
	Ply    int       `json:"ply"`
	Side   game.Side `json:"side"`
	Move   game.Move `json:"move"`
	Forced bool      `json:"forced,omitempty"`
	Played jsonLine  `json:"played"`
	Loss   float64   `json:"loss"`
	Mark   Mark      `json:"mark,omitempty"`
	jsonVerdict
}

type jsonGame struct {
	jsonSource
	jsonBoard
	Black  string     `json:"black,omitempty"`
	White  string     `json:"white,omitempty"`
	Result string     `json:"result,omitempty"`
	Final  string     `json:"final"`
	Graph  string     `json:"graph"`
	Sides  [2]jsonSum `json:"sides"`
}

type jsonSum struct {
	Side     game.Side `json:"side"`
	Moves    int       `json:"moves"`
	Loss     float64   `json:"loss"`
	Blunders int       `json:"blunders"`
	Mistakes int       `json:"mistakes"`
	Dubious  int       `json:"dubious"`
}

type jsonTotal struct {
	Type      string  `json:"type"`
	Positions int     `json:"positions"`
	Games     int     `json:"games"`
	Moves     int     `json:"moves"`
	Known     int     `json:"known,omitempty"`
	Right     int     `json:"right,omitempty"`
	Nodes     uint64  `json:"nodes"`
	MS        float64 `json:"ms"`
}

func source(kind string, s Subject) jsonSource { return jsonSource{kind, s.File, s.Number} }

func boardObject(b Board) jsonBoard {
	return jsonBoard{b.Game, size(b.Width, b.Height), b.Rule, b.Side, b.Empty}
}

func milliseconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e6) / 1e3 }

func lineObject(l Line, unit string) jsonLine {
	o := jsonLine{Move: l.Move(), PV: l.PV}
	switch {
	case l.Unknown:
		return o
	case l.Outcome:
		outcome := int(l.Score)
		o.Outcome = &outcome
	case l.Score.IsWin():
		plies := l.Score.Plies()
		o.MateIn = &plies
	case l.Score.IsLoss():
		plies := -l.Score.Plies()
		o.MateIn = &plies
	default:
		value := l.Value
		o.Score = &value
	}
	if unit != discs {
		expected := math.Round(10*l.value(unit)) / 10
		o.Expected = &expected
	}
	return o
}

func verdictObject(v Verdict) jsonVerdict {
	o := jsonVerdict{Unit: v.Unit, Exact: v.Exact, Depth: v.Depth, Nodes: v.Nodes, MS: milliseconds(v.Took), Lines: []jsonLine{}}
	for _, l := range v.Lines {
		o.Lines = append(o.Lines, lineObject(l, v.Unit))
	}
	return o
}

func (j objects) Position(p Position) error {
	o := jsonPosition{
		jsonSource: source("position", p.Subject), Line: p.Line,
		jsonBoard: boardObject(p.Board), jsonVerdict: verdictObject(p.Verdict),
	}
	if p.Exact && len(p.Known) > 0 {
		o.Agrees = &p.Agrees
	}
	return j.out.Encode(o)
}

// Game writes an object a move, and one for the game.
func (j objects) Game(g Game) error {
	for _, m := range g.Moves {
		err := j.out.Encode(jsonMove{
			jsonSource: source("move", g.Subject), Ply: m.Ply, Side: m.Side, Move: m.Move, Forced: m.Forced,
			Played: lineObject(m.Played, g.Unit), Loss: math.Round(10*m.Loss) / 10, Mark: m.Mark,
			jsonVerdict: verdictObject(m.Before),
		})
		if err != nil {
			return err
		}
	}
	o := jsonGame{
		jsonSource: source("game", g.Subject), jsonBoard: boardObject(g.Board),
		Black: g.Black, White: g.White, Result: g.Result, Final: g.Final.String(), Graph: Graph(g),
	}
	for i := range o.Sides {
		side := game.Side(i)
		s := g.Sum(side)
		o.Sides[i] = jsonSum{side, s.Moves, math.Round(10*s.Loss) / 10, s.Blunders, s.Mistakes, s.Dubious}
	}
	return j.out.Encode(o)
}

func (j objects) Total(t Total) error {
	return j.out.Encode(jsonTotal{"total", t.Positions, t.Games, t.Moves, t.Known, t.Right, t.Nodes, milliseconds(t.Took)})
}

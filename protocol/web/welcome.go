package web

import (
	"slices"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
)

// welcome tells what can be played here.
func (s *Server) welcome() welcome {
	w := welcome{
		Type: "welcome", Protocol: 1, Server: "Ishi", Version: s.config.Version, Levels: engine.TopLevel,
		MoveTime: moveTimeView{
			Usual: s.config.MoveTime.Milliseconds(), Least: leastMoveTime.Milliseconds(), Most: s.config.MaxMoveTime.Milliseconds(),
		},
		MaxMessage: maxMessage,
	}
	for _, g := range s.config.Games {
		w.Games = append(w.Games, viewGame(g))
	}
	for _, f := range record.Formats() {
		if slices.Contains(textFormats, f.Format) {
			w.Formats = append(w.Formats, formatView{
				Name: string(f.Format), Title: f.Title, Extension: f.Extensions[0], Games: f.Games, Read: f.Read, Write: f.Write,
			})
		}
	}
	return w
}

// textFormats are those whose files fit into a message, as text.
var textFormats = []record.Format{record.SGF, record.PSQ, record.GGF, record.OBF, record.Moves, record.Board, record.REC}

// viewGame finds out which boards a game can be played on.
func viewGame(g engine.Game) gameView {
	v := gameView{Name: g.Name(), Rules: g.Rules(), Openings: []string{""}}
	for n := 1; n <= game.MaxSize; n++ {
		if _, err := g.New(engine.Setup{Width: n, Height: n}); err == nil {
			v.Sizes = append(v.Sizes, n)
		}
	}
	if len(v.Sizes) > 1 {
		_, err := g.New(engine.Setup{Width: v.Sizes[0], Height: v.Sizes[1]})
		v.Rectangles = err == nil
	}
	if pos, err := g.New(engine.Setup{}); err == nil {
		v.Size = pos.Setup().Width
		if _, ok := pos.(engine.Balancer); ok {
			v.Openings = append(v.Openings, swap2)
		}
		if e, ok := pos.(engine.Evaluator); ok {
			_, v.Unit = e.Evaluate()
		}
	}
	return v
}

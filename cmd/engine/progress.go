package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"ishi/cmd/engine/analysis"
)

// progress shows how far the files are done, on a terminal only.
type progress struct {
	bar  *progressbar.ProgressBar // nil where nothing is shown
	done map[string]int64         // bytes before each file
	file string
	game int
}

// newProgress adds up the sizes of the files.
func newProgress(names []string) *progress {
	p := &progress{done: map[string]int64{}}
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return p
	}
	var all int64
	for _, name := range names {
		p.done[name] = all
		if info, err := os.Stat(name); err == nil {
			all += info.Size()
		}
	}
	if all == 0 {
		all = -1
	}
	p.bar = progressbar.NewOptions64(all, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetElapsedTime(true), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(0))
	return p
}

// at shows the beginning of a game.
func (p *progress) at(file string, number, offset int) {
	p.file, p.game = filepath.Base(file), number
	if p.bar != nil {
		p.bar.Set64(p.done[file] + int64(offset))
	}
}

// step shows which ply of the game is next.
func (p *progress) step(ply int) {
	if p.bar != nil {
		p.bar.Describe(fmt.Sprintf("%s %d, ply %d", p.file, p.game, ply))
	}
}

func (p *progress) hide() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

// behind is a Printer that takes the progress away before it prints.
type behind struct {
	*progress
	analysis.Printer
}

func (b behind) Position(p analysis.Position) error {
	b.hide()
	return b.Printer.Position(p)
}

func (b behind) Game(g analysis.Game) error {
	b.hide()
	return b.Printer.Game(g)
}

func (b behind) Total(t analysis.Total) error {
	b.hide()
	return b.Printer.Total(t)
}

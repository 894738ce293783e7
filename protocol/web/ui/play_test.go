package ui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestGomokuAgainstTheEngine plays the first free point of the board until somebody has
// won, then takes back, goes on, and looks at the game from its beginning.
func TestGomokuAgainstTheEngine(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	p := b.open("player", s.url(), 1440, 900)
	p.begin("game=gomoku", "rule:renju", "mode=engine", "colour=black", "level:1")
	const over = `/won|lost/.test(document.getElementById("status").textContent)`
	for !value[bool](p, over) {
		p.wait(`document.querySelector(".board.playable") || ` + over)
		if value[bool](p, over) {
			break
		}
		p.play(p.text(`[...document.querySelectorAll(".cells [data-point]")].find((c) => c.getAttribute("aria-label").endsWith("empty")).dataset.point`))
	}
	if got := value[int](p, `document.querySelectorAll(".winline").length`); got == 0 {
		t.Errorf("no line through the winning stones: %s", p.status())
	}
	p.wait(`!document.getElementById("rematch").hidden`)
	total := p.moves()
	if len(p.stones()) != total {
		t.Errorf("%d stones after %d moves", len(p.stones()), total)
	}
	p.click("#step-first")
	p.wait(`document.querySelectorAll("[data-stone]").length === 0`)
	p.click("#step-forward")
	p.click("#step-forward")
	p.wait(`document.querySelectorAll("[data-stone]").length === 2`)
	p.click("#step-last")
	p.wait(fmt.Sprintf(`document.querySelectorAll("[data-stone]").length === %d`, total))
	p.click("#rematch")
	p.wait(countMoves + ` <= 1`)
	p.wait(`document.querySelector("#player-white .name").textContent === "You"`)
}

// TestGomokuTwoHere plays a game of two people on one screen, with a forbidden point, undo,
// redo, numbers, and the record of the game.
func TestGomokuTwoHere(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	p := b.open("players", s.url(), 1440, 900)
	p.begin("game=gomoku", "rule:renju", "mode=here")
	p.play("h8", "a1", "i8", "a3", "j9", "a5", "j10", "a7")
	p.wait(`document.querySelectorAll(".forbidden").length === 1`)
	p.click(cell("j8"))
	p.wait(`/double three/.test(document.querySelector(".bubble").textContent) && !document.querySelector(".bubble").hidden`)
	p.click(cell("h8"))
	p.wait(`/stone already/.test(document.querySelector(".bubble").textContent)`)
	if p.moves() != 8 {
		t.Errorf("%d moves after two that were refused, want 8", p.moves())
	}
	p.click("#undo")
	p.wait(countMoves + ` === 7`)
	p.click("#redo")
	p.wait(countMoves + ` === 8`)
	p.click("#numbers")
	p.wait(`document.querySelectorAll(".number").length === 8`)
	p.play("g8", "a9", "f8", "a11", "e8")
	p.wait(`/Black has won/.test(document.getElementById("status").textContent)`)
	p.click("#save")
	p.wait(`/RE\[B\+|;B\[hh\]/.test(document.getElementById("record-text").value)`)
}

// TestOthello plays a whole game of Othello with a mouse on a phone's screen, always the
// first legal move, and watches discs and passes.
func TestOthello(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	p := b.open("player", s.url(), 390, 844)
	p.begin("game=othello", "othello-size:6", "mode=engine", "colour=white", "level:1")
	for {
		p.wait(`document.querySelector(".board.playable") || /won|lost|Drawn/.test(document.getElementById("status").textContent)`)
		if !value[bool](p, `Boolean(document.querySelector(".board.playable"))`) {
			break
		}
		legal := value[int](p, `document.querySelectorAll(".legal").length`)
		point := p.text(`[...document.querySelectorAll(".cells [data-point]")].find((c) => c.getAttribute("aria-label").includes("legal"))?.dataset.point`)
		if legal == 0 || point == "undefined" {
			t.Fatalf("no legal moves are shown: %d, %s", legal, p.status())
		}
		p.play(point)
	}
	counts := value[[]int](p, `["black", "white"].map((s) => Number(document.querySelector("#player-" + s + " .discs").textContent))`)
	black := 0
	for _, stone := range p.stones() {
		if strings.HasSuffix(stone, "black") {
			black++
		}
	}
	if counts[0] != black || counts[0]+counts[1] != len(p.stones()) {
		t.Errorf("counts %v, %d stones of which %d black", counts, len(p.stones()), black)
	}
	won := map[bool]string{true: "won", false: "lost"}[counts[1] > counts[0]]
	if counts[0] != counts[1] && !strings.Contains(p.status(), won) {
		t.Errorf("counts %v, status %q", counts, p.status())
	}
	p.wait(`document.querySelector(".graph .curve")`)
}

// TestEnginesPlay watches two engines, holds them up and lets them go on.
func TestEnginesPlay(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	p := b.open("watcher", s.url(), 1440, 900)
	p.begin("game=othello", "othello-size:4", "mode=engines", "level:1", "otherLevel:2")
	p.wait(countMoves + ` >= 2`)
	p.click("#pause")
	p.wait(`/Paused/.test(document.getElementById("status").textContent)`)
	p.click("#pause")
	p.wait(`/won|Drawn/.test(document.getElementById("status").textContent)`)
}

// TestSwap2 goes through the opening with both sides on one screen.
func TestSwap2(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	p := b.open("players", s.url(), 1440, 900)
	p.begin("game=gomoku", "mode=here", "swap2:on")
	p.play("h8", "i9", "j8")
	p.click("#answer-swap-two")
	p.play("g7", "g9")
	p.click("#answer-swap-white")
	p.play("k8")
	want := []string{"g7 white", "g9 black", "h8 black", "i9 white", "j8 black", "k8 white"}
	if got := p.stones(); !slices.Equal(got, want) {
		t.Errorf("stones %v, want %v", got, want)
	}
}

// TestHintsAndAnalysis looks for the marks of both on the board.
func TestHintsAndAnalysis(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	p := b.open("player", s.url(), 1440, 900)
	p.begin("game=gomoku", "mode=here")
	p.play("h8", "a1", "h9", "a2", "h10", "a3")
	p.click("#hint")
	p.wait(`document.querySelectorAll(".hint").length === 3`)
	if best := p.text(`document.querySelector(".hint.best text").textContent`); !strings.HasPrefix(best, "W") {
		t.Errorf("the best move of an open three is worth %s", best)
	}
	p.click("#analysis")
	p.wait(`document.querySelectorAll("#lines li").length === 3`)
	p.click("#step-back")
	p.wait(`document.querySelectorAll("#lines li").length > 0 && document.querySelector("#ply b").textContent === "5"`)
	p.click("#analysis")
	p.wait(`document.querySelectorAll(".hint").length === 0`)
}

// TestPositions sets up a position by clicks, follows the link of a position, and opens
// pasted records, good and damaged.
func TestPositions(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	p := b.open("player", s.url(), 1440, 900)
	p.begin("game=gomoku", "mode=here")
	p.play("h8", "i9")
	p.click("#share")
	p.wait(`document.getElementById("link-position")`)
	link := p.text(`document.getElementById("link-position").value`)
	other := b.open("friend", link, 390, 844)
	other.wait(`document.querySelectorAll("[data-stone]").length === 2`)
	other.begin("mode=here")
	other.wait(countMoves + ` === 2`)
	other.play("j10")

	p.click("dialog .round")
	p.click("#setup")
	p.click(`input[name="brush"][value="white"]`)
	p.click(`.setup-board [data-point="a1"]`)
	p.click("#use-setup")
	p.wait(`document.querySelectorAll(".table [data-stone]").length === 3 && document.getElementById("start")`)
	p.begin("mode=here")
	if got, want := p.stones(), []string{"a1 white", "h8 black", "i9 white"}; !slices.Equal(got, want) {
		t.Errorf("set up %v, want %v", got, want)
	}
	p.click("#open")
	p.wait(`document.getElementById("record-paste")`)
	paste := func(text string) {
		value[bool](p, fmt.Sprintf(`(() => { document.getElementById("record-paste").value = %q; return true; })()`, text))
		p.click("#open-text")
	}
	paste("(;GM[4]SZ[15]RU[renju];B[hh];W[hh])")
	p.wait(`document.querySelector("dialog .error").textContent !== ""`)
	paste("f5 d6 c3 d3 c4")
	p.wait(`!document.querySelector("dialog") && ` + countMoves + ` === 5`)
}

package ui_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// unnamed lists what can be used but has no name for a screen reader.
const unnamed = `[...document.querySelectorAll("button, input, select, textarea, [role=gridcell], [role=grid], dialog, a")]
	.filter((e) => e.checkVisibility() && !(e.ariaLabel || e.getAttribute("aria-labelledby") || e.textContent.trim() ||
		[...(e.labels ?? [])].some((l) => l.textContent.trim())))
	.map((e) => e.outerHTML.slice(0, 80))`

// pale lists texts whose contrast with what is behind them is less than 4.5 to 1, or 3 to 1
// where they are large.
const pale = `(() => {
	const parse = (c) => { const m = c.match(/[\d.]+/g).map(Number); return { rgb: m.slice(0, 3), a: m[3] ?? 1 }; };
	const light = (rgb) => rgb.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.a === 1) return c.rgb; } return [255, 255, 255]; };
	const bad = [];
	for (const e of document.querySelectorAll("body *")) {
		const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
		if (!own || !e.checkVisibility() || e.closest("svg, .hidden, .skip, :disabled, noscript, symbol")) continue;
		const style = getComputedStyle(e);
		const [a, b] = [light(parse(style.color).rgb), light(behind(e))].sort((x, y) => y - x);
		const size = parseFloat(style.fontSize);
		const least = size >= 24 || (size >= 18.6 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
		const ratio = (a + 0.05) / (b + 0.05);
		if (ratio < least) bad.push(e.textContent.slice(0, 30) + " " + ratio.toFixed(2));
	}
	return bad;
})()`

// overflow reports by how much the page is wider than the window.
const overflow = `document.documentElement.scrollWidth - document.documentElement.clientWidth`

func (p *page) expectNone(what, list string) {
	p.t.Helper()
	if found := value[[]string](p, list); len(found) > 0 {
		p.t.Errorf("%s: %s:\n%s", p.name, what, strings.Join(found, "\n"))
	}
}

func (p *page) theme(name string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"}}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		p.t.Fatal(err)
	}
}

// TestEverybodyCanUseIt looks at names, contrast and width in light and dark, in each
// dialog and each language.
func TestEverybodyCanUseIt(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	p := b.open("phone", s.url(), 390, 844)
	look := func(where string) {
		t.Helper()
		for _, theme := range []string{"light", "dark"} {
			p.theme(theme)
			p.name = where + ", " + theme
			p.expectNone("no name", unnamed)
			p.expectNone("too little contrast", pale)
			if wide := value[int](p, overflow); wide > 0 {
				t.Errorf("%s: %d pixels wider than the window", p.name, wide)
			}
		}
		p.name = where
	}
	p.wait(`document.getElementById("start")`)
	look("new game")
	p.begin("game=othello", "mode=here")
	p.play("f5", "d6")
	look("game")
	for _, dialog := range []string{"settings", "share", "save", "open", "setup", "resign"} {
		p.click("#" + dialog)
		p.wait(`document.querySelector("dialog[open]")`)
		look(dialog)
		if !value[bool](p, `document.querySelector("dialog").contains(document.activeElement)`) {
			t.Errorf("%s: the focus is not in the dialog", dialog)
		}
		p.do(chromedp.KeyEvent(kb.Escape))
		p.wait(`!document.querySelector("dialog")`)
	}
	for _, language := range []string{"de", "zh"} {
		p.click("#settings")
		p.do(chromedp.SetValue(chromedp.CSS("#language"), language))
		value[bool](p, `document.getElementById("language").dispatchEvent(new Event("change"))`)
		p.wait(`document.documentElement.lang === "` + language + `" && document.querySelector("dialog")`)
		look("settings in " + language)
		p.do(chromedp.KeyEvent(kb.Escape))
		p.wait(`!document.querySelector("dialog") && document.getElementById("status")`)
		look("game in " + language)
	}
}

// TestKeys plays by keys alone, from the first Tab on.
func TestKeys(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	p := b.open("keys", s.url(), 1440, 900)
	p.begin("game=gomoku", "mode=here")
	value[bool](p, `(document.activeElement.blur(), true)`)
	for i := 0; i < 20 && p.text(`document.activeElement.dataset?.point`) != "h8"; i++ {
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	if at := p.text(`document.activeElement.dataset?.point`); at != "h8" {
		t.Fatalf("Tab does not reach the board's centre but %q", p.text(`document.activeElement.outerHTML`))
	}
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(countMoves + ` === 1`)
	p.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(" "))
	p.wait(countMoves + ` === 2`)
	p.wait(`document.querySelector("[data-stone=i7]")`)
	if said := p.text(`document.getElementById("said").textContent`); !strings.Contains(said, "White I7") {
		t.Errorf("screen readers hear %q", said)
	}
	p.do(chromedp.KeyEvent("z"))
	p.wait(countMoves + ` === 1`)
	p.do(chromedp.KeyEvent(kb.PageUp))
	p.wait(`document.querySelector("#ply b").textContent === "0"`)
	if tabs := value[int](p, `document.querySelectorAll(".cells [tabindex='0']").length`); tabs != 1 {
		t.Errorf("Tab stops %d times on the board, want once", tabs)
	}
	p.do(chromedp.KeyEvent(kb.PageDown), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	p.wait(`/stone already/.test(document.getElementById("warned").textContent)`)
}

// TestFirstPaint tells how long the first board takes. It sets no limit, since that would
// measure the machine.
func TestFirstPaint(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	p := b.open("first", s.url(), 1440, 900)
	p.wait(`document.querySelector(".drawing .lines")`)
	first := value[float64](p, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0`)
	board := value[float64](p, `performance.getEntriesByName("board")[0]?.startTime ?? 0`)
	sent := value[int](p, `[...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")].reduce((n, e) => n + e.transferSize, 0)`)
	count := value[int](p, `performance.getEntriesByType("resource").length + 1`)
	t.Logf("first paint after %.0f ms, board after %.0f ms, %d bytes in %d files", first, board, sent, count)
	if board == 0 || sent == 0 || sent > 300_000 {
		t.Errorf("board after %.0f ms, %d bytes, want at most 300,000", board, sent)
	}
	if foreign := value[int](p, `performance.getEntriesByType("resource").filter((e) => new URL(e.name).host !== location.host).length`); foreign > 0 {
		t.Errorf("%d files come from elsewhere", foreign)
	}
}

package ui_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for what must come; it says nothing of how long that
// usually takes.
const patience = 20 * time.Second

// browserPath finds a browser of the Chromium family: ISHI_BROWSER names one, else the
// usual names are looked for. Without one the test is skipped.
func browserPath(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("tests in a browser are left out with -short")
	}
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell"}
	if named := os.Getenv("ISHI_BROWSER"); named != "" {
		names = []string{named}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("no browser: none of %s is installed; ISHI_BROWSER may name another", strings.Join(names, ", "))
	return ""
}

// program is the board's server as people start it, built once for all tests.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "ishi-board")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "board")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", path, "ishi/cmd/board").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %v\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := program(); err == nil && code == 0 {
		_ = os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// server is a running board with its data.
type server struct {
	t       *testing.T
	address string
	data    string
	command *exec.Cmd
}

// startServer starts a board with an empty data file.
func startServer(t *testing.T) *server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, address: l.Addr().String(), data: filepath.Join(t.TempDir(), "board.db")}
	_ = l.Close()
	s.start()
	t.Cleanup(s.kill)
	return s
}

func (s *server) start() {
	s.t.Helper()
	path, err := program()
	if err != nil {
		s.t.Fatal(err)
	}
	s.command = exec.Command(path, "-addr", s.address, "-data", s.data, "-move-time", "300ms")
	if err := s.command.Start(); err != nil {
		s.t.Fatal(err)
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if r, err := http.Get(s.url() + "healthz"); err == nil {
			_, _ = io.Copy(io.Discard, r.Body)
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			s.t.Fatal("the server does not start")
		}
	}
}

// kill ends the server without a word, as a power cut would.
func (s *server) kill() {
	_ = s.command.Process.Kill()
	_ = s.command.Wait()
}

func (s *server) url() string { return "http://" + s.address + "/" }

// browser starts browsers: one for each person, which shares nothing with the others.
type browser struct {
	t    *testing.T
	path string
}

func startBrowser(t *testing.T) *browser {
	t.Helper()
	return &browser{t: t, path: browserPath(t)}
}

// page is one person's window.
type page struct {
	t    *testing.T
	name string
	ctx  context.Context

	mu       sync.Mutex
	problems []string
}

// open opens a browser with a window of so many pixels at an address.
func (b *browser) open(name, url string, width, height int64) *page {
	b.t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(b.path))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := chromedp.NewExecAllocator(b.t.Context(), options...)
	b.t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	b.t.Cleanup(cancel)
	p := &page{t: b.t, name: name, ctx: ctx}
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		b.t.Skipf("the browser does not start: %v", err)
	}
	go p.listen(chromedp.Console(ctx))
	p.do(chromedp.Navigate(url))
	p.resize(width, height)
	b.t.Cleanup(p.check)
	return p
}

// resize gives the window a size in pixels, below 600 that of a phone.
func (p *page) resize(width, height int64) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	size := emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width < 600}
	if _, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, size); err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

func (p *page) listen(messages iter.Seq2[chromedp.ConsoleMessage, error]) {
	for m, err := range messages {
		if err != nil {
			return
		}
		// A connection that is lost on purpose is told by the browser itself.
		if m.Type == chromedp.ConsoleException || strings.Contains(m.Text, "Content Security Policy") {
			p.mu.Lock()
			p.problems = append(p.problems, m.Text)
			p.mu.Unlock()
		}
	}
}

// check fails the test on exceptions of the page and breaches of its policy.
func (p *page) check() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range p.problems {
		p.t.Errorf("%s: %s", p.name, problem)
	}
}

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v\n%s", p.name, err, p.text("document.body.innerText"))
	}
}

// value evaluates an expression in the page.
func value[T any](p *page, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %s: %v", p.name, expression, err)
	}
	return v
}

func (p *page) text(expression string) string {
	p.t.Helper()
	return value[string](p, "String("+expression+")")
}

// wait waits until an expression is true.
func (p *page) wait(expression string) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); !value[bool](p, "(() => { try { return Boolean("+expression+") } catch { return false } })()"); time.Sleep(15 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.t.Fatalf("%s: waited in vain for %s\n%s", p.name, expression, p.text("document.body.innerText"))
		}
	}
}

// click clicks an element with the mouse, as soon as it is there, can be clicked, and stays
// where it is.
func (p *page) click(selector string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%q) && !document.querySelector(%q).disabled", selector, selector))
	at := p.place(selector)
	for {
		time.Sleep(15 * time.Millisecond)
		now := p.place(selector)
		if slices.Equal(at, now) {
			break
		}
		at = now
	}
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}

// place returns the middle of an element on the screen.
func (p *page) place(selector string) []float64 {
	p.t.Helper()
	return value[[]float64](p, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({ block: "nearest" });
		const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`, selector))
}

// play clicks a point of the board.
func (p *page) play(points ...string) {
	p.t.Helper()
	for _, point := range points {
		p.wait(`document.querySelector(".board").classList.contains("playable")`)
		before := p.moves()
		p.click(cell(point))
		p.wait(fmt.Sprintf("%s > %d", countMoves, before))
	}
}

const countMoves = `document.querySelectorAll("#moves button").length`

func cell(point string) string { return fmt.Sprintf(`.cells [data-point="%s"]`, point) }

func (p *page) moves() int { p.t.Helper(); return value[int](p, countMoves) }

// stones lists what lies on the board: "h8 black".
func (p *page) stones() []string {
	p.t.Helper()
	s := value[[]string](p, `[...document.querySelectorAll("[data-stone]")].map((n) => n.dataset.stone + " " + n.side)`)
	slices.Sort(s)
	return s
}

func (p *page) status() string {
	p.t.Helper()
	return p.text(`document.getElementById("status")?.textContent`)
}

// begin fills in the form of a new game: the values of its radio buttons, and of lists and
// fields by their ids after a colon, and starts.
func (p *page) begin(choices ...string) {
	p.t.Helper()
	p.wait(`document.getElementById("start")`)
	p.wait(`document.getElementById("net").hidden`)
	for _, choice := range choices {
		if id, v, ok := strings.Cut(choice, ":"); ok {
			value[bool](p, fmt.Sprintf(`(() => { const e = document.getElementById(%q); if (e.type === "checkbox") e.click(); else { e.value = %q;
				e.dispatchEvent(new Event("input", { bubbles: true })); e.dispatchEvent(new Event("change", { bubbles: true })); } return true; })()`, id, v))
			continue
		}
		name, v, _ := strings.Cut(choice, "=")
		p.click(fmt.Sprintf(`input[name="%s"][value="%s"]`, name, v))
	}
	p.click("#start")
	p.wait(`document.getElementById("status")`)
}

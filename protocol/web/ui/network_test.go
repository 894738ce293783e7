package ui_test

import (
	"io"
	"net"
	"slices"
	"sync"
	"testing"
)

// wire stands between a browser and the server and can be cut.
type wire struct {
	listener net.Listener
	to       string

	mu   sync.Mutex
	cut  bool
	open []net.Conn
}

func newWire(t *testing.T, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, to: to}
	t.Cleanup(func() { _ = l.Close(); w.sever(true) })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go w.join(c)
		}
	}()
	return w
}

func (w *wire) join(c net.Conn) {
	far, err := net.Dial("tcp", w.to)
	if err != nil {
		_ = c.Close()
		return
	}
	w.mu.Lock()
	if w.cut {
		_ = c.Close()
		_ = far.Close()
	}
	w.open = append(w.open, c, far)
	w.mu.Unlock()
	go func() { _, _ = io.Copy(far, c); _ = far.Close() }()
	_, _ = io.Copy(c, far)
	_ = c.Close()
}

// sever cuts all connections and lets no new one through, or lets them through again.
func (w *wire) sever(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	if !cut {
		return
	}
	for _, c := range w.open {
		_ = c.Close()
	}
	w.open = nil
}

// TestTwoOverTheNetwork plays a game of two browsers, a third one watching. In the middle
// one's connection is cut, the server is killed, and a page is loaded anew.
func TestTwoOverTheNetwork(t *testing.T) {
	b := startBrowser(t)
	s := startServer(t)
	w := newWire(t, s.address)
	ann := b.open("Ann", s.url(), 1440, 900)
	ann.begin("game=gomoku", "rule:freestyle", "mode=network", "colour=black")
	ann.wait(`document.getElementById("invite")?.value`)
	link := ann.text(`document.getElementById("invite").value`)
	through := "http://" + w.listener.Addr().String() + "/" + link[len(s.url()):]
	ben := b.open("Ben", through, 390, 844)
	ben.click("#answer-join")
	carl := b.open("Carl", s.url()+"#game="+ann.text(`new URLSearchParams(location.hash.slice(1)).get("game")`), 1440, 900)

	ann.play("h8")
	ben.play("a1")
	ann.play("h9")
	w.sever(true)
	ben.wait(`!document.getElementById("net").hidden`)
	ben.click(cell("a2")) // played without a connection, sent with the next one
	w.sever(false)
	ben.wait(`document.getElementById("net").hidden && ` + countMoves + ` === 4`)
	ann.wait(countMoves + ` === 4`)

	s.kill()
	ann.wait(`!document.getElementById("net").hidden`)
	s.start()
	ann.wait(`document.getElementById("net").hidden`)
	ann.play("h10")
	ben.wait(countMoves + ` === 5`)
	value[bool](ben, `(location.reload(), true)`)
	ben.wait(`document.getElementById("status") && ` + countMoves + ` === 5`)
	ben.play("a3")

	ben.click("#undo") // a takeback has to be agreed upon
	ann.click("#answer-undo-decline")
	ben.wait(`document.getElementById("notice").hidden`)
	ann.play("h11")
	ben.play("a4")
	ann.play("h12")
	ann.wait(`/You have won/.test(document.getElementById("status").textContent)`)
	ben.wait(`/You have lost/.test(document.getElementById("status").textContent)`)
	carl.wait(`/Black has won/.test(document.getElementById("status").textContent)`)
	for _, p := range []*page{ben, carl} {
		if !slices.Equal(p.stones(), ann.stones()) {
			t.Errorf("%s sees %v, Ann %v", p.name, p.stones(), ann.stones())
		}
	}
	ben.click("#rematch")
	ann.click("#answer-rematch-accept")
	ben.wait(countMoves + ` === 0 && document.querySelector("#player-black .name").textContent === "You"`)
	ben.play("b2")
	ann.wait(countMoves + ` === 1`)
}

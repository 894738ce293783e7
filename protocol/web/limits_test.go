package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
)

func TestBadMessages(t *testing.T) {
	c := newBoard(t).connect(t)
	for text, code := range map[string]string{
		`{`: "syntax", `[]`: "syntax", `7`: "syntax", `{"type":7}`: "syntax", `{"type":"move","ply":"x"}`: "syntax",
		`{}`: "unknown", `{"type":"fly"}`: "unknown", `{"type":"create","black":{"kind":"person"}}`: "setup",
	} {
		c.write(text)
		if m := c.read(); m.Type != "error" || m.Code != code {
			t.Errorf("%s: %s, want %s", text, m.raw, code)
		}
	}
	if err := c.socket.Write(c.ctx, websocket.MessageBinary, []byte(`{"type":"ping"}`)); err != nil {
		t.Fatal(err)
	}
	if m := c.read(); m.Code != "syntax" {
		t.Errorf("binary: %s", m.raw)
	}
}

// end reads until the connection ends and returns how.
func (c *client) end() websocket.StatusCode {
	for {
		if _, _, err := c.socket.Read(c.ctx); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func TestMessageTooLong(t *testing.T) {
	c := newBoard(t).connect(t)
	c.write(`{"type":"ping","name":"` + strings.Repeat("x", maxMessage) + `"}`)
	if code := c.end(); code != websocket.StatusMessageTooBig {
		t.Errorf("closed with %v", code)
	}
}

func TestFloodStopsNobody(t *testing.T) {
	b := newBoard(t)
	flood := b.connect(t)
	flood.stays = true
	var sent atomic.Int64
	ended := make(chan websocket.StatusCode, 1)
	go func() { ended <- flood.end() }()
	go func() {
		for flood.socket.Write(flood.ctx, websocket.MessageText, []byte(`{"type":"ping","id":1}`)) == nil {
			sent.Add(1)
		}
	}()
	c := b.connect(t)
	c.create(`"game":"gomoku"`, againstLevel1)
	for n := range 5 {
		c.plays(c.free())
		c.untilMoves(2 * (n + 1))
	}
	// Who goes on sending may not get to read why it ends.
	if code := <-ended; code != websocket.StatusPolicyViolation && code != -1 {
		t.Errorf("the flooding connection ended with %v after %d messages", code, sent.Load())
	}
	if n := b.metrics.set.GetOrCreateCounter(`ishi_board_refused_total{reason="rate"}`).Get(); n < maxRefused/2 {
		t.Errorf("%d messages were refused", n)
	}
}

func TestClientThatDoesNotRead(t *testing.T) {
	o := newOutbox()
	for range maxUnsent {
		if !o.put("", []byte("reply")) {
			t.Fatal("full too early")
		}
	}
	if o.put("", []byte("reply")) {
		t.Error("no bound")
	}
	o = newOutbox()
	for n := range 2 * maxUnsent { // states replace each other
		if !o.put("state", fmt.Append(nil, n)) {
			t.Fatal("states pile up")
		}
	}
	if items := o.take(); len(items) != 1 || string(items[0].data) != fmt.Sprint(2*maxUnsent-1) {
		t.Errorf("%d items", len(items))
	}
}

func TestManyConnections(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a thousand connections")
	}
	b := newBoard(t)
	for range 1000 {
		b.connect(t)
	}
	c := b.connect(t)
	c.create(`"game":"gomoku"`, againstLevel1)
	c.plays("a1")
	c.untilMoves(2)
}

func TestTooManyConnections(t *testing.T) {
	b := newBoard(t, func(c *Config) { c.MaxConns, c.MaxConnsFrom, c.Proxied = 3, 1, true })
	dial := func(from string) *websocket.Conn {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		t.Cleanup(cancel)
		socket, _, err := websocket.Dial(ctx, b.url(), &websocket.DialOptions{HTTPHeader: http.Header{"X-Forwarded-For": {"6.6.6.6, " + from}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = socket.CloseNow() })
		return socket
	}
	welcomed := func(s *websocket.Conn) bool {
		_, _, err := s.Read(context.Background())
		if err != nil && websocket.CloseStatus(err) != websocket.StatusTryAgainLater {
			t.Errorf("refused with %v", err)
		}
		return err == nil
	}
	if !welcomed(dial("10.0.0.1")) || welcomed(dial("10.0.0.1")) {
		t.Error("want one connection from an address")
	}
	if !welcomed(dial("10.0.0.2")) || !welcomed(dial("10.0.0.3")) || welcomed(dial("10.0.0.4")) {
		t.Error("want three connections in all")
	}
}

func TestCreatingIsLimited(t *testing.T) {
	s := newBoard(t).Server
	refused := 0
	for range 2 * createBurst {
		if s.mayCreate("10.0.0.1") != nil {
			refused++
		}
		if err := s.mayCreate("127.0.0.1"); err != nil {
			t.Fatal(err)
		}
	}
	if refused < createBurst-1 || s.mayCreate("10.0.0.2") != nil {
		t.Errorf("%d refused", refused)
	}
}

func TestHostsAndOrigins(t *testing.T) {
	b := newBoard(t, func(c *Config) {
		c.Local = true
		c.Hosts = []string{"board.example"}
		c.Origins = []string{"page.example"}
	})
	for host, want := range map[string]bool{
		"localhost": true, "localhost:8080": true, "127.0.0.1:1": true, "[::1]:80": true, "board.example": true, "BOARD.example.:80": true,
		"evil.example": false, "192.168.1.2": false, "": false, "localhost.evil.example": false,
	} {
		if got := b.knowsHost(host); got != want {
			t.Errorf("host %q: %v", host, got)
		}
	}
	dial := func(origin string) error {
		socket, r, err := websocket.Dial(context.Background(), b.url(), &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
		if err == nil {
			_ = socket.CloseNow()
		}
		if err != nil && r != nil && r.StatusCode != http.StatusForbidden {
			t.Errorf("origin %s: status %d", origin, r.StatusCode)
		}
		return err
	}
	if dial("https://evil.example") == nil || dial("https://page.example") != nil || dial(b.http.URL) != nil {
		t.Error("origins")
	}
	r, err := http.NewRequest(http.MethodGet, b.http.URL+"/healthz", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.example"
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = got.Body.Close()
	if got.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("status %d for another host", got.StatusCode)
	}
}

func TestHealthAndFigures(t *testing.T) {
	b := newBoard(t)
	c := b.connect(t)
	c.create(`"game":"gomoku"`, againstLevel1)
	c.plays("a1")
	c.untilMoves(2)
	get := func(path string) string {
		r, err := http.Get(b.http.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v", path, r.StatusCode, err)
		}
		return string(body)
	}
	if get("/healthz") != "ok\n" {
		t.Error("not healthy")
	}
	text := get("/metrics")
	for _, line := range []string{"ishi_board_connections 1\n", "ishi_board_games_created_total 1\n", `ishi_board_search_seconds_bucket{le="0.5"}`} {
		if !strings.Contains(text, line) {
			t.Errorf("no %q in the figures", line)
		}
	}
}

func TestTooManyGames(t *testing.T) {
	var ahead atomic.Int64
	b := newBoard(t, func(c *Config) {
		c.MaxGames = 2
		c.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	})
	c := b.connect(t)
	c.create(`"game":"gomoku"`, twoOnOneScreen)
	c.plays("a1")
	kept := c.game
	c.create(`"game":"gomoku"`, twoOnOneScreen)
	unused := c.game
	c.refused("busy", `"type":"create",%s`, twoOnOneScreen)
	// A game nobody has moved in makes room after a while.
	ahead.Store(int64(unusedTime + time.Minute))
	c.must(`"type":"leave"`)
	c.create(`"game":"gomoku"`, twoOnOneScreen)
	c.must(`"type":"resign"`)
	c.must(`"type":"open","game":%q`, kept)
	c.refused("game", `"type":"open","game":%q`, unused)
	c.create(`"game":"gomoku"`, twoOnOneScreen) // a finished one takes no place
}

func TestGamesExpire(t *testing.T) {
	var ahead atomic.Int64
	b := newBoard(t, func(c *Config) {
		c.Expire = time.Hour
		c.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	})
	c := b.connect(t)
	c.create(`"game":"gomoku"`, twoOnOneScreen)
	c.plays("a1")
	id := c.game
	ahead.Store(int64(2 * time.Hour))
	b.sweep()
	c.plays("a2") // somebody is there
	c.must(`"type":"leave"`)
	ahead.Store(int64(2*time.Hour + 2*roomLinger))
	b.sweep()
	b.mu.Lock()
	rooms, known := len(b.rooms), len(b.known)
	b.mu.Unlock()
	if rooms != 0 || known != 1 {
		t.Errorf("%d rooms, %d games", rooms, known)
	}
	c.must(`"type":"open","game":%q`, id)
	c.untilMoves(2)
	c.must(`"type":"leave"`)
	ahead.Store(int64(4 * time.Hour))
	b.sweep()
	c.refused("game", `"type":"open","game":%q`, id)
	if _, err := b.store.get(id); !errors.Is(err, errNoGame) {
		t.Errorf("the file still has it: %v", err)
	}
}

func TestFileInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "board.db")
	first, err := openStore(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openStore(path); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("error %v", err)
	}
	if err := first.close(); err != nil {
		t.Fatal(err)
	}
	if _, err := openStore(t.TempDir()); err == nil {
		t.Error("a folder is no file")
	}
}

func TestFailingDiskChangesNothing(t *testing.T) {
	b := newBoard(t)
	c := b.connect(t)
	c.create(`"game":"gomoku"`, twoOnOneScreen)
	c.plays("h8")
	good := b.store.db
	broken, err := openStore(filepath.Join(t.TempDir(), "other.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := broken.close(); err != nil {
		t.Fatal(err)
	}
	b.store.db = broken.db
	c.refused("server", `"type":"move","move":"h9"`)
	b.store.db = good
	if len(c.state.Moves) != 1 {
		t.Error("a move that is not kept was shown")
	}
	c.plays("h9", "h10")
	c.untilMoves(3)
}

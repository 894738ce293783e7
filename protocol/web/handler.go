package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"

	"github.com/coder/websocket"
)

// Handler answers HTTP: the WebSocket, the page, health and figures.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ws", s.serveSocket)
	mux.HandleFunc("GET /healthz", s.serveHealth)
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		s.metrics.write(w)
	})
	if s.config.Page != nil {
		mux.Handle("/", s.config.Page)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.knowsHost(r.Host) {
			s.metrics.refused("host")
			http.Error(w, "this server is not known by that name; see -host", http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// knowsHost reports whether a request is meant for this server: a page elsewhere whose
// name leads here must not speak with it (DNS rebinding). Addresses are nobody's to
// rebind.
func (s *Server) knowsHost(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") || slices.ContainsFunc(s.config.Hosts, func(h string) bool { return strings.EqualFold(h, name) }) {
		return true
	}
	if ip, err := netip.ParseAddr(name); err == nil {
		return !s.config.Local || ip.IsLoopback()
	}
	if s.config.Local {
		return false
	}
	own, err := os.Hostname()
	return err == nil && (strings.EqualFold(name, own) || strings.EqualFold(name, own+".local"))
}

func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	var patterns []string
	patterns = append(patterns, s.config.Origins...)
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: patterns})
	if err != nil {
		s.metrics.refused("origin")
		return // Accept has answered
	}
	s.serve(r.Context(), socket, s.client(r))
}

// client returns the address that limits count for.
func (s *Server) client(r *http.Request) string {
	if s.config.Proxied {
		all := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
		if ip, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1])); err == nil {
			return ip.String()
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func (s *Server) serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if err := s.store.check(); err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, err)
		return
	}
	fmt.Fprintln(w, "ok")
}

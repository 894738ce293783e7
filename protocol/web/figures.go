package web

import (
	"fmt"
	"io"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// figures are what /metrics shows.
type figures struct {
	set      *metrics.Set
	moves    *metrics.Counter
	created  *metrics.Counter
	expired  *metrics.Counter
	messages *metrics.Counter
	search   *metrics.PrometheusHistogram
	wait     *metrics.PrometheusHistogram
	late     *metrics.PrometheusHistogram
	commit   *timer
}

// timer is a histogram of durations.
type timer struct{ *metrics.PrometheusHistogram }

// UpdateDuration notes the time since start in seconds.
func (t *timer) UpdateDuration(start time.Time) { t.Update(time.Since(start).Seconds()) }

// buckets are the bounds of times in seconds.
var buckets = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}

func newFigures(s *Server) *figures {
	set := metrics.NewSet()
	f := &figures{
		set:      set,
		moves:    set.NewCounter("ishi_board_moves_total"),
		created:  set.NewCounter("ishi_board_games_created_total"),
		expired:  set.NewCounter("ishi_board_games_expired_total"),
		messages: set.NewCounter("ishi_board_messages_total"),
		search:   set.NewPrometheusHistogramExt("ishi_board_search_seconds", buckets),
		wait:     set.NewPrometheusHistogramExt("ishi_board_search_wait_seconds", buckets),
		late:     set.NewPrometheusHistogramExt("ishi_board_move_late_seconds", buckets),
		commit:   &timer{set.NewPrometheusHistogramExt("ishi_board_commit_seconds", buckets)},
	}
	count := func(name string, n func() int) {
		set.NewGauge(name, func() float64 {
			s.mu.Lock()
			defer s.mu.Unlock()
			return float64(n())
		})
	}
	count("ishi_board_connections", func() int { return len(s.conns) })
	count("ishi_board_games_open", func() int { return len(s.rooms) })
	count("ishi_board_games_kept", func() int { return len(s.known) })
	for kind, name := range map[urgency]string{toMove: "move", idleTime: "idle"} {
		set.NewGauge(fmt.Sprintf("ishi_board_searches_waiting{kind=%q}", name), func() float64 {
			s.queue.mu.Lock()
			defer s.queue.mu.Unlock()
			return float64(s.queue.waiting[kind])
		})
	}
	return f
}

// refused counts what was refused, by reason.
func (f *figures) refused(reason string) {
	f.set.GetOrCreateCounter(fmt.Sprintf("ishi_board_refused_total{reason=%q}", reason)).Inc()
}

func (f *figures) write(w io.Writer) {
	f.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}

func (f *figures) stop() { f.set.UnregisterAllMetrics() }

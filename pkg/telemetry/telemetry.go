// Package telemetry is how a service shows what it does: structured logs
// (slog), Prometheus metrics at /metrics, health at /healthz, and continuous
// profiles sent to Pyroscope when one is configured. A service makes one Set
// at its start and hands it around.
package telemetry

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/grafana/pyroscope-go"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Set is one process's telemetry.
type Set struct {
	Log      *slog.Logger
	Registry *prometheus.Registry

	// Requests counts calls of endpoints by service, endpoint and outcome ("ok" or "error").
	Requests *prometheus.CounterVec
	// Latency observes their durations in seconds.
	Latency *prometheus.HistogramVec
	// Jobs counts attempts of jobs by kind and outcome ("ok", "error" or "panic").
	Jobs *prometheus.CounterVec
	// JobSeconds observes their durations.
	JobSeconds *prometheus.HistogramVec
	// Failures counts jobs that failed for good, by kind and reason.
	Failures *prometheus.CounterVec
	// Playouts and Plies count what was simulated; PlaySeconds the time it took.
	Playouts, Plies, PlaySeconds prometheus.Counter
	// Abandoned counts playouts for which time or memory did not suffice.
	Abandoned prometheus.Counter
	// QueueDepth is the number of jobs by kind, as the scheduler last saw it.
	QueueDepth *prometheus.GaugeVec
}

// New returns telemetry that logs to w at the level ("debug", "info", "warn"
// or "error") in the format "text" or "json".
func New(w io.Writer, level, format string) (*Set, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("log level %q, expected debug, info, warn or error", level)
	}
	opts := &slog.HandlerOptions{Level: l}
	var h slog.Handler
	switch format {
	case "json":
		h = slog.NewJSONHandler(w, opts)
	case "text":
		h = slog.NewTextHandler(w, opts)
	default:
		return nil, fmt.Errorf("log format %q, expected text or json", format)
	}
	fast := []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}
	s := &Set{
		Log:         slog.New(h),
		Registry:    prometheus.NewRegistry(),
		Requests:    counterVec("astragal_requests_total", "Calls of endpoints.", "service", "endpoint", "outcome"),
		Latency:     histogramVec("astragal_request_seconds", "Duration of calls of endpoints.", fast, "service", "endpoint"),
		Jobs:        counterVec("astragal_jobs_total", "Attempts of jobs.", "kind", "outcome"),
		JobSeconds:  histogramVec("astragal_job_seconds", "Duration of attempts of jobs.", append(fast, 30, 60, 300), "kind"),
		Failures:    counterVec("astragal_job_failures_total", "Jobs that failed for good.", "kind", "reason"),
		Playouts:    counter("astragal_playouts_total", "Playouts simulated."),
		Plies:       counter("astragal_plies_total", "Plies simulated."),
		Abandoned:   counter("astragal_playouts_abandoned_total", "Playouts for which time or memory did not suffice."),
		PlaySeconds: counter("astragal_play_seconds_total", "Time spent simulating, summed over workers."),
		QueueDepth: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "astragal_queue_depth",
			Help: "Jobs waiting or being worked on."}, []string{"kind"}),
	}
	s.Registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		s.Requests, s.Latency, s.Jobs, s.JobSeconds, s.Failures, s.Playouts, s.Plies, s.PlaySeconds, s.Abandoned,
		s.QueueDepth)
	return s, nil
}

func counterVec(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

func histogramVec(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
}

// Check is one condition of health.
type Check struct {
	Name string
	Ping func(context.Context) error
}

// Register adds GET /metrics and GET /healthz to mux. Health is 200 when every
// check passes within 2 seconds, else 503; the body names what fails.
func (s *Set) Register(mux *http.ServeMux, checks ...Check) {
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.Registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		state, status := map[string]string{}, http.StatusOK
		for _, c := range checks {
			state[c.Name] = "ok"
			if err := c.Ping(ctx); err != nil {
				state[c.Name], status = err.Error(), http.StatusServiceUnavailable
			}
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(state)
	})
}

// Profile sends profiles of this process to the Pyroscope server at url until
// stop is called; with an empty url it does nothing.
func (s *Set) Profile(url, service string) (stop func(), err error) {
	if url == "" {
		return func() {}, nil
	}
	p, err := pyroscope.Start(pyroscope.Config{
		ApplicationName: "astragal." + service,
		ServerAddress:   strings.TrimSuffix(url, "/"),
		Tags:            map[string]string{"service": service},
		ProfileTypes: []pyroscope.ProfileType{pyroscope.ProfileCPU, pyroscope.ProfileAllocObjects,
			pyroscope.ProfileAllocSpace,
			pyroscope.ProfileInuseObjects, pyroscope.ProfileInuseSpace},
	})
	if err != nil {
		return nil, fmt.Errorf("pyroscope at %s: %w", url, err)
	}
	return func() { p.Stop() }, nil
}

// Tag runs f with profiling labels, for instance the game and the phase.
func Tag(ctx context.Context, f func(context.Context), keyValues ...string) {
	pyroscope.TagWrapper(ctx, pyroscope.Labels(keyValues...), f)
}

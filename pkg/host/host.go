package host

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/astragal/astragal/pkg/compilecache"

	"github.com/astragal/astragal/pkg/access"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/pkg/telemetry"
)

// Host is a connected process. Services add routes to Mux and background work
// with Go before Serve is called.
type Host struct {
	Service   string
	Config    Config
	Tel       *telemetry.Set
	Catalogue *catalogue.Catalogue
	Queue     *jobs.Queue
	Mux       *http.ServeMux
	// Rulesets are those that the services of this process compiled last, by
	// their source: who compiles them and who plays them share the work.
	Rulesets *compilecache.Cache
	// Guard knows who may do what.
	Guard *access.Guard

	background  []func(context.Context)
	stopProfile func()
}

// cached is the number of compiled rulesets that a process keeps.
const cached = 64

// New connects to the servers that cfg names; the catalogue is migrated. Logs
// go to logs.
func New(ctx context.Context, service string, cfg Config, logs io.Writer) (*Host, error) {
	tel, err := telemetry.New(logs, cfg.LogLevel, cfg.LogFormat)
	if err != nil {
		return nil, err
	}
	tel.Log = tel.Log.With("service", service)
	h := &Host{Service: service, Config: cfg, Tel: tel, Mux: http.NewServeMux(), Rulesets: compilecache.New(cached),
		stopProfile: func() {}}
	keys := func(ctx context.Context, secret string) (catalogue.Key, error) { return h.Catalogue.KeyOf(ctx, secret) }
	if h.Guard, err = access.New(cfg.Auth, keys); err != nil {
		return nil, err
	}
	// Workers play without pause. Two more threads let what waits for a server or
	// a client go on at once, instead of after their time slices.
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), cfg.Workers+2))
	}
	if h.stopProfile, err = tel.Profile(cfg.Pyroscope, service); err != nil {
		return nil, err
	}
	if h.Catalogue, err = catalogue.Open(ctx, cfg.Postgres); err != nil {
		h.Close()
		return nil, err
	}
	if h.Queue, err = jobs.Connect(ctx, cfg.NATS, "astragal-"+service, tel.Log); err != nil {
		h.Close()
		return nil, err
	}
	tel.Register(h.Mux, telemetry.Check{Name: "postgres", Ping: h.Catalogue.Ping},
		telemetry.Check{Name: "nats", Ping: h.Queue.Ping})
	return h, nil
}

// Close ends the connections.
func (h *Host) Close() {
	if h.Queue != nil {
		h.Queue.Close()
	}
	if h.Catalogue != nil {
		h.Catalogue.Close()
	}
	h.stopProfile()
}

// Go adds work that Serve runs until its context ends.
func (h *Host) Go(f func(context.Context)) { h.background = append(h.background, f) }

// Listen opens the configured address; the error says when it is taken.
func Listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("address %s is taken by another process; stop it, or choose another with --addr", addr)
	}
	return l, err
}

// Serve runs the background work and serves HTTP on l (nil: none) until ctx
// ends; then it waits for requests and jobs to come to rest.
func (h *Host) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for _, f := range h.background {
		wg.Go(func() { f(ctx) })
	}
	var err error
	if l == nil {
		<-ctx.Done()
	} else {
		srv := h.server(ctx)
		failed := make(chan error, 1)
		go func() { failed <- srv.Serve(l) }()
		select {
		case err = <-failed:
		case <-ctx.Done():
			grace, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer stop()
			if srv.Shutdown(grace) != nil {
				srv.Close()
			}
		}
	}
	cancel()
	wg.Wait()
	return err
}

// Bounds of HTTP: a client that is slower, or sends a longer header, is cut off.
// Streams of events extend their own time.
const (
	headerTime = 10 * time.Second
	bodyTime   = 30 * time.Second // of a request, with its header
	answerTime = 2 * time.Minute
	idleTime   = 2 * time.Minute
	maxHeader  = 64 << 10 // bytes
)

// server serves Handler to requests that end with ctx: event streams would
// otherwise hold the process.
func (h *Host) server(ctx context.Context) *http.Server {
	return &http.Server{Handler: h.Handler(), ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime,
		WriteTimeout: answerTime,
		IdleTimeout:  idleTime, MaxHeaderBytes: maxHeader, BaseContext: func(net.Listener) context.Context { return ctx }}
}

// Handler is the Mux without requests of foreign pages, and with the services' own
// commands, which are below /internal/, for administrators only.
func (h *Host) Handler() http.Handler {
	guarded := httpx.WithID(h.Guard.Require(catalogue.AdminRole, h.Mux))
	return h.Guard.Origins(h.Config.Insecure, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(path.Clean("/"+r.URL.Path)+"/", "/internal/") {
			guarded.ServeHTTP(w, r)
			return
		}
		h.Mux.ServeHTTP(w, r)
	}))
}

// Main is the main function of a service that runs alone: build adds its
// routes and background work.
func Main(service string, build func(*Host) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, service, build)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", service, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, service string, build func(*Host) error) error {
	cfg, err := ParseConfig(service, os.Args[1:], os.Stderr)
	if err != nil {
		return err
	}
	var l net.Listener
	if cfg.Addr != "" {
		if l, err = Listen(cfg.Addr); err != nil {
			return err
		}
		if err := cfg.CheckExposed(l.Addr()); err != nil {
			l.Close()
			return err
		}
	}
	h, err := New(ctx, service, cfg, os.Stderr)
	if err != nil {
		return err
	}
	defer h.Close()
	if err := build(h); err != nil {
		return err
	}
	h.Tel.Log.Info("serving", "addr", cfg.Addr, "workers", cfg.Workers)
	return h.Serve(ctx, l)
}

package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"net"
	"sync"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/telemetry"
	"github.com/astragal/astragal/services/compile"
	"github.com/astragal/astragal/services/concepts"
	"github.com/astragal/astragal/services/gateway"
	"github.com/astragal/astragal/services/scheduler"
	"github.com/astragal/astragal/services/simulate"
)

// appOptions say where the laboratory's data is and how it runs.
type appOptions struct {
	cfg  host.Config
	idle bool // leave the playing to other processes
	// malformed is what is wrong with settings in the environment or the file, if anything.
	malformed error
}

// appDefaults are the settings that differ from those of the services: their
// servers are embedded, their output is for people.
var appDefaults = map[string]string{"nats": "", "postgres": "", "log-level": "warn", "log-format": "text"}

// appFlags adds the flags of all settings, with the same variables of the environment as those
// of the services.
func appFlags(fs *flag.FlagSet) *appOptions {
	o := &appOptions{}
	o.malformed = o.cfg.Flags(fs, appDefaults)
	return o
}

// app is the laboratory in one process: embedded servers where no others
// are named, and all services. When another process has the data directory, the
// app is only a client of that one.
type app struct {
	host   *host.Host
	client bool // another process does the work
	http   string

	dir      *embedded.Dir
	postgres *embedded.Postgres
	nats     *embedded.NATS
	cancel   context.CancelFunc
	served   chan struct{}
	closing  sync.Once
}

// openApp starts an app that serves HTTP on l unless that is nil. With
// join, it becomes a client of an app that has the data directory already.
func openApp(ctx context.Context, o *appOptions, l net.Listener, join bool, logs io.Writer) (st *app, err error) {
	if o.malformed != nil {
		return nil, usagef("%v", o.malformed)
	}
	if l != nil {
		if err := o.cfg.CheckExposed(l.Addr()); err != nil {
			return nil, usagef("%v", err)
		}
	}
	st = &app{}
	defer func() {
		if err != nil {
			st.Close()
			st = nil
		}
	}()
	if o.cfg.NATS == "" || o.cfg.Postgres == "" {
		st.dir, err = embedded.Open(o.cfg.Data)
		var inUse *embedded.InUseError
		if errors.As(err, &inUse) && join {
			return st, st.join(ctx, o, err, logs)
		}
		if err != nil {
			return st, err
		}
		if err := st.startServers(ctx, o, logs); err != nil {
			return st, err
		}
	}
	if st.host, err = host.New(ctx, "astragal", o.cfg, logs); err != nil {
		return st, err
	}
	compiler := engine.New()
	compile.Attach(st.host, compiler)
	if !o.idle {
		simulate.Attach(st.host, compiler)
	}
	concepts.Attach(st.host)
	if err := scheduler.Attach(st.host, compiler.Version()); err != nil {
		return st, err
	}
	if err := gateway.Attach(st.host, compiler); err != nil {
		return st, err
	}
	if l != nil {
		st.http = "http://" + l.Addr().String() + "/"
	}
	if st.dir != nil {
		if err := st.dir.Publish(embedded.Endpoints{NATS: o.cfg.NATS, Postgres: o.cfg.Postgres, HTTP: st.http}); err != nil {
			return st, err
		}
	}
	// The services outlive ctx until Close, so that they stop before their servers.
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	st.cancel, st.served = cancel, make(chan struct{})
	go func() {
		defer close(st.served)
		if err := st.host.Serve(run, l); err != nil {
			st.host.Tel.Log.Error("serving HTTP failed", "error", err)
		}
	}()
	return st, nil
}

// startServers starts the embedded servers that no URL replaces.
func (st *app) startServers(ctx context.Context, o *appOptions, logs io.Writer) (err error) {
	tel, err := telemetry.New(logs, o.cfg.LogLevel, o.cfg.LogFormat)
	if err != nil {
		return err
	}
	if o.cfg.Postgres == "" {
		if st.postgres, err = embedded.StartPostgres(ctx, st.dir, tel.Log); err != nil {
			return err
		}
		o.cfg.Postgres = st.postgres.URL()
	}
	if o.cfg.NATS == "" {
		if st.nats, err = embedded.StartNATS(st.dir, 0, tel.Log); err != nil {
			return err
		}
		o.cfg.NATS = st.nats.URL()
	}
	return nil
}

// join connects to the app that has the data directory.
func (st *app) join(ctx context.Context, o *appOptions, inUse error, logs io.Writer) error {
	e, err := embedded.ReadEndpoints(o.cfg.Data)
	if err != nil || e.NATS == "" { // or it only looks into the catalogue
		return inUse
	}
	st.client, st.http = true, e.HTTP
	o.cfg.NATS, o.cfg.Postgres = e.NATS, e.Postgres
	st.host, err = host.New(ctx, "astragal", o.cfg, logs)
	return err
}

// Close stops the services, then their servers. It may be called twice.
func (st *app) Close() {
	st.closing.Do(func() {
		if st.cancel != nil {
			st.cancel()
			<-st.served
		}
		if st.host != nil {
			st.host.Close()
		}
		if st.nats != nil {
			st.nats.Stop()
		}
		if st.postgres != nil {
			st.postgres.Stop()
		}
		if st.dir != nil {
			st.dir.Close()
		}
	})
}

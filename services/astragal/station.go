package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/lab"
	"github.com/astragal/astragal/pkg/telemetry"
	"github.com/astragal/astragal/services/compile"
	"github.com/astragal/astragal/services/concepts"
	"github.com/astragal/astragal/services/gateway"
	"github.com/astragal/astragal/services/scheduler"
	"github.com/astragal/astragal/services/simulate"
)

// stationOptions say where the laboratory's data is and how it runs.
type stationOptions struct {
	data string
	cfg  host.Config
	idle bool // leave the playing to other processes
	// malformed is what is wrong with settings in the environment, if anything.
	malformed error
}

// stationDefaults are the settings that differ from those of the services: their
// servers are embedded, their output is for people.
var stationDefaults = map[string]string{"nats": "", "postgres": "", "log-level": "warn", "log-format": "text"}

// stationFlags adds the flags of every command that runs the laboratory: those of
// the services, with the same environment variables, and the data directory.
func stationFlags(fs *flag.FlagSet) *stationOptions {
	o := &stationOptions{}
	data := os.Getenv("ASTRAGAL_DATA")
	if data == "" {
		data = ".astragal"
	}
	fs.StringVar(&o.data, "data", data, "data `directory` (ASTRAGAL_DATA)")
	o.malformed = o.cfg.Flags(fs, os.Getenv, stationDefaults, "addr")
	return o
}

// addrFlag adds the flag of the address to serve the pages on.
func addrFlag(fs *flag.FlagSet) *string {
	addr := os.Getenv("ASTRAGAL_ADDR")
	if addr == "" {
		addr = "127.0.0.1:8080"
	}
	return fs.String("addr", addr, "`address` to serve the pages on (ASTRAGAL_ADDR)")
}

// station is the laboratory in one process: embedded servers where no others
// are named, and all services. When another process has the data directory, the
// station is only a client of that one.
type station struct {
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

// openStation starts a station that serves HTTP on l unless that is nil. With
// join, it becomes a client of a station that has the data directory already.
func openStation(ctx context.Context, o *stationOptions, l net.Listener, join bool, logs io.Writer) (st *station, err error) {
	if o.malformed != nil {
		return nil, usagef("%v", o.malformed)
	}
	if l != nil {
		if err := o.cfg.CheckExposed(l.Addr()); err != nil {
			return nil, usagef("%v", err)
		}
	}
	st = &station{}
	defer func() {
		if err != nil {
			st.Close()
			st = nil
		}
	}()
	if o.cfg.NATS == "" || o.cfg.Postgres == "" {
		st.dir, err = embedded.Open(o.data)
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
	engine := lab.Engine()
	compile.Attach(st.host, engine)
	if !o.idle {
		simulate.Attach(st.host, engine)
	}
	concepts.Attach(st.host)
	if err := scheduler.Attach(st.host, engine.Version()); err != nil {
		return st, err
	}
	if err := gateway.Attach(st.host, engine); err != nil {
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
func (st *station) startServers(ctx context.Context, o *stationOptions, logs io.Writer) (err error) {
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

// join connects to the station that has the data directory.
func (st *station) join(ctx context.Context, o *stationOptions, inUse error, logs io.Writer) error {
	e, err := embedded.ReadEndpoints(o.data)
	if err != nil || e.NATS == "" { // or it only looks into the catalogue
		return inUse
	}
	st.client, st.http = true, e.HTTP
	o.cfg.NATS, o.cfg.Postgres = e.NATS, e.Postgres
	st.host, err = host.New(ctx, "astragal", o.cfg, logs)
	return err
}

// Close stops the services, then their servers. It may be called twice.
func (st *station) Close() {
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

// formalisms maps the extensions of description files to formalisms.
var formalisms = lab.Formalisms

// findDescriptions returns the description files at path, a file or a folder
// that is searched, in order of name.
func findDescriptions(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		if formalisms[filepath.Ext(path)] == "" {
			return nil, fmt.Errorf("%s: no description; expected a file .lud, .efg, .nfg, .kif, .gdl or .rbg", path)
		}
		return []string{path}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(p string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && formalisms[filepath.Ext(p)] != "" {
			files = append(files, p)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: no description in this folder; expected files .lud, .efg, .nfg, .kif, .gdl or .rbg", path)
	}
	return files, err
}

// readDefs returns the definition files below a folder by their path in it.
func readDefs(dir string) (map[string]string, error) {
	defs := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(p, ".def") {
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		defs[filepath.ToSlash(name)] = string(text)
		return nil
	})
	return defs, err
}

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/telemetry"
)

// catalogueFlags adds the flags of commands that only look into the catalogue,
// workFlags those of commands that play for a while. What they leave out (of
// serve) can be no flag but has its default or its environment variable.
func catalogueFlags(fs *flag.FlagSet) *appOptions {
	return someAppFlags(fs, "data", "postgres")
}

func workFlags(fs *flag.FlagSet) *appOptions {
	return someAppFlags(fs, "data", "nats", "postgres", "workers", "memory", "log-level", "log-format", "pyroscope")
}

func someAppFlags(fs *flag.FlagSet, names ...string) *appOptions {
	all := flag.NewFlagSet("", flag.ContinueOnError)
	o := appFlags(all)
	for _, name := range names {
		f := all.Lookup(name)
		fs.Var(f.Value, f.Name, f.Usage)
	}
	return o
}

// openCatalogue opens the catalogue in the data directory, or that of a URL,
// without the rest of the laboratory. Where there is none it makes none.
func openCatalogue(ctx context.Context, o *appOptions, logs io.Writer) (
	c *catalogue.Catalogue, closer func(), err error) {
	if o.malformed != nil {
		return nil, nil, usagef("%v", o.malformed)
	}
	url, stop := o.cfg.Postgres, func() {}
	if url == "" {
		if url, stop, err = startCatalogue(ctx, o, logs); err != nil {
			return nil, nil, err
		}
	}
	if c, err = catalogue.Open(ctx, url); err != nil {
		stop()
		return nil, nil, err
	}
	closer = func() { c.Close(); stop() }
	// What an older version wrote may have been misread.
	if _, err := c.RereadDates(ctx); err != nil {
		closer()
		return nil, nil, err
	}
	return c, closer, nil
}

// startCatalogue returns the URL of the database in the data directory, which
// another process serves, or which it starts.
func startCatalogue(ctx context.Context, o *appOptions, logs io.Writer) (url string, stop func(), err error) {
	if !embedded.HasCluster(o.cfg.Data) {
		return "", nil, fmt.Errorf("there is no data in %s: astragal import, evaluate or serve begin a catalogue there; "+
			"--data names another directory, --postgres a database", o.cfg.Data)
	}
	d, err := embedded.Open(o.cfg.Data)
	var inUse *embedded.InUseError
	if errors.As(err, &inUse) {
		if e, errEndpoints := embedded.ReadEndpoints(o.cfg.Data); errEndpoints == nil {
			return e.Postgres, func() {}, nil
		}
	}
	if err != nil {
		return "", nil, err
	}
	tel, err := telemetry.New(logs, o.cfg.LogLevel, o.cfg.LogFormat)
	if err != nil {
		d.Close()
		return "", nil, err
	}
	p, err := embedded.StartPostgres(ctx, d, tel.Log)
	if err != nil {
		d.Close()
		return "", nil, err
	}
	// Others may find it meanwhile; they cannot play, for there is no queue.
	if err := d.Publish(embedded.Endpoints{Postgres: p.URL()}); err != nil {
		p.Stop()
		d.Close()
		return "", nil, err
	}
	return p.URL(), func() { p.Stop(); d.Close() }, nil
}

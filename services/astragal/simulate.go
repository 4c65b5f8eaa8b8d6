package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/services/simulate"
)

func init() {
	register(command{
		name:  "simulate",
		args:  "[--data DIR | --nats URL --postgres URL] [--workers N]",
		short: "Play batches for the astragal that has the data directory, until interrupted",
		run:   simulateBeside,
	})
}

// simulateBeside runs the simulate service alone, on the servers of another
// process on the same machine or on those that URLs name.
func simulateBeside(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("simulate")
	o := workFlags(fs)
	rest, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("unexpected argument %q", rest[0])
	}
	if o.cfg.Workers < 1 {
		return usagef("workers: %d is not positive", o.cfg.Workers)
	}
	if o.cfg.NATS == "" || o.cfg.Postgres == "" {
		e, err := embedded.ReadEndpoints(o.cfg.Data)
		if err == nil && e.NATS == "" {
			err = errors.New("who has the data directory only looks into the catalogue")
		}
		if err != nil {
			return fmt.Errorf("nobody serves %s: start astragal serve --data %s first, or name the servers with --nats and "+
				"--postgres: %w", o.cfg.Data, o.cfg.Data, err)
		}
		o.cfg.NATS, o.cfg.Postgres = e.NATS, e.Postgres
	}
	err = playBatches(ctx, s, o.cfg)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil // being stopped is how it ends, also while it still reaches for the servers
	}
	return err
}

// playBatches plays batches of the queue of cfg until ctx is done.
func playBatches(ctx context.Context, s *streams, cfg host.Config) error {
	h, err := host.New(ctx, "simulate", cfg, s.err)
	if err != nil {
		return err
	}
	defer h.Close()
	simulate.Attach(h, engine.New())
	fmt.Fprintf(s.err, "plays for %s with %d worker%s; stop it with Ctrl-C\n", cfg.Data, cfg.Workers, plural(cfg.Workers))
	return h.Serve(ctx, nil)
}

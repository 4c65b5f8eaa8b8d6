package main

import (
	"context"
	"fmt"

	"github.com/astragal/astragal/pkg/host"
)

func init() {
	register(command{
		name:  "serve",
		args:  "[--addr HOST:PORT] [--data DIR] [--nats URL] [--postgres URL] [--workers N] [--no-simulate]",
		short: "Run all services and the web pages until interrupted",
		run:   serve,
	})
}

func serve(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("serve")
	o := appFlags(fs)
	fs.BoolVar(&o.idle, "no-simulate", false, "leave the playing to processes of astragal simulate")
	rest, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("unexpected argument %q", rest[0])
	}
	l, err := host.Listen(o.cfg.Addr)
	if err != nil {
		return err
	}
	defer l.Close()
	st, err := openApp(ctx, o, l, false, s.err)
	if err != nil {
		return err
	}
	defer st.Close()
	fmt.Fprintf(s.out, "Astragal serves %s\nStop it with Ctrl-C.\n", st.http)
	<-ctx.Done()
	fmt.Fprintln(s.err, "stopping")
	return nil
}

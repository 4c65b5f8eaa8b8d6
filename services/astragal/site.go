package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/astragal/astragal/services/studio"
)

func init() {
	register(command{
		name:  "site",
		args:  "[--library DIR] [--manual DIR] [--playouts N] [--budget D] [--seed S] [--workers N] DIR",
		short: "Write the library with figures, the pages to play and to write, as files for any web server",
		run:   writeSite,
	})
}

func writeSite(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("site")
	library := fs.String("library", "library", "`folder` with the folders lud and def")
	manual := fs.String("manual", ".", "`folder` of the repository whose README.md and docs become the manual; \"\" "+
		"for none")
	o := studio.SiteOptions{}
	fs.IntVar(&o.Playouts, "playouts", 100, "random playouts of every ruleset; 0 for no figures")
	fs.DurationVar(&o.Budget, "budget", 5*time.Second, "time of playing for one ruleset; 0 for as long as it takes")
	fs.Uint64Var(&o.Seed, "seed", 1, "seed of all random choices")
	fs.IntVar(&o.Workers, "workers", runtime.NumCPU(), "games that are measured at a time")
	rest, err := parse(fs, args)
	if err != nil {
		return err
	}
	switch {
	case len(rest) != 1:
		return usagef("expected one DIR")
	case o.Playouts < 0 || o.Workers < 1 || o.Budget < 0:
		return usagef("numbers must not be negative, and there must be a worker")
	}
	if _, err := os.Stat(*library); err != nil {
		return err
	}
	o.Library = os.DirFS(*library)
	if *manual != "" {
		if _, err := os.Stat(filepath.Join(*manual, "README.md")); err == nil {
			o.Manual = os.DirFS(*manual)
		} else if *manual != "." {
			return err
		}
	}
	bar := newLineBar(s.err, "site", 0)
	bars := make(chan int, 1024)
	shown := make(chan struct{})
	games := 0
	o.Progress = func(_, all int) { bars <- all }
	go func() {
		defer close(shown)
		for all := range bars {
			if games++; games == 1 {
				bar = newLineBar(s.err, "site", all)
			}
			bar.show(games)
		}
	}()
	err = studio.Site(ctx, rest[0], o)
	close(bars)
	<-shown
	bar.clear()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%d games written to %s; serve it with any web server\n", games, rest[0])
	return nil
}

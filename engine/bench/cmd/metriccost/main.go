// Command metriccost prints by how much computing all playout metrics slows
// random playouts of the benchmark games down, in processor time.
//
//	go run ./bench/cmd/metriccost [-shared ../../shared] [-time 200ms] [-runs 3] [-metrics all] [-profile FILE] [GAME…]
//
// Runs with and without metrics take turns; of each the fastest counts. Measured is a long evaluation, in which every
// playout is watched. With -limit the exit status reports whether the geometric mean stays below it.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

func main() {
	shared := flag.String("shared", "../../shared", "folder of reference material")
	span := flag.Duration("time", 200*time.Millisecond, "processor time of a run")
	runs := flag.Int("runs", 3, "runs of each kind")
	limit := flag.Float64("limit", 2.5, "largest slowdown allowed in the geometric mean")
	scope := flag.String("metrics", "all", "what is told: all, choices or course")
	profile := flag.String("profile", "", "write a processor profile to this file")
	flag.Parse()
	s, err := metric.ParseScope(*scope)
	if err != nil {
		fmt.Fprintln(os.Stderr, "metriccost:", err)
		os.Exit(2)
	}
	var mean float64
	err = bench.Profiled(*profile, func() (err error) {
		mean, err = table(*shared, *span, *runs, s, flag.Args())
		return err
	})
	if err == nil && mean > *limit {
		err = fmt.Errorf("the slowdown is %.2f, allowed is %.2f", mean, *limit)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "metriccost:", err)
		os.Exit(1)
	}
}

func table(shared string, span time.Duration, runs int, s metric.Scope, names []string) (mean float64, err error) {
	games, err := bench.Games(shared)
	if err != nil {
		return 0, err
	}
	loader, err := bench.NewLoader(shared)
	if err != nil {
		return 0, err
	}
	fmt.Printf("%-22s %14s %14s %9s %9s\n", "game", "bare ns/ply", "metrics ns/ply", "× slower", "plies")
	logs, n := 0.0, 0
	for _, g := range games {
		if !selected(g.Name(), names) {
			continue
		}
		rs, err := g.Compile(loader, shared)
		if err != nil {
			return 0, err
		}
		rs.Hasten(s)
		bare, full := math.Inf(1), math.Inf(1)
		var plies float64
		for range runs {
			for _, k := range []struct {
				bare bool
				best *float64
			}{{true, &bare}, {false, &full}} {
				cost, mean, err := measure(rs, k.bare, s, span)
				if err != nil {
					return 0, err
				}
				*k.best, plies = min(*k.best, cost), mean
			}
		}
		logs, n = logs+math.Log(full/bare), n+1
		fmt.Printf("%-22s %14.0f %14.0f %9.2f %9.1f\n", g.Name(), bare, full, full/bare, plies)
	}
	mean = math.Exp(logs / float64(max(n, 1)))
	fmt.Printf("geometric mean %.2f over %d games\n", mean, n)
	return mean, nil
}

// measure returns the processor time of a ply in nanoseconds, and the mean length.
func measure(rs *ruleset.Ruleset, bare bool, s metric.Scope, span time.Duration) (cost, plies float64, err error) {
	// Multiples of sixteen: one playout of sixteen is looked at more thoroughly.
	// The first of an evaluation, which are all watched, are left out.
	const first = 1 << 20
	sim := ruleset.Simulation{Seed: 1, First: first, Playouts: 16, Bare: bare, Scope: s}
	play := func() float64 {
		b, e := rs.Simulate(context.Background(), sim)
		if e != nil {
			err = e
			return 0
		}
		sim.First += sim.Playouts
		return b.Metric("DurationMoves").Estimate().Mean * float64(sim.Playouts)
	}
	var total float64
	start := bench.UserTime()
	for err == nil {
		total += play()
		if d := bench.UserTime() - start; d >= span {
			return float64(d.Nanoseconds()) / total, total / float64(sim.First-first), nil
		}
		sim.Playouts = min(2*sim.Playouts, 1024)
	}
	return 0, 0, err
}

// selected reports whether a name contains one of the given ones; no names select everything.
func selected(name string, names []string) bool {
	for _, s := range names {
		if strings.Contains(strings.ToLower(name), strings.ToLower(s)) {
			return true
		}
	}
	return len(names) == 0
}

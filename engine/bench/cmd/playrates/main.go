// Command playrates prints how many random playouts a second the engine makes
// of the benchmark games, beside the rates of the reference player and the
// fastest general compiler scaled to this machine at this time.
//
//	go run ./bench/cmd/playrates [-shared ../../shared] [-time 300ms] [-runs 3] [-markdown] [GAME…]
//
// Of several short runs the best counts; each is calibrated on its own.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/bench/hand"
	"github.com/astragal/astragal/engine/rng"
)

func main() {
	shared := flag.String("shared", "../../shared", "folder of reference material")
	span := flag.Duration("time", 300*time.Millisecond, "processor time of a run")
	runs := flag.Int("runs", 3, "runs of each game")
	markdown := flag.Bool("markdown", false, "print a Markdown table")
	profile := flag.String("profile", "", "write a processor profile to this file")
	flag.Parse()
	err := bench.Profiled(*profile, func() error { return table(*shared, *span, *runs, *markdown, flag.Args()) })
	if err != nil {
		fmt.Fprintln(os.Stderr, "playrates:", err)
		os.Exit(1)
	}
}

func table(shared string, span time.Duration, runs int, markdown bool, names []string) error {
	games, err := bench.Games(shared)
	if err != nil {
		return err
	}
	loader, err := bench.NewLoader(shared)
	if err != nil {
		return err
	}
	row := "%-22s %12s %9s %9s %9s %8s %12s %7s %9s\n"
	if markdown {
		row = "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n"
	}
	fmt.Printf(row, "game", "playouts/s", "plies", "ref plies", "×ref", "×comp", "by hand/s", "×hand", "ns/ply")
	if markdown {
		fmt.Printf(row, "---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
	}
	logs, n := 0.0, 0
	for _, g := range games {
		if !bench.Selected(g.Name(), names) {
			continue
		}
		rs, err := g.Compile(loader, shared)
		if err != nil {
			return err
		}
		var best bench.Rate
		scaled := 0.0 // playouts a second at calibration score 100
		for run := range runs {
			score := bench.Calibrate()
			r := bench.Measure(rs, uint64(run)<<32, span)
			if s := r.PerSecond() * 100 / score; s > scaled {
				scaled, best = s, r
			}
		}
		ratio, compiler := scaled/g.Reference, "-"
		if g.Compiler > 0 {
			compiler = fmt.Sprintf("%.2f", scaled/g.Compiler)
		}
		byHand, share := "-", "-"
		if f := hand.Games[g.Name()]; f != nil {
			rate := byHandRate(f, span, runs)
			byHand, share = fmt.Sprintf("%.1f", rate), fmt.Sprintf("%.2f", scaled/rate)
		}
		logs, n = logs+math.Log(ratio), n+1
		fmt.Printf(row, g.Name(), fmt.Sprintf("%.1f", scaled), fmt.Sprintf("%.2f", best.MeanPlies()),
			fmt.Sprintf("%.2f", g.ReferencePlies), fmt.Sprintf("%.2f", ratio), compiler, byHand, share,
			fmt.Sprintf("%.0f", best.Seconds*1e9/float64(best.Plies)))
	}
	fmt.Printf("geometric mean %.2f over %d games\n", math.Exp(logs/float64(n)), n)
	return nil
}

// byHandRate is the rate of hand-written playouts at calibration score 100, the best of several runs.
func byHandRate(playout func(r *rng.SplitMix64) (plies, winner int), span time.Duration, runs int) float64 {
	best := 0.0
	r := rng.New(1)
	for range runs {
		score := bench.Calibrate()
		rate := bench.Time(span, func() int {
			plies, _ := playout(&r)
			return plies
		})
		best = max(best, rate.PerSecond()*100/score)
	}
	return best
}

// Command formalrates measures how fast random playouts of games in RBG, GDL, EFG and NFG are
// in the way of `astragal playout`: batches of bare playouts, results and lengths counted.
//
//	formalrates [-time 500ms] [-runs 3] [-reference FILE] FILE…
//
// It prints playouts a second of user processor time on one thread, the best of several runs,
// scaled to a machine whose calibration score is 100 (measured before each run by the loop of
// engine/bench), and beside it, for files that the reference names, the rate there and the
// ratio. The reference is a table with the columns rbg_game and playouts_per_s, scaled as well.
package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/bench"
)

func main() {
	each := flag.Duration("time", 500*time.Millisecond, "processor time of a run")
	runs := flag.Int("runs", 3, "runs of each game")
	profile := flag.String("profile", "", "write a profile of the processor to this file")
	reference := flag.String("reference", "", "table of rates to compare with")
	flag.Parse()
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "formalrates:", err)
			os.Exit(1)
		}
		defer pprof.StopCPUProfile()
	}
	if err := run(context.Background(), *each, *runs, *reference, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "formalrates:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, each time.Duration, runs int, reference string, files []string) error {
	rates := map[string]float64{}
	if reference != "" {
		var err error
		if rates, err = readRates(reference); err != nil {
			return err
		}
	}
	fmt.Println("| game | playouts/s | mean plies | reference | ratio | score |\n| --- | ---: | ---: | ---: | ---: | " +
		"---: |")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rs, err := engine.New().Compile(ctx, engine.Source{File: file, Text: text})
		if err != nil {
			return err
		}
		best, plies, score := 0.0, 0.0, 0.0
		for k := range runs {
			now := bench.Calibrate()
			rate, length, err := measure(ctx, rs, uint64(k), each)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			if scaled := rate * 100 / now; scaled > best {
				best, plies, score = scaled, length, now
			}
		}
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		beside, ratio := "–", "–"
		if r := rates[name]; r > 0 && filepath.Ext(file) == ".rbg" {
			beside, ratio = fmt.Sprintf("%.1f", r), fmt.Sprintf("%.2f", best/r)
		}
		fmt.Printf("| %s | %.1f | %.2f | %s | %s | %.0f |\n", filepath.Base(file), best, plies, beside, ratio, score)
	}
	return nil
}

// measure plays batches, which grow, for about the given processor time.
func measure(ctx context.Context, rs engine.Ruleset, seed uint64, each time.Duration) (rate, plies float64, err error) {
	p := engine.Params{Seed: seed, Agent: "random", Bare: true, Playouts: 1}
	if _, err := rs.Simulate(ctx, p); err != nil { // networks and tables are made
		return 0, 0, err
	}
	runtime.GC()
	var playouts, moves int64
	start := bench.UserTime()
	for p.First = 1; ; p.First += p.Playouts {
		b, err := rs.Simulate(ctx, p)
		if err != nil {
			return 0, 0, err
		}
		s := b.Summary()
		playouts += s.Playouts
		moves += int64(s.Metrics["DurationMoves"].Mean*float64(s.Playouts) + 0.5)
		if t := bench.UserTime() - start; t >= each {
			return float64(playouts) / t.Seconds(), float64(moves) / float64(max(playouts, 1)), nil
		}
		p.Playouts = min(2*p.Playouts, 4096)
	}
}

// readRates reads a table of rates by game.
func readRates(file string) (map[string]float64, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.FieldsPerRecord = '\t', -1
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	rates := map[string]float64{}
	for _, row := range rows {
		if len(row) < 2 {
			continue
		}
		if x, err := strconv.ParseFloat(row[1], 64); err == nil {
			rates[row[0]] = x
		}
	}
	return rates, nil
}

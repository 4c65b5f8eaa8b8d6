// Command library measures random playouts of every game of a folder, each in
// its default ruleset: bare, for the results alone, and watched, with all metrics.
//
//	go run ./bench/cmd/library [-dir ../../shared/library/lud] [-defs ../../shared/library/def] [-time 30ms]
//	    [-plies 400] [-runs 1] [-slowest 30] [-out FILE] [-fingerprint] [-why DIR] [NAME…]
//
// It writes a line of tab-separated figures per game, in the order of the file
// names, and prints the games that take most of the time of 100 watched playouts
// of each. Times are processor time of this process on one thread of play, seeds are fixed.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/ruleset"
)

// settings are what the flags say.
type settings struct {
	dir, defs, out, why string
	sample              bench.Sample
	slowest             int
	fingerprint         bool
	names               []string
}

func main() {
	var s settings
	flag.StringVar(&s.dir, "dir", "../../shared/library/lud", "folder of descriptions")
	flag.StringVar(&s.defs, "defs", "../../shared/library/def", "folder of known definitions, empty for none")
	flag.StringVar(&s.out, "out", "", "file for the figures; standard output when empty")
	flag.StringVar(&s.why, "why", "",
		"write a processor profile of each of the slowest games into this folder, and name the ludemes that take time")
	flag.DurationVar(&s.sample.Time, "time", 30*time.Millisecond,
		"processor time of a sample; at least one playout is made")
	flag.IntVar(&s.sample.MaxPlies, "plies", 400, "plies at which a playout is stopped")
	flag.IntVar(&s.sample.Runs, "runs", 1, "samples of a kind, the fastest counts")
	flag.IntVar(&s.slowest, "slowest", 30, "number of games in the table of the slowest")
	flag.BoolVar(&s.fingerprint, "fingerprint", false, "measure nothing, but write a hash of seeded plays of each game")
	flag.Parse()
	s.names = flag.Args()
	if err := run(s); err != nil {
		fmt.Fprintln(os.Stderr, "library:", err)
		os.Exit(1)
	}
}

func run(s settings) error {
	files, err := bench.Descriptions(s.dir)
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f string) bool { return !selected(f, s.names) })
	loader, err := newLoader(s.defs)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	if s.out != "" {
		f, err := os.Create(s.out)
		if err != nil {
			return err
		}
		defer f.Close()
		out = bufio.NewWriter(f)
	}
	if s.fingerprint {
		fingerprints(out, loader, s, files)
		return out.Flush()
	}
	fmt.Printf("calibration %.1f before\n", bench.Calibrate())
	costs := make([]bench.Cost, len(files))
	for i, f := range files {
		costs[i] = bench.MeasureFile(loader, s.dir, f, s.sample)
		if i%16 == 15 {
			runtime.GC() // games that are no longer needed
		}
	}
	figures(out, costs)
	if err := out.Flush(); err != nil {
		return err
	}
	fmt.Printf("calibration %.1f after\n", bench.Calibrate())
	return summary(loader, s, costs)
}

func newLoader(defs string) (*ruleset.Loader, error) {
	if defs == "" {
		return ruleset.NewLoader()
	}
	return ruleset.NewLoader(os.DirFS(defs))
}

// Of a game's plays, so many plies of so many plays are hashed.
const (
	hashedPlays = 3
	hashedPlies = 120
)

func fingerprints(out *bufio.Writer, loader *ruleset.Loader, s settings, files []string) {
	for _, f := range files {
		x := ""
		rs, err := bench.LoadFile(loader, s.dir, f)
		if err == nil {
			x, err = bench.Fingerprint(rs, hashedPlays, hashedPlies)
		}
		if err != nil {
			x = "error: " + oneLine(err)
		}
		fmt.Fprintf(out, "%s\t%s\n", f, x)
	}
}

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", " ") }

func figures(out *bufio.Writer, costs []bench.Cost) {
	total := hundreds(costs)
	fmt.Fprintln(out, "game\tcompiled\tcompile_ms\tplies\tbare_ns_per_ply\tbare_plies_per_s\tbare_playouts_per_s"+
		"\twatched_ns_per_ply\twatched_s_per_100\tshare\tbare_playouts\twatched_playouts\terror")
	for _, x := range costs {
		if x.Err != nil {
			fmt.Fprintf(out, "%s%s\t%s\n", x.File, strings.Repeat("\t", 11), oneLine(x.Err))
			continue
		}
		code := "no"
		if x.Compiled {
			code = "yes"
		}
		fmt.Fprintf(out, "%s\t%s\t%.2f\t%.1f\t%.0f\t%.0f\t%.1f\t%.0f\t%.4f\t%.5f\t%d\t%d\t\n",
			x.File, code, x.Compile.Seconds()*1000, float64(x.Watched.Plies)/float64(x.Watched.Playouts),
			x.Bare.PlyNs(), 1e9/x.Bare.PlyNs(), x.Bare.PerSecond(),
			x.Watched.PlyNs(), x.Watched.Hundred(), x.Watched.Hundred()/total, x.Bare.Playouts, x.Watched.Playouts)
	}
}

// hundreds is the time of a hundred watched playouts of all games, in seconds.
func hundreds(costs []bench.Cost) (sum float64) {
	for _, x := range costs {
		sum += x.Watched.Hundred()
	}
	return sum
}

// summary prints the totals and the slowest games, with what takes their time.
func summary(loader *ruleset.Loader, s settings, costs []bench.Cost) error {
	var bare, logBare, logWatched float64
	n, failed := 0, 0
	for _, x := range costs {
		if x.Err != nil {
			failed++
			continue
		}
		bare += x.Bare.Hundred()
		if x.Bare.Plies > 0 && x.Watched.Plies > 0 {
			n++
			logBare, logWatched = logBare+math.Log(x.Bare.PlyNs()), logWatched+math.Log(x.Watched.PlyNs())
		}
	}
	total := hundreds(costs)
	fmt.Printf("%d games, %d failed; 100 playouts of at most %d plies of each: %.1f s bare, %.1f s watched; "+
		"geometric mean of a ply %.0f ns bare, %.0f ns watched\n", len(costs), failed, s.sample.MaxPlies, bare, total,
		math.Exp(logBare/float64(n)), math.Exp(logWatched/float64(n)))
	slow := slices.SortedStableFunc(slices.Values(costs), func(a, b bench.Cost) int {
		switch d := b.Watched.Hundred() - a.Watched.Hundred(); {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
	fmt.Printf("%-30s %9s %7s %12s %12s  %s\n",
		"game", "s/100", "share", "bare ns/ply", "watched", "where the time goes")
	for _, x := range slow[:min(s.slowest, len(slow))] {
		why := ""
		if s.why != "" {
			var err error
			if why, err = profile(loader, s, x); err != nil {
				return err
			}
		}
		fmt.Printf("%-30s %9.2f %6.2f%% %12.0f %12.0f  %s\n", bench.Short(x.File), x.Watched.Hundred(),
			100*x.Watched.Hundred()/total, x.Bare.PlyNs(), x.Watched.PlyNs(), why)
	}
	return nil
}

// selected reports whether a file's name contains one of the given ones; no
// names select everything.
func selected(file string, names []string) bool {
	for _, s := range names {
		if strings.Contains(strings.ToLower(file), strings.ToLower(s)) {
			return true
		}
	}
	return len(names) == 0
}

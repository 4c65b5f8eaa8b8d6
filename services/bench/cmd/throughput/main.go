// Command throughput compares the pipeline with the bare engine: it plays the
// same playouts of the same games through both, in turns, checks that the
// statistics are equal, and prints the time that each took, by the clock and of
// the processors (that of PostgreSQL and NATS included).
//
//	go run ./services/bench/cmd/throughput [-metrics outcomes] [-playouts 20000] [-workers 2] [-runs 3] PATH…
//	go run ./services/bench/cmd/throughput -processes 1,2 [-workers 1] …
//
// With -processes the playing is left to so many processes that run nothing but
// the simulate service, with so many workers each. Descriptions are compiled
// before the clock starts, but by processes that only play after that. What is
// timed is from the request to the last figure.
//
// With -least and -speedup the exit status reports whether the pipeline reaches that
// share of the engine's rate, and gains that much by the last number of processes
// over the first.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
)

func main() {
	if len(os.Args) == 4 && os.Args[1] == childArg {
		if err := child(os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, "throughput:", err)
			os.Exit(1)
		}
		return
	}
	var o options
	flag.StringVar(&o.params.Metrics, "metrics", catalogue.Outcomes, "what to measure: all or outcomes")
	flag.IntVar(&o.params.Playouts, "playouts", 20000, "playouts per game")
	flag.IntVar(&o.params.BatchSize, "batch", 0, "playouts per batch; 0 chooses")
	flag.IntVar(&o.workers, "workers", 2, "batches played at once, in every process")
	flag.IntVar(&o.runs, "runs", 3, "runs of each kind, of which the fastest counts")
	flag.StringVar(&o.defs, "defs", "", "folder with shared definitions")
	flag.StringVar(&o.data, "data", "", "data directory (default: a temporary one)")
	flag.StringVar(&o.profile, "cpuprofile", "", "write a profile of this process while the pipeline plays to this `file`")
	flag.Float64Var(&o.least, "least", 0, "least share of the engine's rate that the pipeline must reach, by the clock")
	flag.Float64Var(&o.speedup, "speedup", 0, "least gain of speed by the last of -processes over the first")
	processes := flag.String("processes", "0", "numbers of processes to leave the playing to, by commas; 0 is the "+
		"process itself")
	flag.Parse()
	err := parse(&o, *processes)
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		err = run(ctx, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "throughput:", err)
		os.Exit(1)
	}
}

type options struct {
	params    catalogue.Params
	workers   int
	runs      int
	defs      string
	data      string
	profile   string
	least     float64
	speedup   float64
	processes []int
	files     []string
}

func parse(o *options, processes string) error {
	for text := range strings.SplitSeq(processes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return fmt.Errorf("-processes: %q is no number", text)
		}
		o.processes = append(o.processes, n)
	}
	for _, path := range flag.Args() {
		err := filepath.WalkDir(path, func(p string, d os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(p, ".lud") {
				o.files = append(o.files, p)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if len(o.files) == 0 {
		return fmt.Errorf("no PATH with .lud files")
	}
	o.params.Agent = "random"
	return o.params.Check()
}

// run measures and prints a line for the engine and one for every arrangement of
// processes.
func run(ctx context.Context, o options) error {
	if o.data == "" {
		dir, err := os.MkdirTemp("", "throughput")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.data = dir
	}
	l, err := openLab(ctx, o)
	if err != nil {
		return err
	}
	defer l.close()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%d games, %d playouts of each, metrics: %s\n\n", len(l.rulesets), o.params.Playouts, o.params.Metrics)
	fmt.Fprintln(w, "\twall s\tprocessor s\tplayouts/s\tof the engine\tof the engine's processor time\t")
	best := make([]usage, 1+len(o.processes))
	for i := range o.runs {
		p := o.params
		p.Seed = uint64(i + 1)
		u, want, err := l.engine(ctx, p, o.workers)
		if err != nil {
			return err
		}
		best[0].improve(u)
		for k, n := range o.processes {
			p.Timeout = time.Duration(24+n) * time.Hour // as good as none; makes it another evaluation
			stop, err := startProfile(o.profile)
			if err != nil {
				return err
			}
			u, got, err := l.pipeline(ctx, p, n, o.workers)
			stop()
			if err != nil {
				return err
			}
			for name, text := range want {
				if got[name] != text {
					return fmt.Errorf("%s: the pipeline's statistics are not the engine's", name)
				}
			}
			best[1+k].improve(u)
		}
	}
	total := float64(len(l.rulesets) * o.params.Playouts)
	for i, u := range best {
		name := "engine"
		if i > 0 {
			if name = "pipeline"; o.processes[i-1] > 0 {
				name = fmt.Sprintf("pipeline, %d processes", o.processes[i-1])
			}
		}
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.0f\t%.3f\t%.3f\t\n", name, u.wall.Seconds(), u.processor.Seconds(),
			total/u.wall.Seconds(),
			best[0].wall.Seconds()/u.wall.Seconds(), u.processor.Seconds()/best[0].processor.Seconds())
	}
	first, last := best[1].wall.Seconds(), best[len(best)-1].wall.Seconds()
	if len(o.processes) > 1 {
		fmt.Fprintf(w, "\nWith %d processes it is %.2f times as fast as with %d.\n", o.processes[len(o.processes)-1],
			first/last, o.processes[0])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if share := best[0].wall.Seconds() / first; share < o.least {
		return fmt.Errorf("the pipeline reaches %.3f of the engine's rate, asked for are %.3f", share, o.least)
	}
	if first/last < o.speedup {
		return fmt.Errorf("the processes gain a factor of %.2f, asked for are %.2f", first/last, o.speedup)
	}
	return nil
}

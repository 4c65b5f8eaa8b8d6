// Command compiletimes measures what it takes to compile every description of some
// folders to machine code and to play it once, step by step.
//
//	go run ./bench/cmd/compiletimes [-every 1] [-plies 400]
//	    [-slowest 20] [-keep] [-first] [-collect] [-only NAME] [-out FILE] [-profile FILE] [DIR…]
//
// Folders are by default those of our library and of the public one; known definitions are
// in the folder def beside each. Each description is compiled in its default
// ruleset, in one process that has compiled others before, as in a catalogue. Times are processor time
// of the process, of user and system, in milliseconds, and beside the totals what elapses by the clock, which says
// something on an idle machine. With -every only each so-manieth
// description is taken. Printed are the quantiles of all, the mean of each step, and the slowest. What
// machine code takes comes on top for who plays on, and counts for the first playout only where it is made within that;
// with -first it is left out elsewhere. With -collect the garbage of each description is collected before the next
// one, untimed: what is told then is what one sees who compiles a single description, while otherwise whichever
// description happens to run when the collector comes pays for those before it.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/garbage"
	"github.com/astragal/astragal/engine/lgdl"
)

func main() {
	every := flag.Int("every", 1, "measure every so-manieth description")
	plies := flag.Int("plies", 400, "plies at which the playout is stopped")
	slowest := flag.Int("slowest", 20, "number of games in the table of the slowest")
	keep := flag.Bool("keep", false, "keep all compiled games and tell what memory they take")
	only := flag.String("only", "", "measure only descriptions whose names contain this, or one of several separated by |")
	first := flag.Bool("first", false, "do nothing that comes after the first playout")
	collect := flag.Bool("collect", false, "collect the garbage of each description before the next one, untimed")
	out := flag.String("out", "", "file for the figures of each game, tab-separated")
	prof := flag.String("profile", "", "file for a processor profile")
	flag.Parse()
	garbage.Leave(garbage.Usual) // as the programs do
	dirs := flag.Args()
	if len(dirs) == 0 {
		dirs = []string{"../library/lud", "../../shared/library/lud"}
	}
	o := options{only: strings.Split(*only, "|"), every: max(*every, 1), keep: *keep, collect: *collect, later: !*first,
		plies: *plies, slowest: *slowest, out: *out}
	err := bench.Profiled(*prof, func() error { return run(dirs, o) })
	if err != nil {
		fmt.Fprintln(os.Stderr, "compiletimes:", err)
		os.Exit(1)
	}
}

// options are what the flags say.
type options struct {
	only                 []string
	every                int
	keep, collect, later bool
	plies, slowest       int
	out                  string
}

func run(dirs []string, o options) error {
	if err := bench.WarmUp(); err != nil {
		return err
	}
	before := inUse()
	var all []bench.Compilation
	failed, n := 0, 0
	for _, dir := range dirs {
		files, err := bench.Descriptions(dir)
		if err != nil {
			return err
		}
		known, err := lgdl.LoadDefines(os.DirFS(filepath.Join(dir, "../def")))
		if err != nil {
			return err
		}
		for _, f := range files {
			if !slices.ContainsFunc(o.only, func(part string) bool { return strings.Contains(f, part) }) {
				continue
			}
			if n++; n%o.every != 0 {
				continue
			}
			if o.collect {
				runtime.GC()
			}
			c := bench.MeasureCompile(known, dir, f, o.plies, o.later)
			if c.Err != nil {
				failed++
				continue
			}
			if !o.keep {
				c.Kept = nil
			}
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		return fmt.Errorf("none of %d descriptions could be compiled", failed)
	}
	if o.out != "" {
		if err := write(o.out, all); err != nil {
			return err
		}
	}
	summary(all, failed, o.slowest)
	if o.keep {
		fmt.Printf("\n%.0f KB of Go memory for each description, without machine code\n",
			(inUse()-before)/float64(len(all))/1024)
		runtime.KeepAlive(all)
	}
	return nil
}

// inUse is the memory of the heap that is in use, in bytes.
func inUse() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }

// columns are the names of the figures that write writes.
func columns() []string {
	return slices.Concat([]string{"game", "compiled", "total", "elapsed"}, bench.Steps, bench.Later,
		[]string{"functions", "size", "largest", "wasm", "memory"})
}

func write(file string, all []bench.Compilation) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, strings.Join(columns(), "\t"))
	for _, c := range all {
		fmt.Fprintf(w, "%s\t%v\t%.3f\t%.3f", c.File, c.Compiled, ms(c.Total()), ms(c.Elapsed))
		for _, s := range slices.Concat(bench.Steps, bench.Later) {
			fmt.Fprintf(w, "\t%.3f", ms(c.Steps[s]))
		}
		fmt.Fprintf(w, "\t%d\t%d\t%d\t%d\t%d\n", c.Funcs, c.Size, c.Largest, c.Wasm, c.Memory)
	}
	return w.Flush()
}

func summary(all []bench.Compilation, failed, slowest int) {
	var code []bench.Compilation
	for _, c := range all {
		if c.Compiled {
			code = append(code, c)
		}
	}
	within := 0
	for _, c := range code {
		if c.Within {
			within++
		}
	}
	fmt.Printf("%d descriptions, %d of them compiled, %d to machine code within the first playout; %d could not be read\n",
		len(all), len(code), within, failed)
	quantiles("all, text to first playout", all, (*bench.Compilation).Total)
	quantiles("the same by the clock", all, func(c *bench.Compilation) time.Duration { return c.Elapsed })
	if len(code) == 0 {
		return
	}
	quantiles("compiled, text to first playout", code, (*bench.Compilation).Total)
	quantiles("machine code later", code, (*bench.Compilation).Machine)
	for _, s := range slices.Concat(bench.Steps, bench.Later) {
		quantiles(s, code, func(c *bench.Compilation) time.Duration { return c.Steps[s] })
	}
	slices.SortStableFunc(all, func(a, b bench.Compilation) int { return int(b.Total() - a.Total()) })
	fmt.Printf("\n%-30s %8s %8s", "slowest", "total", "elapsed")
	for _, s := range slices.Concat(bench.Steps, bench.Later) {
		fmt.Printf(" %8s", s)
	}
	fmt.Printf(" %9s %8s %8s\n", "functions", "size", "largest")
	for _, c := range all[:min(slowest, len(all))] {
		fmt.Printf("%-30s %8.1f %8.1f", bench.Short(c.File), ms(c.Total()), ms(c.Elapsed))
		for _, s := range slices.Concat(bench.Steps, bench.Later) {
			fmt.Printf(" %8.1f", ms(c.Steps[s]))
		}
		fmt.Printf(" %9d %8d %8d\n", c.Funcs, c.Size, c.Largest)
	}
}

// quantiles prints the mean and quantiles of a time, in milliseconds.
func quantiles(name string, all []bench.Compilation, of func(c *bench.Compilation) time.Duration) {
	times := make([]float64, len(all))
	sum := 0.0
	for i := range all {
		times[i] = ms(of(&all[i]))
		sum += times[i]
	}
	slices.Sort(times)
	at := func(share float64) float64 { return times[min(int(share*float64(len(times))), len(times)-1)] }
	fmt.Printf("%-36s mean %8.2f  median %8.2f  90 %% %8.2f  99 %% %8.2f  most %9.2f ms\n",
		name, sum/float64(len(all)), at(0.5), at(0.9), at(0.99), times[len(times)-1])
}

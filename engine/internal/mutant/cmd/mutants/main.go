// Command mutants tries the engine with mutants of descriptions, and counts them.
//
//	mutants --target lgdl-play --inputs 100000 --seed 1 --out DIR SEEDS…
//
// tries mutants 0…99,999 of seed 1 of the descriptions below the folders SEEDS;
// --defs names the folder of the defines that L-GDL descriptions use. A mutant
// that panics, hangs or eats memory is written to DIR with what it did, and the
// line of the count says how many there were. When the process itself dies, DIR
// holds the number of the mutant that it died of in a file named current: go on
// with --from that number and one.
package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"sync/atomic"
	"time"

	"github.com/astragal/astragal/engine/internal/mutant"
	"github.com/astragal/astragal/engine/ruleset"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run() error {
	name := flag.String("target", "lgdl-play", "what is tried: lgdl-check, lgdl-play, gdl, rbg or efg")
	seed := flag.Uint64("seed", 1, "seed of the mutants")
	from := flag.Uint64("from", 0, "number of the first mutant")
	inputs := flag.Uint64("inputs", 10_000, "number of mutants")
	defs := flag.String("defs", "", "folder of known defines")
	out := flag.String("out", "mutants", "folder for findings")
	deadline := flag.Duration("deadline", 500*time.Millisecond, "time that the play of a mutant gets")
	seconds := flag.Float64("seconds", 0, "stop after so many seconds; 0 is never")
	faults := flag.Bool("faults", false, "write down what meets a fault of the engine too")
	flag.Parse()
	i := slices.IndexFunc(mutant.Targets, func(t *mutant.Target) bool { return t.Name == *name })
	if i < 0 {
		return fmt.Errorf("there is no target %q", *name)
	}
	target := mutant.Targets[i]
	var roots, folders []fs.FS
	for _, dir := range flag.Args() {
		roots = append(roots, os.DirFS(dir))
	}
	corpus, err := mutant.Load(target.Extensions, roots...)
	if err != nil {
		return err
	}
	if corpus.Len() == 0 {
		return fmt.Errorf("no descriptions below %v", flag.Args())
	}
	if *defs != "" {
		folders = append(folders, os.DirFS(*defs))
	}
	t := &mutant.Tester{Deadline: *deadline}
	if t.Loader, err = ruleset.NewLoader(folders...); err != nil {
		return err
	}
	if err := os.MkdirAll(*out, 0o777); err != nil {
		return err
	}
	r := &trial{corpus: corpus, target: target, seed: *seed, out: *out}
	if r.current, err = os.Create(filepath.Join(*out, "current-"+target.Name)); err != nil {
		return err
	}
	r.now.Store(*from)
	r.began.Store(time.Now().UnixNano())
	go r.watch()
	start := time.Now()
	var stages [3]int
	findings, broken := 0, map[string]int{}
	n := *from
	for ; n < *from+*inputs && (*seconds == 0 || time.Since(start).Seconds() < *seconds); n++ {
		r.begin(n)
		m := corpus.Mutant(*seed, n)
		res := t.Try(target, m)
		stages[res.Stage]++
		if res.Finding != "" {
			findings++
			r.write(n, m, res.Finding)
		}
		if res.Broken != nil {
			if key := res.Broken.Error(); broken[brief(key)] == 0 && *faults {
				r.write(n, m, key)
			}
			broken[brief(res.Broken.Error())]++
		}
	}
	faulty := 0
	for _, k := range broken {
		faulty += k
	}
	fmt.Printf("%s: seed %d, mutants %d to %d of %d descriptions in %.0f s: %d refused, %d compiled, %d played; %d "+
		"findings, %d faults of the engine reported as errors\n",
		target.Name, *seed, *from, n-1, corpus.Len(), time.Since(start).Seconds(), stages[mutant.Refused],
		stages[mutant.Compiled], stages[mutant.Played], findings, faulty)
	for key, k := range broken {
		fmt.Printf("  %5d %s\n", k, key)
	}
	return nil
}

// brief is a fault without the place in the description.
func brief(fault string) string {
	const mark = "fault of the engine"
	for i := range len(fault) - len(mark) {
		if fault[i:i+len(mark)] == mark {
			return fault[i:]
		}
	}
	return fault
}

// trial is a run with a watch on it.
type trial struct {
	corpus  *mutant.Corpus
	target  *mutant.Target
	seed    uint64
	out     string
	current *os.File
	now     atomic.Uint64 // number of the mutant that is tried
	began   atomic.Int64  // when
}

// begin notes the number of the mutant, for whoever finds the process dead.
func (r *trial) begin(n uint64) {
	r.now.Store(n)
	r.began.Store(time.Now().UnixNano())
	r.current.WriteAt(binary.BigEndian.AppendUint64(nil, n), 0)
}

// maxHeap is the number of live bytes that no mutant may need.
const maxHeap = 2 << 30

// watch ends the process when a mutant takes too long or too much memory.
func (r *trial) watch() {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for range time.Tick(200 * time.Millisecond) {
		metrics.Read(sample)
		n, since := r.now.Load(), time.Since(time.Unix(0, r.began.Load()))
		what := ""
		switch {
		case since > 2*mutant.CompileTime:
			what = fmt.Sprintf("hangs for %v", since)
		case sample[0].Value.Uint64() > maxHeap:
			what = fmt.Sprintf("needs %d MiB", sample[0].Value.Uint64()>>20)
		default:
			continue
		}
		r.write(n, r.corpus.Mutant(r.seed, n), what)
		fmt.Printf("%s: seed %d, mutant %d %s\n", r.target.Name, r.seed, n, what)
		panic(what) // with the stacks of all goroutines
	}
}

// write keeps a finding.
func (r *trial) write(n uint64, m mutant.Mutant, what string) {
	base := filepath.Join(r.out, fmt.Sprintf("%s-%d-%d", r.target.Name, r.seed, n))
	ext := filepath.Ext(m.Name)
	if err := os.WriteFile(base+ext, m.Text, 0o666); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
	}
	os.WriteFile(base+".txt", []byte(what+"\n"), 0o666)
}

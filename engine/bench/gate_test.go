package bench_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

var record = flag.Bool("record", false, "write what a ply costs in our own library to "+recorded)

// recorded says what a ply of each game of our own library costs: units of work
// (game.Context.Tick) of bare and of watched plays by the rules.
const recorded = "testdata/work.tsv"

const ownLibrary = "../../library/lud"

// limit is what a ply may cost where a number of units was recorded. The seeds are
// fixed and the units are counted, so that nothing but a change of the engine moves them.
func limit(units float64) float64 { return 1.05*units + 1 }

// TestGate fails when a ply of a game of our own library takes more units of work
// than was recorded, or allocates memory once everything has grown to what it needs,
// or when less than three quarters of the games are recorded.
// A change that is meant is recorded by `go test ./bench -run TestGate -record`.
func TestGate(t *testing.T) {
	files, err := bench.Descriptions(ownLibrary)
	if err != nil || len(files) == 0 {
		t.Fatalf("our own library: %d files, %v", len(files), err)
	}
	loader, err := ruleset.NewLoader(os.DirFS("../../library/def"))
	if err != nil {
		t.Fatal(err)
	}
	known, now := readRecord(t), map[string][2]float64{}
	for _, file := range files {
		t.Run(bench.Short(file), func(t *testing.T) {
			rs, err := bench.LoadFile(loader, ownLibrary, file)
			if err != nil {
				t.Fatal(err)
			}
			bare, watched := workOf(t, rs, false), workOf(t, rs, true)
			now[file] = [2]float64{bare, watched}
			old, ok := known[file]
			switch {
			case *record:
			case !ok:
				t.Logf("nothing is recorded; run `go test ./bench -run TestGate -record` in engine")
			case bare > limit(old[0]) || watched > limit(old[1]):
				t.Errorf("a ply takes %.1f units of work, watched %.1f; recorded are %.1f and %.1f",
					bare, watched, old[0], old[1])
			case limit(bare) < old[0] || limit(watched) < old[1]:
				t.Logf("a ply takes %.1f units of work, watched %.1f; recorded are %.1f and %.1f: record it",
					bare, watched, old[0], old[1])
			}
		})
	}
	if *record {
		writeRecord(t, now)
		return
	}
	compared := 0
	for file := range now {
		if _, ok := known[file]; ok {
			compared++
		}
	}
	if compared*4 < len(files)*3 {
		t.Errorf("only %d of %d games are recorded; run `go test ./bench -run TestGate -record` in engine", compared,
			len(files))
	}
}

// workOf is the mean number of units of work of a ply of random plays by the rules.
func workOf(t *testing.T, rs *ruleset.Ruleset, watch bool) float64 {
	const warm, plies, maxPlies = 600, 400, 200
	p := play.NewRandom(rs.Plan())
	c := p.Context()
	var o *metric.Observer
	if watch {
		o = rs.Metrics().NewObserver(metric.NewBatch(rs.Plan().Players), metric.All)
		p.Watch(o)
	}
	seed := uint64(0)
	run := func(atLeast int) (n int) {
		for ; n < atLeast; seed++ {
			p.Start(seed)
			if watch {
				o.Start(c)
			}
			for k := 0; k < maxPlies && !c.S.Over; k++ {
				p.Step()
				n++
			}
			if watch {
				o.End(c)
			}
		}
		return n
	}
	run(warm)
	from, first, n := c.Work(), seed, 0
	allocs := testing.AllocsPerRun(1, func() { // plays twice: to warm up, and to count
		seed = first
		from = c.Work()
		n = run(plies)
	})
	if !watch && allocs > float64(n)/20 { // a buffer may still grow now and then
		t.Errorf("%.0f allocations in %d plies", allocs, n)
	}
	return float64(c.Work()-from) / float64(n)
}

func readRecord(t *testing.T) map[string][2]float64 {
	known := map[string][2]float64{}
	text, err := os.ReadFile(recorded)
	if err != nil && !*record {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 3 || f[0] == "game" {
			continue
		}
		var x [2]float64
		for i := range x {
			if x[i], err = strconv.ParseFloat(f[1+i], 64); err != nil {
				t.Fatalf("%s: %v", recorded, err)
			}
		}
		known[f[0]] = x
	}
	return known
}

func writeRecord(t *testing.T, now map[string][2]float64) {
	var b strings.Builder
	b.WriteString("game\tbare_units_per_ply\twatched_units_per_ply\n")
	for _, file := range slices.Sorted(maps.Keys(now)) {
		fmt.Fprintf(&b, "%s\t%.1f\t%.1f\n", file, now[file][0], now[file][1])
	}
	if err := os.WriteFile(recorded, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

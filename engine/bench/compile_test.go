package bench_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// BenchmarkCompile expands, checks and compiles every description of the library,
// which have been read before, and reports the median and the worst time.
func BenchmarkCompile(b *testing.B) {
	root := filepath.Join(shared, "library", "lud")
	if _, err := os.Stat(root); err != nil {
		b.Skip("no library beside the project")
	}
	defs, err := lgdl.LoadDefines(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		b.Fatal(err)
	}
	var read []*lgdl.Description
	err = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".lud") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		d, err := lgdl.Read(path, text)
		if err == nil {
			read = append(read, d)
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	grammar := ludeme.Grammar()
	var times []float64
	for b.Loop() {
		times = times[:0]
		for _, d := range read {
			start := bench.UserTime()
			x, err := d.Expand(defs, lgdl.Selection{})
			if err != nil {
				continue
			}
			checked, err := x.Check(grammar)
			if err != nil || checked.Game == nil {
				continue
			}
			if _, err := game.Compile(checked.Game); err != nil {
				continue
			}
			times = append(times, float64((bench.UserTime()-start).Microseconds())/1000)
		}
	}
	slices.Sort(times)
	if len(times) == 0 {
		b.Fatal("nothing was compiled")
	}
	b.ReportMetric(times[len(times)/2], "ms/median")
	b.ReportMetric(times[len(times)*9/10], "ms/p90")
	b.ReportMetric(float64(len(times)), "games")
}

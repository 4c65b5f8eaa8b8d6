package bench_test

import (
	"os"
	"testing"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/internal/compiled"
)

// shared is the reference material beside the project.
const shared = "../../../shared"

// BenchmarkPlayout plays the benchmark games at random; an operation is a playout.
func BenchmarkPlayout(b *testing.B) {
	if _, err := os.Stat(shared + "/bench/reference.tsv"); err != nil {
		b.Skip("no reference material beside the project")
	}
	games, err := bench.Games(shared)
	if err != nil {
		b.Fatal(err)
	}
	loader, err := bench.NewLoader(shared)
	if err != nil {
		b.Fatal(err)
	}
	for _, g := range games {
		b.Run(g.Name(), func(b *testing.B) {
			rs, err := g.Compile(loader, shared)
			if err != nil {
				b.Fatal(err)
			}
			p := compiled.NewSampler(rs.Plan(), rs.Compiled())
			p.Play(0, 0)
			b.ReportAllocs()
			plies, seed := 0, uint64(0)
			for b.Loop() {
				seed++
				plies += p.Play(seed, 0).Plies
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
		})
	}
}

package bench_test

import (
	"os"
	"testing"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/play"
)

// TestAllocations plays the benchmark games until their storage has grown to
// what they need; after that a ply allocates nothing. The few allocations of a
// still longer game or a still larger list are allowed for.
func TestAllocations(t *testing.T) {
	if _, err := os.Stat(shared + "/bench/reference.tsv"); err != nil {
		t.Skip("no reference material beside the project")
	}
	games, err := bench.Games(shared)
	if err != nil {
		t.Fatal(err)
	}
	loader, err := bench.NewLoader(shared)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		t.Run(g.Name(), func(t *testing.T) {
			rs, err := g.Compile(loader, shared)
			if err != nil {
				t.Fatal(err)
			}
			code := rs.Compiled()
			code.Hasten()
			for _, p := range []player{play.NewRandom(rs.Plan()), compiled.NewSampler(rs.Plan(), code)} {
				allocations(t, p)
			}
		})
	}
}

type player interface {
	Play(seed uint64, maxPlies int) play.Result
}

func allocations(t *testing.T, p player) {
	const warm, maxPlies = 4000, 2000
	seed := uint64(0)
	for plies := 0; plies < warm; seed++ {
		plies += p.Play(seed, maxPlies).Plies
	}
	plies := 0
	allocs := testing.AllocsPerRun(1, func() {
		plies = 0
		for s := seed; plies < warm; s++ {
			plies += p.Play(s, maxPlies).Plies
		}
	})
	if allocs > float64(plies)/200 {
		t.Errorf("%.0f allocations in %d plies of %T", allocs, plies, p)
	}
}

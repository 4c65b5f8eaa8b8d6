package hand_test

import (
	"math"
	"os"
	"testing"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/bench/hand"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/rng"
)

// shared is the reference material beside the project.
const shared = "../../../../shared"

// sample is the statistics of some playouts.
type sample struct{ n, plies, squares, first, drawn float64 }

func (s *sample) add(plies, winner int) {
	s.n++
	s.plies += float64(plies)
	s.squares += float64(plies * plies)
	switch winner {
	case 1:
		s.first++
	case 0:
		s.drawn++
	}
}

// TestSameDistribution compares mean length and the shares of wins and draws
// with those of the engine: no difference may exceed five standard errors.
func TestSameDistribution(t *testing.T) {
	const n = 16000
	for name, playout := range hand.Games {
		t.Run(name, func(t *testing.T) {
			p := engine(t, name)
			var a, b sample
			for i := range n {
				r := p.Play(uint64(i), 0)
				a.add(r.Plies, r.Winner)
			}
			r := rng.New(3)
			for range n {
				b.add(playout(&r))
			}
			variance := func(s sample) float64 { return s.squares/s.n - (s.plies/s.n)*(s.plies/s.n) }
			compare(t, "plies", a.plies/n, b.plies/n, math.Sqrt((variance(a)+variance(b))/n))
			for _, x := range []struct {
				what string
				a, b float64
			}{{"wins of the first", a.first / n, b.first / n}, {"draws", a.drawn / n, b.drawn / n}} {
				q := (x.a + x.b) / 2
				compare(t, x.what, x.a, x.b, math.Sqrt(2*q*(1-q)/n))
			}
		})
	}
}

func compare(t *testing.T, what string, engine, hand, deviation float64) {
	t.Helper()
	if math.Abs(engine-hand) > 5*deviation+1e-12 {
		t.Errorf("%s: the engine's %.4f, by hand %.4f, standard error %.4f", what, engine, hand, deviation)
	}
}

func engine(t testing.TB, name string) *compiled.Sampler {
	if _, err := os.Stat(shared + "/bench/reference.tsv"); err != nil {
		t.Skip("no reference material beside the project")
	}
	list, err := bench.Games(shared)
	if err != nil {
		t.Fatal(err)
	}
	loader, err := bench.NewLoader(shared)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		if g.Name() == name {
			rs, err := g.Compile(loader, shared)
			if err != nil {
				t.Fatal(err)
			}
			return compiled.NewSampler(rs.Plan(), rs.Compiled())
		}
	}
	t.Fatalf("%s is no benchmark game", name)
	return nil
}

func BenchmarkHand(b *testing.B) {
	for name, playout := range hand.Games {
		b.Run(name, func(b *testing.B) {
			r := rng.New(1)
			for b.Loop() {
				playout(&r)
			}
		})
	}
}

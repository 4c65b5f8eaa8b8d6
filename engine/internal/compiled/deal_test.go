package compiled_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestDealtPlays compares plays of the games of the libraries that begin by chance, with starts that are dealt and with
// those by the rules. Programs for plays keep less of positions than others.
func TestDealtPlays(t *testing.T) {
	enginetest.Each(t, 1, func(name string, rs *ruleset.Ruleset) {
		if !rs.Plan().RandomStart {
			return
		}
		code, err := compiled.NewPlays(rs.Plan())
		if err != nil {
			return
		}
		a, err := code.NewPlayer()
		if err != nil {
			t.Fatal(err)
		}
		b, err := code.NewPlayer()
		if err != nil {
			t.Fatal(err)
		}
		b.Undealt()
		for seed := range uint64(20) {
			x, y := rng.New(seed), rng.New(seed)
			a.Play(&x, 200)
			b.Play(&y, 200)
			if x != y || a.Result() != b.Result() {
				t.Errorf("%s, seed %d: %v, with a start by the rules %v", name, seed, a.Result(), b.Result())
			}
		}
	})
}

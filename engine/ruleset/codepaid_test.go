package ruleset

import (
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// TestCodePayoffs plays a game that ends with payoffs by a world of compiled code beside the rules: it pays the same.
func TestCodePayoffs(t *testing.T) {
	loader, err := NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(Source{File: "paid.lud", Text: []byte(`(game "Paid" (players 2) (equipment {(board
			(square 3))
		(piece "Man" Each)}) (rules (play (move Add (to (sites Empty)))) (end {(if (is Line 3) (payoffs {(payoff P2
			7.25)}))
		(if (is Full) (payoffs {(payoff P1 1.0) (payoff P2 (/ 1 3))}))})))`)})
	if err != nil {
		t.Fatal(err)
	}
	v, f, err := search.New(rs.Game(), search.None, false)
	if err != nil {
		t.Fatal(err)
	}
	w, ok := v.(*codeWorld)
	if !ok {
		t.Fatal("searched by the rules")
	}
	for seed := range uint64(10) {
		p, pick, live := rs.Game().NewPosition().(*position), rng.New(seed), rng.New(seed)
		p.Restart(&live)
		for !p.Terminal() {
			if err := w.Load(p, false); err != nil {
				t.Fatal(err)
			}
			n, _ := w.List()
			i := pick.Below(n)
			at := w.Index(0, i)
			w.Down(i)
			p.Apply(at)
		}
		ours, theirs := make([]float64, f.Players), make([]float64, f.Players)
		for k, x := range p.Payoffs() {
			theirs[k], _ = x.Float64()
		}
		if err := w.Payoffs(ours); err != nil || !w.Over() || !slices.Equal(ours, theirs) {
			t.Errorf("seed %d: payoffs %v, by the rules %v (%v)", seed, ours, theirs, err)
		}
	}
}

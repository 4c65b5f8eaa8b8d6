package search

import (
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// picky is a world of decisions of which only some are legal.
type picky struct {
	World
	legal map[int]bool
	taken int
}

func (w *picky) Key(i int) uint32 { return uint32(i+1) * 0x9e3779b1 }

func (w *picky) Down(i int) bool {
	if i == len(w.legal) || w.legal[i] {
		w.taken = i
		return true
	}
	return false
}

// TestRefused checks that a playout takes every legal decision equally often where others are refused, the best
// legal one if it is greedy, and that of one who has none where all are.
func TestRefused(t *testing.T) {
	const n, draws = 8, 4000
	w := &picky{legal: map[int]bool{0: false, 1: true, 2: false, 3: false, 4: true, 5: true, 6: false, 7: false}}
	s := &Tree{w: w, pick: rng.New(1)}
	var p policy
	p.init(Options{Playout: "random"})
	counts := map[int]int{}
	for range draws {
		if _, err := p.take(s, 1, n); err != nil {
			t.Fatal(err)
		}
		counts[w.taken]++
	}
	for i, legal := range w.legal {
		if k := counts[i]; legal && (k < draws/3-150 || k > draws/3+150) || !legal && k > 0 {
			t.Errorf("decision %d, legal %v, is taken %d times of %d", i, legal, k, draws)
		}
	}
	p.init(Options{Playout: "mast"})
	for i := range n {
		*p.at(1, w.Key(i)) = stat{sum: float32(i), n: n} // 7 and 6 are better than 5, and not legal
	}
	best := 0
	for range draws {
		if _, err := p.take(s, 1, n); err != nil {
			t.Fatal(err)
		}
		if w.taken == 5 {
			best++
		}
	}
	if want := draws * (greed + (1-greed)/3); float64(best) < want-150 || float64(best) > want+150 {
		t.Errorf("the best legal decision is taken %d times of %d, expected %g", best, draws, want)
	}
	for i := range w.legal {
		w.legal[i] = false
	}
	if _, err := p.take(s, 1, n); err != nil || w.taken != n {
		t.Errorf("of no legal decision number %d is taken (%v)", w.taken, err)
	}
}

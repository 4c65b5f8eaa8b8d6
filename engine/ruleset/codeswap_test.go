package ruleset

import (
	"os"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// TestCodeSwap plays games in which the second player takes the place of the first by
// worlds of compiled code beside the rules: those who decide are the same, and the payoffs
// go to those who sit behind the players then. A playout tells agents as well.
func TestCodeSwap(t *testing.T) {
	for file, options := range map[string][]string{"connection/Y.lud": {"Opening/Pie"}, "line/Yavalath.lud": nil} {
		text, err := os.ReadFile("../../library/lud/" + file)
		if err != nil {
			t.Fatal(err)
		}
		loader, err := NewLoader(os.DirFS("../../library/def"))
		if err != nil {
			t.Fatal(err)
		}
		rs, err := loader.Compile(Source{File: file, Text: text, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		v, f, err := search.New(rs.Game(), search.None, false)
		if err != nil {
			t.Fatal(err)
		}
		w, ok := v.(*codeWorld)
		if !ok || !rs.Plan().Meta.Swap {
			t.Fatalf("%s: searched by compiled code: %v, with a swap: %v", file, ok, rs.Plan().Meta.Swap)
		}
		for seed := range uint64(6) {
			if err := w.Guard(func() { swapCode(t, rs, w, f, seed) }); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

func swapCode(t *testing.T, rs *Ruleset, w *codeWorld, f search.Facts, seed uint64) {
	p, pick, live := rs.Game().NewPosition().(*position), rng.New(seed), rng.New(seed)
	p.Restart(&live)
	w.kept = true
	swapped := false
	for ply := 0; !p.Terminal(); ply++ {
		if err := w.Load(p, false); err != nil {
			t.Fatal(err)
		}
		n, _ := w.List()
		if w.Mover() != p.Mover() || n != p.Moves() {
			t.Fatalf("%s, ply %d: %d decisions of %d, by the rules %d of %d", rs.Name(), ply, n, w.Mover(), p.Moves(), p.Mover())
		}
		i := pick.Below(n)
		for k := range n { // the swap, wherever there is one, in every second play
			q := p.Clone().(*position)
			if q.Apply(w.Index(0, k)); q.c.S.Order[1] != p.c.S.Order[1] && seed%2 == 0 {
				i, swapped = k, true
			}
			if ply != 1 {
				break
			}
		}
		at, mover := w.Index(0, i), p.Mover()
		w.Playout(&pick, 4)
		w.Line(func(agent int, _ uint32) {
			if mover > 0 && agent != mover {
				t.Fatalf("%s, ply %d: a playout begins with a move of %d, by the rules of %d", rs.Name(), ply, agent, mover)
			}
			mover = 0 // of the first move only
		})
		w.Top()
		w.Down(i)
		p.Apply(at)
	}
	if swapped != (seed%2 == 0) {
		t.Errorf("%s, seed %d: players changed seats: %v", rs.Name(), seed, swapped)
	}
	ours, theirs := make([]float64, f.Players), make([]float64, f.Players)
	for k, x := range p.Payoffs() {
		theirs[k], _ = x.Float64()
	}
	if err := w.Payoffs(ours); err != nil || !w.Over() || !slices.Equal(ours, theirs) {
		t.Errorf("%s, seed %d: payoffs %v, by the rules %v (%v)", rs.Name(), seed, ours, theirs, err)
	}
}

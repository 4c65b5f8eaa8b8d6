package lower_test

import (
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// TestKeptGroups jumps between positions of several plays, as searches do, and makes moves: they lead where they lead
// on a machine that has kept nothing of other positions.
func TestKeptGroups(t *testing.T) {
	for _, name := range []string{"Hex", "Havannah", "Y", "Gonnect", "ShannonSwitchingGame"} {
		g := enginetest.Ours(t, "connection/"+name).Plan()
		ends := 0
		p, list := machines(t, g)
		for _, m := range list {
			ends += jump(t, p, m, g)
		}
		if ends < 2*len(list) {
			t.Errorf("%s: %d moves ended a play", name, ends)
		}
	}
}

// jump returns the number of moves that ended a play.
func jump(t *testing.T, p *lower.Program, m machine, g *game.Game) (ends int) {
	pl, r, live := newPlayer(p, m), rng.New(5), rng.New(1)
	c := game.NewContext(g)
	c.Start(&live)
	p.Load(pl.mem, c)
	blank := slices.Clone(pl.mem)
	position := func() []byte { return slices.Clone(pl.mem[p.Lo:p.Hi]) }
	positions := [][]byte{position()}
	used, after := make([]byte, len(pl.mem)), make([]byte, p.Hi-p.Lo)
	for range 1200 {
		if r.Below(8) == 0 || p.Var(pl.mem, layout.Over) != 0 {
			copy(pl.mem[p.Lo:], positions[max(0, len(positions)-1-r.Below(30))])
		}
		before := position()
		p.Seed(pl.mem, 9)
		i := r.Below(int(pl.call(t, pl.list, 0)))
		pl.call(t, pl.play, i)
		copy(used, pl.mem)
		copy(after, pl.mem[p.Lo:])

		copy(pl.mem, blank)
		copy(pl.mem[p.Lo:], before)
		p.Seed(pl.mem, 9)
		pl.call(t, pl.list, 0)
		pl.call(t, pl.play, i)
		if !slices.Equal(after, pl.mem[p.Lo:p.Hi]) {
			t.Fatalf("%s: %T: a move leads elsewhere after other positions", g.Name, m)
		}
		copy(pl.mem, used)
		if p.Var(pl.mem, layout.Over) != 0 {
			ends++
		} else {
			positions = append(positions, position())
		}
	}
	return ends
}

package rbg

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/rng"
)

// LockStep has machine code and the interpreter make the same plays, in pieces of different
// lengths, and compares everything after each. It gives how many plays were spoilt, and why there
// is no machine code if there is none.
func LockStep(g *Game, plays, plies int) (spoilt int, why, err error) {
	if err := g.Hasten(); err != nil {
		return 0, err, nil
	}
	fast, slow := g.NewState(), g.NewState()
	m := fast.machine()
	if m == nil {
		return 0, fmt.Errorf("no compiler for this platform"), nil
	}
	slow.alone = true
	for seed := range uint64(plays) {
		a, b := rng.New(seed), rng.New(seed)
		fast.Restart()
		slow.Restart()
		over, piece := false, 1+int(seed%7)*50
		for ply := 0; !over && ply < plies && fast.err == nil; {
			n, end := fast.Playout(&a, piece)
			k, stop := slow.Playout(&b, piece)
			if n != k || end != stop || a != b || !same(fast, slow) {
				return m.spoilt, nil, fmt.Errorf("seed %d, before ply %d: %d plies, over %t, %v %v; the interpreter %d, %t, %v %v",
					seed, ply, n, end, fast.board, fast.vars, k, stop, slow.board, slow.vars)
			}
			ply += n
			over = end
		}
	}
	return m.spoilt, nil, nil
}

func same(a, b *State) bool {
	return slices.Equal(a.board, b.board) && slices.Equal(a.sets, b.sets) && slices.Equal(a.vars, b.vars) &&
		a.player == b.player && a.vertex == b.vertex && a.pc == b.pc && a.err == b.err
}

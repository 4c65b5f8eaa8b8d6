package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

// fastLine is the usual (is Line n): through one site, of the component that
// stands there, contiguous, in a game with one piece per site. The lines through
// each site are laid out when the game is compiled.
type fastLine struct {
	*line
	ready  bool
	length int
	exact  bool
	off    []int32      // by site, into ways
	ways   [][2][]int32 // the sites of a line one way and the other, without the site itself
}

// fast returns the specialised form, nil when the condition has parts that it does not cover.
func (l *line) fast(k *game.Compiler) *fastLine {
	constant := func(b game.Bool, v bool) bool { return b.Const && b.V == v }
	if k.General || l.any.Given() || l.whats != nil || l.role.Given() || !l.length.Const || !l.exact.Const || l.cond.Given() ||
		!constant(l.contiguous, true) || !constant(l.byLevel, false) || !l.howMuch.Const || l.howMuch.V > 1 ||
		!constant(l.visible, false) || !constant(l.opposites, true) {
		return nil
	}
	f := &fastLine{line: l, length: l.length.V, exact: l.exact.V}
	k.AtEnd(func(c *game.Context) {
		if !c.G.Plain() || c.G.TypeKept() != l.st || l.st == board.Edge {
			return
		}
		n := c.G.Topo.Num(l.st)
		f.off = make([]int32, 1, n+1)
		for s := range n {
			rs := c.G.Topo.DistinctRadials(l.st, int32(s), l.dir)
			for i := range rs {
				way := [2][]int32{rs[i].Path[1:], nil}
				if o := rs[i].Opposite; o != nil {
					way[1] = o[1:]
				}
				f.ways = append(f.ways, way)
			}
			f.off = append(f.off, int32(len(f.ways)))
		}
		f.ready = true
	})
	return f
}

func (f *fastLine) holds(c *game.Context) bool {
	p := f.through.Get(c)
	if !f.ready || uint(p) >= uint(len(f.off)-1) {
		return f.flat(c)
	}
	at := c.S.Plain()
	what := at[p]
	for i := f.off[p]; i < f.off[p+1]; i++ {
		n := 1
		for _, way := range f.ways[i] {
			for _, s := range way {
				if at[s] != what {
					break
				}
				if n++; n == f.length && !f.exact {
					return true
				}
			}
		}
		if n == f.length {
			return true
		}
	}
	return false
}

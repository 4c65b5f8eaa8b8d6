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
	off    []int32 // by site, into lines
	lines  []lineThrough
	sites  []int32
}

// lineThrough is a line through a site: its sites one way are from lo to mid,
// the other way from mid to hi, without the site itself.
type lineThrough struct{ lo, mid, hi int32 }

// fast returns the specialised form, nil when the condition has parts that it does not cover.
func (l *line) fast(k *game.Compiler) *fastLine {
	constant := func(b game.Bool, v bool) bool { return b.Const && b.V == v }
	if k.General || l.any.Given() || l.whats != nil || l.role.Given() || !l.length.Const || l.length.V < 2 || !l.exact.Const || l.cond.Given() ||
		!constant(l.contiguous, true) || !constant(l.byLevel, false) || !l.howMuch.Const || l.howMuch.V > 1 ||
		!constant(l.visible, false) || !constant(l.opposites, true) {
		return nil
	}
	f := &fastLine{line: l, length: l.length.V, exact: l.exact.V}
	k.AtEnd(func(c *game.Context) {
		if !c.G.Tabular() || c.G.TypeKept() != l.st || l.st == board.Edge {
			return
		}
		n := c.G.Topo.Num(l.st)
		f.off = make([]int32, 1, n+1)
		for s := range n {
			rs := c.G.Topo.DistinctRadials(l.st, int32(s), l.dir)
			for i := range rs {
				path, back := rs[i].Path[1:], []int32(nil)
				if o := rs[i].Opposite; o != nil {
					back = o[1:]
				}
				if len(path)+len(back)+1 < f.length {
					continue // too short to hold the line
				}
				x := lineThrough{lo: int32(len(f.sites))}
				f.sites = append(f.sites, path[:min(len(path), f.length)]...)
				x.mid = int32(len(f.sites))
				f.sites = append(f.sites, back[:min(len(back), f.length)]...)
				x.hi = int32(len(f.sites))
				f.lines = append(f.lines, x)
			}
			f.off = append(f.off, int32(len(f.lines)))
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
	for _, x := range f.lines[f.off[p]:f.off[p+1]] {
		n := 1
		for _, s := range f.sites[x.lo:x.mid] {
			if at[s] != what {
				break
			}
			n++
		}
		if n >= f.length && !f.exact {
			return true
		}
		for _, s := range f.sites[x.mid:x.hi] {
			if at[s] != what {
				break
			}
			n++
		}
		if n == f.length || n > f.length && !f.exact {
			return true
		}
	}
	return false
}

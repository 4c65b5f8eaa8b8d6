package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// Aims are the neighbours or the lines that a piece sees from each site in the
// directions of a rule, worked out when the game is compiled for every way in
// which a piece can face.
type Aims struct {
	st      board.SiteType
	ready   bool
	sites   int
	facing  []int32 // by component: the first entry of its facing in off
	off     []int32 // [facing][site], into list or rays
	list    []int32
	rays    [][]int32
	single  bool // every component sees the same
	plain   bool // the components of the sites are State.plain
	longest int  // sites of the longest ray
	most    int  // neighbours or rays of the site that has most
	ahead   []Spot
	aheadAt []int32 // like off, into ahead
	widest  int     // sites ahead of the site that has most
}

// Spot is a site on a line: the number of the line, see Ray, and the distance, from 1.
type Spot struct{ Ray, Distance int32 }

// Neighbours returns the sites one step away, each once; Lines the paths of the
// radials, in order. They return nil where the directions follow the play. The
// tables are made at the end of the compilation; see Ready.
func (k *Compiler) Neighbours(st board.SiteType, dirs Directions) *Aims {
	return k.aims(st, dirs, func(a *Aims, t *board.Topology, site int32, ds []board.Direction) {
		first := len(a.list)
		put := func(x int32) {
			for _, y := range a.list[first:] {
				if x == y {
					return
				}
			}
			a.list = append(a.list, x)
		}
		for _, d := range ds {
			if d == board.Rotational {
				for _, r := range t.Radials(st, site, d) {
					put(r.Path[1])
				}
				continue
			}
			for _, x := range t.Steps(st, site, d) {
				put(x)
			}
		}
		a.off = append(a.off, int32(len(a.list)))
	})
}

// Lines: see Neighbours.
func (k *Compiler) Lines(st board.SiteType, dirs Directions) *Aims {
	return k.aims(st, dirs, func(a *Aims, t *board.Topology, site int32, ds []board.Direction) {
		for _, d := range ds {
			rs := t.Radials(st, site, d)
			for i := range rs {
				a.rays = append(a.rays, rs[i].Path)
				a.longest = max(a.longest, len(rs[i].Path))
			}
		}
		a.off = append(a.off, int32(len(a.rays)))
	})
}

func (k *Compiler) aims(st board.SiteType, dirs Directions, add func(a *Aims, t *board.Topology, site int32, ds []board.Direction)) *Aims {
	if k.General || !dirs.Fixed {
		return nil
	}
	a := &Aims{st: st}
	k.AtEnd(func(c *Context) {
		g := c.G
		if g.Rotations || g.Stacks || g.DeductionPuzzle {
			return
		}
		u := c.Temp()
		u.Turned = 1
		a.sites = g.Topo.Num(st)
		a.facing = make([]int32, len(g.Components))
		a.off = append(a.off, 0)
		var ds []board.Direction
		first := map[board.Direction]int32{}
		for w := range g.Components {
			f := g.FacingOf(w)
			if !dirs.Relative {
				f = board.N
			}
			at, seen := first[f]
			if !seen {
				at = int32(len(a.off) - 1)
				first[f] = at
				u.Facing = f
				for site := range a.sites {
					ds = dirs.Eval(u, st, site, ds[:0])
					add(a, g.Topo, int32(site), ds)
				}
			}
			a.facing[w] = at
		}
		u.Facing, u.Turned = 0, 0
		a.single = len(first) == 1
		for i := 1; i < len(a.off); i++ {
			a.most = max(a.most, int(a.off[i]-a.off[i-1]))
		}
		a.plain = g.Tabular() && g.plainType() == st
		a.lay()
		c.GiveTemp(u)
		a.ready = true
	})
	return a
}

// lay lists the sites ahead on the lines from every site.
func (a *Aims) lay() {
	if len(a.rays) == 0 {
		return
	}
	a.aheadAt = make([]int32, 1, len(a.off))
	for i := 1; i < len(a.off); i++ {
		first := len(a.ahead)
		for r := a.off[i-1]; r < a.off[i]; r++ {
			for n := 1; n < len(a.rays[r]); n++ {
				a.ahead = append(a.ahead, Spot{r, int32(n)})
			}
		}
		a.widest = max(a.widest, len(a.ahead)-first)
		a.aheadAt = append(a.aheadAt, int32(len(a.ahead)))
	}
}

// Reach reports whether a site is a neighbour of another, or on a line from it, for
// a component that stands there; true where the tables do not tell.
func (a *Aims) Reach(component, from, site int) bool {
	if !a.ready || uint(from) >= uint(a.sites) || uint(component) >= uint(len(a.facing)) {
		return true
	}
	i := int(a.facing[component]) + from
	if len(a.list) > 0 {
		return slices.Contains(a.list[a.off[i]:a.off[i+1]], int32(site))
	}
	if len(a.rays) == 0 {
		return false
	}
	for _, path := range a.rays[a.off[i]:a.off[i+1]] {
		if slices.Contains(path[1:], int32(site)) {
			return true
		}
	}
	return false
}

// Ahead returns the sites on the lines from a board site, line by line.
func (a *Aims) Ahead(c *Context, site int) []Spot {
	if len(a.ahead) == 0 {
		return nil
	}
	i := a.row(c, site)
	return a.ahead[a.aheadAt[i]:a.aheadAt[i+1]]
}

// Widest is the greatest number of sites on the lines from one.
func (a *Aims) Widest() int { return a.widest }

// Ready tells whether the tables hold for pieces as they face now.
func (a *Aims) Ready(c *Context) bool {
	return a != nil && a.ready && !c.Facing.Specific() && c.Turned == 0
}

// Within tells whether there are at most so many rays, of at most so many sites.
func (a *Aims) Within(rays, sites int) bool { return len(a.rays) <= rays && a.longest <= sites }

func (a *Aims) row(c *Context, site int) int32 {
	if a.single {
		return int32(site)
	}
	if a.plain {
		return a.facing[c.S.plain[site]] + int32(site)
	}
	return a.facing[c.S.What(a.st, site)] + int32(site)
}

// Plain tells whether the sites are those of a tabular game, whose components State.Plain lists.
func (a *Aims) Plain() bool { return a.plain }

// Most is the greatest number of neighbours, or of lines, of a site.
func (a *Aims) Most() int { return a.most }

// Sites returns the neighbours of a board site, for the piece that stands on it.
func (a *Aims) Sites(c *Context, site int) []int32 {
	i := a.row(c, site)
	return a.list[a.off[i]:a.off[i+1]]
}

// Rays returns the lines from a board site: their numbers are lo to hi-1, see Ray.
func (a *Aims) Rays(c *Context, site int) (lo, hi int32) {
	i := a.row(c, site)
	return a.off[i], a.off[i+1]
}

// Ray returns the sites of a line, the one it starts from first.
func (a *Aims) Ray(i int32) []int32 { return a.rays[i] }

package board

import (
	"math"
	"slices"
	"sync"
)

// lazyRadials is the radial table of one type, made on first use.
type lazyRadials struct {
	once sync.Once
	t    *radialTable
	err  error // why there is none
}

// radialTable holds the radials of all elements of one type. Those of element
// i in direction d are list[off[i·NumDirections+d] : off[…+1]].
type radialTable struct {
	off      []int32
	list     []Radial
	clearOff []int32
	clear    []Radial // the distinct ones, likewise
}

func (t *Topology) radialsOf(st SiteType) *radialTable {
	l := &t.lines[st]
	l.once.Do(func() { l.err = Guard(func() { l.t = newGrower(t, st).table() }) })
	if l.t == nil {
		panic(l.err)
	}
	return l.t
}

func (r *radialTable) byDirection(site int32, d Direction) []Radial {
	k := int(site)*NumDirections + int(d)
	return r.list[r.off[k]:r.off[k+1]:r.off[k+1]]
}

func (r *radialTable) from(site int32) []Radial {
	k := int(site) * NumDirections
	return r.list[r.off[k]:r.off[k+NumDirections]]
}

func (r *radialTable) distinct(site int32, d Direction) []Radial {
	k := int(site)*NumDirections + int(d)
	return r.clear[r.clearOff[k]:r.clearOff[k+1]:r.clearOff[k+1]]
}

// grower finds the radials of one type.
type grower struct {
	t      *Topology
	st     SiteType
	steps  *directed
	next   [NumDirections][]int32   // per step in a direction, the step that continues it, or none
	like   [NumDirections]Direction // an earlier category with the same steps, or the direction itself
	stamp  []int32
	turn   int32
	arena  []int32
	path   []int32
	rays   []Radial
	latest []int32              // per site, the last ray that begins with a step to it
	before []int32              // per ray, the one before it with the same first step
	groups [NumDirections][]int // indices of rays
	spent  effort
}

func newGrower(t *Topology, st SiteType) *grower {
	g := &grower{t: t, st: st, steps: t.stepsOf(st).towards(st), stamp: make([]int32, t.Num(st)),
		latest: make([]int32, t.Num(st))}
	for i := range g.latest {
		g.latest[i] = none
	}
	for d := range Direction(NumDirections) {
		g.like[d] = d
		if !g.steps.present.has(d) {
			continue
		}
		for o := range d {
			if a, b := g.steps.by[o], g.steps.by[d]; !d.Specific() && g.like[o] == o && slices.Equal(a.Val, b.Val) &&
				slices.Equal(a.Off, b.Off) {
				g.like[d] = o
				break
			}
		}
		if g.like[d] == d {
			g.link(d)
		}
	}
	return g
}

// radials is what a board is too large for.
const radials = "find its lines"

// maxBend is the largest bend of a radial at a site: tan 0.25.
var maxBend = math.Tan(0.25)

// maxOpposed is the largest bend between opposite radials: tan 0.1.
var maxOpposed = math.Tan(0.1)

// link finds, for every step in a direction, the step that continues it.
func (g *grower) link(d Direction) {
	steps := g.steps.by[d]
	next := make([]int32, len(steps.Val))
	for p := range int32(steps.Len()) {
		for k := steps.Off[p]; k < steps.Off[p+1]; k++ {
			next[k] = g.straight(steps, d, p, steps.Val[k])
		}
	}
	g.next[d] = next
}

// straight returns the number of the step from c, reached from p, that bends
// least; the first one for rotational directions; or none.
func (g *grower) straight(steps Table, d Direction, p, c int32) int32 {
	from, to := steps.Off[c], steps.Off[c+1]
	g.spent.spend(4*int(to-from), radials)
	if d >= CW && d <= Out {
		if from == to {
			return none
		}
		return from
	}
	best, least := none, maxBend
	a, b := g.t.elem[g.st].pos[p], g.t.elem[g.st].pos[c]
	vx, vy := b.X-a.X, b.Y-a.Y
	for k := from; k < to; k++ {
		n := g.t.elem[g.st].pos[steps.Val[k]]
		wx, wy := n.X-b.X, n.Y-b.Y
		dot := float64(vx*wx) + float64(vy*wy)
		if dot <= 0 {
			continue
		}
		if bend := math.Abs((float64(vx*wy) - float64(vy*wx)) / dot); bend < least {
			best, least = k, bend
			if bend == 0 {
				break
			}
		}
	}
	return best
}

// table finds the radials of all elements.
func (g *grower) table() *radialTable {
	n := g.t.Num(g.st)
	most := 0
	for d := range g.steps.by {
		most += len(g.steps.by[d].Val)
	}
	r := &radialTable{off: make([]int32, 1, n*NumDirections+1), list: make([]Radial, 0, most)}
	r.clearOff, r.clear = make([]int32, 1, n*NumDirections+1), make([]Radial, 0, most*5/8)
	for e := range int32(n) {
		g.element(e)
		for d := range g.groups {
			from, all := len(r.clear), len(r.list)
			r.clear = g.distinct(r.clear, g.groups[d])
			for _, i := range g.groups[d] {
				r.list = append(r.list, g.rays[i])
			}
			if Direction(d) == Rotational {
				g.clockwise(r.clear[from:])
				g.clockwise(r.list[all:])
			}
			r.off = append(r.off, int32(len(r.list)))
			r.clearOff = append(r.clearOff, int32(len(r.clear)))
		}
	}
	return r
}

// element finds the radials of one element, by direction.
func (g *grower) element(e int32) {
	for i := range g.rays {
		g.latest[g.rays[i].Path[1]] = none
	}
	g.rays, g.before = g.rays[:0], g.before[:0]
	for d := range Direction(NumDirections) {
		g.groups[d] = g.groups[d][:0]
		if !g.steps.present.has(d) {
			continue
		}
		if o := g.like[d]; o != d {
			for _, i := range g.groups[o] {
				g.add(e, Radial{Path: g.rays[i].Path, Dir: d})
			}
			continue
		}
		steps := g.steps.by[d]
		for k := steps.Off[e]; k < steps.Off[e+1]; k++ {
			g.grow(e, d, k)
		}
	}
	if len(g.groups[Rotational]) > 0 {
		g.gatherRotational()
	}
}

// grow follows a step in a direction as far as it goes straight on.
func (g *grower) grow(e int32, d Direction, k int32) {
	targets := g.steps.by[d].Val
	g.spent.spend(kept, radials)
	g.turn++
	g.stamp[e] = g.turn
	g.path = append(g.path[:0], e)
	for k != none {
		to := targets[k]
		if g.stamp[to] == g.turn {
			break
		}
		g.stamp[to] = g.turn
		g.path = append(g.path, to)
		k = g.next[d][k]
	}
	g.spent.spend(2*len(g.path), radials)
	if len(g.path) < 2 {
		return
	}
	var path []int32
	for i := g.latest[g.path[1]]; i != none; i = g.before[i] {
		g.spent.spend(len(g.path), radials)
		if x := &g.rays[i]; slices.Equal(x.Path, g.path) {
			if x.Dir == d {
				return
			}
			path = x.Path
		}
	}
	if path == nil {
		path = g.store()
	}
	g.add(e, Radial{Path: path, Dir: d})
}

// add appends a ray of e.
func (g *grower) add(e int32, r Radial) {
	i := len(g.rays)
	g.before = append(g.before, g.latest[r.Path[1]])
	g.latest[r.Path[1]] = int32(i)
	g.groups[r.Dir] = append(g.groups[r.Dir], i)
	g.rays = append(g.rays, r)
	g.oppose(e, i)
}

// store copies the current path into the arena, in blocks so that earlier
// paths stay where they are.
func (g *grower) store() []int32 {
	g.spent.spend(kept/4*len(g.path), radials)
	if cap(g.arena)-len(g.arena) < len(g.path) {
		g.arena = make([]int32, 0, max(1<<12, len(g.path)))
	}
	n := len(g.arena)
	g.arena = append(g.arena, g.path...)
	return g.arena[n:len(g.arena):len(g.arena)]
}

// oppose compares a new ray with all earlier ones it may be opposite to: those
// of its own category, or all specific ones. Each keeps the first opposite it
// meets.
func (g *grower) oppose(e int32, i int) {
	r := &g.rays[i]
	from := g.groups[r.Dir][0]
	if r.Dir.Specific() {
		for d := N; ; d++ {
			if len(g.groups[d]) > 0 {
				from = g.groups[d][0]
				break
			}
		}
	}
	g.spent.spend(4*(i-from), radials)
	for k := from; k < i; k++ {
		x := &g.rays[k]
		if r.Opposite != nil && x.Opposite != nil || !g.opposed(e, r, x) {
			continue
		}
		if r.Opposite == nil {
			r.Opposite, r.OppositeDir = x.Path, x.Dir
		}
		if x.Opposite == nil {
			x.Opposite, x.OppositeDir = r.Path, r.Dir
		}
	}
}

// opposed reports whether two rays of e run in opposite directions.
func (g *grower) opposed(e int32, r, x *Radial) bool {
	if r.Dir >= CW && r.Dir <= Out && x.Dir == facings[r.Dir].opposite {
		return true
	}
	if r.Dir != x.Dir && !(r.Dir.Specific() && x.Dir.Specific()) {
		return false
	}
	pos := g.t.elem[g.st].pos
	o, t, s := pos[e], pos[r.Path[1]], pos[x.Path[1]]
	vx, vy, wx, wy := o.X-t.X, o.Y-t.Y, s.X-o.X, s.Y-o.Y
	dot := float64(vx*wx) + float64(vy*wy)
	return dot > 0 && math.Abs((float64(vx*wy)-float64(vy*wx))/dot) < maxOpposed
}

// gatherRotational adds the rays In, Out, CW and CCW to the rotational ones and
// drops those that are the beginning of another.
func (g *grower) gatherRotational() {
	list := g.groups[Rotational]
	for _, d := range [4]Direction{In, Out, CW, CCW} {
		list = append(list, g.groups[d]...)
	}
	for i := len(list) - 1; i >= 0; i-- {
		path := g.rays[list[i]].Path
		g.spent.spend(4*len(list), radials)
		for k, o := range list {
			if p := g.rays[o].Path; k != i && len(p) >= len(path) && slices.Equal(p[:len(path)], path) {
				list = slices.Delete(list, i, i+1)
				break
			}
		}
	}
	g.groups[Rotational] = list
}

// clockwise sorts radials by their first step.
func (g *grower) clockwise(list []Radial) {
	pos := g.t.elem[g.st].pos
	slices.SortStableFunc(list, func(a, b Radial) int {
		return compare(clockwiseKey(pos[a.Path[0]], pos[a.Path[1]]), clockwiseKey(pos[b.Path[0]], pos[b.Path[1]]))
	})
}

// distinct marks and appends the rays of a group that do not run opposite to
// one taken before.
func (g *grower) distinct(dst []Radial, group []int) []Radial {
	first := len(dst)
	for _, i := range group {
		r := &g.rays[i]
		g.spent.spend(4*(len(dst)-first), radials)
		r.Distinct = !slices.ContainsFunc(dst[first:], func(x Radial) bool { return slices.Equal(x.Opposite, r.Path) })
		if r.Distinct {
			dst = append(dst, *r)
		}
	}
	return dst
}

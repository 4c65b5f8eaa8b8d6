package game

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// SiteList is a "region or site" argument: the sites of a region in ascending
// order, a single site, or by default the to of the last move (part 7, §1.7).
type SiteList struct {
	region Region
	at     Int
}

// SiteList compiles the pair of arguments in:<region> and at:<int>, of which at most
// one is present; without either it is the to of the last move.
func (k *Compiler) SiteList(region, at *lgdl.Expr) SiteList {
	switch {
	case region != nil:
		return SiteList{region: k.Region(region)}
	case at != nil:
		return SiteList{at: k.Int(at)}
	}
	return SiteList{at: IntFn((*Context).LastTo)}
}

// Single returns the site expression of a list that is not a region.
func (l SiteList) Single() (Int, bool) { return l.at, l.at.Given() }

// Each calls f for the sites in order until it returns false.
func (l SiteList) Each(c *Context, f func(site int) bool) {
	if l.at.Given() {
		if s := l.at.Get(c); s >= 0 {
			f(s)
		}
		return
	}
	l.region.Each(c, f)
}

// First returns the lowest site, or -1 when there is none.
func (l SiteList) First(c *Context) int {
	first := Off
	l.Each(c, func(s int) bool { first = s; return false })
	return first
}

// Has tells whether a site ≥ 0 is in the list.
func (l SiteList) Has(c *Context, site int) bool {
	if l.at.Given() {
		return l.at.Get(c) == site
	}
	return l.region.Contains(c, site)
}

// LastTo is the to of the last move, -1 when there is none.
func (c *Context) LastTo() int {
	if e := c.T.Last(); e != nil {
		return int(e.To)
	}
	return Off
}

// LastFrom is the from of the last move, -1 when there is none.
func (c *Context) LastFrom() int {
	if e := c.T.Last(); e != nil {
		return int(e.From)
	}
	return Off
}

// OnBoard tells whether a site number is one of the board's elements of a type.
func (g *Game) OnBoard(st board.SiteType, site int) bool {
	return site >= 0 && site < g.Topo.Num(st)
}

// Flood collects the group of start: the board sites reached from it by steps
// in the directions, resolved anew at each site, over sites that ok accepts.
// The start is not tested. The sites are appended to group in order of
// discovery and added to seen, whose members are never entered (part 7, §1.8).
func (c *Context) Flood(st board.SiteType, start int, dirs Directions, group []int32, seen Set, ok func(site int) bool) []int32 {
	topo := c.G.Topo
	head := len(group)
	group = append(group, int32(start))
	seen.Add(start)
	absolute := c.TakeDirs()
	for ; head < len(group); head++ {
		c.Tick(4)
		absolute = dirs.Eval(c, st, int(group[head]), absolute[:0])
		for _, d := range absolute {
			for _, t := range topo.Steps(st, group[head], d) {
				if !seen.Has(int(t)) && ok(int(t)) {
					seen.Add(int(t))
					group = append(group, t)
				}
			}
		}
	}
	c.GiveDirs(absolute)
	return group
}

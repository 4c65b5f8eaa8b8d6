package game

import "github.com/astragal/astragal/engine/lgdl"

// tabled compiles a condition by f. Where it depends on nothing but the site of
// one iterator, what stands there and whose turn it is, the answer is looked up
// in the table of a SiteTest; conditions inside such a one need no tables.
func (k *Compiler) tabled(e *lgdl.Expr, f BoolRule) Bool {
	if k.General || k.inTable {
		return f(k, e)
	}
	for _, it := range iterators {
		d := dependence{iterator: it.name}
		if !d.only(e) || !d.site && !d.piece && !d.state || d.state && d.piece {
			continue
		}
		k.inTable = true
		b := f(k, e)
		k.inTable = false
		if b.Const {
			return b
		}
		return it.ask(k.SiteTest(e, b, it.name))
	}
	return f(k, e)
}

// iterators are those that a SiteTest can be about.
var iterators = []struct {
	name string
	ask  func(t *SiteTest) Bool
}{
	{"to", func(t *SiteTest) Bool { return BoolFn(func(c *Context) bool { return t.holds(c, c.To) }) }},
	{"from", func(t *SiteTest) Bool { return BoolFn(func(c *Context) bool { return t.holds(c, c.From) }) }},
	{"between", func(t *SiteTest) Bool { return BoolFn(func(c *Context) bool { return t.holds(c, c.Between) }) }},
	{"site", func(t *SiteTest) Bool { return BoolFn(func(c *Context) bool { return t.holds(c, c.Site) }) }},
}

// holds is the answer for the site, which the iterator has as its value.
func (t *SiteTest) holds(c *Context, site int) bool {
	if uint(site) >= uint(t.sites) || !t.Ready(c) {
		return t.cond.F(c)
	}
	s := c.S
	i := s.Mover*(t.players+2) + s.Next
	w := s.plain[site]
	if t.local {
		if w = s.layers[s.g.plainType()].state[site]; w >= localStates {
			return t.cond.F(c)
		}
	}
	if t.where == nil {
		return t.mask[i]>>(uint(w)&63)&1 != 0
	}
	return t.where[i*t.comps+int(w)].Has(site)
}

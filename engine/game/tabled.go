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
	return k.tabledAt(e, f)
}

// here is a form that stands for (site), where another site is asked about.
var here = &lgdl.Form{Text: "(site)", Keyword: "site", Result: "int", Impl: IntRule(func(*Compiler, *lgdl.Expr) Int {
	return IntFn(func(c *Context) int { return c.Site })
})}

// tabledAt compiles a condition like tabled where it is about the site that an
// expression in it yields, such as (ahead (to) Forward).
func (k *Compiler) tabledAt(e *lgdl.Expr, f BoolRule) Bool {
	b := f(k, e)
	at := soleSite(e)
	if b.Const || at == nil {
		return b
	}
	abstract := replaced(e, at, &lgdl.Expr{Kind: lgdl.Clause, Pos: at.Pos, Text: "site", Type: at.Type, Form: here})
	d := dependence{iterator: "site"}
	if !d.only(abstract) || !d.piece || d.state {
		return b
	}
	site := k.Int(at) // perhaps with a table of its own
	k.inTable = true
	cond := f(k, abstract)
	k.inTable = false
	if site.Const || cond.Const {
		return b
	}
	t, g := k.SiteTest(abstract, cond, "site"), site.F
	return BoolFn(func(c *Context) bool {
		if s := g(c); uint(s) < uint(t.sites) && t.Ready(c) && !t.local {
			return t.holds(c, s)
		}
		return b.F(c)
	})
}

// soleSite returns the expression in e of the site that is asked about, the first
// one that is no iterator; nil without one.
func soleSite(e *lgdl.Expr) *lgdl.Expr {
	if e == nil || e.Kind != lgdl.Clause || e.Form == nil {
		return nil
	}
	var at *lgdl.Expr
	switch e.Form.Keyword {
	case "who", "what":
		at = e.Arg("at")
	case "is":
		switch e.Args[0].Text {
		case "Empty", "Occupied":
			at = e.Args[2]
		case "Enemy", "Friend":
			return soleSite(e.Args[1])
		}
	case "=", "!=", "not":
		for _, x := range e.Args {
			if s := soleSite(x); s != nil {
				return s
			}
		}
	}
	if at == nil || at.Kind != lgdl.Clause || at.Form == nil {
		return nil
	}
	return at
}

// replaced is a copy of e with y in place of its part x.
func replaced(e, x, y *lgdl.Expr) *lgdl.Expr {
	if e == x {
		return y
	}
	if e == nil || len(e.Args) == 0 {
		return e
	}
	c := *e
	c.Args = make([]*lgdl.Expr, len(e.Args))
	for i, a := range e.Args {
		c.Args[i] = replaced(a, x, y)
	}
	return &c
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

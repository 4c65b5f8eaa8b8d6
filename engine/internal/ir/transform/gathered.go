package transform

import "github.com/astragal/astragal/engine/internal/ir"

// What a condition comes to is found by evaluating it for every kind of piece, every site, or every pair of sites.

// ofKinds is the set of the sites at which a condition holds that follows from their kind:
// it is evaluated for all kinds.
func (g *gatherer) ofKinds(e *ir.Expr) (*ir.Expr, bool) {
	yes, no := make([]bool, g.by.N), make([]bool, g.by.N) // the kinds for which it holds, and the others
	held := 0
	for kind := range g.by.N {
		v, ok := g.value(e, kind, unknown)
		if !ok {
			return nil, false
		}
		yes[kind], no[kind] = v != 0, v == 0
		held += int(ir.Boolean(v != 0))
	}
	empty := yes[0] // what is of no kind has no set
	if g.by.None != nil && g.by.Counts == nil {
		switch {
		case empty && held == 1:
			return g.none(), true
		case !empty && held == g.by.N-1:
			return ir.Calc(ir.SetMinus, g.all(), ir.SetAt(g.by.None, ir.Num(0))), true
		}
	}
	if empty {
		return ir.Calc(ir.SetMinus, g.all(), g.by.union(g.p.Words, no)), true
	}
	return g.by.union(g.p.Words, yes), true
}

// none is the set of the sites that the loop may go through where nothing stands.
func (g *gatherer) none() *ir.Expr {
	set := ir.SetAt(g.by.None, ir.Num(0))
	if g.words() < g.p.Words {
		set = ir.Calc(ir.SetAnd, set, ir.SetOf(g.domain)) // so that the last words are not looked at
	}
	return set
}

// Words is how many words the sites have that the loop may go through.
func (g *gatherer) words() int {
	if g.domain == nil {
		return g.p.Words
	}
	return ir.HighestIn(g.domain)>>6 + 1
}

// ofSites is the set of the sites at which a condition holds that follows from their number.
func (g *gatherer) ofSites(e *ir.Expr) (*ir.Expr, bool) {
	if g.domain == nil || ir.CountBits(g.domain)*sizeOf([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{e}}}) > maxAsked {
		return nil, false
	}
	words := make([]uint64, g.p.Words)
	for site := range 64 * g.p.Words {
		if wordAt(g.domain, site>>6)>>(site&63)&1 == 0 {
			continue
		}
		v, ok := g.value(e, unknown, site)
		if !ok {
			return nil, false
		}
		if v != 0 {
			words[site>>6] |= 1 << (site & 63)
		}
	}
	return ir.SetOf(words), true
}

// lost stands for a variable that nothing assigns any more.
var lost = &ir.Expr{Op: ir.Call}

// value is what an expression comes to at a site of a kind, of which either may be
// unknown; false when it depends on more.
func (g *gatherer) value(e *ir.Expr, kind, site int) (int64, bool) {
	switch e.Op {
	case ir.Const:
		return e.K, true
	case ir.Get:
		if e.Local == g.site && site >= 0 {
			return int64(site), true
		}
		if x := g.is[e.Local]; x != nil {
			return g.value(x, kind, site)
		}
		return 0, false
	case ir.Block:
		for _, s := range e.Stmts() {
			if s.Op != ir.Assign || !s.Args[0].Pure() || g.is[s.Local] != nil && g.is[s.Local] != s.Args[0] {
				return 0, false
			}
			g.is[s.Local] = s.Args[0]
		}
		return g.value(e.Args[0], kind, site)
	case ir.Load:
		if e.Field == g.by.Of && reads(e.Args[0], g.site) && kind >= 0 {
			return int64(kind), true
		}
		i, ok := g.value(e.Args[0], kind, site)
		if !ok || e.Field.Kind != ir.Table {
			return 0, false
		}
		if i < 0 || int(i) >= e.Field.Len {
			return 0, false
		}
		if int(i) >= len(e.Field.Init) {
			return 0, true
		}
		return e.Field.Init[i], true
	case ir.Both, ir.Either, ir.Choose:
		c, ok := g.value(e.Args[0], kind, site)
		switch {
		case !ok:
			return 0, false
		case e.Op == ir.Choose && c == 0:
			return g.value(e.Args[2], kind, site)
		case e.Op == ir.Both && c == 0, e.Op == ir.Either && c != 0:
			return ir.Boolean(c != 0), true
		}
		v, ok := g.value(e.Args[1], kind, site)
		if e.Op != ir.Choose {
			v = ir.Boolean(v != 0)
		}
		return v, ok
	case ir.SetHas:
		if e.Args[0].Op != ir.SetConst {
			return 0, false
		}
	}
	if x := compared(e); x != nil { // by the bounds of the site
		return x.K, true
	}
	if len(e.Args) == 0 || len(e.Args) > 2 || e.Type != ir.I32 && e.Type != ir.I64 {
		return 0, false
	}
	var numbers [2]int64
	sets := false
	for i, a := range e.Args {
		if a.Type == ir.Set {
			sets = true
			continue
		}
		v, ok := g.value(a, kind, site)
		if !ok {
			return 0, false
		}
		numbers[i] = v
	}
	if sets {
		args := [2]*ir.Expr{e.Args[0], ir.Constant(ir.I32, numbers[1])}
		return ir.Calc(e.Op, args[:len(e.Args)]...).Number()
	}
	if len(e.Args) == 1 {
		return ir.EvalUnary(e.Op, numbers[0], e.Args[0].Type)
	}
	return ir.EvalBinary(e.Op, numbers[0], numbers[1], e.Args[0].Type)
}

// compared is the constant that a comparison always comes to, nil for none.
func compared(e *ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Below:
		return ir.CompareRanges(e.Op, e.Args[0], e.Args[1])
	}
	return nil
}

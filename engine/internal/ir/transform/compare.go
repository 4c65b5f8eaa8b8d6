package transform

import "github.com/astragal/astragal/engine/internal/ir"

// The sites whose number compares with another one are found at once: sixteen elements of a field are compared by one
// vector instruction. So a loop that asks each site of the board for its count, state or height asks none.

// ofNumbers is the set of the sites at which a comparison of an element of a field by site with a number holds that is
// the same at all sites.
func (g *gatherer) ofNumbers(e *ir.Expr) (*ir.Expr, bool) {
	if len(e.Args) != 2 {
		return nil, false
	}
	a, b := e.Args[0], e.Args[1]
	x, left := g.element(a)
	if !left {
		if x, left = g.element(b); !left {
			return nil, false
		}
		switch e.Op { // the number is on the left: v < x is not x ≤ v
		case ir.Lt:
			return g.negated(g.compare(ir.Le, x, a))
		case ir.Le:
			return g.negated(g.compare(ir.Lt, x, a))
		}
		b = a
	}
	switch e.Op {
	case ir.Eq, ir.Lt, ir.Le:
		return g.compare(e.Op, x, b)
	case ir.Ne:
		return g.negated(g.compare(ir.Eq, x, b))
	}
	return nil, false
}

// element is the field of which an expression is the element of the site of the loop; fields of sets and of
// numbers of 64 bits are not meant.
func (g *gatherer) element(e *ir.Expr) (*ir.Field, bool) {
	for e.Op == ir.Get && g.is[e.Local] != nil {
		e = g.is[e.Local]
	}
	if e.Op != ir.Load || !reads(e.Args[0], g.site) || e.Field.Elem == ir.Word || e.Field.Kind == ir.Table ||
		e.Field.Len > 64*g.p.Words {
		return nil, false
	}
	return e.Field, true
}

// compare is the set of the sites whose element is equal to, less than or at most v.
func (g *gatherer) compare(op ir.Op, f *ir.Field, v *ir.Expr) (*ir.Expr, bool) {
	if op == ir.Eq && v.Is(0) && f == g.by.Counts && g.by.None != nil {
		return g.none(), true
	}
	if op == ir.Le {
		if _, hi := v.Range(); hi >= 1<<31-1 {
			return nil, false
		}
		op, v = ir.Lt, ir.Calc(ir.Add, v, ir.Num(1))
	}
	if !g.lasting(v) || !f.Compares(v) || !safe(v) {
		return nil, false
	}
	if op == ir.Eq {
		return ir.SitesEqual(f, v), true
	}
	return ir.SitesLess(f, v), true
}

// safe reports whether an expression may be evaluated where it was not: it looks up nothing at a place that
// another condition may have tested.
func safe(e *ir.Expr) bool {
	ok := true
	ir.Walk([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{e}}}, nil, func(x *ir.Expr) {
		ok = ok && (x.Field == nil || x.Args[0].Op == ir.Const) && x.Op != ir.Div && x.Op != ir.Rem
	})
	return ok
}

func (g *gatherer) negated(set *ir.Expr, ok bool) (*ir.Expr, bool) {
	if !ok {
		return nil, false
	}
	return ir.Calc(ir.SetMinus, g.all(), set), true
}

// comparing is what comparing all elements of a field takes, in words of sets.
func comparing(f *ir.Field) int { return (f.Len*f.Elem.Size() + 15) / 16 }

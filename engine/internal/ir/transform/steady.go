package transform

import (
	"maps"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// What is the same for all sites of a loop is asked once, before it.

// still reports whether sets that stand for conditions, or what holds for all sites, stay the same while the loop runs,
// and its body reads nothing that is found out with them.
func (g *gatherer) still(conds, sets []*ir.Expr, test *ir.Stmt, rest []*ir.Expr) bool {
	inside := append(asking(rest...), test.Body...)
	assigned, ok := map[*ir.Local]bool{}, true
	ir.Walk(inside, func(s *ir.Stmt) { assigned[s.Local], ok = true, ok && s.Op != ir.Restore },
		func(e *ir.Expr) { ok = ok && (e.Op != ir.Get || g.is[e.Local] == nil) })
	var looked ir.Fields
	look := func(e *ir.Expr) {
		ok = ok && (e.Op != ir.Get || !assigned[e.Local])
		if f := e.Field; f != nil && f.Kind != ir.Table && !looked.Has(f) {
			looked = append(looked, f)
		}
	}
	ir.Walk(asking(sets...), nil, look)
	ir.Walk(g.before, nil, look)
	calls := func(f *ir.Func) {
		if f != nil && ok {
			does := g.access.Function(f)
			ok = !does.Unknown && !slices.ContainsFunc(does.Writes, looked.Has)
		}
	}
	ir.Walk(inside, func(s *ir.Stmt) {
		switch s.Op {
		case ir.Store, ir.SetStore, ir.Include, ir.Exclude, ir.Save:
			ok = ok && !looked.Has(s.Field)
		}
		calls(s.Func)
	}, func(e *ir.Expr) { calls(e.Callee()) })
	return ok && (!stores(asking(conds...)) || g.apart(conds, g.access.Of(inside)))
}

// apart reports whether the working space that conditions write is written, or looked at, by none of the others, nor
// written by what a loop does.
func (g *gatherer) apart(conds []*ir.Expr, does ir.Access) bool {
	written, met := does.Writes, ir.Fields(nil)
	for _, c := range conds {
		x := g.access.Of(asking(c))
		for _, f := range x.Writes {
			if f != g.by.Fault && (written.Has(f) || met.Has(f)) {
				return false
			}
		}
		for _, f := range x.Reads {
			if written.Has(f) {
				return false
			}
		}
		written, met = written.With(x.Writes), met.With(x.Reads)
	}
	return true
}

// stores reports whether a body may change memory.
func stores(body []*ir.Stmt) (yes bool) {
	ir.Walk(body, func(s *ir.Stmt) {
		switch s.Op {
		case ir.Store, ir.SetStore, ir.Include, ir.Exclude, ir.Save, ir.Restore:
			yes = true
		}
		yes = yes || s.Func != nil
	}, func(e *ir.Expr) { yes = yes || e.Callee() != nil })
	return yes
}

// asking are statements that evaluate expressions.
func asking(list ...*ir.Expr) []*ir.Stmt {
	body := make([]*ir.Stmt, len(list), len(list)+1)
	for i, e := range list {
		body[i] = &ir.Stmt{Op: ir.Do, Args: []*ir.Expr{e}}
	}
	return body
}

// Lasting reports whether an expression is the same for all sites of the loop.
func (g *gatherer) lasting(e *ir.Expr) bool {
	ok := e.Pure()
	ir.Walk([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{e}}}, nil, func(x *ir.Expr) {
		ok = ok && (x.Op != ir.Get || x.Local != g.site && g.is[x.Local] == nil)
	})
	return ok
}

// guarded is the set of the sites at which a condition holds that is not asked at all of them.
func (g *gatherer) guarded(e *ir.Expr) (*ir.Expr, bool) {
	defer func(was bool) { g.branch = was }(g.branch)
	g.branch = true
	return g.set(e)
}

// chosenOnce reports whether a condition or a set, with what is done to find it, is the same for all sites of the loop.
func (g *gatherer) chosenOnce(e *ir.Expr) bool { return g.once(asking(e)) }

// once reports whether statements do the same for all sites of the loop, and leave nothing behind but variables and
// sets of their own, and perhaps that the play is given up. Where they are not the first that is asked, they may be
// such that cannot be done whenever the loop begins.
func (g *gatherer) once(body []*ir.Stmt) bool {
	if g.asked {
		return false
	}
	inside, own := map[*ir.Label]bool{}, map[*ir.Local]*ir.Expr{} // labels of loops, and what variables are
	var left []*ir.Label
	ok, plain := true, true
	ir.Walk(body, func(s *ir.Stmt) {
		switch s.Op {
		case ir.Assign, ir.Do:
		case ir.If, ir.Store, ir.SetStore, ir.Include, ir.Exclude:
			plain = false
		case ir.Each, ir.Loop, ir.Scope:
			plain, inside[s.Label] = false, true
		case ir.Break, ir.Continue:
			left = append(left, s.Label)
		default:
			ok = false
		}
		if l := s.Local; l != nil {
			is := lost
			if s.Op == ir.Assign && own[l] == nil {
				is = s.Args[0]
			}
			ok = ok && (g.is[l] == nil || g.is[l] == is)
			own[l] = is
		}
	}, nil)
	ir.Walk(body, nil, func(e *ir.Expr) {
		plain = plain && e.Op != ir.Call
		ok = ok && !reads(e, g.site) && (e.Op != ir.Get || own[e.Local] != nil || g.is[e.Local] == nil)
	})
	for _, l := range left {
		ok = ok && inside[l]
	}
	if !ok {
		return false
	}
	if plain {
		maps.Copy(g.is, own) // so that nothing else reads them
		return true
	}
	for l := range own {
		own[l] = lost
	}
	does, unset := g.access.Of(body), ir.NewUnsetter()
	unset.Words, unset.Access = g.p.Words, g.access
	unset.Body(body)
	for _, f := range does.Writes {
		ok = ok && (f == g.by.Fault || f.Kind == ir.Scratch && f.Brief && f.Len == g.p.Words && !unset.Missing[f])
	}
	for _, l := range unset.Order {
		ok = ok && own[l] == nil
	}
	if ok && !does.Unknown {
		maps.Copy(g.is, own)
		return true
	}
	return false
}

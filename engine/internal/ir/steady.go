package ir

import (
	"maps"
	"slices"
)

// What is the same for all sites of a loop is asked once, before it.

// still reports whether sets that stand for conditions, or what holds for all sites, stay the same while the loop runs,
// and its body reads nothing that is found out with them.
func (g *gatherer) still(conds, sets []*Expr, test *Stmt, rest []*Expr) bool {
	inside := append(asking(rest...), test.Body...)
	assigned, ok := map[*Local]bool{}, true
	Walk(inside, func(s *Stmt) { assigned[s.Local], ok = true, ok && s.Op != Restore },
		func(e *Expr) { ok = ok && (e.Op != Get || g.is[e.Local] == nil) })
	var looked Fields
	look := func(e *Expr) {
		ok = ok && (e.Op != Get || !assigned[e.Local])
		if f := e.Field; f != nil && f.Kind != Table && !looked.Has(f) {
			looked = append(looked, f)
		}
	}
	Walk(asking(sets...), nil, look)
	Walk(g.before, nil, look)
	calls := func(f *Func) {
		if f != nil && ok {
			does := g.access.function(f)
			ok = !does.Unknown && !slices.ContainsFunc(does.Writes, looked.Has)
		}
	}
	Walk(inside, func(s *Stmt) {
		switch s.Op {
		case Store, SetStore, Include, Exclude, Save:
			ok = ok && !looked.Has(s.Field)
		}
		calls(s.Func)
	}, func(e *Expr) { calls(e.Func) })
	return ok && (!stores(asking(conds...)) || g.apart(conds, g.access.of(inside)))
}

// apart reports whether the working space that conditions write is written, or looked at, by none of the others, nor
// written by what a loop does.
func (g *gatherer) apart(conds []*Expr, does Access) bool {
	written, met := does.Writes, Fields(nil)
	for _, c := range conds {
		x := g.access.of(asking(c))
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
func stores(body []*Stmt) (yes bool) {
	Walk(body, func(s *Stmt) {
		switch s.Op {
		case Store, SetStore, Include, Exclude, Save, Restore:
			yes = true
		}
		yes = yes || s.Func != nil
	}, func(e *Expr) { yes = yes || e.Func != nil })
	return yes
}

// asking are statements that evaluate expressions.
func asking(list ...*Expr) []*Stmt {
	body := make([]*Stmt, len(list), len(list)+1)
	for i, e := range list {
		body[i] = &Stmt{Op: Do, Args: []*Expr{e}}
	}
	return body
}

// lasting reports whether an expression is the same for all sites of the loop.
func (g *gatherer) lasting(e *Expr) bool {
	ok := e.Pure()
	Walk([]*Stmt{{Op: Do, Args: []*Expr{e}}}, nil, func(x *Expr) {
		ok = ok && (x.Op != Get || x.Local != g.site && g.is[x.Local] == nil)
	})
	return ok
}

// guarded is the set of the sites at which a condition holds that is not asked at all of them.
func (g *gatherer) guarded(e *Expr) (*Expr, bool) {
	defer func(was bool) { g.branch = was }(g.branch)
	g.branch = true
	return g.set(e)
}

// chosenOnce reports whether a condition or a set, with what is done to find it, is the same for all sites of the loop.
func (g *gatherer) chosenOnce(e *Expr) bool { return g.once(asking(e)) }

// once reports whether statements do the same for all sites of the loop, and leave nothing behind but variables and
// sets of their own, and perhaps that the play is given up. Where they are not the first that is asked, they may be
// such that cannot be done whenever the loop begins.
func (g *gatherer) once(body []*Stmt) bool {
	if g.asked {
		return false
	}
	inside, own := map[*Label]bool{}, map[*Local]*Expr{} // labels of loops, and what variables are
	var left []*Label
	ok, plain := true, true
	Walk(body, func(s *Stmt) {
		switch s.Op {
		case Assign, Do:
		case If, Store, SetStore, Include, Exclude:
			plain = false
		case Each, Loop, Scope:
			plain, inside[s.Label] = false, true
		case Break, Continue:
			left = append(left, s.Label)
		default:
			ok = false
		}
		if l := s.Local; l != nil {
			is := lost
			if s.Op == Assign && own[l] == nil {
				is = s.Args[0]
			}
			ok = ok && (g.is[l] == nil || g.is[l] == is)
			own[l] = is
		}
	}, nil)
	Walk(body, nil, func(e *Expr) {
		plain = plain && e.Op != Call
		ok = ok && !reads(e, g.site) && (e.Op != Get || own[e.Local] != nil || g.is[e.Local] == nil)
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
	does, unset := g.access.of(body), newUnsetter()
	unset.words, unset.access = g.p.Words, g.access
	unset.body(body)
	for _, f := range does.Writes {
		ok = ok && (f == g.by.Fault || f.Kind == Scratch && f.Brief && f.Len == g.p.Words && !unset.missing[f])
	}
	for _, l := range unset.order {
		ok = ok && own[l] == nil
	}
	if ok && !does.Unknown {
		maps.Copy(g.is, own)
		return true
	}
	return false
}

package ir

import "maps"

// What is the same for all sites of a loop is asked once, before it.

// still reports whether sets that stand for conditions, or what holds for all sites, stay the same while the loop runs,
// and its body reads nothing that is found out with them.
func (g *gatherer) still(conds, sets []*Expr, test *Stmt, rest []*Expr) bool {
	inside := append(asking(rest...), test.Body...)
	does := g.access.of(inside)
	if does.Unknown {
		return false
	}
	set := map[*Local]bool{}
	Walk(inside, func(s *Stmt) { set[s.Local] = true }, nil)
	ok := true
	steady := func(e *Expr) {
		ok = ok && (e.Field == nil || !does.Writes.Has(e.Field)) && (e.Op != Get || !set[e.Local])
	}
	Walk(asking(sets...), nil, steady)
	Walk(g.before, nil, steady)
	Walk(inside, func(s *Stmt) { ok = ok && s.Op != Restore },
		func(e *Expr) { ok = ok && (e.Op != Get || g.is[e.Local] == nil) })
	return ok && g.apart(conds, does)
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
	Walk(body, nil, func(e *Expr) { ok = ok && !reads(e, g.site) })
	for _, l := range left {
		ok = ok && inside[l]
	}
	if !ok {
		return false
	}
	for l := range own {
		if !plain {
			own[l] = lost
		}
	}
	does, unset := g.access.of(body), newUnsetter()
	unset.words, unset.access = g.p.Words, g.access
	unset.body(body)
	for _, f := range does.Writes {
		ok = ok && (f == g.by.Fault || f.Kind == Scratch && f.Brief && f.Len == g.p.Words && !unset.missing[f])
	}
	for _, l := range unset.order {
		ok = ok && l != g.site && g.is[l] == nil && own[l] == nil
	}
	if ok && !does.Unknown {
		maps.Copy(g.is, own) // so that nothing else reads them
		return true
	}
	return false
}

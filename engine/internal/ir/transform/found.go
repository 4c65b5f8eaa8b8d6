package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// A loop over sites that only looks for a site with some property among those that are flanked from each goes through
// the sites from which one is found: these are filled from the ends of the runs, too, and nothing is looked for.

// found is what does the same as such a loop, nil if it is none.
func (c *captures) found(loop *ir.Stmt, by *Index) []*ir.Stmt {
	n := len(loop.Body)
	if n < 3 || jumps(loop.Body) {
		return nil
	}
	scope, then := loop.Body[n-2], loop.Body[n-1]
	if scope.Op != ir.Scope || len(scope.Body) == 0 || then.Op != ir.If || len(then.Else) > 0 || then.Args[0].Op != ir.Get {
		return nil
	}
	run := c.looked[scope.Body[len(scope.Body)-1]]
	if run == nil || run.x.From != loop.Local || !onlyAssigns(loop.Body[:n-2]) || !onlyAssigns(scope.Body[:len(scope.Body)-1]) {
		return nil
	}
	is := then.Args[0].Local
	begun := slices.ContainsFunc(loop.Body[:n-2], func(s *ir.Stmt) bool { return s.Local == is && s.Args[0].Is(0) })
	wanted, leaves := run.wanted(scope.Label)
	ends := slices.ContainsFunc(leaves, func(s *ir.Stmt) bool { return s.Local == is && !s.Args[0].Is(0) && s.Args[0].Op == ir.Const })
	if wanted == nil || !begun || !ends || !runLasts(run.x, loop.Body) {
		return nil
	}
	with, before, _ := SitesWhere(c.p, wanted, run.x.Over, by)
	if with == nil || len(before) > 0 || !lasts(with, loop.Body) {
		return nil
	}
	out, set := flanking(run.x, run.ways, with)
	one := *loop
	one.Args = []*ir.Expr{ir.Calc(ir.SetAnd, loop.Args[0], set)}
	one.Body = slices.Concat(loop.Body[:n-2], leaves, loop.Body[n-1:])
	return append(out, &one)
}

// onlyAssigns reports whether a body does nothing but to assign to variables.
func onlyAssigns(body []*ir.Stmt) bool {
	return !slices.ContainsFunc(body, func(s *ir.Stmt) bool { return s.Op != ir.Assign || !s.Args[0].Pure() })
}

// wanted is the condition on a site of a run with which the search for one ends, nil if there is no such, and what the
// search leaves behind then; all else that is done follows from the site, and nobody reads it.
func (run *capturing) wanted(search *ir.Label) (cond *ir.Expr, leaves []*ir.Stmt) {
	n := len(run.do)
	if n == 0 || !onlyAssigns(run.do[:n-1]) {
		return nil, nil
	}
	test := run.do[n-1]
	if test.Op != ir.If || len(test.Else) > 0 || len(test.Body) == 0 {
		return nil, nil
	}
	read, inside := map[*ir.Local]int{}, map[*ir.Local]bool{run.x.Over: true}
	ir.Walk(run.in, nil, func(e *ir.Expr) { read[e.Local]++ })
	ir.Walk(run.do, func(s *ir.Stmt) { inside[s.Local] = true }, func(e *ir.Expr) { read[e.Local]-- })
	left := 0
	ir.Walk(run.do, func(s *ir.Stmt) {
		if s.Op == ir.Assign && read[s.Local] > 0 {
			left++
		}
	}, nil)
	for _, s := range test.Body {
		if s.Op == ir.Assign && read[s.Local] > 0 {
			if mentionsAny(s.Args[0], inside) {
				return nil, nil
			}
			leaves = append(leaves, s)
		}
	}
	end := test.Body[len(test.Body)-1]
	if end.Op != ir.Break || end.Label != search || len(end.Args) > 0 || len(leaves) != left {
		return nil, nil
	}
	return ir.After(run.do[:n-1], test.Args[0]), leaves
}

// mentionsAny reports whether an expression reads some variables.
func mentionsAny(e *ir.Expr, some map[*ir.Local]bool) bool {
	yes := false
	ir.Walk(asking(e), nil, func(x *ir.Expr) { yes = yes || x.Op == ir.Get && some[x.Local] })
	return yes
}

// lasts reports whether a set is made of fields that a body leaves alone.
func lasts(set *ir.Expr, body []*ir.Stmt) bool {
	does := ir.Effects(body)
	ok := !does.Unknown && set.Pure()
	ir.Walk(asking(set), nil, func(e *ir.Expr) { ok = ok && (e.Field == nil || !does.Writes.Has(e.Field)) })
	return ok
}

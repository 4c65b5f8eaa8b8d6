package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Sites from which a run of sites is flanked are found all at once, as slides are: the runs that end before one of
// the sites that close them are filled from their ends.

// Flanked is a body of a generator in which loops over sites go only through those from which something is flanked,
// where nothing is done at the others.
func Flanked(p *ir.Program, body []*ir.Stmt) []*ir.Stmt {
	if p.Words > maxParallel {
		return body
	}
	r := &ir.Rewriter{Sparing: true, Stmt: func(_ *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op != ir.Each {
			return nil, false
		}
		x := idle(s.Body, s.Local, map[*ir.Local]bool{})
		if x == nil || !runLasts(x, s.Body) || jumps(s.Body) || escapes(body, s) {
			return nil, false
		}
		all, ok := linesOf(p, x)
		if !ok || len(all) == 0 || len(all) > maxWays {
			return nil, false
		}
		out, set := flanking(x, all, nil)
		c := *s
		c.Args = []*ir.Expr{ir.Calc(ir.SetAnd, s.Args[0], set)}
		return append(out, &c), true
	}}
	return r.Body(body)
}

// idle is the run of a body that does nothing at sites from which nothing is flanked; nil if it does something
// there, or has none.
func idle(body []*ir.Stmt, site *ir.Local, zero map[*ir.Local]bool) (x *ir.Slide) {
	for _, s := range body {
		switch {
		case s.Op == ir.Assign && s.Args[0].Pure():
			zero[s.Local] = s.Args[0].Is(0)
		case s.Op == ir.Scope && s.Slide != nil && s.Slide.Run && s.Slide.From == site && x == nil:
			x = s.Slide
		case s.Op == ir.Scope && s.Slide == nil && x == nil:
			if x = idle(s.Body, site, zero); x == nil {
				return nil
			}
		case s.Op == ir.If && s.Args[0].Op == ir.Get && zero[s.Args[0].Local] && len(s.Else) == 0:
		case s.Op == ir.If && s.Args[0].Op == ir.Block && len(s.Else) == 0 && x == nil:
			found := s.Args[0].Args[0]
			if x = idle(s.Args[0].Stmts(), site, zero); x == nil || found.Op != ir.Get || !zero[found.Local] {
				return nil
			}
		default:
			return nil
		}
	}
	return x
}

// runLasts reports whether the sets of a run are made of fields that a body leaves alone.
func runLasts(x *ir.Slide, body []*ir.Stmt) bool {
	does := ir.Effects(body)
	ok := !does.Unknown && plain(x.Cross, nil) && plain(x.Stop, nil)
	ir.Walk([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{x.Cross, x.Stop}}}, nil,
		func(e *ir.Expr) { ok = ok && (e.Field == nil || !does.Writes.Has(e.Field)) })
	return ok
}

// escapes reports whether what a loop over sites in a body assigns is read elsewhere, or in a later round.
func escapes(body []*ir.Stmt, loop *ir.Stmt) bool {
	assigned, reads := map[*ir.Local]bool{}, map[*ir.Local]int{}
	ir.Walk(loop.Body, func(s *ir.Stmt) { assigned[s.Local] = true }, func(e *ir.Expr) { reads[e.Local]++ })
	ir.Walk(body, nil, func(e *ir.Expr) { reads[e.Local]-- })
	for l := range assigned {
		if l != nil && reads[l] < 0 {
			return true
		}
	}
	u := ir.NewUnsetter()
	u.Set[loop.Local] = true
	u.Body(loop.Body)
	return slices.ContainsFunc(u.Order, func(l *ir.Local) bool { return assigned[l] })
}

// flanking is the set of the sites from which a run is flanked on one of some ways, one with a site of another set
// unless that is nil, and what finds it.
func flanking(x *ir.Slide, all []*lineWay, with *ir.Expr) (find []*ir.Stmt, set *ir.Expr) {
	f := filler{}
	run := f.keep("run", x.Cross)
	stop := f.keep("stop", ir.Calc(ir.SetMinus, x.Stop, run))
	set = ir.SetOf(make([]uint64, len(all[0].from)))
	for _, w := range all {
		from := ir.SetOf(w.from)
		through := f.keep("through", ir.Calc(ir.SetAnd, run, from))
		reached := f.keep("reached", ir.Calc(ir.SetAnd, through, shifted(stop, -w.by)))
		reached = f.fill(reached, through, -w.by, w.longest-1)
		if with != nil {
			reached = f.fill(f.keep("wanted", ir.Calc(ir.SetAnd, reached, with)), through, -w.by, w.longest-1)
		}
		set = f.keep("flanked", ir.Calc(ir.SetOr, set, ir.Calc(ir.SetAnd, from, shifted(reached, -w.by))))
	}
	return f.out, set
}

package ir

import "slices"

// Sites from which a run of sites is flanked are found all at once, as slides are: the runs that end before one of
// the sites that close them are filled from their ends.

// Flanked is a body of a generator in which loops over sites go only through those from which something is flanked,
// where nothing is done at the others.
func Flanked(p *Program, body []*Stmt) []*Stmt {
	if p.Words > maxParallel {
		return body
	}
	r := &rewriter{sparing: true, stmt: func(_ *rewriter, s *Stmt) ([]*Stmt, bool) {
		if s.Op != Each {
			return nil, false
		}
		x := idle(s.Body, s.Local, map[*Local]bool{})
		if x == nil || !x.lasts(s.Body) || jumps(s.Body) || escapes(body, s) {
			return nil, false
		}
		all, ok := linesOf(p, x)
		if !ok || len(all) == 0 || len(all) > maxWays {
			return nil, false
		}
		out, set := x.flanking(all)
		c := *s
		c.Args = []*Expr{Calc(SetAnd, s.Args[0], set)}
		return append(out, &c), true
	}}
	return r.body(body)
}

// idle is the run of a body that does nothing at sites from which nothing is flanked; nil if it does something
// there, or has none.
func idle(body []*Stmt, site *Local, zero map[*Local]bool) (x *Slide) {
	for _, s := range body {
		switch {
		case s.Op == Assign && s.Args[0].Pure():
			zero[s.Local] = s.Args[0].Is(0)
		case s.Op == Scope && s.Slide != nil && s.Slide.Run && s.Slide.From == site && x == nil:
			x = s.Slide
		case s.Op == Scope && s.Slide == nil && x == nil:
			if x = idle(s.Body, site, zero); x == nil {
				return nil
			}
		case s.Op == If && s.Args[0].Op == Get && zero[s.Args[0].Local] && len(s.Else) == 0:
		case s.Op == If && s.Args[0].Op == Block && len(s.Else) == 0 && x == nil:
			found := s.Args[0].Args[0]
			if x = idle(s.Args[0].Body, site, zero); x == nil || found.Op != Get || !zero[found.Local] {
				return nil
			}
		default:
			return nil
		}
	}
	return x
}

// lasts reports whether the sets of a run are made of fields that a body leaves alone.
func (x *Slide) lasts(body []*Stmt) bool {
	does := Effects(body)
	ok := !does.Unknown && plain(x.Cross, nil) && plain(x.Stop, nil)
	Walk([]*Stmt{{Op: Do, Args: []*Expr{x.Cross, x.Stop}}}, nil,
		func(e *Expr) { ok = ok && (e.Field == nil || !does.Writes.Has(e.Field)) })
	return ok
}

// escapes reports whether what a loop over sites in a body assigns is read elsewhere, or in a later round.
func escapes(body []*Stmt, loop *Stmt) bool {
	assigned, reads := map[*Local]bool{}, map[*Local]int{}
	Walk(loop.Body, func(s *Stmt) { assigned[s.Local] = true }, func(e *Expr) { reads[e.Local]++ })
	Walk(body, nil, func(e *Expr) { reads[e.Local]-- })
	for l := range assigned {
		if l != nil && reads[l] < 0 {
			return true
		}
	}
	u := newUnsetter()
	u.set[loop.Local] = true
	u.body(loop.Body)
	return slices.ContainsFunc(u.order, func(l *Local) bool { return assigned[l] })
}

// flanking is the set of the sites from which a run is flanked on one of some ways, and what finds it.
func (x *Slide) flanking(all []*lineWay) (find []*Stmt, set *Expr) {
	f := filler{}
	run := f.keep("run", x.Cross)
	stop := f.keep("stop", Calc(SetMinus, x.Stop, run))
	set = SetOf(make([]uint64, len(all[0].from)))
	for _, w := range all {
		from := SetOf(w.from)
		through := f.keep("through", Calc(SetAnd, run, from))
		reached := f.keep("reached", Calc(SetAnd, through, shifted(stop, -w.by)))
		reached = f.fill(reached, through, -w.by, w.longest-1)
		set = f.keep("flanked", Calc(SetOr, set, Calc(SetAnd, from, shifted(reached, -w.by))))
	}
	return f.out, set
}

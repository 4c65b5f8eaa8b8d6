package ir

import "slices"

// What is flanked around one site is found at once, too: from the site on, each way is filled through the sites that are
// crossed, and what is reached counts where the way goes on with a site that closes it. What is then done to each site of
// a run is done to each site of that set, in the order of their numbers, where the order makes no difference.

// Captured has sets in place of runs that are only looked at, which may set spoil. The others are runs no more.
func Captured(p *Program, spoil *Field) {
	for _, f := range p.Funcs {
		c := &captures{p: p, spoil: spoil, in: f.Body}
		f.Body = (&rewriter{sparing: true, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
			if s.Slide == nil || !s.Slide.Run {
				return nil, false
			}
			if out := c.captured(s, (*capturing).looks); out != nil {
				return out, true
			}
			plain := *s
			plain.Slide = nil
			return []*Stmt{r.copy(&plain)}, true
		}}).body(f.Body)
	}
}

// CapturedApart is a body of which the candidates are effects, made by the function of their rule, where those of a run
// do nothing to one another: with the set of what is flanked in place of the run, of which they may be made as they are
// found. It is nil where that is not so.
func CapturedApart(p *Program, body []*Stmt, spoil *Field, apply func(rule int) *Func) []*Stmt {
	c := &captures{p: p, spoil: spoil, in: body, apply: apply}
	out := c.only(body)
	if out == nil || c.mixed(out) {
		return nil
	}
	return out
}

// captures finds runs in a body.
type captures struct {
	p     *Program
	spoil *Field
	in    []*Stmt
	apply func(rule int) *Func
	loop  *Stmt  // the only one through the sites of a run
	wrote Fields // what its effects write
}

// capturing is a run, and what is done to each of its sites.
type capturing struct {
	*captures
	x        *Slide
	body, do []*Stmt
}

// captured is what does the same as a run for the set of its sites, nil where that is not known or may not be.
func (c *captures) captured(s *Stmt, may func(run *capturing) bool) []*Stmt {
	x := s.Slide
	if c.p.Words > maxParallel || s.Op != Scope || x == nil || !x.Run || x.Over == nil || !x.lasts(s.Body) {
		return nil
	}
	run := &capturing{captures: c, x: x, body: uncut(s.Body)}
	run.do = x.done(run.body)
	if run.do == nil || !run.alone(s) || !may(run) {
		return nil
	}
	all, ok := linesOf(c.p, x)
	if !ok || len(all) == 0 || len(all) > maxWays {
		return nil
	}
	out, set := x.around(c.p, all)
	c.loop = &Stmt{Op: Each, Local: x.Over, Label: &Label{Name: "captured"}, Args: []*Expr{set}, Body: run.do}
	return append(out, c.loop)
}

// only is a body with a set in place of its only run, that stands in no loop.
func (c *captures) only(body []*Stmt) []*Stmt {
	for i, s := range body {
		var now []*Stmt
		if now = c.captured(s, (*capturing).apart); now == nil && (s.Op == Scope || s.Op == If) && len(s.Else) == 0 {
			if inner := c.only(s.Body); inner != nil {
				one := *s
				one.Body, now = inner, []*Stmt{&one}
			}
		}
		if now == nil {
			continue
		}
		for _, w := range Effects(body[i+1:]).Reads {
			if c.wrote.Has(w) {
				return nil
			}
		}
		return slices.Concat(body[:i], now, body[i+1:])
	}
	return nil
}

// mixed reports whether a body emits anything beside what it does for each site of the run.
func (c *captures) mixed(body []*Stmt) bool {
	return len(Emissions(body)) != len(Emissions(c.loop.Body)) || jumps(body)
}

// done is what a run does for each of its sites: what stands behind its assignment in the innermost loop.
func (x *Slide) done(body []*Stmt) (do []*Stmt) {
	n := 0
	Walk(body, func(s *Stmt) {
		if s.Op == Assign && s.Local == x.Over {
			n++
		}
		if s.Op == Loop && len(s.Body) > 3 && s.Body[1].Op == Assign && s.Body[1].Local == x.Over {
			do = s.Body[3:]
		}
	}, nil)
	if n != 1 {
		return nil
	}
	return do
}

// uncut is a body without what stands behind jumps, which is never done.
func uncut(body []*Stmt) []*Stmt {
	r := &rewriter{sparing: true, list: func(body []*Stmt) []*Stmt {
		for i := range body {
			if leaves(body[i : i+1]) {
				return body[:i+1]
			}
		}
		return body
	}}
	return r.body(body)
}

// alone reports whether what is done for a site asks for nothing of the run but the site, and leaves nothing behind for
// another one.
func (run *capturing) alone(s *Stmt) bool {
	inside, outside := map[*Local]bool{}, map[*Local]bool{}
	Walk(run.do, func(s *Stmt) { inside[s.Local] = true }, nil)
	n := map[*Local]int{}
	Walk(run.body, func(s *Stmt) { n[s.Local]++ }, nil)
	Walk(run.do, func(s *Stmt) { n[s.Local]-- }, nil)
	for l, times := range n {
		outside[l] = times > 0
	}
	ok, from := true, false
	Walk(run.do, func(s *Stmt) { ok = ok && (s.Local == nil || !outside[s.Local]) },
		func(e *Expr) { ok = ok && (e.Op != Get || e.Local == run.x.Over || !outside[e.Local]) })
	Walk(run.body, nil, func(e *Expr) { from = from || reads(e, run.x.From) })
	labels := map[*Label]bool{s.Label: true}
	Walk(run.body, func(s *Stmt) { labels[s.Label] = labels[s.Label] || s.Op == Loop || s.Op == Scope || s.Op == Each }, nil)
	Walk(run.do, func(s *Stmt) {
		if s.Op == Loop || s.Op == Scope || s.Op == Each {
			delete(labels, s.Label)
		}
	}, nil)
	Walk(run.do, func(s *Stmt) { ok = ok && (s.Label == nil || !labels[s.Label]) }, nil)
	u := newUnsetter()
	u.body(run.do)
	return ok && from && !slices.ContainsFunc(u.order, func(l *Local) bool { return inside[l] })
}

// looks reports whether what is done for the sites of a run comes to the same in any order, as it only finds out
// something: all it leaves behind is what does not depend on the site, and if it ends the search, it does so then.
func (run *capturing) looks() bool {
	does := Effects(run.do)
	if does.Unknown || slices.ContainsFunc(does.Writes, func(f *Field) bool { return f != run.spoil }) {
		return false
	}
	inside, read, labels := map[*Local]bool{run.x.Over: true}, map[*Local]int{}, map[*Label]bool{}
	Walk(run.do, func(s *Stmt) {
		inside[s.Local] = true
		labels[s.Label] = labels[s.Label] || s.Op == Loop || s.Op == Scope || s.Op == Each
	}, func(e *Expr) { read[e.Local]-- })
	Walk(run.in, nil, func(e *Expr) { read[e.Local]++ })
	ends := func(s *Stmt) bool {
		return s.Op == Return || (s.Op == Break || s.Op == Continue) && !labels[s.Label]
	}
	fixed := func(s *Stmt) bool {
		return !slices.ContainsFunc(s.Args, func(e *Expr) bool { return e.Op != Const && (e.Op != Get || inside[e.Local]) })
	}
	ok, found, all, jumps, before, values := true, 0, 0, 0, false, map[*Local]*Expr{}
	var visit func(body []*Stmt)
	visit = func(body []*Stmt) {
		last := len(body) > 0 && ends(body[len(body)-1])
		for _, s := range body {
			if s.Op == Assign && read[s.Local] > 0 {
				v := values[s.Local]
				found, ok = found+1, ok && fixed(s) && (v == nil || equal(v, s.Args[0]))
				values[s.Local], before = s.Args[0], before || !last
			}
			if ends(s) {
				jumps, ok = jumps+1, ok && fixed(s)
			}
			visit(s.Body)
			visit(s.Else)
		}
	}
	visit(run.do)
	Walk(run.do, func(s *Stmt) {
		if s.Op == Assign && read[s.Local] > 0 {
			all++
		}
		ok = ok && s.Op != Emit && s.Op != EmitSet && s.Op != Generate && s.Op != Save && s.Op != Restore
	}, nil)
	return ok && found == all && (jumps == 0 || jumps == 1 && !before)
}

// around is the set of the sites that are flanked from a site, and what finds it.
func (x *Slide) around(p *Program, all []*lineWay) (find []*Stmt, set *Expr) {
	f := filler{}
	site := f.keep("site", SetAt(singles(p), Read(x.From)))
	run := f.keep("run", x.Cross)
	stop := f.keep("stop", Calc(SetMinus, x.Stop, run))
	none := SetOf(make([]uint64, p.Words))
	set = none
	for _, w := range all {
		from := SetOf(w.from)
		through := f.keep("through", Calc(SetAnd, run, SetOf(w.to)))
		reached := f.keep("reached", Calc(SetAnd, through, shifted(Calc(SetAnd, site, from), w.by)))
		reached = f.fill(reached, through, w.by, w.longest-1)
		closed := Calc(SetAny, Calc(SetAnd, stop, shifted(Calc(SetAnd, reached, from), w.by)))
		set = f.keep("flanked", Calc(SetOr, set, Select(closed, reached, none)))
	}
	return f.out, set
}

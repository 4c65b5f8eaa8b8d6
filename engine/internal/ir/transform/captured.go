package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// What is flanked around one site is found at once, too: from the site on, each way is filled through the sites that
// are crossed, and what is reached counts where the way goes on with a site that closes it. What is then done to each
// site of a run is done to each site of that set, in the order of their numbers, where the order makes no difference.

// Captured has sets in place of runs that are only looked at, which may set spoil. The others are runs no more.
func Captured(p *ir.Program, spoil *ir.Field, by *Index) {
	for _, f := range p.Funcs {
		c := &captures{p: p, spoil: spoil, in: f.Body, looked: map[*ir.Stmt]*capturing{}}
		f.Body = (&ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
			if s.Op == ir.Each {
				loop := r.Copy(s)
				if out := c.found(loop, by); out != nil {
					return out, true
				}
				return []*ir.Stmt{loop}, true
			}
			if s.Slide == nil || !s.Slide.Run {
				return nil, false
			}
			if out := c.captured(s, (*capturing).looks); out != nil {
				return out, true
			}
			plain := *s
			plain.Slide = nil
			return []*ir.Stmt{r.Copy(&plain)}, true
		}}).Body(f.Body)
	}
}

// CapturedApart is a body of which the candidates are effects, made by the function of their rule, where those of a run
// do nothing to one another: with the set of what is flanked in place of the run, of which they may be made as they are
// found. It is nil where that is not so.
func CapturedApart(p *ir.Program, body []*ir.Stmt, spoil *ir.Field, apply func(rule int) *ir.Func) []*ir.Stmt {
	c := &captures{p: p, spoil: spoil, in: body, apply: apply}
	out := c.only(body)
	if out == nil || c.mixed(out) {
		return nil
	}
	return out
}

// captures finds runs in a body.
type captures struct {
	p     *ir.Program
	spoil *ir.Field
	in    []*ir.Stmt
	apply func(rule int) *ir.Func
	loop  *ir.Stmt // the only one through the sites of a run
	// looked are the runs that are only looked at, by the loops through their sites.
	looked map[*ir.Stmt]*capturing
	wrote  ir.Fields // what its effects write
}

// capturing is a run, and what is done to each of its sites.
type capturing struct {
	*captures
	x        *ir.Slide
	body, do []*ir.Stmt
	ways     []*lineWay
}

// captured is what does the same as a run for the set of its sites, nil where that is not known or may not be.
func (c *captures) captured(s *ir.Stmt, may func(run *capturing) bool) []*ir.Stmt {
	x := s.Slide
	if c.p.Words > maxParallel || s.Op != ir.Scope || x == nil || !x.Run || x.Over == nil || !runLasts(x, s.Body) {
		return nil
	}
	run := &capturing{captures: c, x: x, body: uncut(s.Body)}
	run.do = doneIn(x, run.body)
	if run.do == nil || !run.alone(s) || !may(run) {
		return nil
	}
	all, ok := linesOf(c.p, x)
	if !ok || len(all) == 0 || len(all) > maxWays {
		return nil
	}
	run.ways = all
	out, set := around(c.p, x, all)
	c.loop = &ir.Stmt{Op: ir.Each, Local: x.Over, Label: &ir.Label{Name: "captured"}, Args: []*ir.Expr{set}, Body: run.do}
	if c.looked != nil {
		c.looked[c.loop] = run
	}
	return append(out, c.loop)
}

// only is a body with a set in place of its only run, that stands in no loop.
func (c *captures) only(body []*ir.Stmt) []*ir.Stmt {
	for i, s := range body {
		var now []*ir.Stmt
		if now = c.captured(s, (*capturing).apart); now == nil && (s.Op == ir.Scope || s.Op == ir.If) && len(s.Else) == 0 {
			if inner := c.only(s.Body); inner != nil {
				one := *s
				one.Body, now = inner, []*ir.Stmt{&one}
			}
		}
		if now == nil {
			continue
		}
		for _, w := range ir.Effects(body[i+1:]).Reads {
			if c.wrote.Has(w) {
				return nil
			}
		}
		return slices.Concat(body[:i], now, body[i+1:])
	}
	return nil
}

// mixed reports whether a body emits anything beside what it does for each site of the run.
func (c *captures) mixed(body []*ir.Stmt) bool {
	return len(Emissions(body)) != len(Emissions(c.loop.Body)) || jumps(body)
}

// doneIn is what a run does for each of its sites: what stands behind its assignment in the innermost loop.
func doneIn(x *ir.Slide, body []*ir.Stmt) (do []*ir.Stmt) {
	n := 0
	ir.Walk(body, func(s *ir.Stmt) {
		if s.Op == ir.Assign && s.Local == x.Over {
			n++
		}
		if s.Op == ir.Loop && len(s.Body) > 3 && s.Body[1].Op == ir.Assign && s.Body[1].Local == x.Over {
			do = s.Body[3:]
		}
	}, nil)
	if n != 1 {
		return nil
	}
	return do
}

// uncut is a body without what stands behind jumps, which is never done.
func uncut(body []*ir.Stmt) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true, List: func(body []*ir.Stmt) []*ir.Stmt {
		for i := range body {
			if ir.Leaves(body[i : i+1]) {
				return body[:i+1]
			}
		}
		return body
	}}
	return r.Body(body)
}

// alone reports whether what is done for a site asks for nothing of the run but the site, and leaves nothing behind for
// another one.
func (run *capturing) alone(s *ir.Stmt) bool {
	inside, outside := map[*ir.Local]bool{}, map[*ir.Local]bool{}
	ir.Walk(run.do, func(s *ir.Stmt) { inside[s.Local] = true }, nil)
	n := map[*ir.Local]int{}
	ir.Walk(run.body, func(s *ir.Stmt) { n[s.Local]++ }, nil)
	ir.Walk(run.do, func(s *ir.Stmt) { n[s.Local]-- }, nil)
	for l, times := range n {
		outside[l] = times > 0
	}
	ok, from := true, false
	ir.Walk(run.do, func(s *ir.Stmt) { ok = ok && (s.Local == nil || !outside[s.Local]) },
		func(e *ir.Expr) { ok = ok && (e.Op != ir.Get || e.Local == run.x.Over || !outside[e.Local]) })
	ir.Walk(run.body, nil, func(e *ir.Expr) { from = from || reads(e, run.x.From) })
	labels := map[*ir.Label]bool{s.Label: true}
	ir.Walk(run.body, func(s *ir.Stmt) {
		labels[s.Label] = labels[s.Label] || s.Op == ir.Loop || s.Op == ir.Scope || s.Op == ir.Each
	}, nil)
	ir.Walk(run.do, func(s *ir.Stmt) {
		if s.Op == ir.Loop || s.Op == ir.Scope || s.Op == ir.Each {
			delete(labels, s.Label)
		}
	}, nil)
	ir.Walk(run.do, func(s *ir.Stmt) { ok = ok && (s.Label == nil || !labels[s.Label]) }, nil)
	u := ir.NewUnsetter()
	u.Body(run.do)
	return ok && from && !slices.ContainsFunc(u.Order, func(l *ir.Local) bool { return inside[l] })
}

// looks reports whether what is done for the sites of a run comes to the same in any order, as it only finds out
// something: all it leaves behind is what does not depend on the site, and if it ends the search, it does so then.
func (run *capturing) looks() bool {
	does := ir.Effects(run.do)
	if does.Unknown || slices.ContainsFunc(does.Writes, func(f *ir.Field) bool { return f != run.spoil }) {
		return false
	}
	inside, read, labels := map[*ir.Local]bool{run.x.Over: true}, map[*ir.Local]int{}, map[*ir.Label]bool{}
	ir.Walk(run.do, func(s *ir.Stmt) {
		inside[s.Local] = true
		labels[s.Label] = labels[s.Label] || s.Op == ir.Loop || s.Op == ir.Scope || s.Op == ir.Each
	}, func(e *ir.Expr) { read[e.Local]-- })
	ir.Walk(run.in, nil, func(e *ir.Expr) { read[e.Local]++ })
	ends := func(s *ir.Stmt) bool {
		return s.Op == ir.Return || (s.Op == ir.Break || s.Op == ir.Continue) && !labels[s.Label]
	}
	fixed := func(s *ir.Stmt) bool {
		return !slices.ContainsFunc(s.Args, func(e *ir.Expr) bool {
			return e.Op != ir.Const && (e.Op != ir.Get || inside[e.Local])
		})
	}
	ok, found, all, jumps, before, values := true, 0, 0, 0, false, map[*ir.Local]*ir.Expr{}
	var visit func(body []*ir.Stmt)
	visit = func(body []*ir.Stmt) {
		last := len(body) > 0 && ends(body[len(body)-1])
		for _, s := range body {
			if s.Op == ir.Assign && read[s.Local] > 0 {
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
	ir.Walk(run.do, func(s *ir.Stmt) {
		if s.Op == ir.Assign && read[s.Local] > 0 {
			all++
		}
		ok = ok && s.Op != ir.Emit && s.Op != ir.EmitSet && s.Op != ir.Generate && s.Op != ir.Save && s.Op != ir.Restore
	}, nil)
	return ok && found == all && (jumps == 0 || jumps == 1 && !before)
}

// around is the set of the sites that are flanked from a site, and what finds it.
func around(p *ir.Program, x *ir.Slide, all []*lineWay) (find []*ir.Stmt, set *ir.Expr) {
	f := filler{}
	site := f.keep("site", ir.SetAt(singles(p), ir.Read(x.From)))
	run := f.keep("run", x.Cross)
	stop := f.keep("stop", ir.Calc(ir.SetMinus, x.Stop, run))
	none := ir.SetOf(make([]uint64, p.Words))
	set = none
	for _, w := range all {
		from := ir.SetOf(w.from)
		through := f.keep("through", ir.Calc(ir.SetAnd, run, ir.SetOf(w.to)))
		reached := f.keep("reached", ir.Calc(ir.SetAnd, through, shifted(ir.Calc(ir.SetAnd, site, from), w.by)))
		reached = f.fill(reached, through, w.by, w.longest-1)
		closed := ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, stop, shifted(ir.Calc(ir.SetAnd, reached, from), w.by)))
		set = f.keep("flanked", ir.Calc(ir.SetOr, set, ir.Select(closed, reached, none)))
	}
	return f.out, set
}

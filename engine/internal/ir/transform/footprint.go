package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Effects for several sites have nothing to do with one another where each looks at what it changes at its own site
// alone, but for what all of them do alike at the site that they have in common.

// siteKind says of a number which site it is.
type siteKind uint8

const (
	ownSite    siteKind = 1 << iota // the one that an effect is for
	commonSite                      // the one that all have in common, which is none of those
	otherSite                       // another one, or that is not known
)

// siting is what is known of a number: which site it is, and whether it is the same for all effects.
type siting struct {
	is    siteKind
	fixed bool
}

// footprint is what effects do by site, as it is found out.
type footprint struct {
	spoil         *ir.Field
	apply         func(rule int) *ir.Func
	of            map[*ir.Local]siting
	written, read map[*ir.Field]siteKind
	unfit         bool
	depth         int
}

// maxFootprint bounds how deep functions call each other that are looked at.
const maxFootprint = 8

// apart reports whether the effects of a run have nothing to do with one another, and notes what they write.
func (run *capturing) apart() bool {
	w := &footprint{spoil: run.spoil, apply: run.apply, written: map[*ir.Field]siteKind{}, read: map[*ir.Field]siteKind{},
		of: map[*ir.Local]siting{run.x.Over: {ownSite, false}, run.x.From: {commonSite, true}}}
	w.code(run.do, run.x.Over)
	if w.unfit || jumps(run.do) {
		return false
	}
	for f, at := range w.written {
		if at&w.read[f]&commonSite != 0 || w.read[f]&otherSite != 0 {
			return false
		}
		run.wrote = append(run.wrote, f)
	}
	return true
}

// code looks at the body of effects, or of a function with parameters: variables that it assigns once are what they
// are assigned.
func (w *footprint) code(body []*ir.Stmt, params ...*ir.Local) {
	times := map[*ir.Local]int{}
	for _, l := range params {
		times[l]++
	}
	ir.Walk(body, func(s *ir.Stmt) { times[s.Local]++ }, nil)
	for l, n := range times {
		if l != nil && (n > 1 || !slices.Contains(params, l)) {
			w.of[l] = siting{is: otherSite}
		}
	}
	w.body(body, times)
}

func (w *footprint) body(body []*ir.Stmt, times map[*ir.Local]int) {
	for _, s := range body {
		switch s.Op {
		case ir.Assign:
			w.expr(s.Args[0])
			if times[s.Local] == 1 {
				w.of[s.Local] = w.siting(s.Args[0])
			}
			continue
		case ir.Store:
			if s.Field == w.spoil && s.Args[1].Op == ir.Const {
				continue
			}
			w.change(s.Field, s.Args[0], s.Args[1])
		case ir.Include, ir.Exclude:
			w.change(s.Field, s.Args[1], s.Args[0])
		case ir.Emit:
			w.call(w.apply(int(s.Args[0].K)), s.Args[1:])
		case ir.If, ir.Loop, ir.Scope, ir.Each, ir.Break, ir.Continue, ir.Return, ir.Do:
		default:
			w.unfit = true
		}
		for _, a := range s.Args {
			w.expr(a)
		}
		w.body(s.Body, times)
		w.body(s.Else, times)
	}
}

// change notes that a field is changed at a site, by a value that is the same for all if it is the common one.
func (w *footprint) change(f *ir.Field, site, value *ir.Expr) {
	at := w.siting(site).is
	w.written[f] |= at
	w.unfit = w.unfit || at == otherSite || at == commonSite && !w.siting(value).fixed
}

// siting is what is known of the value of an expression.
func (w *footprint) siting(e *ir.Expr) siting {
	switch {
	case e.Op == ir.Const:
		return siting{otherSite, true}
	case e.Op == ir.Get:
		if n, known := w.of[e.Local]; known {
			return n
		}
		return siting{otherSite, true}
	case e.Field != nil || e.Op == ir.Call || e.Op == ir.Block:
		return siting{is: otherSite}
	}
	n := siting{otherSite, true}
	for _, a := range e.Args {
		n.fixed = n.fixed && w.siting(a).fixed
	}
	return n
}

// expr notes what an expression reads.
func (w *footprint) expr(e *ir.Expr) {
	switch {
	case e.Op == ir.Load && e.Field.Kind != ir.Table:
		w.read[e.Field] |= w.siting(e.Args[0]).is
	case e.Op == ir.SetHas:
		w.expr(e.Args[1])
		w.set(e.Args[0], w.siting(e.Args[1]).is)
		return
	case e.Field != nil && e.Field.Kind != ir.Table:
		w.read[e.Field] |= otherSite
	case e.Op == ir.Call:
		w.call(e.Callee(), e.Args)
	case e.Op == ir.Block:
		w.unfit = w.unfit || slices.ContainsFunc(e.Stmts(), func(s *ir.Stmt) bool { return s.Op != ir.Assign && s.Op != ir.If })
		w.blocks(e.Stmts())
	}
	for _, a := range e.Args {
		w.expr(a)
	}
}

// blocks notes what statements in front of a value read. Of what they assign nothing is known.
func (w *footprint) blocks(body []*ir.Stmt) {
	for _, s := range body {
		w.unfit = w.unfit || s.Op != ir.Assign && s.Op != ir.If
		for _, a := range s.Args {
			w.expr(a)
		}
		w.blocks(s.Body)
		w.blocks(s.Else)
	}
}

// set notes what is read to know whether a set has a site.
func (w *footprint) set(e *ir.Expr, at siteKind) {
	switch e.Op {
	case ir.SetAnd, ir.SetOr, ir.SetMinus:
		w.set(e.Args[0], at)
		w.set(e.Args[1], at)
	case ir.SetSelect:
		w.expr(e.Args[0])
		w.set(e.Args[1], at)
		w.set(e.Args[2], at)
	case ir.SetLoad, ir.SetEqual, ir.SetLess:
		w.expr(e.Args[0])
		if e.Field.Kind != ir.Table {
			w.read[e.Field] |= at
		}
	default:
		w.expr(e)
	}
}

// call looks at what a function does. One that does the same for all, at the common site alone, may look there.
func (w *footprint) call(f *ir.Func, args []*ir.Expr) {
	if f.Body == nil || f.Host || w.depth == maxFootprint {
		w.unfit = true
		return
	}
	in := &footprint{spoil: w.spoil, apply: w.apply, depth: w.depth + 1, of: map[*ir.Local]siting{},
		written: map[*ir.Field]siteKind{}, read: map[*ir.Field]siteKind{}}
	alike := f.Result == ir.None
	for i, l := range f.Params {
		in.of[l] = w.siting(args[i])
		alike = alike && in.of[l].fixed
	}
	w.unfit = w.unfit || len(unset(f)) > 0
	in.code(f.Body, f.Params...)
	for f, at := range in.written {
		w.written[f] |= at
		alike = alike && at == commonSite
	}
	for f, at := range in.read {
		if alike {
			at &^= commonSite
		}
		w.read[f] |= at
	}
	w.unfit = w.unfit || in.unfit
}
